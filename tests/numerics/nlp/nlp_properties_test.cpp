// What does not change a nonlinear program does not change its solution.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "numerics/nlp/nlp_problems.hpp"

namespace nsds::test::nlp_properties_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::nlp::Problem;

// Numbers of the collection with bounds, inequalities, equations, and all of them.
constexpr int sample[] = {1, 5, 21, 26, 35, 43, 46, 65, 71, 76, 100, 113};

// Powers of two, so that the numbers of the program change by their exponents alone.
VectorXd powers(Eigen::Index n, std::mt19937& engine) {
  std::uniform_int_distribution<int> exponent(-10, 10);
  VectorXd made(n);
  for (double& value : made) value = std::ldexp(1.0, exponent(engine));
  return made;
}

// The program in other units, with these told to the class, is solved in the same steps to the same bits as in units of one that are told.
TEST(NlpProperties, UnitsChangeNothing) {
  std::mt19937 engine(36);
  for (const int number : sample) {
    const NonlinearProgram program = hock_schittkowski(number);
    const VectorXd x_unit = powers(program.size(), engine), c_unit = powers(program.rows(), engine);
    const double f_unit = 64.0;
    const auto given = [&](const auto& x) -> VectorXd { return x.cwiseQuotient(x_unit); };
    Problem problem(
        program.size(),
        [&](const auto& x, double& f) {
          const bool inside = program.objective(given(x), f);
          f *= f_unit;
          return inside;
        },
        [&](const auto& x, auto g) {
          VectorXd gradient(program.size());
          const bool inside = program.gradient(given(x), gradient);
          g = f_unit * gradient.cwiseQuotient(x_unit);
          return inside;
        });
    problem.set_constraints(
        program.inequalities, program.equalities,
        [&](const auto& x, auto c) {
          VectorXd values(program.rows());
          const bool inside = program.constraints(given(x), values);
          c = values.cwiseProduct(c_unit);
          return inside;
        },
        [&](const auto& x, auto J) {
          MatrixXd values(program.rows(), program.size());
          const bool inside = program.jacobian(given(x), values);
          J = c_unit.asDiagonal() * values * x_unit.cwiseInverse().asDiagonal();
          return inside;
        });
    problem.set_hessian([&](const auto& x, double weight, const auto& multipliers, auto H) {
      MatrixXd values(program.size(), program.size());
      const VectorXd weights = multipliers.cwiseProduct(c_unit);
      const bool inside = program.hessian(given(x), weight * f_unit, weights, values);
      H = x_unit.cwiseInverse().asDiagonal() * values * x_unit.cwiseInverse().asDiagonal();
      return inside;
    });
    problem.set_bounds(program.lower.cwiseProduct(x_unit), program.upper.cwiseProduct(x_unit));
    problem.set_scales(x_unit, c_unit, f_unit);
    Problem unscaled = posed(program);
    unscaled.set_scales(VectorXd::Ones(program.size()), VectorXd::Ones(program.rows()), 1.0);
    const auto plain = unscaled.solve(program.start);
    const auto scaled = problem.solve(program.start.cwiseProduct(x_unit));
    ASSERT_TRUE(plain.ok() && scaled.ok()) << number << ": " << plain.report.message << scaled.report.message;
    EXPECT_EQ(plain.report.evaluations, scaled.report.evaluations) << number;
    EXPECT_NEAR((given(scaled.x) - plain.x).norm(), 0.0, 1e-12 * (1.0 + plain.x.norm())) << number;
    const VectorXd multipliers = scaled.multipliers.cwiseProduct(c_unit) / f_unit;
    EXPECT_NEAR((multipliers - plain.multipliers).norm(), 0.0, 1e-10 * (1.0 + plain.multipliers.norm()))
        << number;
  }
}

