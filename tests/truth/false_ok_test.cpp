// Answers that were called ok and are none, each of which stands for a kind: by every solver of every class that has the problem, with
// the default options and from bad starts, right or another status.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/numbers.hpp"
#include "truth/every_solver.hpp"

namespace nsds::test::false_ok_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

AffineProblem box(const MatrixXd& M, const VectorXd& q, double lower, double upper) {
  AffineProblem made(NSDS_CLASS_RELAY, q.size());
  made.M = M;
  made.q = q;
  made.lower.setConstant(lower);
  made.upper.setConstant(upper);
  return made;
}

// In every class, by every solver, from every start.
void expect_of_all(const AffineProblem& problem, const Demand& demand) {
  for (const AffineProblem& one : in_all_classes(problem)) ask_every_solver(one, bad_starts(one), demand);
}

// A quadratic program of zeros is linear, and its rows say which bound.
TEST(FalseOk, ARelayThatNoRowNotices) {
  expect_of_all(box(MatrixXd::Zero(1, 1), VectorXd::Constant(1, -1.0), 0.0, 1.0),
                {[](const Outcome& found) { EXPECT_EQ(found.z[0], 1.0); }});
}

TEST(FalseOk, AnInequalityOfZeros) {
  expect_of_all(box(MatrixXd::Zero(3, 3), VectorXd{{-1.0, 2.0, -3.0}}, 0.0, 1.0), {[](const Outcome& found) {
                  EXPECT_EQ(found.z, (VectorXd{{1.0, 0.0, 1.0}}));
                }});
}

TEST(FalseOk, AnInequalityThatNoRowNotices) {
  AffineProblem avi(NSDS_CLASS_AVI, 2);
  avi.q = VectorXd{{-1.0, -1.0}};
  avi.lower.setConstant(-1.0);
  avi.upper.setConstant(1.0);
  avi.C = MatrixXd{{1.0, 1.0}};
  avi.d = VectorXd{{2.0}};
  AffineProblem qp = avi;
  qp.problem_class = NSDS_CLASS_QP;
  for (const AffineProblem& problem : {avi, qp})
    ask_every_solver(problem, bad_starts(problem), {[](const Outcome& found) {
                       EXPECT_NEAR((found.z - VectorXd::Ones(2)).norm(), 0.0, 1e-7);
                     }});
}

// The middle row is in units 1e8 times smaller.
TEST(FalseOk, ARowInOtherUnits) {
  const MatrixXd M{{0.88, -0.48, -0.32}, {3.4e7, 1.5e7, -1.25e8}, {-0.96, 1.3, 0.66}};
  expect_of_all(box(M, VectorXd{{-0.5, 1.44e8, 0.21}}, 0.0, infinity), {[&](const Outcome& found) {
                  const VectorXd w = M * found.z + VectorXd{{-0.5, 1.44e8, 0.21}};
                  EXPECT_NEAR(found.z[0], 0.9605, 1e-3);
                  EXPECT_EQ(found.z[1], 0.0);
                  EXPECT_NEAR(found.z[2], 1.0789, 1e-3);
                  EXPECT_GE(w.minCoeff(), -1e-8 * 1.44e8);
                }});
}

// A file of this had numbers behind it that made it look like a relay between bounds of 9.
TEST(FalseOk, AnIdentity) {
  expect_of_all(box(MatrixXd::Identity(2, 2), VectorXd{{-1.0, -1.0}}, 0.0, infinity),
                {[](const Outcome& found) { EXPECT_NEAR((found.z - VectorXd::Ones(2)).norm(), 0.0, 1e-7); }});
}

// A diagonal next to zero makes a unit of z of 1e13, in which any start is zero.
TEST(FalseOk, ATinyDiagonalAndAStartFarAway) {
  const MatrixXd M{{1e-13, 1.0}, {1.0, 1e-13}};
  const VectorXd q{{-1.0, -1.0}};
  expect_of_all(box(M, q, 0.0, infinity), {[&](const Outcome& found) {
                  const VectorXd w = M * found.z + q;
                  for (Index i = 0; i < 2; ++i)
                    EXPECT_TRUE(found.z[i] == 0.0 ? w[i] >= -2e-8 : std::fabs(w[i]) <= 3e-8)
                        << found.z.transpose();
                }});
}

