// A ball from q(0) = 1 to q(T) above a floor: every solution by its number of bounces, compared with a scan of 1e5 initial velocities.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nsds/kernel.hpp>
#include <nsds/theory/boundary_values/boundary_conditions.hpp>
#include <nsds/theory/boundary_values/impact_flow.hpp>
#include <nsds/theory/boundary_values/impact_shooting.hpp>
#include <utility>
#include <vector>

#include "kernel/error_text.hpp"

namespace nsds::impact_shooting_test {
namespace {

constexpr double g = 9.81;
constexpr double e = 0.9;

LagrangianDS& buildUnitBall(Model& model, VectorConstRef q, VectorConstRef v) {
  auto& ball = model.add<LagrangianLinearTIDS>(q, v, Matrix{{1.0}});
  ball.setFExt(Vector{{-g}});
  model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0}}), ball);
  return ball;
}

ImpactBoundaryValueProblem fromTo(double T, double last) {
  return {ImpactingSystem(1, buildUnitBall), 0.0, T,
          BoundaryConditions(Matrix{{1.0, 0.0}, {0.0, 0.0}}, Matrix{{0.0, 0.0}, {1.0, 0.0}},
                             Vector{{1.0, last}})};
}

StartFamily velocities(double from, double to) {
  return {[](double v0, VectorRef state) { state << 1.0, v0; }, from, to};
}

struct Flight {
  double q;
  int bounces;
};

/// q(T) and the number of bounces in closed form.
Flight closedForm(double v0, double T) {
  double w = std::sqrt(v0 * v0 + 2.0 * g);
  double t = (v0 + w) / g;
  if (t > T) return {1.0 + v0 * T - 0.5 * g * T * T, 0};
  for (int bounces = 1;; ++bounces) {
    w *= e;
    if (t + 2.0 * w / g > T) return {w * (T - t) - 0.5 * g * (T - t) * (T - t), bounces};
    t += 2.0 * w / g;
  }
}

/// Roots of q(T) = last by the sign changes between 1e5 velocities with as many bounces, then by bisection.
std::map<int, std::vector<double>> scan(double T, double last, double from, double to) {
  std::map<int, std::vector<double>> roots;
  constexpr int count = 100'000;
  const auto velocity = [=](int i) { return from + (to - from) * i / (count - 1); };
  for (int i = 0; i + 1 < count; ++i) {
    double low = velocity(i), high = velocity(i + 1);
    const Flight a = closedForm(low, T);
    const Flight b = closedForm(high, T);
    if (a.bounces != b.bounces || (a.q - last) * (b.q - last) > 0.0) continue;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      ((closedForm(middle, T).q - last) * (a.q - last) > 0.0 ? low : high) = middle;
    }
    roots[a.bounces].push_back(0.5 * (low + high));
  }
  return roots;
}

std::map<int, std::vector<double>> byBounces(const FamilySolutions& found) {
  std::map<int, std::vector<double>> roots;
  for (const FamilySolution& s : found.solutions)
    roots[static_cast<int>(s.solution.impacts.size())].push_back(s.parameter);
  return roots;
}

void expectSame(const std::map<int, std::vector<double>>& found,
                const std::map<int, std::vector<double>>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [bounces, roots] : expected) {
    ASSERT_TRUE(found.contains(bounces)) << bounces;
    ASSERT_EQ(found.at(bounces).size(), roots.size()) << bounces << " bounces";
    for (std::size_t i = 0; i < roots.size(); ++i) EXPECT_NEAR(found.at(bounces)[i], roots[i], 1e-9);
  }
}

