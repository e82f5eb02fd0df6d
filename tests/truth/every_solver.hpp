// Asks every solver of a class for the same problem, from starts that are wrong in every way.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "numerics/affine/affine_problems.hpp"

namespace nsds::test {

// Where a solve begins. z: (n), multipliers: (m + e); nothing: from where the library begins.
struct Start {
  std::string name;
  std::optional<Eigen::VectorXd> z;
  Eigen::VectorXd multipliers;
};

// Nowhere, zero, near, far and very far, on the other faces; those of a box are on its bounds.
std::vector<Start> bad_starts(const AffineProblem& problem);

// What is called ok is to be right; the default solver is to call something ok where it is expected to.
struct Demand {
  std::function<void(const Outcome& found)> check;  // asserts what holds of an answer that is called ok
  bool default_is_ok = true;
  double time_limit = 0.0;  // [s] of a solve; 0: none
};
void ask_every_solver(const AffineProblem& problem, const std::vector<Start>& starts, const Demand& demand);

// The same problem over a box in the other classes that have it: relay, mlcp where bounds allow, avi, and qp where M is symmetric.
std::vector<AffineProblem> in_all_classes(const AffineProblem& box);

}  // namespace nsds::test
