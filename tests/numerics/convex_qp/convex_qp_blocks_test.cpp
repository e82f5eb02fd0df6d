// Convex programs without scales, judged block by block against their own terms.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "numerics/convex_qp/convex_qp_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::convex_qp_blocks_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
namespace nn = nsds::numerics;
using nn::convex_qp::Problem;

using In = Eigen::Ref<const VectorXd>;
using Out = Eigen::Ref<VectorXd>;

Plain without_scales(Plain plain) {
  plain.s_z = plain.s_w = 0.0;
  return plain;
}

// The formula of the header, at points that are neither tiny nor far out.
double by_blocks(const Plain& plain, const VectorXd& z, const VectorXd& xi) {
  const MatrixXd absolute = plain.A.cwiseAbs();
  const VectorXd S = plain.q.cwiseAbs()
                         .cwiseMax(plain.M.cwiseAbs() * z.cwiseAbs())
                         .cwiseMax(absolute.transpose() * xi.cwiseAbs());
  double value = (plain.M * z + plain.q - plain.A.transpose() * xi).cwiseAbs().cwiseQuotient(S).maxCoeff();
  VectorXd T = plain.b.cwiseAbs().cwiseMax(absolute * z.cwiseAbs());
  VectorXd X(xi.size());
  for (Index i = 0; i < xi.size(); ++i) X[i] = S.cwiseQuotient(absolute.row(i).transpose()).minCoeff();
  const VectorXd u = plain.u(z);
  if (plain.project) {
    const double unit = T.norm(), multiplier = std::max(X.minCoeff(), xi.norm());
    return std::max(value, (u - plain.projected(u - unit / multiplier * xi)).norm() / unit);
  }
  for (Index i = 0; i < xi.size(); ++i) {
    for (const double bound : {plain.lower[i], plain.upper[i]})
      if (std::isfinite(bound) && (u[i] <= plain.lower[i] || u[i] >= plain.upper[i]) &&
          std::fabs(u[i] - bound) <=
              std::min(std::fabs(u[i] - plain.lower[i]), std::fabs(u[i] - plain.upper[i])))
        T[i] = std::max(T[i], std::fabs(bound));
    const double moved = u[i] - T[i] / X[i] * xi[i];
    value =
        std::max(value, std::fabs(u[i] - std::min(std::max(moved, plain.lower[i]), plain.upper[i])) / T[i]);
  }
  return value;
}

TEST(ConvexQpBlocks, AreMeasuredAsTheHeaderSays) {
  Random random(13);
  const MatrixXd M = positive_definite(5, random);
  for (const bool box : {false, true}) {
    Plain plain = without_scales(box ? planted_rows(5, 9, 3, M) : planted(5, 9, cones(), 3, M));
    plain.A *= 3.0;
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      for (int k = 0; k < 10; ++k) {
        const VectorXd z = random.vector(5, -1.0, 1.0), xi = random.vector(9, -1.0, 1.0);
        const nsds_residual residual = BoxQp(plain, storage).problem().class_residual(z, xi);
        EXPECT_GE(residual.value, (1.0 - 1e-13) * by_blocks(plain, z, xi));
        // What misses the data is more.
        if (residual.value < 1e-3) {
          EXPECT_NEAR(residual.value, by_blocks(plain, z, xi), 1e-13 * residual.value);
        }
        EXPECT_GE(residual.worst, 0);
        EXPECT_LT(residual.worst, 14);
      }
    }
  }
}

// Units of cost, unknowns and rows by powers of ten: the same solution, found in units that nobody has handed in.
TEST_P(ConvexQp, UnitsNeedNotBeKnown) {
  const double tolerance = name() == "extragradient" ? 1e-6 : 1e-9;
  const Plain given = over_unit_ball(takes_A());
  const auto reference = BoxQp(without_scales(given), NSDS_DENSE).problem().solve(options(tolerance));
  ASSERT_TRUE(reference.ok()) << reference.report.message;
  for (const auto& [a, c, d] :
       {std::tuple{1e6, 1.0, 1.0}, {1.0, 1e-6, 1.0}, {1.0, 1e6, 1.0}, {1e-6, 1e3, 1e6}, {1e4, 1e4, 1e-6}}) {
    SCOPED_TRACE(::testing::Message() << a << " " << c << " " << d);
    Plain scaled = without_scales(given);
    const double unit_u = takes_A() ? d : 1.0 / a;  // without A, u is z
    scaled.M = a * a * c * given.M;
    scaled.q = a * c * given.q;
    if (takes_A()) {
      scaled.A = a * d * given.A;
      scaled.b = d * given.b;
    }
    scaled.project = ball(unit_u);
    const BoxQp qp(scaled, NSDS_DENSE);
    const auto solved = qp.problem().solve(options(tolerance));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_LE((solved.z * a - reference.z).norm(), 100.0 * tolerance);
  }
}

