// Answers that were called ok and are none, each of which stands for a kind: by every solver of the class, with the default
// options, right or another status.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/error.hpp"
#include "numerics/affine/affine_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::false_ok_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// What each solver of the class answers; start: Nullable, for a warm start. check is called with what is called ok.
template <class Check>
void ask_every_solver(const AffineProblem& problem, const VectorXd* start, const Check& check) {
  for (const ClassSolver& one : solvers_of({problem.problem_class})) {
    SCOPED_TRACE(one.name());
    numerics::Options options(problem.problem_class, one.solver);
    Outcome outcome = zero_start(problem);
    if (start != nullptr) {
      outcome.z = *start;
      options.set("warm_start", true);
    }
    solve(problem, options, outcome);
    if (one.solver == "auto") {
      EXPECT_TRUE(outcome.ok()) << outcome.report.message;
    }
    if (outcome.ok()) check(outcome);
  }
}

// No row notices z: only the side decides.
TEST(FalseOk, ARelayThatNoRowNotices) {
  AffineProblem relay(NSDS_CLASS_RELAY, 1);
  relay.q[0] = -1.0;
  relay.lower.setZero();
  relay.upper.setOnes();
  ask_every_solver(relay, nullptr, [](const Outcome& found) { EXPECT_EQ(found.z[0], 1.0); });
}

TEST(FalseOk, AnInequalityThatNoRowNotices) {
  AffineProblem avi(NSDS_CLASS_AVI, 2);
  avi.q = VectorXd{{-1.0, -1.0}};
  avi.lower.setConstant(-1.0);
  avi.upper.setConstant(1.0);
  avi.C = MatrixXd{{1.0, 1.0}};
  avi.d = VectorXd{{2.0}};
  ask_every_solver(avi, nullptr, [](const Outcome& found) {
    EXPECT_NEAR((found.z - VectorXd::Ones(2)).norm(), 0.0, 1e-7);
  });
}

// The middle row is in units 1e8 times smaller.
TEST(FalseOk, ARowInOtherUnits) {
  AffineProblem lcp(NSDS_CLASS_LCP, 3);
  lcp.lower.setZero();
  lcp.M = MatrixXd{{0.88, -0.48, -0.32}, {3.4e7, 1.5e7, -1.25e8}, {-0.96, 1.3, 0.66}};
  lcp.q = VectorXd{{-0.5, 1.44e8, 0.21}};
  const AffineProblem as_box = [&] {
    AffineProblem made = lcp;
    made.problem_class = NSDS_CLASS_RELAY;
    return made;
  }();
  for (const AffineProblem& problem : {lcp, as_box})
    ask_every_solver(problem, nullptr, [](const Outcome& found) {
      EXPECT_NEAR(found.z[0], 0.9605, 1e-3);
      EXPECT_EQ(found.z[1], 0.0);
      EXPECT_NEAR(found.z[2], 1.0789, 1e-3);
      EXPECT_GE(found.w.minCoeff(), -1e-8 * 1.44e8);
    });
}

// A diagonal next to zero makes a unit of z of 1e13, in which any start is zero.
TEST(FalseOk, ATinyDiagonalAndAStartFarAway) {
  AffineProblem lcp(NSDS_CLASS_LCP, 2);
  lcp.lower.setZero();
  lcp.M = MatrixXd{{1e-13, 1.0}, {1.0, 1e-13}};
  lcp.q = VectorXd{{-1.0, -1.0}};
  for (const VectorXd& start : {VectorXd{{5.0, 5.0}}, VectorXd{{1e6, 0.0}}, VectorXd{{0.0, 0.0}}})
    ask_every_solver(lcp, &start, [](const Outcome& found) {
      const VectorXd &z = found.z, w = MatrixXd{{1e-13, 1.0}, {1.0, 1e-13}} * z + VectorXd{{-1.0, -1.0}};
      for (Index i = 0; i < 2; ++i)
        EXPECT_TRUE(z[i] == 0.0 ? w[i] >= 0.0 : std::fabs(w[i]) <= 3e-8) << z.transpose();
    });
}

// min sum x_j^2 / (2 j) + x_j / j where a polynomial of fourteen degrees is above exp on [0, 1].
TEST(FalseOk, APolynomialAboveAFunction) {
  constexpr int unknowns = 15, points = 1001;
  AffineProblem program(NSDS_CLASS_QP, unknowns);
  program.A.resize(points, unknowns);
  program.b.resize(points);
  for (int i = 0; i < points; ++i) {
    const double t = static_cast<double>(i) / (points - 1);
    for (int j = 0; j < unknowns; ++j) program.A(i, j) = std::pow(t, j);
    program.b[i] = std::exp(t);
  }
  for (int j = 0; j < unknowns; ++j) program.M(j, j) = program.q[j] = 1.0 / (j + 1.0);
  for (const ClassSolver& one : solvers_of({NSDS_CLASS_QP})) {
    SCOPED_TRACE(one.name());
    const Outcome found = solve(program, numerics::Options(NSDS_CLASS_QP, one.solver).set("time_limit", 2.0));
    if (one.solver == "auto") {
      EXPECT_TRUE(found.ok()) << found.report.message;
    }
    if (found.ok()) {
      EXPECT_NEAR(found.report.objective, 2.51173389, 1e-5);
    }
  }
}

}  // namespace
}  // namespace nsds::test::false_ok_test
