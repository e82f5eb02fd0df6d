// What a call must do whatever the convex QP: units, starts, limits, workspaces, problems without a solution.
#include <gtest/gtest.h>

#include <limits>
#include <tuple>

#include "numerics/convex_qp/convex_qp_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::convex_qp_contract_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::convex_qp::Problem;

using In = Eigen::Ref<const VectorXd>;
using Out = Eigen::Ref<VectorXd>;

// Other units of z, of w and of u: z -> z / a, M -> a c M, q -> c q, A z + b and C -> d times. With the
// user's scales changed accordingly nothing else changes, whatever the solver. The scales are those of the residual of the class;
// what ok means knows none, and changes with the unit of the objective.
TEST_P(ConvexQp, ChangeOfUnitsChangesNothing) {
  const Plain given = over_unit_ball(takes_A());
  const double tolerance = name() == "extragradient" ? 1e-6 : 1e-9;
  const auto by_class = options(tolerance).set("residual", "class");
  const auto reference = BoxQp(given, NSDS_DENSE).problem().solve(by_class);
  ASSERT_TRUE(reference.ok()) << reference.report.message;
  for (const auto& [a, c, d] : {std::tuple{0x1p10, 1.0, 1.0}, {1.0, 0x1p-20, 1.0}, {0x1p-6, 0x1p8, 0x1p12}}) {
    Plain scaled = given;
    const double unit_u = takes_A() ? d : 1.0 / a;  // without A, u is z
    scaled.M = a * c * given.M;
    scaled.q = c * given.q;
    if (takes_A()) {
      scaled.A = a * d * given.A;
      scaled.b = d * given.b;
    }
    scaled.project = ball(unit_u);
    scaled.s_z = given.s_z / a;
    scaled.s_w = given.s_w * c;
    const auto solved = BoxQp(scaled, NSDS_DENSE).problem().solve(by_class);
    EXPECT_EQ(solved.report.status, NSDS_OK) << solved.report.message;
    EXPECT_EQ(solved.report.iterations, reference.report.iterations);
    EXPECT_NEAR(solved.report.residual.value, reference.report.residual.value, 1e-2 * tolerance);
    EXPECT_LE((solved.z * a - reference.z).norm(), 1e-2 * tolerance);
    const double unit_xi = c / (a * unit_u);  // z'w and u'xi are the same energy
    EXPECT_LE((solved.xi / unit_xi - reference.xi).norm(), 1e-2 * tolerance * (1.0 + reference.xi.norm()));
  }
}