// Unknowns and rows in another order: the solution is the same in that order.
TEST(NlpProperties, TheOrderOfUnknownsAndRowsChangesNothing) {
  std::mt19937 engine(7);
  for (const int number : sample) {
    const NonlinearProgram program = hock_schittkowski(number);
    Eigen::PermutationMatrix<Eigen::Dynamic> of_x(program.size()), of_c(program.rows());
    of_x.setIdentity();
    of_c.setIdentity();
    std::shuffle(of_x.indices().begin(), of_x.indices().end(), engine);
    std::shuffle(of_c.indices().begin(), of_c.indices().begin() + program.inequalities, engine);
    std::shuffle(of_c.indices().begin() + program.inequalities, of_c.indices().end(), engine);
    const auto back = [&](const auto& x) -> VectorXd { return of_x.transpose() * x; };
    NonlinearProgram moved = program;
    moved.lower = of_x * program.lower;
    moved.upper = of_x * program.upper;
    moved.start = of_x * program.start;
    moved.objective = [&](const VectorIn& x, double& f) { return program.objective(back(x), f); };
    moved.gradient = [&](const VectorIn& x, VectorOut g) {
      VectorXd values(program.size());
      const bool inside = program.gradient(back(x), values);
      g = of_x * values;
      return inside;
    };
    moved.constraints = [&](const VectorIn& x, VectorOut c) {
      VectorXd values(program.rows());
      const bool inside = program.constraints(back(x), values);
      c = of_c * values;
      return inside;
    };
    moved.jacobian = [&](const VectorIn& x, MatrixOut J) {
      MatrixXd values(program.rows(), program.size());
      const bool inside = program.jacobian(back(x), values);
      J = of_c * values * of_x.transpose();
      return inside;
    };
    moved.hessian = [&](const VectorIn& x, double weight, const VectorIn& multipliers, MatrixOut H) {
      MatrixXd values(program.size(), program.size());
      const VectorXd weights = of_c.transpose() * multipliers;
      const bool inside = program.hessian(back(x), weight, weights, values);
      H = of_x * values * of_x.transpose();
      return inside;
    };
    const auto plain = posed(program).solve(program.start);
    const auto permuted = posed(moved).solve(moved.start);
    ASSERT_TRUE(plain.ok() && permuted.ok()) << number << ": " << permuted.report.message;
    EXPECT_NEAR(permuted.report.objective, plain.report.objective,
                1e-8 * (1.0 + std::abs(plain.report.objective)))
        << number;
    EXPECT_NEAR((back(permuted.x) - plain.x).norm(), 0.0, 1e-3 * (1.0 + plain.x.norm())) << number;
  }
}

// What docs/ok.md says of a point of a program, written from the page: rules a, b and d.
double by_the_page(const NonlinearProgram& program, const VectorXd& x, const VectorXd& multipliers) {
  const Eigen::Index n = program.size(), rows = program.rows();
  VectorXd gradient(n), c(rows);
  MatrixXd J(rows, n), H(n, n);
  double f = 0.0;
  program.objective(x, f);
  program.gradient(x, gradient);
  program.constraints(x, c);
  program.jacobian(x, J);
  program.hessian(x, 1.0, -multipliers, H);
  const VectorXd r = gradient - J.transpose() * multipliers;
  const VectorXd terms_r = (gradient - H * x).cwiseAbs() + H.cwiseAbs() * x.cwiseAbs() +
                           J.cwiseAbs().transpose() * multipliers.cwiseAbs();
  const VectorXd terms_c = (c - J * x).cwiseAbs() + J.cwiseAbs() * x.cwiseAbs();
  double largest = 0.0, gap = 0.0, price = 0.0;
  for (Eigen::Index j = 0; j < n; ++j) {
    const bool at_lower = x[j] == program.lower[j], at_upper = x[j] == program.upper[j];
    const double violation = std::max({at_lower ? 0.0 : r[j], at_upper ? 0.0 : -r[j], 0.0});
    if (violation > 0.0) largest = std::max(largest, violation / terms_r[j]);
    if (!at_lower && !at_upper) gap += x[j] * r[j];
    price += std::abs(x[j]) * violation;
  }
  for (Eigen::Index i = 0; i < rows; ++i) {
    const bool idle = i < program.inequalities && multipliers[i] == 0.0;
    const double violation = idle ? std::max(-c[i], 0.0) : std::abs(c[i]);
    if (violation > 0.0) largest = std::max(largest, violation / terms_c[i]);
    gap += multipliers[i] * c[i];
    price += std::abs(multipliers[i]) * violation;
  }
  return std::max(largest, (std::abs(gap) + price) / (1.0 + std::abs(f) + std::abs(f - gap)));
}

