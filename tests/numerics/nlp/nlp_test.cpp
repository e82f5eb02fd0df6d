// What the class nlp finds, and what it says where there is nothing to be found.
#include <gtest/gtest.h>

#include <Eigen/SparseCore>
#include <cmath>
#include <string>

#include "numerics/nlp/nlp_problems.hpp"

namespace nsds::test::nlp_test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;
using nn::nlp::Problem;
using Sparse = Eigen::SparseMatrix<double>;

constexpr double inf = std::numeric_limits<double>::infinity();

nn::Options named(const char* solver) {
  return nn::Options(NSDS_CLASS_NLP, solver);
}

// min x'x / 2 - 2 x_0 - x_1 under x_0 + x_1 ≤ 1: x = (1, 0), and the row carries 1; min under x_0 = 3: the row carries 1.
TEST(Nlp, HasTheMultipliersOfQuadraticPrograms) {
  for (const char* solver : {"auto", "sqp", "kkt_newton"}) {
    Problem problem(
        2, [](const auto& x, double& f) { f = 0.5 * x.squaredNorm() - 2.0 * x[0] - x[1]; },
        [](const auto& x, auto g) { g = x - Vector2d(2.0, 1.0); });
    problem.set_constraints(
        1, 0, [](const auto& x, auto c) { c[0] = 1.0 - x[0] - x[1]; },
        [](const auto&, auto J) { J << -1.0, -1.0; });
    const auto with_row = problem.solve(Vector2d(0.0, 0.0), named(solver));
    ASSERT_TRUE(with_row.ok()) << with_row.report.message;
    EXPECT_NEAR((with_row.x - Vector2d(1.0, 0.0)).norm(), 0.0, 1e-8);
    EXPECT_NEAR(with_row.multipliers[0], 1.0, 1e-8);
    EXPECT_NEAR(with_row.report.objective, -1.5, 1e-8);
    EXPECT_LE(with_row.report.primal_residual, 1e-8);
    EXPECT_LE(with_row.report.dual_residual, 1e-8);
    EXPECT_EQ(std::string(with_row.report.solver), std::string(solver) == "auto" ? "sqp" : solver);

    problem.set_constraints(
        0, 1, [](const auto& x, auto c) { c[0] = x[0] - 3.0; }, [](const auto&, auto J) { J << 1.0, 0.0; });
    const auto with_equation = problem.solve(Vector2d(0.0, 0.0), named(solver));
    ASSERT_TRUE(with_equation.ok()) << with_equation.report.message;
    EXPECT_NEAR((with_equation.x - Vector2d(3.0, 1.0)).norm(), 0.0, 1e-8);
    EXPECT_NEAR(with_equation.multipliers[0], 1.0, 1e-8);
  }
}

// Maratos 1978: f = 2 (x² + y² - 1) - x on the unit circle. A full step of Newton's from a point of the circle increases both f and
// the violation, however near (1, 0) is; with a correction of second order it is taken.
TEST(Nlp, TakesFullStepsBesideCurvedConstraints) {
  Problem problem(
      2, [](const auto& x, double& f) { f = 2.0 * (x.squaredNorm() - 1.0) - x[0]; },
      [](const auto& x, auto g) { g = 4.0 * x - Vector2d(1.0, 0.0); });
  problem.set_constraints(
      0, 1, [](const auto& x, auto c) { c[0] = x.squaredNorm() - 1.0; },
      [](const auto& x, auto J) { J = 2.0 * x.transpose(); });
  problem.set_hessian([](const auto&, double weight, const auto& multipliers, auto H) {
    H = (4.0 * weight + 2.0 * multipliers[0]) * MatrixXd::Identity(2, 2);
  });
  for (const double angle : {0.1, 0.5, 1.0}) {
    const auto solution = problem.solve(Vector2d(std::cos(angle), std::sin(angle)), named("sqp"));
    ASSERT_TRUE(solution.ok()) << solution.report.message;
    EXPECT_NEAR((solution.x - Vector2d(1.0, 0.0)).norm(), 0.0, 1e-8);
    EXPECT_NEAR(solution.multipliers[0], 1.5, 1e-8);
    EXPECT_LE(solution.report.iterations, 8) << angle;
    // Each step costs its trial, and a correction at most: none is shortened. The contract evaluates the point that it judges once more.
    EXPECT_LE(solution.report.evaluations, 2 * solution.report.iterations + 3) << angle;
  }
}