// In units of one a program with small costs is solved wherever one looks.
TEST(ConvexQpBlocks, SmallCostsAreNoSolution) {
  const MatrixXd M = 1e-9 * MatrixXd::Identity(2, 2);
  const VectorXd q{{-1e-9, -2e-9}}, half{{0.5, 0.5}}, zero = VectorXd::Zero(2);
  const auto orthant = [](const In& x, Out p) { p = x.cwiseMax(0.0); };
  Problem problem(nn::view(M), q, orthant);
  EXPECT_GE(problem.class_residual(half, zero).value, 0.5);
  const auto solved = problem.solve();
  ASSERT_TRUE(solved.ok());
  EXPECT_NEAR(solved.z[0], 1.0, 1e-7);
  EXPECT_NEAR(solved.z[1], 2.0, 1e-7);
  EXPECT_LE(problem.set_scales(1.0, 1.0).class_residual(half, zero).value, 1e-8);
}

// Unknowns of very different size: what is rounding beside the largest of them need not be rounding in its own row, whether
// a change of units has made them so or they have nothing to do with each other.
TEST(ConvexQpBlocks, SmallUnknownsAreNotRounding) {
  const VectorXd upper = VectorXd::Constant(3, infinity), lower = -upper, none = VectorXd::Zero(3);
  const MatrixXd rescaled = VectorXd{{1e12, 1e-12, 1.0}}.asDiagonal();
  const VectorXd q{{-1e6, -1e-6, -1.0}}, solution{{1e-6, 1e6, 1.0}};
  const MatrixXd apart = MatrixXd::Identity(3, 3);
  const VectorXd far{{-1e-6, -1e6, -1.0}};
  for (const bool units : {true, false}) {
    const MatrixXd& M = units ? rescaled : apart;
    const VectorXd& cost = units ? q : far;
    const Problem problem(nn::view(M), cost, lower, upper);
    VectorXd wrong = solution;
    wrong[0] = 0.0;
    EXPECT_LE(problem.class_residual(solution, none).value, 1e-15);
    EXPECT_NEAR(problem.class_residual(wrong, none).value, 1.0, 1e-15);
    // A bound that is missed by all of it, too.
    VectorXd above = lower;
    above[0] = 2e-6;
    EXPECT_GE(Problem(nn::view(M), cost, above, upper).class_residual(solution, none).value, 0.4);
  }
}

// x - y >= 1 and y - x >= 0 contradict each other; far out both hold relative to their terms.
TEST(ConvexQpBlocks, RaysAreSeen) {
  const MatrixXd zero = MatrixXd::Zero(2, 2), A{{1.0, -1.0}, {-1.0, 1.0}};
  const VectorXd q = VectorXd::Zero(2), b{{-1.0, 0.0}}, xi = VectorXd::Zero(2);
  const VectorXd lower = VectorXd::Zero(2), upper = VectorXd::Constant(2, infinity);
  const auto orthant = [](const In& x, Out p) { p = x.cwiseMax(0.0); };
  for (const double far : {1e5, 1e7, 1e8, 1e10, 1e14}) {
    const VectorXd z{{far + 0.5, far}};
    EXPECT_GE(Problem(nn::view(zero), q, nn::view(A), b, lower, upper).class_residual(z, xi).value, 1e-7)
        << far;
    EXPECT_GE(Problem(nn::view(zero), q, nn::view(A), b, orthant).class_residual(z, xi).value, 1e-7) << far;
  }
}

}  // namespace
}  // namespace nsds::test::convex_qp_blocks_test
