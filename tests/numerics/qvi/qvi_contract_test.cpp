// What a call must do whatever the quasi-variational inequality: residual, starts, limits, counts, workspaces, callbacks.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include "numerics/qvi/qvi_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::qvi_contract_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::qvi::Box;
using nn::qvi::Cone;
using nn::qvi::Problem;
using nn::qvi::Rows;

const Eigen::Vector4d some_z(0.5, -0.25, 1.0, 0.75);

// Unsymmetric, and the same values for whoever evaluates it by hand.
const nn::NonlinearMap some_map([](const auto& z, auto w) {
  w[0] = z[1] - 2.0 * z[2];
  w[1] = 3.0 * z[0] + z[3] * z[3];
  w[2] = z[2] - z[0] + 0.5;
  w[3] = std::exp(z[3]) - 4.0;
});
const Eigen::Vector4d some_w(-2.25, 2.0625, 1.0, std::exp(0.75) - 4.0);

const nn::NonlinearMap some_shift([](const auto& z, auto c) {
  c = 0.5 * z.reverse();
  c[0] += 1.0;
});
const Eigen::Vector4d some_x(0.5 - 1.375, -0.25 - 0.5, 1.0 + 0.125, 0.75 - 0.25);  // z - c(z)

// g = (1 - y_1² - z_2, y_2 z_3 + y_4)
Rows some_rows() {
  return {2,
          [](const auto& y, const auto& z, auto g) {
            g[0] = 1.0 - y[0] * y[0] - z[1];
            g[1] = y[1] * z[2] + y[3];
          },
          [](const auto& y, const auto& z, auto J) {
            J.setZero();
            J(0, 0) = -2.0 * y[0];
            J(1, 1) = z[2];
            J(1, 3) = 1.0;
          }};
}
const Eigen::Vector2d some_g(1.0 - 0.25 + 0.25, -0.25 + 0.75);

VectorXd gradient_of_some_rows(const Eigen::Vector2d& lambda) {
  return Eigen::Vector4d(-lambda[0], lambda[1], 0.0, lambda[1]);
}

TEST(QviResidual, OfASetThatMovesIsTheNaturalMapAtItsOffset) {
  const VectorXd lower = Eigen::Vector4d(0.0, -1.0, -infinity, -infinity),
                 upper = Eigen::Vector4d(0.6, 1.0, infinity, 2.0);
  const Problem box = Problem(some_map, Box{lower, upper}).set_shift(some_shift).set_scales(0.5, 4.0);
  const VectorXd a = some_x / 0.5;
  const VectorXd rows = a - (a - some_w / 4.0).cwiseMax(lower / 0.5).cwiseMin(upper / 0.5);
  const nsds_residual residual = box.class_residual(some_z);
  EXPECT_NEAR(residual.value, rows.cwiseAbs().maxCoeff(), 1e-15);
  Eigen::Index worst = 0;
  rows.cwiseAbs().maxCoeff(&worst);
  EXPECT_EQ(residual.worst, worst);

  // In a norm over cones and behind a projector.
  const Problem cones =
      Problem(some_map, {Cone::nonnegative(1), Cone::lorentz(3, 0.5)}).set_shift(some_shift);
  const VectorXd tail = some_x.tail(3), moved = tail - some_w.tail(3);
  const double first = std::fabs(some_x[0] - std::max(some_x[0] - some_w[0], 0.0));
  EXPECT_NEAR(cones.class_residual(some_z).value, std::max(first, (tail - onto_lorentz(moved, 0.5)).norm()),
              1e-15);
  const Problem ball = Problem(some_map, 4, onto_ball(1.0)).set_shift(some_shift).set_scales(0.5, 4.0);
  const VectorXd outside = a - some_w / 4.0;
  EXPECT_NEAR(ball.class_residual(some_z).value, (a - outside * std::min(1.0, 2.0 / outside.norm())).norm(),
              1e-15);
}