// x' = -x + B lambda, y = C x, lambda in -Sgn(y), where C B = [0 1; -1 0] turned by an angle, so that its diagonal is rounding.
TEST(FalseOk, ATurnedPairOfRelays) {
  const double h = 1e-3, size = h / (1.0 + h);
  for (const double angle : {0.0, 0.3, 1.0}) {
    const MatrixXd R{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
    const MatrixXd turn{{0.0, 1.0}, {-1.0, 0.0}}, M = size * (R * (R.transpose() * turn));
    for (const VectorXd& q :
         {VectorXd{{1.0, 0.5}}, VectorXd{{0.5 * size, -0.3 * size}}, VectorXd{{2.0 * size, 0.1 * size}},
          VectorXd{{-0.9 * size, 3.0}}, VectorXd{{1e-9 * size, 0.5 * size}}}) {
      SCOPED_TRACE(angle);
      expect_of_all(
          box(M, q, -1.0, 1.0), {[&](const Outcome& found) {
            const VectorXd y = size * (turn * found.z) + q;
            for (Index i = 0; i < 2; ++i) {
              const double left = found.z[i] == -1.0 ? -y[i] : found.z[i] == 1.0 ? y[i] : std::fabs(y[i]);
              EXPECT_LE(left, 1e-7 * (size + std::fabs(q[i]))) << found.z.transpose();
            }
          }});
    }
  }
}

// A step of a bridge of four diodes behind a source of impedance R, which loads a capacitor: two currents and two voltages.
TEST(FalseOk, ABridgeBehindAHighImpedance) {
  const double h = 1e-5;
  for (const double R : {1.0, 1e4, 1e8}) {
    const double capacity = 0.1 / R, load = 100.0 * R, shrinks = 1.0 / (1.0 + h / (load * capacity));
    MatrixXd M{{0, 0, -1, 0}, {0, 0, 0, -1}, {1, 0, 1 / R, -1 / R}, {0, 1, -1 / R, 1 / R}};
    M.topLeftCorner(2, 2).array() += shrinks * h / capacity;
    for (const double before : {0.0, 5.0, 19.9})
      for (const double source : {20.0, -20.0, 19.95, 1e-3}) {
        SCOPED_TRACE(R);
        SCOPED_TRACE(source);
        const VectorXd q{{shrinks * before, shrinks * before, -source / R, source / R}};
        // By hand: the capacitor is loaded where that raises it.
        const double off = before * shrinks, part = h / (capacity * R),
                     on = (before + part * std::fabs(source)) / (1.0 / shrinks + part),
                     right = std::fabs(source) > off ? on : off;
        AffineProblem step = box(M, q, 0.0, infinity);
        expect_of_all(step, {[&](const Outcome& found) {
                        const double loaded = shrinks * (before + h / capacity * (found.z[0] + found.z[1]));
                        EXPECT_NEAR(loaded, right, 2e-6) << found.z.transpose();
                        EXPECT_GE(found.z.minCoeff(), 0.0);
                      }});
      }
  }
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
  const auto is_least = [&](const Outcome& found) {
    const double objective = 0.5 * found.z.dot(program.M * found.z) + program.q.dot(found.z);
    EXPECT_NEAR(objective, 2.51173389, 1e-5);
  };
  const std::vector<Start> starts = bad_starts(program);
  ask_every_solver(program, {starts[0]}, {is_least, true, 2.0});
  ask_every_solver(program, {starts.begin() + 1, starts.end()}, {is_least, false, 0.1});
  AffineProblem inequality = program;
  inequality.problem_class = NSDS_CLASS_AVI;
  ask_every_solver(inequality, {starts[0], starts[2], starts[4]}, {is_least, false, 0.1});
}

}  // namespace
}  // namespace nsds::test::false_ok_test