// f = x² - y² + y⁴ / 2 has a saddle at zero, to which the symmetric start leads, and its minima, -1/2, at y = ±1. On the circle
// x² + y² = 1 f = y² has a maximum at (0, 1), where the multiplier hides that it is one.
TEST(Nlp, LeavesSaddlesAndMaxima) {
  Problem saddle(
      2, [](const auto& x, double& f) { f = x[0] * x[0] - x[1] * x[1] + 0.5 * std::pow(x[1], 4); },
      [](const auto& x, auto g) { g << 2.0 * x[0], -2.0 * x[1] + 2.0 * std::pow(x[1], 3); });
  saddle.set_hessian([](const auto& x, double weight, const auto&, auto H) {
    H << 2.0 * weight, 0.0, 0.0, weight * (6.0 * x[1] * x[1] - 2.0);
  });
  const auto beside = saddle.solve(Vector2d(1.0, 0.0));
  ASSERT_TRUE(beside.ok()) << beside.report.message;
  EXPECT_NEAR(beside.report.objective, -0.5, 1e-8);

  Problem circle(
      2, [](const auto& x, double& f) { f = x[1] * x[1]; },
      [](const auto& x, auto g) { g << 0.0, 2.0 * x[1]; });
  circle.set_constraints(
      0, 1, [](const auto& x, auto c) { c[0] = x.squaredNorm() - 1.0; },
      [](const auto& x, auto J) { J = 2.0 * x.transpose(); });
  circle.set_hessian([](const auto&, double weight, const auto& multipliers, auto H) {
    H << 2.0 * multipliers[0], 0.0, 0.0, 2.0 * (weight + multipliers[0]);
  });
  const auto around = circle.solve(Vector2d(0.0, 2.0));
  ASSERT_TRUE(around.ok()) << around.report.message;
  EXPECT_NEAR(around.report.objective, 0.0, 1e-8);
}

// x² + 1 = 0 is violated least at zero.
TEST(Nlp, SaysThatConstraintsContradictEachOther) {
  Problem problem(
      1, [](const auto& x, double& f) { f = x[0]; }, [](const auto&, auto g) { g[0] = 1.0; });
  problem.set_constraints(
      0, 1, [](const auto& x, auto c) { c[0] = x[0] * x[0] + 1.0; },
      [](const auto& x, auto J) { J(0, 0) = 2.0 * x[0]; });
  for (const char* solver : {"auto", "sqp"}) {
    const auto solution = problem.solve(VectorXd::Constant(1, 3.0), named(solver));
    EXPECT_EQ(solution.report.status, NSDS_STALLED) << solution.report.message;
    EXPECT_NE(std::string(solution.report.message).find("contradict"), std::string::npos)
        << solution.report.message;
    EXPECT_NEAR(solution.report.primal_residual, 1.0, 1e-6) << solver;
  }
}

// Two rows of which no point satisfies both linearised: x ≥ 1 and x ≤ -1, together violated by 2 at least.
TEST(Nlp, EndsWhereLinearConstraintsAreViolatedLeast) {
  Problem problem(
      1, [](const auto& x, double& f) { f = x[0] * x[0]; }, [](const auto& x, auto g) { g[0] = 2.0 * x[0]; });
  problem.set_constraints(
      2, 0, [](const auto& x, auto c) { c << x[0] - 1.0, -1.0 - x[0]; },
      [](const auto&, auto J) { J << 1.0, -1.0; });
  const auto solution = problem.solve(VectorXd::Constant(1, 7.0));
  EXPECT_EQ(solution.report.status, NSDS_STALLED) << solution.report.message;
  EXPECT_LE(std::abs(solution.x[0]), 1.0 + 1e-8);
}

// The linearised constraint x² ≥ 4 at x = 0.01 asks for x ≥ 200, beyond the bound of 3: elastic steps reach the set.
TEST(Nlp, GetsThroughInconsistentLinearisations) {
  Problem problem(
      1, [](const auto& x, double& f) { f = x[0]; }, [](const auto&, auto g) { g[0] = 1.0; });
  problem.set_constraints(
      1, 0, [](const auto& x, auto c) { c[0] = x[0] * x[0] - 4.0; },
      [](const auto& x, auto J) { J(0, 0) = 2.0 * x[0]; });
  problem.set_bounds(VectorXd::Constant(1, -1.0), VectorXd::Constant(1, 3.0));
  const auto solution = problem.solve(VectorXd::Constant(1, 0.01), named("sqp"));
  ASSERT_TRUE(solution.ok()) << solution.report.message;
  EXPECT_NEAR(solution.x[0], 2.0, 1e-8);
  EXPECT_NEAR(solution.multipliers[0], 0.25, 1e-8);
}

