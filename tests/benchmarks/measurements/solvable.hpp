// A problem of any class with its unknowns, as something to solve again and again.
#pragma once

#include <functional>

#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/friction_contact.h"
#include "nsds/numerics/generic_mechanical.h"
#include "nsds/numerics/lcp.h"
#include "nsds/numerics/registry.h"
#include "nsds/numerics/soclcp.h"
#include "nsds/problems/any_problem.hpp"

namespace nsds::bench {

struct Solvable {
  nsds_class problem_class;
  std::function<void(const numerics::Options&, numerics::Workspace&, numerics::Report&)> solve_from_zero;
  // The residual of the class of what the last solve returned; infinite where that is not finite.
  std::function<double()> residual;
  // Measures what the last solve returned in the norm of FCLIB; empty where the class has none.
  std::function<double()> fclib;
  bool stops_on_fclib = false;  // the solvers of the class have an option `norm`
};

// These borrow the problem.
Solvable solvable(const nsds_lcp& problem);
Solvable solvable(const nsds_friction_contact& problem);
Solvable solvable(const nsds_generic_mechanical& problem);
Solvable solvable(const nsds_soclcp& problem);

// Keeps the problem.
Solvable solvable(problems::AnyProblem problem);

}  // namespace nsds::bench
