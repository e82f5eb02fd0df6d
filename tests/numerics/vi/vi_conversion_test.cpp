// Variational inequalities as complementarity problems and back.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "nsds/numerics/cpp/conversion.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"

namespace nsds::test::vi_conversion_test {
namespace {

// |z - mid(lower, z - w, upper)| in the units of the problem, row by row.
Eigen::VectorXd natural_map(const nsds_mcp& problem, const Eigen::VectorXd& z) {
  Eigen::VectorXd w(z.size()), rows(z.size());
  problem.F.evaluate(problem.F.user, z.data(), w.data());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double s_z = problem.scale_z == nullptr ? 1.0 : problem.scale_z[i];
    const double s_w = problem.scale_w == nullptr ? 1.0 : problem.scale_w[i];
    const double l = problem.lower == nullptr ? 0.0 : problem.lower[i] / s_z;
    const double u =
        problem.upper == nullptr ? std::numeric_limits<double>::infinity() : problem.upper[i] / s_z;
    const double moved = std::min(std::max(z[i] / s_z - w[i] / s_w, l), u);
    rows[i] = std::isinf(l) && std::isinf(u) ? std::abs(w[i] / s_w) : std::abs(z[i] / s_z - moved);
  }
  return rows;
}

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int n = 4;

// 2 z + arctan z + neighbours - (1, 2, 3, 4), with a tridiagonal Jacobian, dense or in its pattern.
int evaluate(void*, const double* z, double* F) {
  for (int i = 0; i < n; ++i)
    F[i] = 2.0 * z[i] + std::atan(z[i]) + (i > 0 ? 0.5 * z[i - 1] : 0.0) -
           (i + 1 < n ? 0.75 * z[i + 1] : 0.0) - (i + 1);
  return 0;
}
int dense(void*, const double* z, double* J) {
  Eigen::Map<MatrixXd> at(J, n, n);
  at.setZero();
  for (int i = 0; i < n; ++i) at(i, i) = 2.0 + 1.0 / (1.0 + z[i] * z[i]);
  at.diagonal(-1).setConstant(0.5);
  at.diagonal(1).setConstant(-0.75);
  return 0;
}
int entries(void*, const double* z, double* values) {
  for (int j = 0; j < n; ++j) {
    if (j > 0) *values++ = -0.75;
    *values++ = 2.0 + 1.0 / (1.0 + z[j] * z[j]);
    if (j + 1 < n) *values++ = 0.5;
  }
  return 0;
}
const int32_t starts[] = {0, 2, 5, 8, 10};
const int32_t rows[] = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3};

struct Given {
  MatrixXd A = (MatrixXd(2, n) << 1.0, 0.0, -2.0, 0.0, 4.0, 1.0, 0.0, 1.0).finished();
  MatrixXd C = (MatrixXd(1, n) << 1.0, 1.0, 1.0, 1.0).finished();
  Stored stored_A, stored_C;
  nsds_matrix A_view, C_view;
  double b[2] = {-0.5, 1.0}, d[1] = {2.0};
  double lower[n] = {0.0, 0.0, -1.0, 0.0};
  nsds_vi problem{};

  explicit Given(nsds_storage storage)
      : stored_A(A, storage), stored_C(C, storage), A_view(stored_A.view()), C_view(stored_C.view()) {
    nsds_vi_init(&problem);
    problem.size = n;
    problem.set = NSDS_VI_POLYHEDRON;
    problem.inequalities = 2;
    problem.equalities = 1;
    problem.A = &A_view;
    problem.b = b;
    problem.C = &C_view;
    problem.d = d;
    problem.lower = lower;
    problem.scale_z = 0.5;
    problem.scale_w = 4.0;
    problem.F.evaluate = evaluate;
  }
};