TEST(Nlp, SaysThatTheObjectiveFallsForEver) {
  Problem problem(
      1, [](const auto& x, double& f) { f = x[0]; }, [](const auto&, auto g) { g[0] = 1.0; });
  problem.set_hessian([](const auto&, double, const auto&, auto H) { H(0, 0) = 0.0; });
  const auto solution = problem.solve(VectorXd::Zero(1));
  EXPECT_EQ(solution.report.status, NSDS_UNBOUNDED);
  EXPECT_NE(std::string(solution.report.message).find("fall for ever"), std::string::npos)
      << solution.report.message;
  EXPECT_TRUE(std::isfinite(solution.x[0]));
}

// min -x0 x1, |x0 - x1| <= 1: it falls along x0 = x1, and (0, 0) is a saddle, which is worse than the start (1, 1).
Problem saddle() {
  Problem problem(
      2, [](const auto& x, double& f) { f = -x[0] * x[1]; },
      [](const auto& x, auto g) { g << -x[1], -x[0]; });
  problem.set_constraints(
      2, 0, [](const auto& x, auto c) { c << 1.0 - x[0] + x[1], 1.0 + x[0] - x[1]; },
      [](const auto&, auto J) { J << -1.0, 1.0, 1.0, -1.0; });
  return problem;
}

TEST(Nlp, ASaddleThatIsWorseThanTheStartIsNoMinimum) {
  for (const bool has_hessian : {false, true}) {
    SCOPED_TRACE(has_hessian);
    Problem problem = saddle();
    if (has_hessian)
      problem.set_hessian(
          [](const auto&, double weight, const auto&, auto H) { H << 0.0, -weight, -weight, 0.0; });
    for (const char* solver : {"auto", "sqp"})
      EXPECT_EQ(problem.solve(VectorXd::Ones(2), named(solver)).report.status, NSDS_UNBOUNDED) << solver;
    const auto newton = problem.solve(VectorXd::Ones(2), named("kkt_newton"));
    EXPECT_NE(newton.report.status, NSDS_OK) << newton.report.message;
    const auto at_saddle = problem.solve(VectorXd::Zero(2), named("kkt_newton"));
    EXPECT_EQ(at_saddle.report.status, has_hessian ? NSDS_NOT_A_MINIMUM : NSDS_OK)
        << at_saddle.report.message;
  }
}

// min x0² - x1² over |x1| <= 2: (0, 0) is a saddle, (0, ±2) are minima, where the bound holds what would fall.
TEST(Nlp, CurvatureAlongWhatHoldsDecides) {
  Problem problem(
      2, [](const auto& x, double& f) { f = x[0] * x[0] - x[1] * x[1]; },
      [](const auto& x, auto g) { g << 2.0 * x[0], -2.0 * x[1]; });
  problem.set_bounds(VectorXd{{-inf, -2.0}}, VectorXd{{inf, 2.0}});
  problem.set_hessian(
      [](const auto&, double weight, const auto&, auto H) { H << 2.0 * weight, 0.0, 0.0, -2.0 * weight; });
  const auto saddle = problem.solve(VectorXd{{1.0, 0.0}}, named("kkt_newton"));
  EXPECT_EQ(saddle.report.status, NSDS_NOT_A_MINIMUM) << saddle.report.message;
  EXPECT_NE(std::string(saddle.report.message).find("Lagrangian falls"), std::string::npos);
  EXPECT_NEAR(saddle.x.norm(), 0.0, 1e-8);
  for (const char* solver : {"auto", "sqp"}) {
    const auto minimum = problem.solve(VectorXd{{1.0, 0.0}}, named(solver));
    EXPECT_TRUE(minimum.ok()) << solver << minimum.report.message;
    EXPECT_NEAR(std::abs(minimum.x[1]), 2.0, 1e-8);
    EXPECT_STREQ(minimum.report.message, "The residual is within the tolerance.");
  }
}

// A program whose gradient or Jacobian is wrong is not solved, and the message says which, with both numbers.
TEST(Nlp, WrongDerivativesAreNamed) {
  for (const bool in_gradient : {true, false}) {
    Problem problem(
        2, [](const auto& x, double& f) { f = x[0] * x[0] + 2.0 * x[1] * x[1]; },
        [=](const auto& x, auto g) { g << 2.0 * x[0], (in_gradient ? -4.0 : 4.0) * x[1]; });
    problem.set_constraints(
        0, 1, [](const auto& x, auto c) { c[0] = x[0] * x[1] - 1.0; },
        [=](const auto& x, auto J) { J << x[1], (in_gradient ? 1.0 : -1.0) * x[0]; });
    const auto found =
        problem.solve(VectorXd{{3.0, 1.0}}, nn::Options(NSDS_CLASS_NLP).set("max_iterations", 300));
    const std::string message = found.report.message;
    EXPECT_FALSE(found.ok()) << found.x;
    EXPECT_NE(message.find(in_gradient ? "gradient disagrees with f"
                                       : "jacobian disagrees with the constraints at row 0"),
              std::string::npos)
        << message;
  }
}

