// Every problem of the collection: its derivatives are those of its values, and its answer is a solution.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "support/hock_schittkowski/nonlinear_program.hpp"

namespace nsds::test::hock_schittkowski_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double close_to_bound = 1e-7;

// The whole collection; a failure names the problem.
template <class Check>
void for_each_problem(Check check) {
  for (const int number : hock_schittkowski_numbers()) {
    SCOPED_TRACE("problem " + std::to_string(number));
    check(hock_schittkowski(number));
  }
}

// A point near the start, inside the bounds by a hundredth of their distance or of its own size.
VectorXd random_point(const NonlinearProgram& p, std::mt19937& engine) {
  std::uniform_real_distribution<double> draw(-1, 1);
  VectorXd x = p.start;
  for (int i = 0; i < p.size(); ++i) {
    x[i] += 0.1 * draw(engine) * std::max(std::fabs(x[i]), 0.1);
    const double margin = 0.01 * std::min(p.upper[i] - p.lower[i], std::max(std::fabs(x[i]), 1.0));
    x[i] = std::min(std::max(x[i], p.lower[i] + margin), p.upper[i] - margin);
  }
  return x;
}

// (rows + 1 x n) the gradients of f and of c.
MatrixXd first_derivatives(const NonlinearProgram& p, const VectorXd& x) {
  VectorXd gradient(p.size());
  MatrixXd jacobian(p.rows(), p.size());
  EXPECT_TRUE(p.gradient(x, gradient));
  EXPECT_TRUE(p.jacobian(x, jacobian));
  MatrixXd all(p.rows() + 1, p.size());
  all << gradient.transpose(), jacobian;
  return all;
}

VectorXd values(const NonlinearProgram& p, const VectorXd& x) {
  VectorXd all(p.rows() + 1);
  EXPECT_TRUE(p.objective(x, all[0]));
  EXPECT_TRUE(p.constraints(x, all.tail(p.rows())));
  return all;
}

double step(double x) {
  return 1e-5 * std::max(std::fabs(x), 1e-2);
}

// Central differences of step t are wrong by t² φ'''/6 and by the rounding of φ over t.
void check_first_derivatives(const NonlinearProgram& problem) {
  std::mt19937 engine(7);
  for (int k = 0; k < 3; ++k) {
    const VectorXd x = random_point(problem, engine);
    const MatrixXd exact = first_derivatives(problem, x);
    const VectorXd here = values(problem, x);
    for (int j = 0; j < problem.size(); ++j) {
      const VectorXd t = step(x[j]) * VectorXd::Unit(problem.size(), j);
      const VectorXd difference = (values(problem, x + t) - values(problem, x - t)) / (2 * step(x[j]));
      for (int i = 0; i < here.size(); ++i)
        EXPECT_NEAR(difference[i], exact(i, j),
                    1e-6 * (exact.row(i).cwiseAbs().maxCoeff() + std::fabs(here[i])) + 1e-6)
            << "row " << i << ", variable " << j + 1;
    }
  }
}

TEST(HockSchittkowski, FirstDerivativesAreThoseOfTheValues) {
  for_each_problem(check_first_derivatives);
}

void check_second_derivatives(const NonlinearProgram& problem) {
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> draw(-1, 1);
  for (int k = 0; k < 3; ++k) {
    const VectorXd x = random_point(problem, engine);
    const VectorXd weights = VectorXd::NullaryExpr(problem.rows() + 1, [&] { return draw(engine); });
    MatrixXd exact(problem.size(), problem.size());
    ASSERT_TRUE(problem.hessian(x, weights[0], weights.tail(problem.rows()), exact));
    EXPECT_EQ(exact, exact.transpose());
    const double rounding =
        (weights.cwiseAbs().transpose() * first_derivatives(problem, x).cwiseAbs()).maxCoeff();
    for (int j = 0; j < problem.size(); ++j) {
      const VectorXd t = step(x[j]) * VectorXd::Unit(problem.size(), j);
      const VectorXd difference =
          (first_derivatives(problem, x + t) - first_derivatives(problem, x - t)).transpose() * weights /
          (2 * step(x[j]));
      EXPECT_LE((difference - exact.col(j)).cwiseAbs().maxCoeff(),
                1e-6 * (exact.cwiseAbs().maxCoeff() + rounding) + 1e-6)
          << "variable " << j + 1;
    }
  }
}

TEST(HockSchittkowski, SecondDerivativesAreThoseOfTheFirst) {
  for_each_problem(check_second_derivatives);
}

void check_solutions(const NonlinearProgram& problem) {
  ASSERT_FALSE(problem.solutions.empty());
  for (const VectorXd& x : problem.solutions) {
    ASSERT_EQ(x.size(), problem.size());
    const VectorXd all = values(problem, x);
    EXPECT_NEAR(all[0], problem.optimum, 1e-10 * std::max(1.0, std::fabs(problem.optimum)));
    const MatrixXd derivatives = first_derivatives(problem, x);
    for (int i = 1; i <= problem.rows(); ++i) {
      const double scale = 1 + (derivatives.row(i).cwiseAbs() * x.cwiseAbs()).value();
      EXPECT_GE(all[i], -1e-10 * scale) << "row " << i;
      if (i > problem.inequalities) {
        EXPECT_LE(all[i], 1e-10 * scale) << "row " << i;
      }
    }
    EXPECT_GE((x - problem.lower).minCoeff(), 0);
    EXPECT_GE((problem.upper - x).minCoeff(), 0);
  }
}

