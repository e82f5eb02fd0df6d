// Conversions of the smallest and of large problems, and who owns what.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "numerics/conversion/conversion_checks.hpp"
#include "support/numbers.hpp"

namespace nsds::test::conversion_size_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::CarriedPoint;
using nn::Conversion;

BoxProblem box_of_size(Index n, double low, double high) {
  BoxProblem box;
  box.M = MatrixXd::Constant(n, n, 2.0);
  box.q = VectorXd::Constant(n, -1.0);
  box.lower = VectorXd::Constant(n, low);
  box.upper = VectorXd::Constant(n, high);
  return box;
}

// z = 1/2 wherever the bounds let it.
TEST(ConversionSizes, NoneAndOne) {
  for (const nsds_storage storage : stored_storages) {
    for (const Index n : {0, 1}) {
      SCOPED_TRACE(std::string(storage_name(storage)) + " size " + std::to_string(n));
      const auto expect_half = [n](const auto& problem, const Conversion& conversion, double value = 0.5) {
        const CarriedPoint z = conversion.back(solve(conversion));
        ASSERT_EQ(z.z.size(), n);
        if (n == 1) {
          EXPECT_NEAR(z.z[0], value, 1e-10);
        }
        EXPECT_LE(residual(problem, z), wanted);
      };
      const BoxProblem half_line = box_of_size(n, 0.0, infinity);
      const GivenLcp lcp({half_line.M, half_line.q}, storage);
      expect_half(lcp.problem, nn::lcp_to_qp_symmetric(lcp.problem));
      expect_half(lcp.problem, nn::lcp_to_qp_nonsymmetric(lcp.problem));
      expect_half(lcp.problem, nn::lcp_to_avi(lcp.problem));
      for (const double low : {0.0, -infinity}) {
        const GivenMlcp mlcp(box_of_size(n, low, infinity), storage);
        expect_half(mlcp.problem, nn::mlcp_to_lcp(mlcp.problem));
      }
      for (const double high : {infinity, 0.25}) {
        const GivenRelay relay(box_of_size(n, -infinity, high), storage);
        expect_half(relay.problem, nn::relay_to_lcp(relay.problem), std::min(0.5, high));
        expect_half(relay.problem, nn::relay_to_avi(relay.problem), std::min(0.5, high));
      }
      ProgramInstance instance("small", n, 0, 0);
      instance.Q.setConstant(2.0);
      instance.p.setConstant(-1.0);
      GivenQp qp(instance, storage);
      qp.problem.A = qp.problem.C = nullptr;
      qp.problem.lower = qp.problem.upper = nullptr;
      expect_half(qp.problem, nn::qp_to_mlcp(qp.problem));
      expect_half(qp.problem, nn::qp_to_dual(qp.problem));
      expect_half(qp.problem, nn::qp_to_avi(qp.problem));
    }
  }
}

// The conversion keeps nothing of the caller's.
TEST(ConversionOwnership, OutlivesTheGivenProblem) {
  const BoxProblem box = make_box("relay:10:3");
  auto given = std::make_unique<GivenRelay>(box, NSDS_CSC);
  const Conversion lcp = nn::relay_to_lcp(given->problem);
  const Conversion avi = nn::relay_to_avi(given->problem);
  given.reset();
  EXPECT_LE((lcp.back(solve(lcp)).z - *box.solution).norm(), 1e-8);
  EXPECT_LE((avi.back(solve(avi)).z - *box.solution).norm(), 1e-8);
}

TEST(ConversionOwnership, ClassesAndNulls) {
  const GivenLcp given({MatrixXd::Identity(2, 2), VectorXd::Ones(2)}, NSDS_DENSE);
  const Conversion conversion = nn::lcp_to_avi(given.problem);
  EXPECT_NE(conversion.avi(), nullptr);
  EXPECT_EQ(conversion.lcp(), nullptr);
  EXPECT_EQ(conversion.mlcp(), nullptr);
  EXPECT_EQ(conversion.qp(), nullptr);
  EXPECT_EQ(nsds_conversion_describe(nullptr), nullptr);
  EXPECT_EQ(nsds_conversion_lcp(nullptr), nullptr);
  EXPECT_EQ(nsds_conversion_avi(nullptr), nullptr);
  nsds_conversion_free(nullptr);
}

// What a sparse tridiagonal problem of 4000 unknowns becomes stays sparse.
TEST(ConversionSizes, SparseStaysSparse) {
  const std::int32_t n = 4000;
  std::vector<std::int32_t> starts{0}, rows;
  std::vector<double> values;
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) {
      rows.push_back(i);
      values.push_back(i == j ? 3.0 : -1.0);
    }
    starts.push_back(static_cast<std::int32_t>(rows.size()));
  }
  const nsds_matrix M = nsds_matrix_csc(n, n, starts.data(), rows.data(), values.data());
  const VectorXd q = VectorXd::Constant(n, -1.0), low = VectorXd::Zero(n), high = VectorXd::Constant(n, 0.5);
  nsds_relay relay;
  nsds_relay_init(&relay);
  relay.size = n;
  relay.M = &M;
  relay.q = q.data();
  relay.lower = low.data();
  relay.upper = high.data();
  const Conversion conversion = nn::relay_to_lcp(relay);
  ASSERT_EQ(conversion.lcp()->size, 2 * n);
  EXPECT_EQ(conversion.lcp()->M->as.csc.column_starts[conversion.lcp()->size], starts.back() + 2 * n);
  // Every other unknown free: eliminating one joins its two neighbours alone.
  std::vector<unsigned char> marks(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = static_cast<unsigned char>(i % 2);
  nsds_mlcp mlcp;
  nsds_mlcp_init(&mlcp);
  mlcp.size = n;
  mlcp.M = &M;
  mlcp.q = q.data();
  mlcp.complementary = marks.data();
  const Conversion eliminated = nn::mlcp_to_lcp(mlcp);
  ASSERT_EQ(eliminated.lcp()->size, n / 2);
  EXPECT_EQ(eliminated.lcp()->M->as.csc.column_starts[n / 2], 3 * (n / 2) - 2);
  const CarriedPoint z = eliminated.back(solve(eliminated));
  EXPECT_LE(residual(mlcp, z), wanted);
}

}  // namespace
}  // namespace nsds::test::conversion_size_test
