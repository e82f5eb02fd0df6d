// A problem of any class with its unknowns, as something to solve again and again.
#pragma once

#include <filesystem>
#include <functional>

#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/lcp.h"
#include "nsds/numerics/registry.h"

namespace nsds::bench {

struct Solvable {
  nsds_class problem_class;
  std::function<void(const numerics::Options&, numerics::Workspace&, numerics::Report&)> solve_from_zero;
  // The residual of what the last solve returned in the norm of FCLIB; empty where the class has none.
  std::function<double()> fclib;
  bool stops_on_fclib = false;  // the solvers of the class have an option `norm`
};

// Borrows the problem.
Solvable solvable(const nsds_lcp& problem);

// problem_class: what the file holds. Errors: problems::FileError for a file that cannot be read,
// std::invalid_argument for a class that has no problem files.
Solvable read_solvable(const std::filesystem::path& file, nsds_class problem_class);

}  // namespace nsds::bench