TEST(BallFromHereToThere, HasEverySolutionOfTheScan) {
  ShootingOptions options;
  options.tolerance = 3e-12;  // of q, whose size on the way is up to v T = 30
  const FamilySolutions found = findShootingSolutions(fromTo(2.0, 0.5), velocities(-15.0, 15.0), options);
  EXPECT_TRUE(found.unresolved.empty());
  const auto roots = byBounces(found);
  expectSame(roots, scan(2.0, 0.5, -15.0, 15.0));
  // The figures of a scan that was made before, to a thousandth. (Without bounces v0 = (0.5 - 1 + g T²/2) / T = 9.56.)
  const std::map<int, std::vector<double>> stated{
      {0, {9.559}}, {1, {-9.693, 3.972, 9.015}}, {2, {-8.935, -3.181, 1.135, 3.126}}};
  ASSERT_EQ(roots.size(), stated.size());
  for (const auto& [bounces, values] : stated) {
    ASSERT_EQ(roots.at(bounces).size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(roots.at(bounces)[i], values[i], 1.1e-3);
  }
  for (const FamilySolution& s : found.solutions) {
    EXPECT_LE(s.solution.residual, 1e-10);
    EXPECT_NEAR(s.solution.end[0], 0.5, 1e-10);
    EXPECT_NEAR(s.solution.start[0], 1.0, 1e-10);
    EXPECT_LE(s.solution.iterations, 15);
  }
}

/// More time: there are solutions with three bounces too.
TEST(BallFromHereToThere, HasSolutionsWithThreeBounces) {
  const auto roots = byBounces(findShootingSolutions(fromTo(2.6, 0.5), velocities(-18.0, 18.0)));
  expectSame(roots, scan(2.6, 0.5, -18.0, 18.0));
  ASSERT_TRUE(roots.contains(3));
  EXPECT_GE(roots.at(3).size(), 2U);
}

constexpr double unit = 1e6;  // micrometres

/// In micrometres the solutions are the same.
TEST(BallFromHereToThere, DoesNotDependOnUnits) {
  const auto build = [](Model& model, VectorConstRef q, VectorConstRef v) -> LagrangianDS& {
    auto& ball = model.add<LagrangianLinearTIDS>(q, v, Matrix{{1.0}});
    ball.setFExt(Vector{{-g * unit}});
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0}}), ball);
    return ball;
  };
  const ImpactBoundaryValueProblem problem(
      ImpactingSystem(1, build), 0.0, 2.0,
      BoundaryConditions(Matrix{{1.0, 0.0}, {0.0, 0.0}}, Matrix{{0.0, 0.0}, {1.0, 0.0}},
                         Vector{{unit, 0.5 * unit}}));
  const StartFamily family{[](double v0, VectorRef state) { state << unit, v0; }, -15.0 * unit, 15.0 * unit};
  const FamilySolutions found = findShootingSolutions(problem, family);
  EXPECT_TRUE(found.unresolved.empty());
  auto roots = byBounces(found);
  for (auto& [bounces, values] : roots)
    for (double& value : values) value /= unit;
  expectSame(roots, scan(2.0, 0.5, -15.0, 15.0));
}

/// A root at an end of the range, and one at a sample beyond which the bounces are others, are found.
TEST(BallFromHereToThere, HasSolutionsAtSamples) {
  const double direct = (0.5 - 1.0 + 0.5 * g * 4.0) / 2.0;
  for (const auto& [from, to] : {std::pair{direct - 0.1, direct}, std::pair{direct, direct + 0.1}}) {
    const auto roots = byBounces(findShootingSolutions(fromTo(2.0, 0.5), velocities(from, to)));
    ASSERT_TRUE(roots.contains(0)) << from;
    ASSERT_EQ(roots.at(0).size(), 1U);
    EXPECT_NEAR(roots.at(0)[0], direct, 1e-9);
  }
  // Two samples: the last one has the root, and the first another number of bounces.
  StartFamily two = velocities(direct - 5.0, direct);
  two.samples = 2;
  ASSERT_GT(closedForm(direct - 5.0, 2.0).bounces, 0);
  const auto roots = byBounces(findShootingSolutions(fromTo(2.0, 0.5), two));
  ASSERT_TRUE(roots.contains(0));
  EXPECT_NEAR(roots.at(0)[0], direct, 1e-9);
}

