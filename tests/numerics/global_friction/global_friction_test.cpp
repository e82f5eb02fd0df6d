// Contact in global form on problems written from formulas: closed forms, joints, storages, empty parts.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "numerics/global_friction/global_friction_problems.hpp"
#include "support/decompositions.hpp"

namespace nsds::test::global_friction_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// m v_N < 0 is stopped by r_N = -m v_N; the tangent sticks where m |v_T| <= mu r_N, else it slides and loses
// mu r_N.
TEST(GlobalFriction, PointOnPlane) {
  for (const char* solver : exact_global_solvers) {
    const auto expect = [&](const Eigen::Vector3d& v_0, const Eigen::Vector3d& v, const Eigen::Vector3d& r) {
      const StoredGlobal problem(point_on_plane(2.0, v_0, 0.5));
      GlobalUnknowns x(problem.view);
      nsds_report report;
      ASSERT_EQ(solve(problem.view, x, {solver, 1e-13}, report), NSDS_OK) << report.message;
      EXPECT_LE((x.v - v).norm(), 1e-12) << solver;
      EXPECT_LE((x.r - r).norm(), 1e-12) << solver;
      EXPECT_LE((x.u - x.v).norm(), 1e-15) << solver;
    };
    expect({1.0, 2.0, -1.0}, {1.0, 2.0, -1.0}, {0.0, 0.0, 0.0});
    expect({-1.0, 0.3, -0.4}, {0.0, 0.0, 0.0}, {2.0, -0.6, 0.8});
    expect({-1.0, 3.0, 4.0}, {0.0, 2.7, 3.6}, {2.0, -0.6, -0.8});
  }
}

// Without friction, moving away without sliding, it is left alone: nothing is to be solved.
TEST(GlobalFriction, PointLeavesThePlaneWithoutFriction) {
  const StoredGlobal problem(point_on_plane(2.0, {1.0, 0.0, 0.0}, 0.0));
  GlobalUnknowns x(problem.view);
  nsds_report report;
  ASSERT_EQ(solve(problem.view, x, {}, report), NSDS_OK) << report.message;
  EXPECT_EQ(report.iterations, 0);
  EXPECT_LE(report.residual.value, 1e-15);
  EXPECT_EQ(x.r.norm(), 0.0);
}

// A pendulum of length one, a point in the plane on a rod, G v = 0 along the rod at 45 degrees, hits the
// ground with velocity v_0 = (-1, 1): along the rod's normal t = (1, -1) / sqrt 2 it moves with t.v_0 =
// -sqrt 2. Without friction the contact stops it altogether: v = 0, and with m = 1 r_N e_N + lambda e = -v_0
// gives lambda / sqrt 2 = -1 and r_N = 1 - lambda / sqrt 2 = 2.
TEST(GlobalFriction, PendulumStoppedByTheGround) {
  GlobalData problem{MatrixXd::Identity(2, 2), MatrixXd::Identity(2, 2), MatrixXd(1, 2),    VectorXd(2),
                     VectorXd::Zero(2),        VectorXd::Zero(1),        VectorXd::Zero(1), 2};
  problem.G << std::sqrt(0.5), std::sqrt(0.5);
  problem.q << -1.0, 1.0;
  const StoredGlobal stored(problem);
  for (const char* solver : exact_global_solvers) {
    GlobalUnknowns x(stored.view);
    nsds_report report;
    ASSERT_EQ(solve(stored.view, x, {solver, 1e-13}, report), NSDS_OK) << report.message;
    EXPECT_LE(x.v.norm(), 1e-12) << solver;
    EXPECT_NEAR(x.r[0], 2.0, 1e-11) << solver;
    EXPECT_NEAR(x.r[1], 0.0, 1e-12) << solver;
    EXPECT_NEAR(x.lambda[0], -std::sqrt(2.0), 1e-11) << solver;
  }
}

