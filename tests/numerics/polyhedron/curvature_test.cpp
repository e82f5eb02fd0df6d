// Quadratic programs whose Q is not positive semidefinite: where their conditions of optimality are solved the report
// says what is known of the point; of the others it never says so.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/qp.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/draws.hpp"
#include "support/program_instances.hpp"

namespace nsds::test::curvature_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr const char* solved = "The residual is within the tolerance.";
constexpr const char* start_solves = "The starting point solves the problem.";
constexpr const char* stationary =
    "A stationary point was found, within the tolerance, from which the objective falls along nothing that "
    "holds. It need not be the least "
    "one: Q is not positive semidefinite.";
constexpr const char* saddle =
    "The conditions of optimality hold, but the point is no minimum: the objective falls along a direction "
    "in which all that holds goes on to "
    "hold. Try another solver or start.";
constexpr const char* untested =
    "The residual is within the tolerance. The point is a minimum if Q is positive semidefinite, which was "
    "not "
    "tested: that takes too much time or memory.";

// min -x²/2 - y² - x over [-1, 2] x [-1, 1]: the minimum is -5 at (2, ±1), but y = 0 is stationary for every x, and
// x = -1 too, where the objective is +1/2: a maximum along x.
TEST(Curvature, AStationaryPointIsNotCalledAMinimum) {
  const MatrixXd Q = VectorXd{{-1.0, -2.0}}.asDiagonal();
  const VectorXd p{{-1.0, 0.0}};
  const nn::Constraints box{.lower = VectorXd{{-1.0, -1.0}}, .upper = VectorXd{{2.0, 1.0}}};
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    const Stored stored(Q, storage);
    for (int k = 0; k < nsds_solver_count(NSDS_CLASS_QP); ++k) {
      const nn::Options options(NSDS_CLASS_QP, nsds_solver_at(NSDS_CLASS_QP, k)->name);
      SCOPED_TRACE(options.solver() + " " + storage_name(storage));
      try {
        const nn::qp::Solution found = nn::qp::Problem(stored.view(), p, box).solve(options);
        const bool at_bound = std::abs(found.z[1]) == 1.0;
        if (found.ok()) {
          EXPECT_STREQ(found.report.message, stationary);
          EXPECT_TRUE(at_bound) << found.z;
        } else {
          EXPECT_NE(options.solver(), "auto") << found.report.message;
        }
        if (found.report.status == NSDS_NOT_A_MINIMUM) {
          EXPECT_STREQ(found.report.message, saddle);
          EXPECT_EQ(found.z[1], 0.0);
        }
      } catch (const nn::Error& error) {
        EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE);
      }
    }
  }
}

// The starting point (-1, 0) solves the conditions; no solver runs.
TEST(Curvature, NorIsAStartThatIsStationary) {
  const MatrixXd Q = VectorXd{{-1.0, -2.0}}.asDiagonal();
  const nn::qp::Problem problem(nn::view(Q), VectorXd{{-1.0, 0.0}},
                                {.lower = VectorXd{{-1.0, -1.0}}, .upper = VectorXd{{2.0, 1.0}}});
  for (const char* solver : {"auto", "goldfarb_idnani"}) {
    VectorXd z{{-1.0, 0.0}}, none(0);
    const nn::Report report =
        problem.solve(z, none, nn::Options(NSDS_CLASS_QP, solver).set("warm_start", true));
    const bool goes_on = std::string(solver) == "auto";
    EXPECT_EQ(report.status, goes_on ? NSDS_OK : NSDS_NOT_A_MINIMUM);
    EXPECT_STREQ(report.message, goes_on ? stationary : saddle) << solver;
    EXPECT_EQ(std::abs(z[1]), goes_on ? 1.0 : 0.0);
    if (!goes_on) {
      EXPECT_EQ(report.iterations, 0);
    }
  }
}