TEST(NlpProperties, TheResidualIsThatOfThePage) {
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  for (const int number : hock_schittkowski_numbers()) {
    const NonlinearProgram program = hock_schittkowski(number);
    VectorXd x = program.solutions.front(), multipliers(program.rows());
    for (Eigen::Index i = 0; i < multipliers.size(); ++i)
      multipliers[i] = i < program.inequalities ? std::max(0.0, draw(engine)) : draw(engine);
    for (Eigen::Index j = 0; j < x.size(); ++j)
      x[j] = std::min(std::max(x[j] * (1.0 + 1e-3 * draw(engine)), program.lower[j]), program.upper[j]);
    const double expected = by_the_page(program, x, multipliers);
    const nsds_residual residual = posed(program).residual(x, multipliers);
    EXPECT_NEAR(residual.value, expected, 1e-9 * (1.0 + expected)) << number;
    EXPECT_EQ(residual.value, std::max({residual.primal, residual.dual, residual.complementarity})) << number;
  }
}

// Every answer that is ok is so by the page. Of a Hessian by differences the noise counts among the terms, which is the rounding of gradients.
TEST(NlpProperties, WhatIsOkIsSoByThePage) {
  for (const int number : hock_schittkowski_numbers()) {
    const NonlinearProgram program = hock_schittkowski(number);
    const auto found = posed(program).solve(program.start);
    if (found.ok()) {
      EXPECT_LE(by_the_page(program, found.x, found.multipliers), 1.001e-8) << number;
    }
  }
}

// Equal rows share their multiplier or leave it to one of them; the point stays.
TEST(NlpProperties, DuplicatedRowsChangeNothing) {
  for (const int number : {43, 65, 76, 100, 113}) {
    const NonlinearProgram program = hock_schittkowski(number);
    const int m = program.inequalities;
    ASSERT_EQ(program.equalities, 0);
    NonlinearProgram twice = program;
    twice.inequalities = 2 * m;
    twice.constraints = [&](const VectorIn& x, VectorOut c) {
      const bool inside = program.constraints(x, c.head(m));
      c.tail(m) = c.head(m);
      return inside;
    };
    twice.jacobian = [&](const VectorIn& x, MatrixOut J) {
      MatrixXd values(m, program.size());
      const bool inside = program.jacobian(x, values);
      J << values, values;
      return inside;
    };
    twice.hessian = [&](const VectorIn& x, double weight, const VectorIn& multipliers, MatrixOut H) {
      return program.hessian(x, weight, multipliers.head(m) + multipliers.tail(m), H);
    };
    const auto plain = posed(program).solve(program.start);
    const auto doubled = posed(twice).solve(program.start);
    ASSERT_TRUE(plain.ok() && doubled.ok()) << number << ": " << doubled.report.message;
    EXPECT_NEAR((doubled.x - plain.x).norm(), 0.0, 1e-6 * (1.0 + plain.x.norm())) << number;
    const VectorXd sum = doubled.multipliers.head(m) + doubled.multipliers.tail(m);
    EXPECT_NEAR((sum - plain.multipliers).norm(), 0.0, 1e-6 * (1.0 + plain.multipliers.norm())) << number;
  }
}

}  // namespace
}  // namespace nsds::test::nlp_properties_test