TEST(HockSchittkowski, TheSolutionsAreFeasibleAndHaveTheOptimum) {
  for_each_problem(check_solutions);
}

// The columns which may balance the gradient of f at x: rows of c' (those of h with both signs) and bounds that hold.
MatrixXd active_gradients(const NonlinearProgram& p, const VectorXd& x) {
  const VectorXd c = values(p, x).tail(p.rows());
  const MatrixXd jacobian = first_derivatives(p, x).bottomRows(p.rows());
  MatrixXd columns(p.size(), 2 * (p.rows() + p.size()));
  int count = 0;
  for (int i = 0; i < p.rows(); ++i) {
    const double scale = 1 + (jacobian.row(i).cwiseAbs() * x.cwiseAbs()).value();
    if (i < p.inequalities && c[i] > close_to_bound * scale) continue;
    columns.col(count++) = jacobian.row(i).transpose();
    if (i >= p.inequalities) columns.col(count++) = -jacobian.row(i).transpose();
  }
  for (int j = 0; j < p.size(); ++j) {
    const double close = close_to_bound * std::max(1.0, std::fabs(x[j]));
    if (x[j] - p.lower[j] < close) columns.col(count++) = VectorXd::Unit(p.size(), j);
    if (p.upper[j] - x[j] < close) columns.col(count++) = -VectorXd::Unit(p.size(), j);
  }
  return columns.leftCols(count);
}

// min |A z − b| over z ≥ 0 [Lawson, Hanson 1974, ch. 23]: the residual A z − b.
VectorXd nonnegative_residual(const MatrixXd& a, const VectorXd& b) {
  VectorXd z = VectorXd::Zero(a.cols());
  std::vector<int> passive;
  for (int outer = 0; outer < 3 * a.cols(); ++outer) {
    // The column that lowers the residual most joins.
    const VectorXd slope = a.transpose() * (b - a * z);
    int best = -1;
    for (int j = 0; j < a.cols(); ++j)
      if (z[j] == 0 && slope[j] > 1e-14 * a.col(j).norm() * b.norm() && (best < 0 || slope[j] > slope[best]))
        best = j;
    if (best < 0) break;
    passive.push_back(best);
    // Columns whose unconstrained weight would be negative leave.
    for (;;) {
      const MatrixXd chosen = a(Eigen::all, passive);
      const VectorXd weight = chosen.completeOrthogonalDecomposition().solve(b);
      double length = 1;
      for (size_t k = 0; k < passive.size(); ++k)
        if (const double w = weight[static_cast<int>(k)]; w <= 0)
          length = std::min(length, z[passive[k]] / (z[passive[k]] - w + 1e-300));
      std::vector<int> kept;
      for (size_t k = 0; k < passive.size(); ++k) {
        double& zk = z[passive[k]];
        zk += length * (weight[static_cast<int>(k)] - zk);
        if (zk > 1e-14)
          kept.push_back(passive[k]);
        else
          zk = 0;
      }
      const bool all_kept = kept.size() == passive.size();
      passive = kept;
      if (length == 1 || all_kept || passive.empty()) break;
    }
  }
  return a * z - b;
}

// ∇f is balanced by multipliers of the right sign, relative to the largest of its parts.
double kkt_residual(const NonlinearProgram& p, const VectorXd& x) {
  const VectorXd gradient = first_derivatives(p, x).row(0).transpose();
  MatrixXd columns = active_gradients(p, x);
  for (int j = 0; j < columns.cols(); ++j)
    if (const double norm = columns.col(j).norm(); norm > 0) columns.col(j) /= norm;
  return nonnegative_residual(columns, gradient).norm() / std::max(1.0, gradient.norm());
}

void check_first_order_conditions(const NonlinearProgram& problem) {
  for (const VectorXd& x : problem.solutions) {
    if (problem.has_multipliers) {
      EXPECT_LE(kkt_residual(problem, x), 1e-9);
    } else {
      EXPECT_GE(kkt_residual(problem, x), 1e-3);
    }
  }
}

TEST(HockSchittkowski, TheSolutionsSatisfyTheFirstOrderConditions) {
  for_each_problem(check_first_order_conditions);
}

TEST(HockSchittkowski, HasTheNumbersOfTheBook) {
  std::vector<int> expected;
  for (int number = 1; number <= 119; ++number)
    if (number != 58 && number != 82 && number != 94 && number != 115) expected.push_back(number);
  EXPECT_EQ(hock_schittkowski_numbers(), expected);
  EXPECT_THROW(hock_schittkowski(58), std::invalid_argument);
}

TEST(HockSchittkowski, TellsWhereAPointIsOutsideTheDomain) {
  const NonlinearProgram problem = hock_schittkowski(112);  // logarithms of the variables
  VectorXd x = problem.start, gradient(problem.size());
  double f = 0;
  EXPECT_TRUE(problem.objective(x, f));
  x[3] = -1;
  EXPECT_FALSE(problem.objective(x, f));
  EXPECT_FALSE(problem.gradient(x, gradient));
}

}  // namespace
}  // namespace nsds::test::hock_schittkowski_test