/// With a tolerance that cannot be met, what is located is named, and nothing is dropped.
TEST(BallFromHereToThere, NamesWhatIsNotResolved) {
  ShootingOptions options;
  options.tolerance = 1e-18;
  options.maxIterations = 5;
  const FamilySolutions found = findShootingSolutions(fromTo(2.0, 0.5), velocities(-15.0, 15.0), options);
  std::vector<double> all;
  for (const auto& [bounces, roots] : scan(2.0, 0.5, -15.0, 15.0))
    all.insert(all.end(), roots.begin(), roots.end());
  for (const FamilySolution& s : found.solutions) EXPECT_LE(s.solution.residual, 1e-18);
  EXPECT_EQ(found.unresolved.size() + found.solutions.size(), all.size());
  EXPECT_GT(found.unresolved.size(), 0U);
  for (const double parameter : found.unresolved) {
    const auto near = [&](double root) { return std::abs(root - parameter) < 1e-3; };
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), near)) << parameter;
  }
}

/// In the plane between a floor and a wall, to a given point: two unknown velocities, by Newton's method from a guess.
TEST(BallInACorner, IsShotToAPoint) {
  const auto build = [](Model& model, VectorConstRef q, VectorConstRef v) -> LagrangianDS& {
    auto& ball = model.add<LagrangianLinearTIDS>(q, v, Matrix(Matrix::Identity(2, 2)));
    ball.setFExt(Vector{{0.0, -g}});
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{0.0, 1.0}}), ball);
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0, 0.0}}), ball);
    return ball;
  };
  Matrix M = Matrix::Zero(4, 4);
  Matrix N = Matrix::Zero(4, 4);
  M(0, 0) = M(1, 1) = N(2, 0) = N(3, 1) = 1.0;
  const ImpactBoundaryValueProblem problem(ImpactingSystem(2, build), 0.0, 1.0,
                                           BoundaryConditions(M, N, Vector{{2.0, 1.0, 1.0, 0.65}}));
  const ShootingSolution found = shoot(problem, Vector{{2.0, 1.0, -3.5, 0.0}});
  EXPECT_LE(found.residual, 1e-10);
  ASSERT_EQ(found.impacts.size(), 2U);
  // Along x: to the wall, and back with e: −v t₁ = 2, −e v (1 − t₁) = 1, so that v = −2 − 1/e.
  EXPECT_NEAR(found.start[2], -2.0 - 1.0 / e, 1e-9);
  EXPECT_NEAR(closedForm(found.start[3], 1.0).q, 0.65, 1e-9);
}

TEST(Shooting, SaysWhatItDoesNotFind) {
  using test::errorText;
  using test::says;
  const auto problem = fromTo(2.0, 0.5);
  // There is no solution with three bounces; v0 = -0.0 bounces three times.
  ASSERT_EQ(closedForm(0.0, 2.0).bounces, 3);
  const std::string text = errorText<Error>([&] { shoot(problem, Vector{{1.0, 0.0}}); });
  EXPECT_TRUE(says(text, "no solution with these 3 impacts")) << text;
  EXPECT_THROW(shoot(problem, Vector{{1.0}}), InvalidArgument);
  EXPECT_THROW(shoot(problem, Vector{{1.0, 1.0}}, {.tolerance = 0.0}), InvalidArgument);
  EXPECT_THROW(findShootingSolutions(problem, velocities(1.0, 1.0)), InvalidArgument);
  StartFamily one = velocities(-1.0, 1.0);
  one.samples = 1;
  EXPECT_THROW(findShootingSolutions(problem, one), InvalidArgument);
  one.samples = 10;
  one.start = [](double v0, VectorRef state) { state << 1.0 + 0.1 * v0, v0; };
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { findShootingSolutions(problem, one); }),
                   "all conditions but one"));
  EXPECT_THROW(ImpactBoundaryValueProblem(ImpactingSystem(1, buildUnitBall), 1.0, 1.0, problem.boundary),
               InvalidArgument);
  EXPECT_THROW(ImpactBoundaryValueProblem(ImpactingSystem(1, buildUnitBall), 0.0, 1.0,
                                          BoundaryConditions(Matrix{{1.0}}, Matrix{{1.0}}, Vector{{1.0}})),
               InvalidArgument);
}

}  // namespace
}  // namespace nsds::impact_shooting_test
