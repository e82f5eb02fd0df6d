// Problems whose rows and unknowns are of very different size: judged row by row, and in the units of the caller.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <random>

#include "nsds/numerics/cpp/lcp.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/numbers.hpp"
#include "truth/judge.hpp"

namespace nsds::test::lcp_rows_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
namespace nn = nsds::numerics;

constexpr double tolerance = 1e-8;

struct Scaled {
  MatrixXd M;
  VectorXd q;
  VectorXd z;         // the solution
  VectorXd row, col;  // what the well scaled problem was multiplied by
};

// M = D N E, q = D r, N definite with entries of the order of one and the solution of LCP(N, r) about half positive, D and E
// of powers of ten up to 10^+-decades.
Scaled scaled_problem(std::uint64_t seed, int decades, bool symmetric) {
  std::mt19937_64 draw(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> exponent(-decades, decades);
  const auto n = static_cast<Index>(2 + seed % 20);
  const auto entries = [&](Index rows, Index cols) {
    return MatrixXd::NullaryExpr(rows, cols, [&] { return normal(draw); });
  };
  const MatrixXd B = entries(n, n), S = entries(n, n);
  MatrixXd N = B * B.transpose() / static_cast<double>(n) + 0.1 * MatrixXd::Identity(n, n);
  if (!symmetric) N += 0.5 * (S - S.transpose());
  VectorXd z(n), w(n);
  for (Index i = 0; i < n; ++i) {
    const double size = 0.1 + std::fabs(normal(draw));
    z[i] = i % 2 == 0 ? size : 0.0;
    w[i] = i % 2 == 0 ? 0.0 : size;
  }
  const VectorXd r = w - N * z;
  Scaled made{N, r, z, VectorXd(n), VectorXd(n)};
  for (Index i = 0; i < n; ++i) {
    made.row[i] = std::pow(10.0, exponent(draw));
    made.col[i] = symmetric ? made.row[i] : std::pow(10.0, exponent(draw));
  }
  made.M = made.row.asDiagonal() * N * made.col.asDiagonal();
  made.q = made.row.asDiagonal() * r;
  made.z = z.cwiseQuotient(made.col);
  return made;
}

double judged(const MatrixXd& M, const VectorXd& q, const VectorXd& z) {
  const Index n = q.size();
  return judged(box_problem(M, q, VectorXd::Zero(n), VectorXd::Constant(n, infinity)), z, VectorXd());
}

class ByRows : public ::testing::TestWithParam<const char*> {};

// Nothing is called right that is not, by a judge that shares no code with the library, and what the solver finds in units of
// the problem it finds in all others.
TEST_P(ByRows, ScaledCopiesAreSolvedOrRefused) {
  const auto options = nn::Options(NSDS_CLASS_LCP, GetParam()).set("tolerance", tolerance);
  for (const int decades : {0, 4, 6}) {
    for (const bool symmetric : {true, false}) {
      for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(::testing::Message()
                     << "decades " << decades << (symmetric ? ", symmetric" : "") << ", seed " << seed);
        const Scaled given = scaled_problem(seed, decades, symmetric);
        const nsds_matrix view = nn::view(given.M);
        const nn::lcp::Problem problem(view, given.q);
        nn::lcp::Solution found;
        try {
          found = problem.solve(options);
        } catch (const nn::Error& error) {
          ASSERT_EQ(error.status(), NSDS_NOT_APPLICABLE) << error.what();
          continue;
        }
        ASSERT_TRUE(found.ok()) << found.report.message;
        EXPECT_LE(judged(given.M, given.q, found.z), tolerance * (1.0 + 1e-6));
        EXPECT_LE(problem.residual(found.z).value, tolerance);
        EXPECT_LE((found.z - given.z)
                      .cwiseQuotient(given.z.cwiseAbs() + given.col.cwiseInverse())
                      .cwiseAbs()
                      .maxCoeff(),
                  1e-5);
        EXPECT_LE((found.w - given.M * found.z - given.q)
                      .cwiseQuotient(given.M.cwiseAbs() * found.z + given.q.cwiseAbs())
                      .cwiseAbs()
                      .maxCoeff(),
                  1e-14);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lcp, ByRows,
                         ::testing::Values("auto", "block_pivoting", "lemke", "bard", "least_index",
                                           "newton_min", "newton_fb"),
                         [](const auto& instance) { return std::string(instance.param); });

// In the class, whose unit is that of the largest rows, a point may miss a small row by all of it.
TEST(LcpRows, SeeWhatTheClassDoesNot) {
  const MatrixXd M{{1e8, 0.0}, {0.0, 1.0}};
  const nsds_matrix view = nn::view(M);
  const nn::lcp::Problem problem(view, VectorXd{{-1e8, -0.1}});
  const VectorXd half{{1.0, 0.0}}, right{{1.0, 0.1}};
  EXPECT_LE(problem.class_residual(half).value, 1e-8);
  EXPECT_NEAR(problem.residual(half).value, 1.0, 1e-15);
  EXPECT_EQ(problem.residual(half).worst, 1);
  EXPECT_LE(problem.residual(right).value, 1e-15);
}

// A floor lets a row pass that is violated by no more, whatever its terms; the option does that for all rows. Another row is
// not touched by it.
TEST(LcpRows, FloorsLetRowsPass) {
  const MatrixXd M{{1.0, 0.0}, {0.0, 1.0}};
  const nsds_matrix view = nn::view(M);
  const VectorXd q{{-1e-9, -1.0}}, point{{0.0, 1.0}};
  nn::lcp::Problem problem(view, q);
  EXPECT_EQ(problem.residual(point).value, 1.0);
  problem.set_floor(VectorXd{{1e-9, 0.0}});
  EXPECT_EQ(problem.residual(point).value, 0.0);
  problem.set_floor(VectorXd{{0.99e-9, 1.0}});
  EXPECT_EQ(problem.residual(point).value, 1.0);
  VectorXd z = point, w(2);
  const nn::lcp::Problem plain(view, q);
  const nn::Report report = plain.solve(
      z, w, nn::Options(NSDS_CLASS_LCP, "lemke").set("warm_start", true).set("absolute_tolerance", 1e-9));
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(z, point);
}

// What an equilibrated copy proves is carried back.
TEST(LcpRows, ProofsAreOfTheGivenProblem) {
  const Scaled given = scaled_problem(7, 3, true);
  const Index n = given.q.size();
  MatrixXd M = -given.M;  // no z >= 0 has (M z + q)_i >= 0 where ...
  VectorXd q = -given.q.cwiseAbs();
  M = M.cwiseAbs() * -1.0;
  const nsds_matrix view = nn::view(M);
  const nn::lcp::Solution found = nn::lcp::Problem(view, q).solve();
  ASSERT_EQ(found.report.status, NSDS_INFEASIBLE) << found.report.message;
  const VectorXd& y = found.certificate;
  ASSERT_EQ(y.size(), n);
  EXPECT_GE(y.minCoeff(), 0.0);
  EXPECT_LE((M.transpose() * y).maxCoeff(), 0.0);
  EXPECT_LT(q.dot(y), 0.0);
}

TEST(LcpRows, WrongFloorsAreRefused) {
  const MatrixXd M{{2.0, 0.0}, {0.0, 1.0}};
  const nsds_matrix view = nn::view(M);
  const VectorXd q{{-1.0, -1.0}};
  const auto refusal = [&](const VectorXd& floor) -> std::string {
    try {
      nn::lcp::Problem problem(view, q);
      problem.set_floor(floor);
      problem.solve();
      return "";
    } catch (const nn::Error& error) {
      return error.what();
    }
  };
  EXPECT_NE(refusal(VectorXd{{0.0, -1.0}}).find("floor[1] is -1"), std::string::npos);
  EXPECT_NE(refusal(VectorXd{{infinity, 1.0}}).find("floor[0] is inf"), std::string::npos);
  EXPECT_NE(refusal(VectorXd{{1.0}}).find("floor is"), std::string::npos);
}

}  // namespace
}  // namespace nsds::test::lcp_rows_test