// min -x y with |x - y| <= 1 and x + y <= 4: (0, 0) is a saddle, (2, 2) the minimum, -4. Without a report the status is the same.
TEST(Curvature, AlongConstraintsDecides) {
  const MatrixXd Q{{0.0, -1.0}, {-1.0, 0.0}}, A{{1.0, -1.0}, {-1.0, 1.0}, {-1.0, -1.0}};
  const VectorXd b{{-1.0, -1.0, -4.0}}, p = VectorXd::Zero(2);
  const nn::qp::Problem problem(nn::view(Q), p,
                                {.A = nn::view(A), .b = b, .lower = VectorXd::Constant(2, -3.0)});
  const nn::qp::Solution found = problem.solve();
  ASSERT_TRUE(found.ok()) << found.report.message;
  EXPECT_NEAR((found.z - VectorXd{{2.0, 2.0}}).norm() * (found.z + VectorXd{{3.0, 3.0}}).norm(), 0.0, 1e-7);
  VectorXd z = VectorXd::Zero(2), multipliers = VectorXd::Zero(3);
  const auto named = nn::Options(NSDS_CLASS_QP, "newton_min").set("warm_start", true);
  EXPECT_EQ(problem.solve(z, multipliers, named).status, NSDS_NOT_A_MINIMUM);
}

// The same saddle on a constraint: min -x y - z with z <= 1, x + y = 0 has +x² along the equation, and is a minimum; with x = y it is a maximum.
TEST(Curvature, AnEquationMayHoldWhatWouldFall) {
  MatrixXd Q = MatrixXd::Zero(3, 3);
  Q(0, 1) = Q(1, 0) = -1.0;
  for (const double sign : {1.0, -1.0}) {
    const MatrixXd C{{1.0, sign, 0.0}};
    const nn::qp::Problem problem(
        nn::view(Q), VectorXd{{0.0, 0.0, -1.0}},
        {.C = nn::view(C), .d = VectorXd::Zero(1), .upper = VectorXd{{5.0, 7.0, 1.0}}});
    for (const char* solver : {"auto", "newton_min"}) {
      const nn::qp::Solution found = problem.solve(nn::Options(NSDS_CLASS_QP, solver));
      const bool is_auto = std::string(solver) == "auto";
      if (sign > 0.0) {
        EXPECT_TRUE(found.ok()) << found.report.message;
        EXPECT_NEAR(found.z.head(2).norm(), 0.0, 1e-8);
      } else if (found.ok()) {
        EXPECT_TRUE(is_auto);
        EXPECT_NEAR(found.z[0], 5.0, 1e-8);
      } else {
        EXPECT_EQ(found.report.status, NSDS_NOT_A_MINIMUM) << solver << found.report.message;
      }
    }
  }
}

// A symmetric matrix of that least eigenvalue, the others between 0 and 1, `zeros` of them 0.
MatrixXd with_least_eigenvalue(Index n, double least, Index zeros, Draws& draws) {
  const MatrixXd drawn = MatrixXd::NullaryExpr(n, n, [&] { return draws.uniform(-1.0, 1.0); });
  const MatrixXd symmetric = drawn + drawn.transpose();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> basis(symmetric);
  VectorXd eigenvalues = VectorXd::NullaryExpr(n, [&] { return draws.uniform(0.1, 1.0); });
  eigenvalues.tail(zeros).setZero();
  eigenvalues[0] = least;
  const MatrixXd Q = basis.eigenvectors() * eigenvalues.asDiagonal() * basis.eigenvectors().transpose();
  return 0.5 * (Q + Q.transpose());
}

// With p ≥ 0 and z ≥ 0 the start z = 0 is stationary whatever Q is. A negative eigenvalue of 1e-9 beside 1 is seen,
// zero eigenvalues that rounding has moved are not mistaken for one. Off-diagonal entries are as large as the diagonal,
// so that a factorisation decides; n = 100 takes the sparse one.
TEST(Curvature, IsSeenBeyondRoundingAndNotBelow) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Draws draws(seed);
    for (const Index n : {2, 5, 30, 100}) {
      for (const double least : {-1.0, -1e-9, 0.0}) {
        const MatrixXd Q = with_least_eigenvalue(n, least, n / 2, draws);
        for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC}) {
          const Stored stored(Q, storage);
          const nn::qp::Problem problem(stored.view(), VectorXd::Ones(n), {.lower = VectorXd::Zero(n)});
          EXPECT_STREQ(problem.solve().report.message, least < 0.0 ? stationary : start_solves)
              << "n = " << n << ", " << least << ", seed " << seed << " " << storage_name(storage);
        }
      }
    }
  }
}

