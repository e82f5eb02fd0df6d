#include "truth/regular_problems.hpp"

#include <cmath>

#include "support/draws.hpp"
#include "support/numbers.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd normal(Index rows, Index columns, Draws& draws) {
  MatrixXd made(rows, columns);
  for (double& entry : made.reshaped()) entry = draws.normal();
  return made;
}

MatrixXd definite(nsds_class problem_class, Index n, Draws& draws) {
  const MatrixXd B = normal(n, n, draws), S = normal(n, n, draws);
  MatrixXd made = B * B.transpose() / static_cast<double>(n) + 0.5 * MatrixXd::Identity(n, n);
  if (problem_class == NSDS_CLASS_QP) return 0.5 * (made + made.transpose());
  return made + 0.5 * (S - S.transpose());
}

double size(Draws& draws) {
  return draws.uniform(0.5, 2.0);
}

// A bound, the solution on it or off it, and the force that holds it there.
double place(AffineProblem& problem, Index i, VectorXd& z, Draws& draws) {
  const nsds_class kind = problem.problem_class;
  z[i] = draws.normal();
  if (kind == NSDS_CLASS_EQUALITY || (kind != NSDS_CLASS_LCP && draws.integer(0, 3) == 0)) return 0.0;
  const bool is_held = draws.integer(0, 1) == 0;
  if (kind == NSDS_CLASS_LCP || kind == NSDS_CLASS_MLCP) {
    problem.lower[i] = 0.0;
    z[i] = is_held ? 0.0 : size(draws);
    return is_held ? size(draws) : 0.0;
  }
  const bool is_low = draws.integer(0, 1) == 0;
  problem.lower[i] = z[i] - (is_held && is_low ? 0.0 : size(draws));
  problem.upper[i] = z[i] + (is_held && !is_low ? 0.0 : size(draws));
  return is_held ? (is_low ? 1.0 : -1.0) * size(draws) : 0.0;
}

double power_of_two(double decades, Draws& draws) {
  const double exponent = decades * std::log2(10.0);
  return std::exp2(std::round(draws.uniform(-exponent, exponent)));
}

}  // namespace

RegularProblem regular_problem(nsds_class problem_class, std::uint64_t seed) {
  Draws draws(97 * seed + static_cast<std::uint64_t>(problem_class));
  const Index n = draws.integer(2, 9);
  AffineProblem made(problem_class, n);
  made.M = definite(problem_class, n, draws);
  VectorXd z(n), w(n);
  Index held = 0;
  for (Index i = 0; i < n; ++i) {
    w[i] = place(made, i, z, draws);
    held += w[i] != 0.0 ? 1 : 0;
  }
  if (made.is_program()) {
    // No more hold at the solution than there are unknowns, so that multipliers are unique.
    const Index m = draws.integer(1, static_cast<int>(n)), e = draws.integer(0, 1);
    made.A = normal(m, n, draws);
    made.C = normal(e, n, draws);
    VectorXd lambda = VectorXd::Zero(m), slack(m);
    held += e;
    for (Index i = 0; i < m; ++i) {
      const bool is_held = held < n && draws.integer(0, 1) == 0;
      held += is_held ? 1 : 0;
      lambda[i] = is_held ? size(draws) : 0.0;
      slack[i] = is_held ? 0.0 : size(draws);
    }
    made.b = made.A * z - slack;
    made.d = made.C * z;
    w += made.A.transpose() * lambda + made.C.transpose() * normal(e, 1, draws);
  }
  made.q = w - made.M * z;
  return {made, z};
}

OtherUnits random_units(const AffineProblem& problem, double decades, std::uint64_t seed) {
  Draws draws(seed);
  OtherUnits units{VectorXd(problem.size()), VectorXd(problem.size()), VectorXd(problem.rows())};
  for (double& unit : units.unknowns) unit = power_of_two(decades, draws);
  for (double& unit : units.rows) unit = power_of_two(decades, draws);
  for (double& unit : units.constraints) unit = power_of_two(decades, draws);
  const bool is_tied = problem.problem_class == NSDS_CLASS_QP || problem.is_program();
  if (is_tied) units.rows = units.unknowns * power_of_two(decades, draws);
  return units;
}

AffineProblem in_units(const AffineProblem& problem, const OtherUnits& units) {
  AffineProblem made = problem;
  const Index m = problem.b.size();
  made.M = units.rows.asDiagonal() * problem.M * units.unknowns.asDiagonal();
  made.q = units.rows.cwiseProduct(problem.q);
  made.lower = problem.lower.cwiseQuotient(units.unknowns);
  made.upper = problem.upper.cwiseQuotient(units.unknowns);
  made.A = units.constraints.head(m).asDiagonal() * problem.A * units.unknowns.asDiagonal();
  made.b = units.constraints.head(m).cwiseProduct(problem.b);
  made.C = units.constraints.tail(problem.d.size()).asDiagonal() * problem.C * units.unknowns.asDiagonal();
  made.d = units.constraints.tail(problem.d.size()).cwiseProduct(problem.d);
  return made;
}

}  // namespace nsds::test