TEST(QviResidual, OfRowsIsThatOfTheConditions) {
  Rows rows = some_rows();
  rows.set_scales(Eigen::Vector2d(2.0, 8.0));
  const Problem problem = Problem(some_map, Box{VectorXd::Constant(4, -1.0), VectorXd::Constant(4, 1.0)})
                              .set_rows(rows)
                              .set_scales(0.5, 4.0);
  for (const Eigen::Vector2d& lambda :
       {Eigen::Vector2d(0.3, 0.2), Eigen::Vector2d(0.0, 40.0), Eigen::Vector2d(9.0, 0.0)}) {
    const VectorXd stationarity = (some_w - gradient_of_some_rows(lambda)) / 4.0, a = some_z / 0.5;
    VectorXd all(6);
    all.head(4) = a - (a - stationarity).cwiseMax(-2.0).cwiseMin(2.0);
    all[4] = std::min(some_g[0] / 2.0, lambda[0] * 2.0 / (0.5 * 4.0));
    all[5] = std::min(some_g[1] / 8.0, lambda[1] * 8.0 / (0.5 * 4.0));
    const nsds_residual residual = problem.class_residual(some_z, lambda);
    EXPECT_NEAR(residual.value, all.cwiseAbs().maxCoeff(), 1e-14);
    Eigen::Index worst = 0;
    all.cwiseAbs().maxCoeff(&worst);
    EXPECT_EQ(residual.worst, worst);
  }
}

TEST(QviResidual, OfAPolyhedronCountsItsRowsBehindThoseOfG) {
  const MatrixXd A = (MatrixXd(1, 4) << 2.0, 0.0, -8.0, 1.0).finished();
  nn::Constraints constraints;
  constraints.A = nn::view(A);
  constraints.b = VectorXd::Constant(1, -30.0);
  Problem problem(some_map, 4, constraints);
  problem.set_rows(some_rows()).set_shift(some_shift).set_scales(0.5, 4.0);
  const Eigen::Vector3d multipliers(0.3, 0.2, 7.0);
  const VectorXd g = some_w - gradient_of_some_rows(multipliers.head(2)) - A.transpose() * multipliers[2];
  VectorXd rows(7);
  rows << g / 4.0, std::min(some_g[0], 0.3 / 2.0), std::min(some_g[1], 0.2 / 2.0),
      std::min((A * some_x + VectorXd::Constant(1, 30.0))[0] / (8.0 * 0.5), 8.0 * 7.0 / 4.0);
  const nsds_residual residual = problem.class_residual(some_z, multipliers);
  EXPECT_NEAR(residual.value, rows.cwiseAbs().maxCoeff(), 1e-13);
  Eigen::Index worst = 0;
  rows.cwiseAbs().maxCoeff(&worst);
  EXPECT_EQ(residual.worst, worst);
}

TEST_P(QviSolvers, ReturnsASolutionAtOnce) {
  for (const PlantedQvi& qvi : planted_qvis()) {
    if (!takes(qvi.kind)) continue;
    SCOPED_TRACE(qvi.name);
    const auto solved = qvi.problem.solve(VectorXd::Zero(qvi.solution.size()), options(1e-10));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    VectorXd z = solved.z, multipliers = solved.multipliers, w(z.size());
    const nn::Report again =
        qvi.problem.solve(z, multipliers, w, options(1e-9).set("warm_start", true).set("max_iterations", 1));
    EXPECT_EQ(again.status, NSDS_OK) << again.message;
    EXPECT_EQ(again.iterations, 0);
    EXPECT_EQ(z, solved.z);
    EXPECT_EQ(multipliers, solved.multipliers);
    EXPECT_EQ(w, solved.w);
  }
}

