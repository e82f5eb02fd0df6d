// Convex QPs over sets given by a projection: every solver against solutions in closed form or known by
// construction, and against the relay class where the set is a box.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "nsds/numerics/cpp/relay.hpp"
#include "numerics/convex_qp/convex_qp_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::convex_qp_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::convex_qp::Problem;
using nn::convex_qp::Projector;

TEST_P(ConvexQp, AgreesWithTheRelayClassOverBoxes) {
  for (const int n : {1, 2, 5, 20, 50}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
        SCOPED_TRACE(::testing::Message()
                     << "n = " << n << " seed = " << seed << " " << storage_name(storage));
        const BoxQp box(random_box(n, seed), storage);
        const auto reference = nn::relay::Problem(nn::view(box.M), box.q, box.lower, box.upper)
                                   .solve(nn::Options(NSDS_CLASS_RELAY).set("tolerance", 1e-12));
        ASSERT_TRUE(reference.ok()) << reference.report.message;
        const auto solved = box.problem().solve(options(1e-9));
        ASSERT_TRUE(solved.ok()) << solved.report.message;
        // What is reported is what ok means, row by row, and no more the residual in the units of the class.
        EXPECT_LE(box.residual(solved.z, solved.xi), 1.0001e-9);
        EXPECT_NEAR(box.problem().residual(solved.z, solved.xi).value, solved.report.residual.value, 1e-12);
        // M >= 0.5: the solution is no further than a few times the residual
        EXPECT_LE((solved.z - reference.z).norm(), 1e-6);
        EXPECT_LE((solved.xi - reference.w).norm(), 1e-6 * (1.0 + reference.w.norm()));
        EXPECT_LE((solved.u - solved.z).norm(), 1e-14 * (1.0 + solved.z.norm()));
      }
    }
  }
}

// M = 1, q = -c: the solution is the projection of c.
TEST_P(ConvexQp, ProjectsOntoSetsWithClosedForms) {
  Random random(11);
  const MatrixXd M = MatrixXd::Identity(6, 6);
  const nsds_matrix view = nn::view(M);
  const Projector sets[] = {ball(0.7), cones(), project_simplex};
  for (const Projector& set : sets) {
    for (int draw = 0; draw < 5; ++draw) {
      const VectorXd c = random.vector(6, -2.0, 2.0);
      VectorXd expected(6);
      set(c, expected);
      const auto solved = Problem(view, -c, set).solve(options(1e-11));
      ASSERT_TRUE(solved.ok()) << solved.report.message;
      EXPECT_LE((solved.z - expected).norm(), 1e-10);
      EXPECT_LE((solved.xi - (expected - c)).norm(), 1e-10);
    }
  }
}

TEST_P(ConvexQp, FindsPlantedSolutionsUnderALinearMap) {
  const Projector simplex = project_simplex;
  for (const auto& [n, m] : {std::pair{4, 3}, {6, 12}, {20, 9}, {12, 30}}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Random random(seed + 100);
      const MatrixXd M = positive_definite(n, random);
      for (const Projector& set : {ball(1.0), cones(), simplex}) {
        SCOPED_TRACE(::testing::Message() << "n = " << n << " m = " << m << " seed = " << seed);
        for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
          const BoxQp qp(planted(n, m, set, seed, M), storage);
          const double tolerance = name() == "extragradient" ? 1e-6 : 1e-9;
          if (!takes_A()) {
            EXPECT_EQ(refusal(qp.problem()), NSDS_NOT_APPLICABLE);
            continue;
          }
          const auto solved = qp.problem().solve(options(tolerance));
          ASSERT_TRUE(solved.ok()) << solved.report.message;
          EXPECT_LE(qp.residual(solved.z, solved.xi), 1.0001 * tolerance);
          EXPECT_LE((solved.u - qp.u(solved.z)).norm(), 1e-12 * (1.0 + solved.u.norm()));
        }
      }
    }
  }
}

TEST_P(ConvexQp, FindsPlantedSolutionsOverRowsWithBounds) {
  for (const auto& [n, m] : {std::pair{3, 2}, {8, 12}, {20, 30}}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(::testing::Message() << "n = " << n << " m = " << m << " seed = " << seed);
      Random random(seed + 7);
      const BoxQp qp(planted_rows(n, m, seed, positive_definite(n, random)), NSDS_CSC);
      if (!takes_A()) {
        EXPECT_EQ(refusal(qp.problem()), NSDS_NOT_APPLICABLE);
        continue;
      }
      const double tolerance = name() == "extragradient" ? 1e-6 : 1e-9;
      const auto solved = qp.problem().solve(options(tolerance));
      ASSERT_TRUE(solved.ok()) << solved.report.message;
      // Rows are held against their own terms, which are larger than the units of the class.
      EXPECT_LE(qp.problem().residual(solved.z, solved.xi).value, 1.0001 * tolerance);
    }
  }
}

// M of rank n / 2. Solutions need not be unique, but M z and the objective are: their values are those of the
// plant.
TEST_P(ConvexQp, SolvesWhereMIsSingular) {
  Random random(21);
  const int n = 12;
  const MatrixXd H = random.matrix(n, n / 2, -1.0, 1.0);
  const MatrixXd M = H * H.transpose();
  const VectorXd outside = random.vector(n, -2.0, 2.0);
  for (const Projector& set : {ball(1.0), cones()}) {
    VectorXd z(n);
    set(outside, z);
    const VectorXd q = (z - outside) - M * z;
    const auto solved = Problem(nn::view(M), q, set).solve(options(1e-8));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    const auto objective = [&](const VectorXd& x) { return 0.5 * x.dot(M * x) + q.dot(x); };
    EXPECT_NEAR(objective(solved.z), objective(z), 1e-6);
    EXPECT_LE((H.transpose() * (solved.z - z)).norm(),
              1e-3);  // the square of this is of the order of the objective
  }
}

