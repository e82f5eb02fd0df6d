// Solvers of other libraries for nonlinear complementarity problems and variational inequalities, on the same callbacks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/nonlinear/nonlinear_problem.hpp"

namespace nsds::bench {

struct NonlinearPeer {
  std::string name;
  bool (*takes)(const test::NonlinearProblem& problem);
  // Solves from z: (n) in/out, within the bounds. tolerance is of the solver's own norm. Says nothing about success.
  std::function<void(const test::NonlinearProblem& problem, double tolerance, Eigen::VectorXd& z)> solve;
};

// A map over a set that is known by its projection.
struct ProjectedPeer {
  std::string name;
  std::function<void(const test::NonlinearProblem& map, const std::function<void(test::VectorOut)>& project,
                     double tolerance, Eigen::VectorXd& z)>
      solve;
};

// Siconos 4; none where it was not found.
std::vector<NonlinearPeer> siconos_nonlinear_peers();
std::vector<ProjectedPeer> siconos_projected_peers();

}  // namespace nsds::bench