TEST_P(QviSolvers, LimitsAreRespected) {
  Random random(5);
  for (const QviKind kind : {QviKind::both, QviKind::ball}) {
    if (!takes(kind)) continue;
    const PlantedQvi qvi = planted_qvi(kind, 30, random);
    const VectorXd start = VectorXd::Zero(30);
    const auto once = qvi.problem.solve(start, options(1e-13).set("max_iterations", 1));
    EXPECT_EQ(once.report.status, NSDS_MAX_ITERATIONS) << once.report.message;
    EXPECT_EQ(once.report.iterations, 1);
    EXPECT_TRUE(once.z.allFinite() && once.multipliers.allFinite());
    EXPECT_NEAR(once.report.residual.value, qvi.problem.residual(once.z, once.multipliers).value, 1e-12);
    const auto never = qvi.problem.solve(start, options(1e-13).set("time_limit", 0.0));
    EXPECT_EQ(never.report.status, NSDS_TIME_LIMIT) << never.report.message;
    int calls = 0;
    const auto stop = [](const nsds_progress*, void* user) {
      return ++*static_cast<int*>(user) >= 2 ? 1 : 0;
    };
    const auto stopped = qvi.problem.solve(start, options(1e-13).set_callback(stop, &calls));
    EXPECT_EQ(stopped.report.status, NSDS_INTERRUPTED) << stopped.report.message;
    EXPECT_EQ(calls, 2);
  }
}

