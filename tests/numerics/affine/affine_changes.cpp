// The same affine problem in another order, and in other units.
#include <cmath>
#include <utility>

#include "numerics/affine/affine_problems.hpp"
#include "support/draws.hpp"

namespace nsds::test {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

Eigen::PermutationMatrix<Eigen::Dynamic> random_permutation(Index n, Draws& draws) {
  Eigen::PermutationMatrix<Eigen::Dynamic> made(n);
  made.setIdentity();
  for (Index i = n; i > 1; --i)
    std::swap(made.indices()[i - 1], made.indices()[draws.integer(0, static_cast<int>(i) - 1)]);
  return made;
}

}  // namespace

Order random_order(const AffineProblem& problem, std::uint64_t seed) {
  Draws draws(seed);
  return {random_permutation(problem.size(), draws), random_permutation(problem.b.size(), draws),
          random_permutation(problem.d.size(), draws)};
}

AffineProblem reordered(const AffineProblem& problem, const Order& order) {
  AffineProblem made = problem;
  made.M = order.unknowns * problem.M * order.unknowns.transpose();
  made.q = order.unknowns * problem.q;
  made.lower = order.unknowns * problem.lower;
  made.upper = order.unknowns * problem.upper;
  made.A = order.inequalities * problem.A * order.unknowns.transpose();
  made.b = order.inequalities * problem.b;
  made.C = order.equalities * problem.C * order.unknowns.transpose();
  made.d = order.equalities * problem.d;
  return made;
}

Outcome reordered(const AffineProblem& problem, const Outcome& point, const Order& order) {
  Outcome made = point;
  made.z = order.unknowns * point.z;
  if (point.w.size() > 0) made.w = order.unknowns * point.w;
  made.multipliers.head(problem.b.size()) = order.inequalities * point.multipliers.head(problem.b.size());
  made.multipliers.tail(problem.d.size()) = order.equalities * point.multipliers.tail(problem.d.size());
  return made;
}

// z = u_z z' and w = u_w w' for the new z', w'; a constraint row times u is u (A z - b) >= 0.
AffineProblem measured_in(const AffineProblem& problem, const Units& units) {
  AffineProblem made = problem;
  made.M = problem.M * (units.z / units.w);
  made.q = problem.q / units.w;
  made.lower = problem.lower / units.z;
  made.upper = problem.upper / units.z;
  made.A = units.inequalities.asDiagonal() * problem.A;
  made.b = units.inequalities.cwiseProduct(problem.b) / units.z;
  made.C = units.equalities.asDiagonal() * problem.C;
  made.d = units.equalities.cwiseProduct(problem.d) / units.z;
  return made;
}

Outcome measured_in(const AffineProblem& problem, const Outcome& point, const Units& units) {
  Outcome made = point;
  made.z = point.z / units.z;
  made.w = point.w / units.w;
  const Index m = problem.b.size(), e = problem.d.size();
  made.multipliers.head(m) = point.multipliers.head(m).cwiseQuotient(units.inequalities) / units.w;
  made.multipliers.tail(e) = point.multipliers.tail(e).cwiseQuotient(units.equalities) / units.w;
  return made;
}

Units random_units(const AffineProblem& problem, bool binary, Draws& draws) {
  const auto factor = [&](int decades) {
    return binary ? std::ldexp(1.0, draws.integer(-3 * decades, 3 * decades))
                  : std::pow(10.0, draws.uniform(-decades, decades));
  };
  Units units{factor(12), factor(12), VectorXd(problem.b.size()), VectorXd(problem.d.size())};
  if (problem.problem_class == NSDS_CLASS_QP)
    units.w = 1.0 / units.z;  // the gap is judged in the unit of the objective
  for (double& unit : units.inequalities) unit = factor(6);
  for (double& unit : units.equalities) unit = factor(6);
  return units;
}

}  // namespace nsds::test