// An objective in small units is far below -1e20 at its minimum, which is none the less there.
TEST(Nlp, AFarMinimumIsNotUnbounded) {
  Problem problem(
      1, [](const auto& x, double& f) { f = 1e30 * (x[0] * x[0] - 2e3 * x[0]); },
      [](const auto& x, auto g) { g[0] = 1e30 * (2.0 * x[0] - 2e3); });
  problem.set_hessian([](const auto&, double weight, const auto&, auto H) { H(0, 0) = 2e30 * weight; });
  for (const char* solver : {"auto", "sqp"})
    EXPECT_NE(problem.solve(VectorXd::Zero(1), named(solver)).report.status, NSDS_UNBOUNDED) << solver;
}

// min x0 - x1² + x1⁴ over x0 >= 0 at (0, 0): rounding may lie between x0 and its bound, along which nothing falls; x1 does fall. With + x1² it
// is the minimum, and a Hessian with the noise of differences makes it no saddle.
TEST(Nlp, NoiseInTheHessianMakesNoSaddle) {
  for (const double sign : {-1.0, 1.0, 0.0}) {
    Problem problem(
        2, [=](const auto& x, double& f) { f = x[0] + sign * x[1] * x[1] + std::pow(x[1], 4); },
        [=](const auto& x, auto g) { g << 1.0, 2.0 * sign * x[1] + 4.0 * std::pow(x[1], 3); });
    problem.set_bounds(VectorXd{{0.0, -inf}}, VectorXd{{inf, inf}});
    problem.set_hessian([=](const auto& x, double weight, const auto&, auto H) {
      H << 2.0, 1e-7, 3e-7, 2.0 * sign + 12.0 * x[1] * x[1] - 1e-7;
      H *= weight;
    });
    const auto options = named("kkt_newton");
    const auto found = problem.solve(VectorXd{{0.0, 0.0}}, options);
    EXPECT_EQ(found.report.status, sign < 0.0 ? NSDS_NOT_A_MINIMUM : NSDS_OK) << found.report.message;
  }
}

// f = x - log x is defined for x > 0 alone, least at 1: long steps leave the domain, and so does the start at zero.
TEST(Nlp, StaysInTheDomain) {
  const auto objective = [](const auto& x, double& f) {
    f = x[0] - std::log(x[0]);
    return x[0] > 0.0;
  };
  const auto gradient = [](const auto& x, auto g) { g[0] = 1.0 - 1.0 / x[0]; };
  for (const char* solver : {"auto", "sqp", "kkt_newton"}) {
    Problem problem(1, objective, gradient);
    problem.set_hessian(
        [](const auto& x, double weight, const auto&, auto H) { H(0, 0) = weight / (x[0] * x[0]); });
    const auto from_afar = problem.solve(VectorXd::Constant(1, 30.0), named(solver));
    ASSERT_TRUE(from_afar.ok()) << solver << from_afar.report.message;
    EXPECT_NEAR(from_afar.x[0], 1.0, 1e-8);
    problem.set_bounds(VectorXd::Zero(1), VectorXd::Constant(1, inf));
    const auto from_edge = problem.solve(VectorXd::Zero(1), named(solver));
    ASSERT_TRUE(from_edge.ok()) << solver << from_edge.report.message;
    EXPECT_NEAR(from_edge.x[0], 1.0, 1e-8);
  }
}

// A callback that writes NaN and says nothing has left its domain.
TEST(Nlp, NanGoesNowhere) {
  Problem problem(
      1, [](const auto& x, double& f) { f = x[0] > 0.0 ? x[0] - std::log(x[0]) : std::nan(""); },
      [](const auto& x, auto g) { g[0] = 1.0 - 1.0 / x[0]; });
  const auto solution = problem.solve(VectorXd::Constant(1, 30.0));
  ASSERT_TRUE(solution.ok()) << solution.report.message;
  EXPECT_NEAR(solution.x[0], 1.0, 1e-8);
  // Where it is nowhere defined, the call says so.
  Problem nowhere(
      1, [](const auto&, double& f) { f = std::nan(""); }, [](const auto&, auto g) { g[0] = 1.0; });
  EXPECT_THROW(nowhere.solve(VectorXd::Zero(1)), nn::Error);
}

