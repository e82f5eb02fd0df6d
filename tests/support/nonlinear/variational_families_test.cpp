// Variational and quasi-variational inequalities: planted solutions solve, derivatives and sets are right.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/decompositions.hpp"
#include "support/draws.hpp"
#include "support/nonlinear/derivative_check.hpp"
#include "support/nonlinear/quasi_problem.hpp"
#include "support/nonlinear/variational_problem.hpp"

namespace nsds::test::variational_families_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd value_at(const NonlinearProblem& map, const VectorXd& z) {
  VectorXd F(map.size());
  EXPECT_TRUE(map.F(z, F));
  return F;
}

VectorXd random_vector(Draws& draws, Index n, double size) {
  VectorXd v(n);
  for (double& entry : v) entry = draws.uniform(-size, size);
  return v;
}

void expect_right_map(const NonlinearProblem& map) {
  ASSERT_EQ(map.starts.size(), 3u);
  for (const VectorXd& start : map.starts) EXPECT_TRUE(value_at(map, start).allFinite());
  Draws draws(1);
  const VectorXd z = random_vector(draws, map.size(), 1.0), d = random_vector(draws, map.size(), 1.0);
  VectorXd values(map.values());
  ASSERT_TRUE(map.J(z, values));
  const VectorXd expected = quotient([&](const VectorXd& y) { return value_at(map, y); }, z, d);
  EXPECT_LE((times(map.pattern, values, d) - expected).cwiseAbs().maxCoeff(),
            1e-6 * expected.cwiseAbs().maxCoeff());
}

template <class Project>
VectorXd projection(const Project& project, VectorXd z) {
  project(z);
  return z;
}

// Projections are idempotent and do not expand; |a - P a| is the distance, so no P b is nearer to a.
template <class Project>
void expect_projector(const Project& project, Index n) {
  Draws draws(2);
  for (int trial = 0; trial < 10; ++trial) {
    const VectorXd a = random_vector(draws, n, 2.0), b = random_vector(draws, n, 2.0);
    const VectorXd Pa = projection(project, a), Pb = projection(project, b);
    EXPECT_LE((projection(project, Pa) - Pa).norm(), 1e-13 * (1.0 + Pa.norm()));
    EXPECT_LE((Pa - Pb).norm(), (a - b).norm() * (1.0 + 1e-14));
    EXPECT_LE((a - Pa).dot(Pb - Pa), 1e-12 * a.squaredNorm());
  }
}

TEST(VariationalFamilies, MapsAndProjectorsAreRight) {
  for (const std::string& name : variational_names()) {
    SCOPED_TRACE(name);
    const auto problem = make_variational(name);
    ASSERT_TRUE(problem.has_value());
    EXPECT_EQ(problem->map.name, name);
    expect_right_map(problem->map);
    const Index n = problem->map.size();
    EXPECT_EQ(problem->A.rows(), problem->b.size());
    EXPECT_EQ(problem->C.rows(), problem->d.size());
    EXPECT_EQ(problem->A.cols(), n);
    EXPECT_NE(problem->A.rows() + problem->C.rows() > 0, static_cast<bool>(problem->project));
    if (problem->project) expect_projector(problem->project, n);
    Index covered = 0;
    for (const auto& cone : problem->cones) covered += cone.size;
    EXPECT_TRUE(problem->cones.empty() || covered == n);
  }
}

TEST(VariationalFamilies, SolutionsAreFixedPointsOfTheProjectedStep) {
  int checked = 0;
  for (const std::string& name : variational_names()) {
    SCOPED_TRACE(name);
    const auto problem = make_variational(name);
    if (!problem->project) continue;
    ++checked;
    const VectorXd& z = problem->map.solutions.front();
    const VectorXd step = z - value_at(problem->map, z);
    EXPECT_LE((projection(problem->project, step) - z).cwiseAbs().maxCoeff(), 1e-12);
  }
  EXPECT_EQ(checked, 7);
}

