// Problems whose rows and unknowns are of very different size: judged row by row, and in the units of the caller.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <random>

#include "nsds/numerics/cpp/lcp.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/numbers.hpp"
#include "support/row_judge.hpp"

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
  return judge_box_rows(M, q, VectorXd::Zero(n), VectorXd::Constant(n, infinity), z);
}

class ByRows : public ::testing::TestWithParam<const char*> {};

// Nothing is called right that is not, by a judge that shares no code with the library, and what the solver finds in units of
// the problem it finds in all others.
TEST_P(ByRows, ScaledCopiesAreSolvedOrRefused) {
  const auto options =
      nn::Options(NSDS_CLASS_LCP, GetParam()).set("residual", "rows").set("tolerance", tolerance);
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
        EXPECT_LE(judged(given.M, given.q, found.z), 4.0 * tolerance);  // units are found to a factor of two
        EXPECT_LE(problem.row_residual(found.z).value, tolerance);
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
  EXPECT_LE(problem.residual(half).value, 1e-8);
  EXPECT_NEAR(problem.row_residual(half).value, 1.0, 1e-15);
  EXPECT_EQ(problem.row_residual(half).worst, 1);
  EXPECT_LE(problem.row_residual(right).value, 1e-15);
}

// Units of the caller, row by row: the same numbers as for the problem written in those units, whatever the storage.
TEST(LcpRows, UnitsOfTheCallerAreThoseOfTheResidual) {
  const MatrixXd N{{4.0, -1.0, 0.5}, {-1.0, 3.0, 0.25}, {0.0, 0.5, 2.0}};
  const VectorXd r{{-1.0, 2.0, -3.0}}, z_unit{{1.0 / 1024.0, 8.0, 4096.0}}, w_unit{{256.0, 1.0 / 64.0, 2.0}};
  const MatrixXd M = w_unit.asDiagonal() * N * z_unit.cwiseInverse().asDiagonal();
  const VectorXd q = w_unit.cwiseProduct(r), point{{0.3, 0.1, 0.2}}, scaled = z_unit.cwiseProduct(point);
  double expected = 0.0;
  const VectorXd image = N * point + r;
  for (Index i = 0; i < 3; ++i) expected = std::max(expected, std::fabs(std::min(point[i], image[i])));
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    SCOPED_TRACE(storage_name(storage));
    const Stored stored(M, storage);
    const nn::lcp::Problem problem(stored.view(), q, z_unit, w_unit);
    EXPECT_DOUBLE_EQ(problem.residual(scaled).value, expected);
    const nn::lcp::Solution found = problem.solve();
    ASSERT_TRUE(found.ok()) << found.report.message;
    EXPECT_EQ(found.report.residual.value, problem.residual(found.z).value);
    const nn::lcp::Solution own = nn::lcp::Problem(nn::view(N), r).solve();
    EXPECT_LE((found.z.cwiseQuotient(z_unit) - own.z).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LE((found.w.cwiseQuotient(w_unit) - own.w).cwiseAbs().maxCoeff(), 1e-14);
    // From the solution, in the units of the caller, nothing is left to do.
    VectorXd z = found.z, w(3);
    const nn::Report again = problem.solve(z, w, nn::Options(NSDS_CLASS_LCP).set("warm_start", true));
    EXPECT_TRUE(again.ok());
    EXPECT_EQ(again.iterations, 0);
    EXPECT_EQ(z, found.z);
  }
}

// A proof is in the units of the caller too, and so is that of a problem judged by rows.
TEST(LcpRows, ProofsAreOfTheGivenProblem) {
  const Scaled given = scaled_problem(7, 3, true);
  const Index n = given.q.size();
  MatrixXd M = -given.M;  // no z >= 0 has (M z + q)_i >= 0 where ...
  VectorXd q = -given.q.cwiseAbs();
  M = M.cwiseAbs() * -1.0;
  const nsds_matrix view = nn::view(M);
  const auto check = [&](const nn::lcp::Solution& found) {
    ASSERT_EQ(found.report.status, NSDS_INFEASIBLE) << found.report.message;
    const VectorXd& y = found.certificate;
    ASSERT_EQ(y.size(), n);
    EXPECT_GE(y.minCoeff(), 0.0);
    EXPECT_LE((M.transpose() * y).maxCoeff(), 0.0);
    EXPECT_LT(q.dot(y), 0.0);
  };
  check(nn::lcp::Problem(view, q).solve(nn::Options(NSDS_CLASS_LCP).set("residual", "rows")));
  check(nn::lcp::Problem(view, q, given.col.cwiseInverse(), given.row).solve());
}

TEST(LcpRows, WrongUnitsAreRefused) {
  const MatrixXd M{{2.0, 0.0}, {0.0, 1.0}};
  const nsds_matrix view = nn::view(M);
  const VectorXd q{{-1.0, -1.0}}, good{{1.0, 2.0}};
  const auto refusal = [&](const VectorXd& z_unit, const VectorXd& w_unit,
                           const char* measure) -> std::string {
    try {
      nn::lcp::Problem(view, q, z_unit, w_unit).solve(nn::Options(NSDS_CLASS_LCP).set("residual", measure));
      return "";
    } catch (const nn::Error& error) {
      return error.what();
    }
  };
  EXPECT_NE(refusal(VectorXd{{1.0, 0.0}}, good, "class").find("z_unit[1] is 0, it must be positive"),
            std::string::npos);
  EXPECT_NE(refusal(good, VectorXd{{-1.0, 1.0}}, "class").find("w_unit[0] is -1, it must be positive"),
            std::string::npos);
  EXPECT_NE(refusal(good, good, "rows").find("z_unit goes with residual = class"), std::string::npos);
  nsds_lcp half;
  nsds_lcp_init(&half);
  half.size = 2;
  half.M = &view;
  half.q = q.data();
  half.z_unit = good.data();
  VectorXd z(2);
  nn::Report report;
  EXPECT_EQ(nsds_lcp_solve(&half, z.data(), nullptr, nullptr, nullptr, &report), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(report.message).find("w_unit"), std::string::npos) << report.message;
}

}  // namespace
}  // namespace nsds::test::lcp_rows_test
