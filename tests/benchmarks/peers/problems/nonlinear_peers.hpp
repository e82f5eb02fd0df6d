// Solvers of other libraries for nonlinear complementarity problems, on the same callbacks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/nonlinear/nonlinear_problem.hpp"

namespace nsds::bench {

struct NonlinearPeer {
  std::string name;
  // Solves from z: (n) in/out, within the bounds; every row is free, or has a lower bound alone. tolerance is of the solver's
  // own norm. Says nothing about success.
  std::function<void(const test::NonlinearProblem& problem, double tolerance, Eigen::VectorXd& z)> solve;
};

// Siconos 4; none where it was not found.
std::vector<NonlinearPeer> siconos_nonlinear_peers();

}  // namespace nsds::bench