// F = Aᵀλ + Cᵀμ + ν with λ ≥ 0 in the active inequalities and ν ≥ 0 where z = 0.
TEST(VariationalFamilies, SolutionsInPolyhedraHaveMultipliers) {
  int checked = 0;
  for (const std::string& name : variational_names()) {
    SCOPED_TRACE(name);
    const auto problem = make_variational(name);
    const Index n = problem->map.size();
    if (problem->project || n > 400) continue;
    ++checked;
    const VectorXd& z = problem->map.solutions.front();
    const VectorXd slack = problem->A * z - problem->b;
    EXPECT_TRUE((slack.array() >= -1e-12).all());
    EXPECT_LE((problem->C * z - problem->d).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_GE(z.minCoeff(), 0.0);
    const MatrixXd A(problem->A), C(problem->C);
    std::vector<VectorXd> normals;
    for (Index r = 0; r < A.rows(); ++r)
      if (slack[r] < 1e-9) normals.push_back(A.row(r));
    for (Index i = 0; i < n; ++i)
      if (z[i] == 0.0) normals.push_back(VectorXd::Unit(n, i));
    const auto signs = static_cast<Index>(normals.size());
    for (Index r = 0; r < C.rows(); ++r) normals.push_back(C.row(r));
    MatrixXd matrix(n, static_cast<Index>(normals.size()));
    for (Index k = 0; k < matrix.cols(); ++k) matrix.col(k) = normals[static_cast<std::size_t>(k)];
    const VectorXd F = value_at(problem->map, z), multipliers = least_norm_solution(matrix, F);
    EXPECT_LE((matrix * multipliers - F).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_GE(multipliers.head(signs).minCoeff(), 0.1);
  }
  EXPECT_EQ(checked, 3);
}

TEST(VariationalFamilies, LorentzConesAreInAllThreeStates) {
  const auto problem = make_variational("product:300:2");
  const VectorXd &z = problem->map.solutions.front(), F = value_at(problem->map, z);
  int inside = 0, apex = 0, both = 0;
  Index first = 0;
  for (const auto& cone : problem->cones) {
    if (cone.kind == VariationalProblem::Cone::Kind::lorentz) {
      const bool is_apex = z.segment(first, cone.size).norm() == 0.0;
      const bool has_force = F.segment(first, cone.size).norm() > 1e-9;
      ++(is_apex ? apex : has_force ? both : inside);
    }
    first += cone.size;
  }
  EXPECT_GE(inside, 10);
  EXPECT_GE(apex, 10);
  EXPECT_GE(both, 10);
}

VectorXd moved_centre(const QuasiProblem& problem, const VectorXd& z) {
  VectorXd c(z.size());
  problem.c(z, c);
  return c;
}

VectorXd constraints(const QuasiProblem& problem, const VectorXd& y, const VectorXd& z) {
  VectorXd g(problem.rows());
  problem.g(y, z, g);
  return g;
}

TEST(QuasiFamilies, MapsAndDerivativesOfTheSetsAreRight) {
  for (const std::string& name : quasi_names()) {
    SCOPED_TRACE(name);
    const auto problem = make_quasi(name);
    ASSERT_TRUE(problem.has_value());
    EXPECT_EQ(problem->map.name, name);
    expect_right_map(problem->map);
    Draws draws(3);
    const Index n = problem->map.size();
    const VectorXd y = random_vector(draws, n, 1.0), z = random_vector(draws, n, 1.0),
                   d = random_vector(draws, n, 1.0);
    const auto expect_near = [&](const Eigen::SparseMatrix<double>& pattern, const VectorXd& values,
                                 const auto& f, const VectorXd& at) {
      EXPECT_TRUE(pattern.isCompressed());
      EXPECT_LE((times(pattern, values, d) - quotient(f, at, d)).cwiseAbs().maxCoeff(), 1e-6);
    };
    VectorXd by_y(problem->pattern_y.nonZeros()), by_z(problem->pattern_z.nonZeros());
    problem->g_by_y(y, z, by_y);
    problem->g_by_z(y, z, by_z);
    expect_near(
        problem->pattern_y, by_y, [&](const VectorXd& x) { return constraints(*problem, x, z); }, y);
    expect_near(
        problem->pattern_z, by_z, [&](const VectorXd& x) { return constraints(*problem, y, x); }, z);
    if (!problem->c) continue;
    VectorXd values(problem->pattern_c.nonZeros());
    problem->c_by_z(z, values);
    expect_near(
        problem->pattern_c, values, [&](const VectorXd& x) { return moved_centre(*problem, x); }, z);
  }
}

TEST(QuasiFamilies, MovedSetsAreThoseOfTheirInequalities) {
  for (const std::string& name : quasi_names()) {
    SCOPED_TRACE(name);
    const auto problem = make_quasi(name);
    if (!problem->project) continue;
    expect_projector(problem->project, problem->map.size());
    Draws draws(4);
    const Index n = problem->map.size();
    const VectorXd z = random_vector(draws, n, 1.0), c = moved_centre(*problem, z),
                   v = random_vector(draws, n, 2.0);
    const VectorXd inside = projection(problem->project, v);
    EXPECT_GE(constraints(*problem, c + inside, z).minCoeff(), -1e-13);
    EXPECT_LT(constraints(*problem, c + v, z).minCoeff(), 0.0);
    // What is beyond the projection is outside, by any little.
    EXPECT_LT(constraints(*problem, c + inside + 1e-3 * (v - inside), z).minCoeff(), 0.0);
  }
}

TEST(QuasiFamilies, PlantedSolutionsSolve) {
  int checked = 0;
  for (const std::string& name : quasi_names()) {
    SCOPED_TRACE(name);
    const auto problem = make_quasi(name);
    if (!problem->project) continue;
    ++checked;
    const VectorXd& z = problem->map.solutions.front();
    const VectorXd c = moved_centre(*problem, z), step = z - c - value_at(problem->map, z);
    EXPECT_LE((c + projection(problem->project, step) - z).cwiseAbs().maxCoeff(), 1e-10);
  }
  EXPECT_EQ(checked, 9);
}

// K(z) is a box for Harker's game.
TEST(QuasiFamilies, HarkersGameHasAPointAndASegmentOfSolutions) {
  const auto problem = make_quasi("harker:2");
  const auto residual = [&](double a, double b) {
    const Eigen::Vector2d z(a, b), high(std::min(10.0, 15.0 - b), std::min(10.0, 15.0 - a));
    const VectorXd F = value_at(problem->map, z);
    return (z - (z - F).cwiseMax(0.0).cwiseMin(high)).cwiseAbs().maxCoeff();
  };
  for (const auto& [a, b] : {std::pair{5.0, 9.0}, {9.0, 6.0}, {9.5, 5.5}, {10.0, 5.0}}) {
    EXPECT_LE(residual(a, b), 1e-13);
    EXPECT_LE(problem->map.distance(Eigen::Vector2d(a, b)), 1e-15);
  }
  for (const auto& [a, b] : {std::pair{8.9, 6.1}, {5.0, 10.0}, {0.0, 0.0}, {10.0, 4.0}}) {
    EXPECT_GE(residual(a, b), 1e-2);
    EXPECT_GE(problem->map.distance(Eigen::Vector2d(a, b)), 0.05);
  }
}

TEST(VariationalNames, OthersMakeNothing) {
  for (const char* name : {"", "ball", "ball:20", "ball:20:0.5", "rotation:3", "nothing:20:1"})
    EXPECT_FALSE(make_variational(name).has_value()) << name;
  for (const char* name : {"harker:3", "moved_box:20", "moved_discs:21:1", "yielding:101", "nothing:2"})
    EXPECT_FALSE(make_quasi(name).has_value()) << name;
}

}  // namespace
}  // namespace nsds::test::variational_families_test