TEST_P(ConvexQp, ASolutionIsReturnedAtOnce) {
  Random random(9);
  const int n = 6;
  const MatrixXd M = positive_definite(n, random);
  const Plain plain = planted(n, 9, cones(), 2, M);
  const BoxQp qp(plain, NSDS_DENSE);
  const auto solved = qp.problem().solve(nn::Options(NSDS_CLASS_CONVEX_QP, "admm").set("tolerance", 1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  VectorXd z = solved.z;
  VectorXd xi = solved.xi;
  VectorXd u(9);
  const nn::Report report = qp.problem().solve(z, xi, u, options(1e-9).set("warm_start", true));
  EXPECT_EQ(report.status, NSDS_OK);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(z, solved.z);
  EXPECT_EQ(xi, solved.xi);
}

// A start near the solution costs no more than the cold one.
TEST_P(ConvexQp, AWarmStartHelps) {
  const BoxQp box(random_box(30, 6), NSDS_DENSE);
  const auto cold = box.problem().solve(options(1e-10));
  ASSERT_TRUE(cold.ok()) << cold.report.message;
  VectorXd z = cold.z + VectorXd::Constant(30, 1e-7);
  VectorXd xi = cold.xi;
  VectorXd u(30);
  const nn::Report warm = box.problem().solve(z, xi, u, options(1e-10).set("warm_start", true));
  EXPECT_EQ(warm.status, NSDS_OK) << warm.message;
  EXPECT_GT(warm.iterations, 0);
  EXPECT_LT(warm.iterations, cold.report.iterations);
}

TEST_P(ConvexQp, LimitsAreRespected) {
  const BoxQp box(random_box(40, 5), NSDS_DENSE);
  const auto once = box.problem().solve(options(1e-12).set("max_iterations", 1));
  EXPECT_EQ(once.report.status, NSDS_MAX_ITERATIONS) << once.report.message;
  EXPECT_EQ(once.report.iterations, 1);
  EXPECT_TRUE(once.z.allFinite() && once.xi.allFinite());
  EXPECT_NEAR(once.report.residual.value, box.problem().residual(once.z, once.xi).value, 1e-12);
  const auto never = box.problem().solve(options(1e-12).set("time_limit", 0.0));
  EXPECT_EQ(never.report.status, NSDS_TIME_LIMIT) << never.report.message;
  EXPECT_TRUE(never.z.allFinite() && never.xi.allFinite());
  int calls = 0;
  const auto stop = [](const nsds_progress*, void* user) { return ++*static_cast<int*>(user) >= 3 ? 1 : 0; };
  const auto stopped = box.problem().solve(options(1e-12).set_callback(stop, &calls));
  EXPECT_EQ(stopped.report.status, NSDS_INTERRUPTED) << stopped.report.message;
  EXPECT_EQ(calls, 3);
}

TEST_P(ConvexQp, SameBitsWithAnyWorkspace) {
  const BoxQp box(random_box(17, 6), NSDS_DENSE);
  const BoxQp larger(random_box(60, 7), NSDS_CSC);
  nn::Workspace workspace;
  const auto none = box.problem().solve(options(1e-9));
  larger.problem().solve(options(1e-9), &workspace);
  const auto used = box.problem().solve(options(1e-9), &workspace);
  EXPECT_EQ(none.z, used.z);
  EXPECT_EQ(none.xi, used.xi);
  EXPECT_EQ(none.u, used.u);
}

// Not to be solved: the set is empty, or the objective falls for ever. No status may claim otherwise.
TEST_P(ConvexQp, ClaimsNothingOfWhatHasNoSolution) {
  const MatrixXd zero = MatrixXd::Zero(2, 2);
  const VectorXd q = VectorXd::Constant(2, -1.0);
  const VectorXd zeros = VectorXd::Zero(2);
  const VectorXd infinite = VectorXd::Constant(2, infinity);
  for (const Problem& problem :
       {Problem(nn::view(zero), q, zeros, infinite),
        Problem(nn::view(zero), q, [](const In&x, Out p) { p = x.cwiseMax(0.0); })}) {
    const auto falling = problem.solve(options(1e-8).set("max_iterations", 3000));
    EXPECT_TRUE(falling.report.status == NSDS_STALLED || falling.report.status == NSDS_MAX_ITERATIONS)
        << falling.report.message;
    EXPECT_TRUE(falling.z.allFinite() && falling.xi.allFinite());
    EXPECT_GE(falling.report.residual.value, 0.5);
  }
  if (!takes_A()) return;
  const MatrixXd M = MatrixXd::Identity(2, 2);
  const MatrixXd A = MatrixXd::Ones(2, 2);  // one row, asked to be 0 and 1
  const VectorXd bounds = (VectorXd(2) << 0.0, 1.0).finished();
  const VectorXd b = VectorXd::Zero(2);
  const auto empty = Problem(nn::view(M), q, nn::view(A), b, bounds, bounds)
                         .solve(options(1e-8).set("max_iterations", 3000));
  EXPECT_TRUE(empty.report.status == NSDS_STALLED || empty.report.status == NSDS_MAX_ITERATIONS)
      << empty.report.message;
  EXPECT_GE(empty.report.residual.value, 0.1);
}

// No rows, no unknowns.
TEST_P(ConvexQp, TakesEmptyProblems) {
  const MatrixXd none(0, 0);
  const auto nothing = Problem(nn::view(none), VectorXd(0), VectorXd(0), VectorXd(0)).solve(options(1e-8));
  EXPECT_TRUE(nothing.ok()) << nothing.report.message;
  if (!takes_A()) return;
  Random random(4);
  const MatrixXd M = positive_definite(5, random);
  const VectorXd q = random.vector(5, -1.0, 1.0);
  const MatrixXd A(0, 5);
  const auto free =
      Problem(nn::view(M), q, nn::view(A), VectorXd(0), VectorXd(0), VectorXd(0)).solve(options(1e-10));
  ASSERT_TRUE(free.ok()) << free.report.message;
  EXPECT_LE((M * free.z + q).cwiseAbs().maxCoeff(),
            2e-10);  // each row relative to its terms, which are below two
}

// The residual at points that are no solutions, against its definition.
TEST(ConvexQpResidual, IsTheFormulaOfTheHeader) {
  Random random(13);
  const MatrixXd M = positive_definite(5, random);
  for (const bool box : {false, true}) {
    Plain plain = box ? planted_rows(5, 9, 3, M) : planted(5, 9, cones(), 3, M);
    plain.A *= 3.0;
    plain.s_z = 0.25;
    plain.s_w = 7.0;
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      const BoxQp qp(plain, storage);
      const VectorXd z = random.vector(5, -1.0, 1.0);
      const VectorXd xi = random.vector(9, -1.0, 1.0);
      const nsds_residual residual = qp.problem().class_residual(z, xi);
      EXPECT_NEAR(residual.value, plain.residual(z, xi), 1e-13 * residual.value);
      EXPECT_NEAR(residual.dual, (M * z + plain.q - plain.A.transpose() * xi).cwiseAbs().maxCoeff() / 7.0,
                  1e-13);
      const VectorXd away = plain.u(z) - plain.projected(plain.u(z));
      const double distance = box ? away.cwiseAbs().maxCoeff() : away.norm();
      EXPECT_NEAR(residual.primal, distance / (0.25 * plain.A.cwiseAbs().maxCoeff()), 1e-13);
      EXPECT_GE(residual.worst, 0);
      EXPECT_LT(residual.worst, 14);
      EXPECT_GT(residual.roundoff_floor, 0.0);
      EXPECT_LT(residual.roundoff_floor, 1e-13);
    }
  }
}

}  // namespace
}  // namespace nsds::test::convex_qp_contract_test