TEST_P(QviSolvers, CountsWhatItCalls) {
  int evaluations = 0, jacobians = 0;
  const nn::NonlinearMap F(
      [&](const auto& z, auto w) {
        ++evaluations;
        w = 2.0 * z + z.array().cube().matrix() - VectorXd::Constant(3, 8.0);
      },
      [&](const auto& z, auto J) {
        ++jacobians;
        J = MatrixXd((2.0 + 3.0 * z.array().square()).matrix().asDiagonal());
      });
  Problem problem(F, Box{VectorXd::Zero(3), VectorXd::Constant(3, 5.0)});
  problem.set_rows(concave_rows(VectorXd::Ones(3), VectorXd::Zero(3)));
  const auto solved = problem.solve(VectorXd::Constant(3, 4.0), options(1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_EQ(solved.report.evaluations, evaluations);
  EXPECT_EQ(solved.report.jacobians, jacobians);
  EXPECT_GT(jacobians, 0);
}

TEST_P(QviSolvers, SameBitsWithAnyWorkspace) {
  nn::Workspace workspace;
  for (const PlantedQvi& qvi : planted_qvis()) {
    if (!takes(qvi.kind)) continue;
    const VectorXd start = VectorXd::Zero(qvi.solution.size());
    const auto none = qvi.problem.solve(start, options(1e-8));
    const auto used = qvi.problem.solve(start, options(1e-8), &workspace);
    EXPECT_EQ(none.z, used.z) << qvi.name;
    EXPECT_EQ(none.multipliers, used.multipliers) << qvi.name;
    EXPECT_EQ(none.report.evaluations, used.report.evaluations);
  }
}

// A NaN is a point outside the domain, whatever the callback says: of F, of c, of g and of its gradient. F vanishes at 1.75, and the
// solution is at 1.5, where the box ends.
TEST_P(QviSolvers, NaNGoesNowhere) {
  const auto poison = [](const auto& z, auto value) {
    if (z[0] > 1.6) value[1] = std::nan("");
  };
  for (int culprit = 0; culprit < 4; ++culprit) {
    const nn::NonlinearMap F([=](const auto& z, auto w) {
      w = 2.0 * z - VectorXd::Constant(2, 3.5);
      if (culprit == 0) poison(z, w);
    });
    Problem problem(F, Box{VectorXd::Constant(2, -10.0), VectorXd::Constant(2, 1.3)});
    problem.set_shift(nn::NonlinearMap([=](const auto& z, auto c) {
      c = VectorXd::Constant(2, 0.05) + 0.1 * z;
      if (culprit == 1) poison(z, c);
    }));
    const auto g = [=](const auto& y, const auto& z, auto value) {
      value = VectorXd::Constant(2, 4.8) - 2.0 * y - z;
      if (culprit == 2) poison(z, value);
    };
    const auto by_y = [=](const auto&, const auto& z, auto J) {
      J = -2.0 * MatrixXd::Identity(2, 2);
      if (culprit == 3 && z[0] > 1.6) J(0, 0) = std::nan("");
    };
    problem.set_rows(Rows(2, g, by_y).set_affine());
    const auto solved = problem.solve(VectorXd::Zero(2), options(1e-9));
    ASSERT_TRUE(solved.ok()) << culprit << " " << solved.report.message;
    EXPECT_LE((solved.z - VectorXd::Constant(2, 1.5)).norm(), 1e-8) << culprit;
  }
}

TEST_P(QviSolvers, ThrowsWhatCallbacksThrow) {
  for (int culprit = 0; culprit < 4; ++culprit) {
    for (const int at : {1, 2, 3}) {
      int calls = 0;
      const auto perhaps = [&](int who) {
        if (who == culprit && ++calls >= at) throw std::domain_error("of the callback");
      };
      const nn::NonlinearMap F([&](const auto& z, auto w) {
        perhaps(0);
        w = z.array().cube().matrix() + z - VectorXd::Ones(2);
      });
      Problem problem(F, Box{VectorXd::Zero(2), VectorXd::Constant(2, 9.0)});
      problem.set_shift(nn::NonlinearMap([&](const auto& z, auto c) {
        perhaps(1);
        c = 0.1 * z.array().sin().matrix();
      }));
      const auto g = [&](const auto& y, const auto&, auto value) {
        perhaps(2);
        value[0] = 0.3 - y.squaredNorm();
      };
      const auto by_y = [&](const auto& y, const auto&, auto J) {
        perhaps(3);
        J = -2.0 * y.transpose();
      };
      problem.set_rows(Rows(1, g, by_y));
      VectorXd z = VectorXd::Constant(2, 7.0), w = z, multipliers = VectorXd::Constant(1, 3.0);
      EXPECT_THROW(problem.solve(z, multipliers, w, options(1e-9)), std::domain_error) << culprit << at;
      EXPECT_EQ(z, VectorXd::Constant(2, 7.0));
      EXPECT_EQ(multipliers[0], 3.0);
    }
  }
  if (!takes(QviKind::ball)) return;
  const nn::NonlinearMap F([](const auto& z, auto w) { w = z - VectorXd::Ones(2); });
  const auto throwing = [](const auto&, auto) { throw std::range_error("of the projector"); };
  EXPECT_THROW(Problem(F, 2, throwing).solve(VectorXd::Zero(2), options(1e-9)), std::range_error);
}

// An empty K(z), and a map that points out of the orthant for ever, which moves along.
TEST_P(QviSolvers, ClaimsNothingOfWhatHasNoSolution) {
  const auto limited = options(1e-8).set("max_iterations", 3000);
  const auto ends_in_vain = [&](const Problem& problem) {
    const auto found = problem.solve(VectorXd::Zero(2), limited);
    EXPECT_TRUE(found.report.status == NSDS_STALLED || found.report.status == NSDS_MAX_ITERATIONS)
        << found.report.message;
    EXPECT_TRUE(found.z.allFinite() && found.multipliers.allFinite());
    EXPECT_GE(found.report.residual.value, 0.1);
  };
  const nn::NonlinearMap F([](const auto& z, auto w) { w = z; });
  const auto far = [](const auto& y, const auto&, auto g) { g[0] = y.sum() - 3.0; };
  const auto by_y = [](const auto&, const auto&, auto J) { J.setOnes(); };
  Problem empty(F, Box{VectorXd::Zero(2), VectorXd::Ones(2)});
  ends_in_vain(empty.set_rows(Rows(1, far, by_y).set_affine()));
  if (!takes(QviKind::box)) return;
  const nn::NonlinearMap away([](const auto&, auto w) { w.setConstant(-1.0); });
  Problem falling(away, Box{VectorXd::Zero(2), VectorXd::Constant(2, infinity)});
  ends_in_vain(falling.set_shift(nn::NonlinearMap([](const auto& z, auto c) { c = 0.5 * z; })));
}

// The time is looked at between evaluations of 2 ms.
TEST_P(QviSolvers, TheTimeLimitHoldsBetweenSlowCallbacks) {
  const auto F = [](const auto& z, auto w) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    w = z.array().cube().matrix() - VectorXd::LinSpaced(3, 1.0, 900.0);
  };
  Problem problem(nn::NonlinearMap(F), Box{VectorXd::Zero(3), VectorXd::Constant(3, 100.0)});
  problem.set_rows(concave_rows(VectorXd::Constant(3, 5.0), VectorXd::Zero(3)));
  const auto begin = std::chrono::steady_clock::now();
  const auto solved = problem.solve(VectorXd::Constant(3, 50.0), options(1e-15).set("time_limit", 0.01));
  EXPECT_EQ(solved.report.status, NSDS_TIME_LIMIT) << solved.report.message;
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 2.0);
}

