// The tables of nsds-compare.
#pragma once

#include <string>
#include <vector>

namespace nsds::bench {

// Solves. specs: those of lcp_families.hpp; empty for a selection of all families.
void compare_lcp(const std::vector<std::string>& specs);

// The same of box_families.hpp; empty for a selection, and the problem files of the class under
// NSDS_TEST_DATA.
void compare_mlcp(const std::vector<std::string>& specs);
void compare_relay(const std::vector<std::string>& specs);

// The same of program_families.hpp.
void compare_qp(const std::vector<std::string>& specs);
void compare_avi(const std::vector<std::string>& specs);

// Nonlinear complementarity problems by formula, tests/support/nonlinear. specs: their names; empty for all.
void compare_nonlinear(const std::vector<std::string>& specs);

// Variational inequalities by formula, likewise.
void compare_vi(const std::vector<std::string>& specs);

// Problem files of contact with friction, and options: nsds-compare friction --help.
void compare_friction(const std::vector<std::string>& words);

// Contact that resists rolling. files: problem files, those of a folder GRFC3D in global form; empty for those under
// NSDS_TEST_DATA.
void compare_rolling(const std::vector<std::string>& files);

// Quadratic programs from files, and options: nsds-compare programs --help.
void compare_programs(const std::vector<std::string>& words);

// Time steps. specs: none.
void compare_kernel(const std::vector<std::string>& specs);

// Time steps of spheres and cubes that touch. specs: numbers of bodies; empty for 10, 100 and 1000, and the
// growth of the time of ours to 50 000.
void compare_piles(const std::vector<std::string>& specs);

// Events, and the event-driven reference trajectories under NSDS_TEST_DATA. specs: none.
void compare_event_driven(const std::vector<std::string>& specs);
void compare_event_ball();  // of it, the workload ed

}  // namespace nsds::bench
