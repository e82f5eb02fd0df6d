// Contact in global form: what redundant joints, a start at the solution and other units change, and what
// not.
#include <gtest/gtest.h>

#include <Eigen/Core>

#include "numerics/global_friction_problems.hpp"

namespace nsds::test {
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
    ASSERT_EQ(nsds_global_friction_contact_residual(&other.view, z.v.data(), z.r.data(), z.lambda.data(),
                                                    &residual),
              NSDS_OK);
    EXPECT_NEAR(residual.value, report_x.residual.value, 1e-14) << solver;
  }
}

}  // namespace
}  // namespace nsds::test