// Differences would take 50 calls of 20 ms: of c, of the derivative by y for second derivatives, and of g for the one by z.
TEST_P(QviSolvers, TheTimeLimitHoldsBetweenTheCallsOfDifferences) {
  const Eigen::Index n = 50;
  const nn::NonlinearMap F([](const auto& z, auto w) { w = z.array().cube().matrix(); });
  int calls = 0;
  const auto nap = [&calls] {
    ++calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  };
  const auto ends_in_time = [&](const Problem& problem) {
    calls = 0;
    const auto solved = problem.solve(VectorXd::Constant(n, 50.0), options(1e-15).set("time_limit", 0.1));
    EXPECT_EQ(solved.report.status, NSDS_TIME_LIMIT) << solved.report.message;
    EXPECT_LE(calls, 10);
  };
  const Box box{VectorXd::Constant(n, 1.0), VectorXd::Constant(n, 100.0)};
  const auto g = [](const auto& y, const auto& z, auto out) {
    out[0] = 9e4 - y.squaredNorm() - z.squaredNorm();
  };
  const auto by_y = [](const auto& y, const auto&, auto J) { J = -2.0 * y.transpose(); };
  const auto slow_g = [&](const auto& y, const auto& z, auto out) {
    nap();
    g(y, z, out);
  };
  const auto slow_by_y = [&](const auto& y, const auto& z, auto J) {
    nap();
    by_y(y, z, J);
  };
  const auto slow_c = [&](const auto& z, auto c) {
    nap();
    c = 0.5 * z;
  };
  ends_in_time(Problem(F, box).set_rows(Rows(1, g, slow_by_y)));
  ends_in_time(Problem(F, box).set_rows(Rows(1, slow_g, by_y).set_affine()));
  if (takes(QviKind::box)) ends_in_time(Problem(F, box).set_shift(nn::NonlinearMap(slow_c)));
}

TEST_P(QviSolvers, TakesEmptyProblems) {
  const nn::NonlinearMap F([](const auto&, auto) {});
  EXPECT_TRUE(Problem(F, Box{VectorXd(0), VectorXd(0)}).set_shift(F).solve(VectorXd(0), options(1e-9)).ok());
  EXPECT_TRUE(Problem(F, std::vector<Cone>{}).solve(VectorXd(0), options(1e-9)).ok());
}

// Problems may be solved by several threads at once.
TEST(QviThreads, EachHasItsOwnCall) {
  Random random(21);
  const PlantedQvi qvi = planted_qvi(QviKind::both, 30, random);
  const auto alone = qvi.problem.solve(VectorXd::Zero(30));
  std::vector<nn::qvi::Solution> found(4);
  {
    std::vector<std::jthread> threads;
    for (nn::qvi::Solution& each : found)
      threads.emplace_back([&] { each = qvi.problem.solve(VectorXd::Zero(30)); });
  }
  for (const nn::qvi::Solution& each : found) EXPECT_EQ(each.z, alone.z);
}

}  // namespace
}  // namespace nsds::test::qvi_contract_test