// A chain of 20 or 1500 masses x_i that hang on springs, x_{i+1} - x_i = 1 + sin(x_i) / n for every second one.
struct Chain {
  explicit Chain(int n) : size(n), jacobian(n / 2, n), hessian(n, n) {
    for (int i = 0; i < n / 2; ++i) jacobian.insert(i, 2 * i) = jacobian.insert(i, 2 * i + 1) = 1.0;
    hessian.setIdentity();
  }

  Problem problem(bool sparse) const {
    const int n = size;
    Problem made(
        n,
        [](const auto& x, double& f) {
          f = (x.array() - 0.5).square().sum() + 0.25 * x.array().pow(4).sum();
        },
        [](const auto& x, auto g) { g = 2.0 * (x.array() - 0.5) + x.array().cube(); });
    const auto constraints = [n](const auto& x, auto c) {
      for (int i = 0; i < n / 2; ++i) c[i] = x[2 * i + 1] - x[2 * i] - 1.0 - std::sin(x[2 * i]) / n;
    };
    const auto entry = [n](const auto& x, int j) { return j % 2 == 1 ? 1.0 : -1.0 - std::cos(x[j]) / n; };
    const auto curvature = [n](const auto& x, double weight, const auto& multipliers, int j) {
      const double of_row = j % 2 == 1 ? 0.0 : multipliers[j / 2] * std::sin(x[j]) / n;
      return weight * (2.0 + 3.0 * x[j] * x[j]) + of_row;
    };
    if (sparse) {
      made.set_constraints(0, n / 2, constraints, jacobian, [=](const auto& x, auto values) {
        for (int j = 0; j < n; ++j) values[j] = entry(x, j);
      });
      made.set_hessian(hessian, [=](const auto& x, double weight, const auto& multipliers, auto values) {
        for (int j = 0; j < n; ++j) values[j] = curvature(x, weight, multipliers, j);
      });
    } else {
      made.set_constraints(0, n / 2, constraints, [=](const auto& x, auto J) {
        J.setZero();
        for (int j = 0; j < n; ++j) J(j / 2, j) = entry(x, j);
      });
      made.set_hessian([=](const auto& x, double weight, const auto& multipliers, auto H) {
        H.setZero();
        for (int j = 0; j < n; ++j) H(j, j) = curvature(x, weight, multipliers, j);
      });
    }
    return made;
  }

  int size;
  Sparse jacobian, hessian;
};

TEST(Nlp, PatternsSayTheSameAsDenseMatrices) {
  const Chain chain(20);
  const auto dense = chain.problem(false).solve(VectorXd::Zero(20), named("sqp"));
  ASSERT_TRUE(dense.ok()) << dense.report.message;
  for (const char* solver : {"auto", "sqp", "kkt_newton"}) {
    const auto sparse = chain.problem(true).solve(VectorXd::Zero(20), named(solver));
    ASSERT_TRUE(sparse.ok()) << solver << sparse.report.message;
    EXPECT_NEAR((sparse.x - dense.x).lpNorm<Eigen::Infinity>(), 0.0, 1e-8) << solver;
    EXPECT_NEAR((sparse.multipliers - dense.multipliers).lpNorm<Eigen::Infinity>(), 0.0, 1e-7) << solver;
  }
}

// sqp has no room for it, and says so; auto goes on with the conditions of optimality, whose matrix is sparse.
TEST(Nlp, LargeSparseProgramsAreSolvedByTheirConditions) {
  const Chain chain(3000);
  const auto solution = chain.problem(true).solve(VectorXd::Zero(3000));
  ASSERT_TRUE(solution.ok()) << solution.report.message;
  EXPECT_STREQ(solution.report.solver, "kkt_newton");
  EXPECT_THROW(chain.problem(true).solve(VectorXd::Zero(3000), named("sqp")), nn::Error);
}

TEST(Nlp, AProgramWithoutUnknownsIsSolved) {
  Problem problem(
      0, [](const auto&, double& f) { f = 4.0; }, [](const auto&, auto) {});
  const auto solution = problem.solve(VectorXd(0));
  EXPECT_TRUE(solution.ok()) << solution.report.message;
  EXPECT_EQ(solution.report.objective, 4.0);
}

}  // namespace
}  // namespace nsds::test::nlp_test
