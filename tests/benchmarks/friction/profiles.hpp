// Performance profiles of our solvers against each other [Dolan, More 2002, Math. Program. 91]:
//
//   rho_s(tau) = share of the instances that solver s solves in at most tau times the time of the fastest,
//
// over the instances that every solver was run on; what is not solved, or not for a solver, counts as never.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "benchmarks/friction/selection.hpp"

namespace nsds::bench {

struct Profile {
  std::string problem_class;
  double tolerance;
  std::string solver;
  int instances;
  std::vector<double> ratios;  // of the instances solved, sorted

  double at(double tau) const;
};

// One a class, tolerance and solver.
std::vector<Profile> performance_profiles(const Records& records);

// rho at 1 (as fast as any), 2, 10, and beyond any tau (solved at all).
void print_profile_table(const Records& records, std::ostream& out);

// folder/profiles.csv and folder/profiles.gp, with which gnuplot draws profile-CLASS-TOLERANCE.png. Throws
// std::runtime_error where they cannot be written.
void write_profiles(const Records& records, const std::filesystem::path& folder);

}  // namespace nsds::bench
