// The option also_absolute: what was asked for in the units of the caller holds there, evaluated in extended precision
// by code of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

#include "numerics/affine/affine_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::also_absolute_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::VectorXd;
using Wide = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
using WideMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

constexpr double asked = 1e-9;

struct Absolute {
  long double primal = 0.0, dual = 0.0, gap = 0.0;
};

// far: from here on a bound is none, and may carry nothing.
Absolute measure(const AffineProblem& problem, const Outcome& point, double far) {
  const Wide z = point.z.cast<long double>();
  const Wide lambda = point.multipliers.head(problem.b.size()).cast<long double>();
  const Wide mu = point.multipliers.tail(problem.d.size()).cast<long double>();
  const WideMatrix A = problem.A.cast<long double>(), C = problem.C.cast<long double>();
  const Wide b = problem.b.cast<long double>(), d = problem.d.cast<long double>();
  const Wide Qz = problem.M.cast<long double>() * z, p = problem.q.cast<long double>();
  const Wide g = Qz + p - A.transpose() * lambda - C.transpose() * mu;
  Absolute found;
  for (const long double y : Wide(A * z - b)) found.primal = std::max(found.primal, -y);
  for (const long double miss : Wide(C * z - d)) found.primal = std::max(found.primal, std::fabs(miss));
  for (const long double multiplier : lambda) found.dual = std::max(found.dual, -multiplier);
  found.gap = z.dot(Qz) + p.dot(z) - b.dot(lambda) - d.dot(mu);
  for (Index j = 0; j < z.size(); ++j) {
    found.primal = std::max({found.primal, problem.lower[j] - z[j], z[j] - problem.upper[j]});
    const double bound = g[j] > 0.0 ? problem.lower[j] : problem.upper[j];
    if (std::fabs(bound) < far)
      found.gap -= g[j] * bound;
    else
      found.dual = std::max(found.dual, std::fabs(g[j]));
  }
  found.gap = std::fabs(found.gap);
  return found;
}

void expect_solved(const AffineProblem& problem, const std::string& solver, double far) {
  nn::Options options(NSDS_CLASS_QP, solver);
  options.set("tolerance", asked).set("also_absolute", asked);
  const Outcome solved = solve(problem, options);
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  const Absolute seen = measure(problem, solved, far);
  EXPECT_LE(seen.primal, asked);
  EXPECT_LE(seen.dual, asked);
  EXPECT_LE(seen.gap, asked);
  // The report says the same, in double precision.
  EXPECT_NEAR(solved.report.primal_residual, static_cast<double>(seen.primal), 0.01 * asked);
  EXPECT_NEAR(solved.report.dual_residual, static_cast<double>(seen.dual), 0.01 * asked);
  EXPECT_NEAR(solved.report.duality_gap, static_cast<double>(seen.gap), 0.01 * asked);
}

using Solvers = std::initializer_list<const char*>;

// The objective has more digits than a double: rounding the solution alone makes a gap of more than 1e-9.
TEST(AlsoAbsolute, HoldsWhereRoundingMakesAGap) {
  for (const char* const solver :
       Solvers{"auto", "goldfarb_idnani", "proximal_interior_point", "interior_point", "lemke"}) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      SCOPED_TRACE(std::string(solver) + ", seed " + std::to_string(seed));
      const AffineProblem easy = easy_problem(NSDS_CLASS_QP, 24, seed);
      const Units units{1e5, 1e2, VectorXd::Ones(easy.b.size()), VectorXd::Ones(easy.d.size())};
      expect_solved(measured_in(easy, units), solver, infinity);
    }
  }
}

// People write 1e20 where there is no bound. A gradient of rounding times 1e20 would be a gap.
TEST(AlsoAbsolute, IsNotAskedOfBoundsThatAreFarAway) {
  for (const char* const solver : Solvers{"auto", "goldfarb_idnani", "proximal_interior_point"}) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      SCOPED_TRACE(std::string(solver) + ", seed " + std::to_string(seed));
      AffineProblem problem = easy_problem(NSDS_CLASS_QP, 12, seed);
      problem.lower = problem.lower.cwiseMax(-1e20);
      problem.upper = problem.upper.cwiseMin(1e20);
      expect_solved(problem, solver, 1e19);
    }
  }
}

}  // namespace
}  // namespace nsds::test::also_absolute_test