// The same chain, by the method of first order.
TEST(GlobalFriction, AlternatingDirections) {
  for (const std::int32_t dimension : {2, 3}) {
    for (const int joint_rows : {0, 2}) {
      for (const bool symmetric : {true, false}) {
        SCOPED_TRACE("dimension " + std::to_string(dimension) + " joints " + std::to_string(joint_rows));
        const StoredGlobal stored(chain(dimension, 9, joint_rows, symmetric), NSDS_CSC);
        GlobalUnknowns x(stored.view);
        nsds_report report;
        ASSERT_EQ(solve(stored.view, x, {"admm", 1e-7}, report), NSDS_OK) << report.message;
        EXPECT_LE(naive_residual(stored.view, x), 1e-7 + 1e-13);
        EXPECT_LE(momentum_defect(stored.view, x), 1e-12);
      }
    }
  }
}

TEST(GlobalFriction, ChainsWithAndWithoutJointsInEveryStorage) {
  for (const std::int32_t dimension : {2, 3}) {
    for (const int joint_rows : {0, 1, 2}) {
      for (const bool symmetric : {true, false}) {
        const GlobalData problem = chain(dimension, 9, joint_rows, symmetric);
        for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
          const StoredGlobal stored(problem, storage);
          for (const char* solver : exact_global_solvers) {
            SCOPED_TRACE(std::string(solver) + " dimension " + std::to_string(dimension) + " joints " +
                         std::to_string(joint_rows) + " storage " + std::to_string(storage));
            GlobalUnknowns x(stored.view);
            nsds_report report;
            ASSERT_EQ(solve(stored.view, x, {solver}, report), NSDS_OK) << report.message;
            EXPECT_LE(naive_residual(stored.view, x), 1e-10 + 1e-13);
            EXPECT_LE(momentum_defect(stored.view, x), 1e-12);
          }
        }
      }
    }
  }
}

// Finite elements: one connected block, too large for sweeps.
TEST(GlobalFriction, ConnectedMassIsReducedAndNotSwept) {
  const int n = 120, contacts = 20;
  GlobalData problem{MatrixXd::Zero(n, n),
                     MatrixXd::Zero(n, 3 * contacts),
                     MatrixXd::Zero(1, n),
                     VectorXd::Constant(n, -1.0),
                     VectorXd::Zero(3 * contacts),
                     VectorXd::Zero(1),
                     VectorXd::Constant(contacts, 0.4)};
  for (int i = 0; i < n; ++i) {  // a consistent mass matrix, node by node
    problem.M(i, i) = 4.0;
    if (i + 3 < n) problem.M(i, i + 3) = problem.M(i + 3, i) = 1.0;
    if (i + 1 < n) problem.M(i, i + 1) = problem.M(i + 1, i) = 0.25;
  }
  for (int k = 0; k < 3 * contacts; ++k) problem.H(k, k) = 1.0;
  problem.G(0, n - 1) = 1.0;
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    const StoredGlobal stored(problem, storage);
    GlobalUnknowns x(stored.view);
    nsds_report report;
    ASSERT_EQ(solve(stored.view, x, {}, report), NSDS_OK) << report.message;
    EXPECT_LE(naive_residual(stored.view, x), 1e-10 + 1e-13);
    EXPECT_NEAR(x.v[n - 1], 0.0, 1e-12);
    EXPECT_EQ(solve(stored.view, x, {"nsgs"}, report), NSDS_NOT_APPLICABLE);
    EXPECT_NE(std::strstr(report.message, "120 rows"), nullptr) << report.message;
  }
}

TEST(GlobalFriction, NoContactsAndEmptyProblems) {
  GlobalData problem = chain(3, 3, 0);
  problem.H.resize(problem.M.rows(), 0);
  problem.b.resize(0);
  problem.mu.resize(0);
  GlobalData joined = problem;
  joined.G = MatrixXd::Ones(1, problem.M.rows());
  joined.d = VectorXd::Ones(1);
  GlobalData nothing{MatrixXd(0, 0), MatrixXd(0, 0), MatrixXd(0, 0), VectorXd(0),
                     VectorXd(0),    VectorXd(0),    VectorXd(0)};
  const VectorXd v = solve_regular(problem.M, problem.q);
  const VectorXd response = solve_regular(problem.M, joined.G.transpose());
  for (const char* solver : exact_global_solvers) {
    SCOPED_TRACE(solver);
    nsds_report report;
    const StoredGlobal free(problem), held(joined), empty(nothing);
    GlobalUnknowns x(free.view), y(held.view), z(empty.view);
    ASSERT_EQ(solve(free.view, x, {solver}, report), NSDS_OK) << report.message;
    EXPECT_LE((x.v - v).norm(), 1e-13 * v.norm());
    // v + M^-1 G' lambda with G (v + M^-1 G' lambda) = 1.
    ASSERT_EQ(solve(held.view, y, {solver, 1e-12}, report), NSDS_OK) << report.message;
    const double lambda = (1.0 - v.sum()) / response.sum();
    EXPECT_NEAR(y.lambda[0], lambda, 1e-10);
    EXPECT_LE((y.v - v - lambda * response).norm(), 1e-10);
    ASSERT_EQ(solve(empty.view, z, {solver}, report), NSDS_OK) << report.message;
  }
}

