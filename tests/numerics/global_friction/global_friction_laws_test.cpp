// Contact in global form: what redundant joints, a start at the solution and other units change, and what
// not.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <numeric>
#include <vector>

#include "numerics/global_friction/global_friction_problems.hpp"
#include "support/draws.hpp"

namespace nsds::test::global_friction_laws_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// A joint given twice changes nothing but lambda; given twice with different speeds it has no solution, and
// nobody says OK.
TEST(GlobalFriction, RedundantJoints) {
  const GlobalData single = chain(3, 6, 2);
  GlobalData twice = single;
  twice.G.resize(2 * single.G.rows(), single.G.cols());
  twice.G << single.G, single.G;
  twice.d.resize(2 * single.d.size());
  twice.d << single.d, single.d;
  GlobalData contradiction = twice;
  contradiction.d[0] += 1.0;
  const StoredGlobal reference(single), redundant(twice), impossible(contradiction);
  GlobalUnknowns expected(reference.view);
  nsds_report report;
  ASSERT_EQ(solve(reference.view, expected, {"reduced", 1e-12}, report), NSDS_OK) << report.message;
  for (const char* solver : exact_global_solvers) {
    SCOPED_TRACE(solver);
    GlobalUnknowns x(redundant.view);
    ASSERT_EQ(solve(redundant.view, x, {solver, 1e-11}, report), NSDS_OK) << report.message;
    EXPECT_LE(naive_residual(redundant.view, x), 2e-11);
    EXPECT_LE((x.v - expected.v).norm(), 1e-8 * expected.v.norm());
    GlobalUnknowns y(impossible.view);
    const nsds_status status = solve(impossible.view, y, {solver}, report);
    EXPECT_TRUE(status == NSDS_STALLED || status == NSDS_SINGULAR || status == NSDS_MAX_ITERATIONS)
        << nsds_status_name(status);
    EXPECT_TRUE(y.v.allFinite() && y.r.allFinite() && y.lambda.allFinite());
  }
}

// A solution is returned at once, bit by bit.
TEST(GlobalFriction, WarmStartAtTheSolution) {
  const StoredGlobal problem(chain(3, 8, 2));
  for (const char* solver : exact_global_solvers) {
    GlobalUnknowns x(problem.view);
    nsds_report report;
    ASSERT_EQ(solve(problem.view, x, {solver}, report), NSDS_OK) << report.message;
    GlobalUnknowns again = x;
    ASSERT_EQ(solve(problem.view, again, {solver, 1.001e-10, true}, report), NSDS_OK);
    EXPECT_EQ(report.iterations, 0) << solver;
    EXPECT_EQ(again.v, x.v);
    EXPECT_LE((again.r - x.r).norm(), 1e-14 * x.r.norm());
    // Reactions alone are enough: their velocities are found again.
    again.v.setZero();
    ASSERT_EQ(solve(problem.view, again, {solver, 1e-9, true}, report), NSDS_OK);
    EXPECT_EQ(report.iterations, 0) << solver;
  }
}

// With kilograms in units of 2^a, metres in units of 2^b of velocity and arms in units of 2^c every number of
// the iteration is a power of two times what it was: residual and iterations stay, to the bit.
TEST(GlobalFriction, UnitsChangeNothing) {
  const GlobalData problem = chain(3, 8, 2);
  const double mass = 0x1p10, speed = 0x1p-7, arm = 0x1p5, row = 0x1p-3;
  GlobalData scaled = problem;
  scaled.M *= mass;
  scaled.H *= arm;
  scaled.q *= mass * speed;
  scaled.b *= arm * speed;
  scaled.G *= row;
  scaled.d *= row * speed;
  const StoredGlobal one(problem), other(scaled);
  for (const char* solver : {"reduced", "nsgs"}) {
    GlobalUnknowns x(one.view), y(other.view);
    nsds_report report_x, report_y;
    ASSERT_EQ(solve(one.view, x, {solver}, report_x), NSDS_OK);
    ASSERT_EQ(solve(other.view, y, {solver}, report_y), NSDS_OK);
    EXPECT_LE((y.v / speed - x.v).norm(), 1e-8 * x.v.norm()) << solver;
    EXPECT_LE((y.r * arm / (mass * speed) - x.r).norm(), 1e-8 * x.r.norm()) << solver;
    EXPECT_LE((y.lambda * row / (mass * speed) - x.lambda).norm(), 1e-8 * x.lambda.norm()) << solver;
    // The residual at the same point is the same number.
    GlobalUnknowns z(other.view);
    z.v = x.v * speed;
    z.r = x.r * mass * speed / arm;
    z.lambda = x.lambda * mass * speed / row;
    nsds_residual residual;
    nsds_residual_init(&residual);
    ASSERT_EQ(nsds_global_friction_contact_class_residual(&other.view, z.v.data(), z.r.data(),
                                                          z.lambda.data(), &residual),
              NSDS_OK);
    EXPECT_NEAR(residual.value, report_x.residual.value, 1e-14) << solver;
  }
}

// Bodies with `sizes` velocities, one after the other, each with many contacts to the one before it, the
// first ones with the ground. Without gaps, so that a solution exists whatever q is.
GlobalData redundant_bodies(std::int32_t dimension, const std::vector<int>& sizes, int contacts_each) {
  Draws draws(23);
  const auto draw = [&](Eigen::Index rows, Eigen::Index cols) {
    return MatrixXd(MatrixXd::NullaryExpr(rows, cols, [&] { return draws.normal(); }));
  };
  const Eigen::Index n = std::accumulate(sizes.begin(), sizes.end(), Eigen::Index{0}),
                     width = Eigen::Index{dimension} * contacts_each;
  GlobalData problem;
  problem.dimension = dimension;
  problem.M = MatrixXd::Zero(n, n);
  problem.H = MatrixXd::Zero(n, width * static_cast<Eigen::Index>(sizes.size()));
  Eigen::Index row = 0, before = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Eigen::Index size = sizes[i], column = width * static_cast<Eigen::Index>(i);
    const MatrixXd root = draw(size, size);
    const double mass = i % 2 == 0 ? 1.0 : 1e4;
    problem.M.block(row, row, size, size) = mass * (root * root.transpose() + MatrixXd::Identity(size, size));
    problem.H.block(row - before, column, before + size, width) = draw(before + size, width);
    row += size;
    before = size;
  }
  problem.q = draw(n, 1);
  problem.b = VectorXd::Zero(problem.H.cols());
  problem.d = VectorXd(0);
  problem.G = MatrixXd(0, n);
  problem.mu = VectorXd::Constant(problem.H.cols() / dimension, 0.3);
  return problem;
}

// Where there are far more reactions than velocities Newton's method and paths work with these, whatever the
// sizes of bodies: points, rigid ones, others.
TEST(GlobalFriction, RedundantContactsOfBodiesOfAnySize) {
  for (const std::int32_t dimension : {2, 3})
    for (const auto& sizes : {std::vector<int>{6, 6, 6, 6}, {3, 3, 3, 3, 3, 3}, {1, 2, 7, 4, 5, 1, 1, 6}}) {
      SCOPED_TRACE(dimension);
      const StoredGlobal problem(redundant_bodies(dimension, sizes, 8));
      for (const char* solver : {"auto", "reduced"}) {
        GlobalUnknowns x(problem.view);
        nsds_report report;
        EXPECT_EQ(solve(problem.view, x, {solver, 1e-10}, report), NSDS_OK) << solver << report.message;
        EXPECT_LE(naive_residual(problem.view, x), 2e-10) << solver;
      }
    }
}

}  // namespace
}  // namespace nsds::test::global_friction_laws_test
