// The commands of nsds-bench: each workload, solve, lcp, mlcp, relay, qp, avi, friction_contact, survey,
// regret, collection, friction-study, friction-table, program-study, program-table, nonlinear, recording, velocity-sweeps.
#pragma once

#include <CLI/CLI.hpp>
#include <iosfwd>

#include "nsds/numerics/registry.h"

namespace nsds::bench {

// The whole program but for its streams. Returns the exit status: 0 success, 1 failure, 2 wrong usage.
int run_bench(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

void add_workloads(CLI::App& app, std::ostream& out);
void add_solve(CLI::App& app, std::ostream& out);
void add_lcp(CLI::App& app, std::ostream& out);
// problem_class: NSDS_CLASS_MLCP or NSDS_CLASS_RELAY.
void add_box(CLI::App& app, nsds_class problem_class, std::ostream& out);
// problem_class: NSDS_CLASS_QP or NSDS_CLASS_AVI.
void add_program(CLI::App& app, nsds_class problem_class, std::ostream& out);
void add_friction_contact(CLI::App& app, std::ostream& out);
void add_survey(CLI::App& app, std::ostream& out);
void add_regret(CLI::App& app, std::ostream& out);
void add_collection(CLI::App& app, std::ostream& out);
void add_friction_study(CLI::App& app, std::ostream& out);
void add_friction_table(CLI::App& app, std::ostream& out);
void add_program_study(CLI::App& app, std::ostream& out);
void add_program_table(CLI::App& app, std::ostream& out);
void add_nonlinear(CLI::App& app, std::ostream& out);
void add_vi(CLI::App& app, std::ostream& out);
void add_recording(CLI::App& app, std::ostream& out);
void add_velocity_sweeps(CLI::App& app, std::ostream& out);

}  // namespace nsds::bench