// A Laplacian is semidefinite by its dominant diagonal; -1 added to one entry of the diagonal makes it indefinite.
TEST(Curvature, OfSparseMatrices) {
  constexpr Index n = 1000;
  MatrixXd Q = MatrixXd::Zero(n, n);
  for (Index i = 0; i + 1 < n; ++i) {
    Q(i, i) += 1.0;
    Q(i + 1, i + 1) += 1.0;
    Q(i, i + 1) = Q(i + 1, i) = -1.0;
  }
  for (const double less : {0.0, 1.0}) {
    Q(n / 2, n / 2) -= less;
    const Stored stored(Q, NSDS_CSC);
    const nn::qp::Problem problem(stored.view(), VectorXd::Ones(n), {.lower = VectorXd::Zero(n)});
    EXPECT_STREQ(problem.solve().report.message, less == 0.0 ? start_solves : stationary);
  }
}

// Programs that are convex, with rows and without, are never accused.
TEST(Curvature, OfConvexProgramsIsNotMentioned) {
  for (const Curvature kind : {Curvature::definite, Curvature::semidefinite, Curvature::none}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const ProgramInstance made = planted_program({16, 12, 3, kind, true}, seed);
      const nn::qp::Solution found =
          nn::qp::Problem(nn::view(made.Q), made.p,
                          {nn::view(made.A), made.b, nn::view(made.C), made.d, made.lower, made.upper})
              .solve();
      EXPECT_TRUE(found.ok());
      EXPECT_STREQ(found.report.message, solved) << "seed " << seed;
    }
  }
}

// Reuse of values gives the same sentence, and a workspace forgets it with the values.
TEST(Curvature, IsRememberedWithTheValues) {
  MatrixXd Q{{1.0, 2.0}, {2.0, 1.0}};
  const VectorXd p = VectorXd::Ones(2), lower = VectorXd::Zero(2);
  nn::Workspace workspace;
  const auto message = [&](const char* reuse) {
    return std::string(nn::qp::Problem(nn::view(Q), p, {.lower = lower})
                           .solve(nn::Options(NSDS_CLASS_QP).set("reuse", reuse), &workspace)
                           .report.message);
  };
  EXPECT_EQ(message("none"), stationary);
  EXPECT_EQ(message("values"), stationary);
  Q(1, 1) = 5.0;
  EXPECT_EQ(message("structure"), start_solves);
  EXPECT_EQ(message("values"), start_solves);
  Q(1, 1) = 1.0;
  EXPECT_EQ(message("none"), stationary);
}

// Ten entries a row at random places: the factors of such a matrix are nearly full, 3000³/3 operations.
TEST(Curvature, IsNotLookedAtForLongerThanASecond) {
  constexpr Index n = 3000;
  Draws draws(1);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 1.0);
    for (int k = 0; k < 5; ++k) {
      const int j = draws.integer(0, static_cast<int>(n) - 1);
      if (j == i) continue;
      entries.emplace_back(i, j, 1.0);
      entries.emplace_back(j, i, 1.0);
    }
  }
  Eigen::SparseMatrix<double> Q(n, n);
  Q.setFromTriplets(entries.begin(), entries.end());
  const nn::qp::Problem problem(nn::view(Q), VectorXd::Ones(n), {.lower = VectorXd::Zero(n)});
  const nn::qp::Solution found = problem.solve();
  EXPECT_TRUE(found.ok());
  EXPECT_STREQ(found.report.message, untested);
}

}  // namespace
}  // namespace nsds::test::curvature_test