TEST(ViConversion, APolyhedronBecomesABox) {
  Random random(3);
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    for (int form = 0; form < 4; ++form) {
      Given given(storage);
      nsds_map& F = given.problem.F;
      F.jacobian = form == 0 ? dense : form == 1 ? entries : nullptr;
      if (form % 2 == 1) F.column_starts = starts, F.row_indices = rows;
      const nn::Conversion conversion = nn::vi_to_mcp(given.problem);
      F.column_starts = F.row_indices = nullptr;  // has been copied
      ASSERT_NE(conversion.mcp(), nullptr);
      EXPECT_EQ(conversion.info().converted_size, 7);
      EXPECT_EQ(conversion.info().given_multipliers, 3);

      // The residual of the class is the natural map of the complementarity problem.
      const VectorXd z = random.vector(n, 0.0, 1.0);
      const VectorXd multipliers = random.vector(3, 0.0, 1.0);
      const nn::CarriedPoint x = conversion.forward({z, multipliers});
      EXPECT_EQ(conversion.back(x).z, z);
      EXPECT_EQ(conversion.back(x).multipliers, multipliers);
      nn::Report of_vi;
      ASSERT_EQ(nsds_vi_class_residual(&given.problem, z.data(), multipliers.data(), &of_vi.residual),
                NSDS_OK);
      const VectorXd natural = natural_map(*conversion.mcp(), x.z);
      Eigen::Index worst = 0;
      EXPECT_NEAR(of_vi.residual.value, natural.maxCoeff(&worst), 1e-15 * (1.0 + of_vi.residual.value));
      EXPECT_EQ(of_vi.residual.worst, worst);

      VectorXd solution(7);
      nn::Report report;
      const auto options = nn::Options(NSDS_CLASS_MCP).set("tolerance", 1e-11);
      ASSERT_EQ(nsds_mcp_solve(conversion.mcp(), solution.data(), nullptr, options.get(), nullptr, &report),
                NSDS_OK)
          << report.message;
      const nn::CarriedPoint solved = conversion.back({solution, VectorXd()});
      if (form % 2 == 1)
        F.column_starts = starts, F.row_indices = rows;  // F is linearised where it is judged
      ASSERT_EQ(nsds_vi_residual(&given.problem, solved.z.data(), solved.multipliers.data(), &of_vi.residual),
                NSDS_OK);
      EXPECT_LE(of_vi.residual.value, 1.001e-11);
      EXPECT_NEAR(solved.z.sum(), 2.0, 1e-10);
    }
  }
}

TEST(ViConversion, AComplementarityProblemIsAnInequalityOverABox) {
  const double scale_z[] = {0.5, 0.5, 0.5, 0.5}, scale_w[] = {2.0, 2.0, 2.0, 2.0};
  nsds_mcp mcp;
  nsds_mcp_init(&mcp);
  mcp.size = n;
  mcp.F.evaluate = evaluate;
  mcp.F.jacobian = dense;
  mcp.scale_z = scale_z;
  mcp.scale_w = scale_w;
  const nn::Conversion conversion = nn::mcp_to_vi(mcp);
  ASSERT_NE(conversion.vi(), nullptr);
  VectorXd z(n), x(n);
  nn::Report report;
  for (const char* solver : {"auto", "golden_ratio", "successive_avi"}) {
    const auto options = nn::Options(NSDS_CLASS_VI, solver).set("tolerance", 1e-11);
    ASSERT_EQ(nsds_vi_solve(conversion.vi(), x.data(), nullptr, nullptr, options.get(), nullptr, &report),
              NSDS_OK)
        << report.message;
    z = conversion.back({x, VectorXd()}).z;
    nsds_residual natural;
    nsds_residual_init(&natural);
    ASSERT_EQ(nsds_vi_class_residual(conversion.vi(), x.data(), nullptr, &natural), NSDS_OK);
    EXPECT_NEAR(natural_map(mcp, z).maxCoeff(), natural.value, 1e-15);
    EXPECT_EQ(conversion.forward({z, VectorXd()}).z, x);
  }
}

TEST(ViConversion, ConesAreRefused) {
  Given given(NSDS_DENSE);
  const nsds_cone cone{NSDS_CONE_LORENTZ, n, 1.0, nullptr, nullptr};
  nsds_vi cones;
  nsds_vi_init(&cones);
  cones.size = n;
  cones.F.evaluate = evaluate;
  cones.set = NSDS_VI_CONES;
  cones.cone_count = 1;
  cones.cones = &cone;
  nsds_conversion* made = nullptr;
  char message[256] = "";
  EXPECT_EQ(nsds_vi_to_mcp(&cones, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::string(message).find("problem.set"), std::string::npos) << message;
  given.problem.A = nullptr;
  EXPECT_EQ(nsds_vi_to_mcp(&given.problem, &made, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(message).find("problem.A is null"), std::string::npos) << message;
  EXPECT_EQ(made, nullptr);
}

}  // namespace
}  // namespace nsds::test::vi_conversion_test