// A linear program over a simplex: the solution is the vertex of the smallest cost.
TEST_P(ConvexQp, SolvesWhereMIsZero) {
  const MatrixXd M = MatrixXd::Zero(4, 4);
  const VectorXd q = (VectorXd(4) << 3.0, 1.0, 2.0, 5.0).finished();
  const auto solved = Problem(nn::view(M), q, project_simplex).solve(options(1e-9));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - VectorXd::Unit(4, 1)).norm(), 1e-8);
}

// A chain of springs whose neighbouring differences are bounded, and the same over cones: what is sparse and
// large enough to be factorised as such has the solution of the dense problem.
TEST_P(ConvexQp, SparseAndDenseAgree) {
  const int n = 150;
  MatrixXd M = MatrixXd::Zero(n, n);
  MatrixXd A = MatrixXd::Zero(n - 1, n);
  for (int i = 0; i < n; ++i) M(i, i) = 2.5;
  for (int i = 0; i + 1 < n; ++i) {
    M(i, i + 1) = M(i + 1, i) = -1.0;
    A(i, i + 1) = 1.0;
    A(i, i) = -1.0;
  }
  Random random(31);
  Plain box, cone, identity;
  box.M = cone.M = identity.M = M;
  box.q = cone.q = identity.q = random.vector(n, -2.0, 2.0);
  box.A = A;
  box.b = VectorXd::Zero(n - 1);
  box.lower = VectorXd::Constant(n - 1, -0.1);
  box.upper = VectorXd::Constant(n - 1, 0.2);
  cone.A = A.topRows(n - 3);
  cone.b = random.vector(n - 3, -0.1, 0.3);
  cone.project = cones();
  identity.project = cones();
  for (const Plain& plain : {box, cone, identity}) {
    const bool under_A = plain.A.size() != 0;
    if (under_A && (!takes_A() || name() == "extragradient")) continue;  // which is slow on long chains
    const auto dense = BoxQp(plain, NSDS_DENSE).problem().solve(options(1e-10));
    ASSERT_TRUE(dense.ok()) << dense.report.message;
    EXPECT_LE(plain.residual(dense.z, dense.xi), 1.0001e-10);
    for (const nsds_storage storage : {NSDS_CSC, NSDS_BSR}) {
      const auto sparse = BoxQp(plain, storage).problem().solve(options(1e-10));
      ASSERT_TRUE(sparse.ok()) << sparse.report.message;
      EXPECT_LE(plain.residual(sparse.z, sparse.xi), 1.0001e-10);
      EXPECT_LE((sparse.z - dense.z).norm(), 1e-7);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, ConvexQp, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_CONVEX_QP)),
                         [](const ::testing::TestParamInfo<int>& row) {
                           return std::string(nsds_solver_at(NSDS_CLASS_CONVEX_QP, row.param)->name);
                         });

// Transport of goods from two places to three at least cost: min c'z, z >= 0, what leaves and what arrives
// given, so that one of the equalities is redundant. Every place can be served at its cheapest rate, 1, 3
// and 1.
TEST(ConvexQpAdmm, SolvesATransportProblem) {
  const MatrixXd M = MatrixXd::Zero(6, 6);
  const VectorXd cost = (VectorXd(6) << 1.0, 3.0, 2.0, 4.0, 3.0, 1.0).finished();
  MatrixXd A = MatrixXd::Zero(11, 6);
  A.topRows(6).setIdentity();
  for (int from = 0; from < 2; ++from)
    for (int to = 0; to < 3; ++to) A(6 + from, 3 * from + to) = A(8 + to, 3 * from + to) = 1.0;
  VectorXd lower = VectorXd::Zero(11);
  VectorXd upper = VectorXd::Constant(11, infinity);
  lower.tail(5) = upper.tail(5) = (VectorXd(5) << 5.0, 6.0, 2.0, 5.0, 4.0).finished();
  const VectorXd b = VectorXd::Zero(11);
  const Problem problem(nn::view(M), cost, nn::view(A), b, lower, upper);
  const auto solved = problem.solve(nn::Options(NSDS_CLASS_CONVEX_QP, "admm").set("tolerance", 1e-12));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_NEAR(cost.dot(solved.z), 2.0 * 1.0 + 5.0 * 3.0 + 4.0 * 1.0, 1e-9);
}

// Without its additions the method is the one of the theorem, slower but with the same solution.
TEST(ConvexQpAdmm, NeedsNoneOfItsOptions) {
  Random random(17);
  const BoxQp qp(planted_rows(10, 15, 5, positive_definite(10, random)), NSDS_DENSE);
  const auto reference =
      qp.problem().solve(nn::Options(NSDS_CLASS_CONVEX_QP, "admm").set("tolerance", 1e-11));
  ASSERT_TRUE(reference.ok()) << reference.report.message;
  for (const char* option : {"polish", "adaptive_penalty", "relaxation"}) {
    nn::Options options = nn::Options(NSDS_CLASS_CONVEX_QP, "admm").set("tolerance", 1e-9);
    if (std::string(option) == "relaxation") {
      options.set(option, 1.0).set("polish", 0).set("adaptive_penalty", 0);
    } else {
      options.set(option, 0);
    }
    const auto solved = qp.problem().solve(options);
    EXPECT_TRUE(solved.ok()) << option << ": " << solved.report.message;
    EXPECT_LE((solved.z - reference.z).norm(), 1e-7) << option;
  }
}

}  // namespace
}  // namespace nsds::test::convex_qp_test
