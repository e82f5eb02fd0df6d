// Quadratic programs whose Q is not positive semidefinite: where their conditions of optimality are solved the report
// says that the point is stationary; of the others it never says so.
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
    "A stationary point was found, within the tolerance. It need not be a minimum: Q is not positive "
    "semidefinite.";
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
        if (found.ok()) {
          EXPECT_STREQ(found.report.message, stationary);
        } else {
          EXPECT_NE(options.solver(), "auto") << found.report.message;
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
    EXPECT_EQ(report.status, NSDS_OK);
    EXPECT_EQ(report.iterations, 0);
    EXPECT_STREQ(report.message, stationary) << solver;
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