// A contact between fixed things (a column of zeros in H) neither pushes nor is pushed; a body that nothing
// touches (rows of zeros) moves freely.
TEST(GlobalFriction, EmptyRowsAndColumns) {
  GlobalData problem = chain(3, 4, 0);
  problem.H.leftCols(3).setZero();
  problem.b.head(3) << 1.0, 0.5, 0.0;
  problem.H.bottomRows(6).setZero();
  problem.H.rightCols(3).setZero();
  problem.b.tail(3) << 2.0, 0.0, 0.0;
  problem.H.middleCols(9, 3).setZero();
  problem.b.segment(9, 3) << 2.0, 0.0, 0.0;
  const StoredGlobal stored(problem);
  for (const char* solver : exact_global_solvers) {
    GlobalUnknowns x(stored.view);
    nsds_report report;
    ASSERT_EQ(solve(stored.view, x, {solver}, report), NSDS_OK) << report.message;
    EXPECT_EQ(x.r.head(3).norm(), 0.0);
    EXPECT_EQ((x.u.head(3) - problem.b.head(3)).norm(), 0.0);
    const VectorXd free = solve_regular(problem.M.bottomRightCorner(6, 6), problem.q.tail(6));
    EXPECT_LE((x.v.tail(6) - free).norm(), 1e-13 * free.norm());
  }
}

// Many points of mass 1 over planes, each with its own velocity: the residual is that of the worst one, which
// is named, and every point gets the velocity that is its own.
TEST(GlobalFriction, EveryContactOfManyIsMeasured) {
  constexpr std::int32_t contacts = 9000, rows = 3 * contacts;
  std::vector<std::int32_t> starts(rows + 1), order(rows);
  std::iota(starts.begin(), starts.end(), 0);
  std::iota(order.begin(), order.end(), 0);
  const std::vector<double> ones(rows, 1.0), mu(contacts, 0.0);
  const nsds_matrix identity = nsds_matrix_csc(rows, rows, starts.data(), order.data(), ones.data());
  VectorXd v = VectorXd::Zero(rows), r = VectorXd::Zero(rows), u(rows);
  for (Eigen::Index c = 0; c < contacts; ++c) v(3 * c) = 1.0 / static_cast<double>(1 + c);
  v(Eigen::Index{3} * 100) = -0.25;
  v(Eigen::Index{3} * 8500) = -0.5;
  nsds_global_friction_contact problem;
  nsds_global_friction_contact_init(&problem);
  problem.contacts = contacts;
  problem.size = rows;
  problem.M = problem.H = &identity;
  const VectorXd q = v, b = VectorXd::Zero(rows);
  problem.q = q.data();
  problem.b = b.data();
  problem.mu = mu.data();
  nsds_residual residual;
  nsds_residual_init(&residual);
  ASSERT_EQ(nsds_global_friction_contact_class_residual(&problem, v.data(), r.data(), nullptr, &residual),
            NSDS_OK);
  EXPECT_EQ(residual.value, 0.5);  // the unit of u is 1, the largest of the free velocities
  EXPECT_EQ(residual.worst, 8500);
  EXPECT_EQ(residual.dual, 0.5);
  ASSERT_EQ(nsds_global_friction_contact_solve(&problem, v.data(), r.data(), u.data(), nullptr, nullptr,
                                               nullptr, nullptr),
            NSDS_OK);
  EXPECT_LE((u - q.cwiseMax(0.0)).lpNorm<Eigen::Infinity>(), 1e-15);
}

}  // namespace
}  // namespace nsds::test::global_friction_test
