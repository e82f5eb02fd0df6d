// Quasi-variational inequalities as complementarity problems and back.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "nsds/numerics/cpp/conversion.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/qvi.h"
#include "numerics/lcp/lcp_instances.hpp"

namespace nsds::test::qvi_conversion_test {
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

int evaluate(void*, const double* z, double* F) {
  for (int i = 0; i < n; ++i)
    F[i] = 2.0 * z[i] + std::atan(z[i]) + (i > 0 ? 0.5 * z[i - 1] : 0.0) -
           (i + 1 < n ? 0.75 * z[i + 1] : 0.0) - 2.0 * (i + 1);
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
int shift(void*, const double* z, double* c) {
  for (int i = 0; i < n; ++i) c[i] = 0.25 + 0.1 * std::sin(z[(i + 1) % n]);
  return 0;
}
int g(void*, const double* y, const double* z, double* values) {
  values[0] = 2.0 - y[0] * y[0] - y[3] * y[3] - 0.2 * z[1];
  values[1] = 1.5 - y[1] - 0.1 * z[2] * z[2];
  return 0;
}
int g_by_y(void*, const double* y, const double*, double* values) {
  values[0] = -2.0 * y[0];
  values[1] = -1.0;
  values[2] = -2.0 * y[3];
  return 0;
}
const std::int32_t starts[] = {0, 2, 5, 8, 10}, indices[] = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3};
const std::int32_t starts_y[] = {0, 1, 2, 2, 3}, indices_y[] = {0, 1, 0};

// A box or a polyhedron, that moves or stays, with rows of g.
struct Given {
  MatrixXd A = (MatrixXd(1, n) << 1.0, 0.0, -2.0, 0.5).finished();
  nsds_matrix view = nsds_matrix_dense(1, n, A.data(), 1);
  double right[1] = {-2.5}, lower[n] = {0.0, 0.0, -1.0, 0.0}, upper[n] = {3.0, 3.0, 3.0, 1.0};
  double scales[2] = {2.0, 0.5};
  std::vector<std::int32_t> own_starts{starts, starts + 5}, own_indices{indices, indices + 10};
  std::vector<std::int32_t> own_starts_y{starts_y, starts_y + 5}, own_indices_y{indices_y, indices_y + 3};
  nsds_qvi problem{};

  Given(nsds_vi_set set, bool moves) {
    nsds_qvi_init(&problem);
    problem.size = n;
    problem.F = {evaluate, entries, own_starts.data(), own_indices.data(), nullptr};
    if (moves) problem.c.evaluate = shift;
    problem.set = set;
    problem.lower = lower;
    problem.upper = upper;
    if (set == NSDS_VI_POLYHEDRON) {
      problem.inequalities = 1;
      problem.A = &view;
      problem.b = right;
    }
    problem.rows = 2;
    problem.g = g;
    problem.g_by_y = {g_by_y, own_starts_y.data(), own_indices_y.data()};
    problem.scale_g = scales;
    problem.scale_z = 0.5;
    problem.scale_w = 4.0;
  }

  // What a conversion has to have copied.
  void forget() {
    std::fill(own_starts.begin(), own_starts.end(), -1);
    std::fill(own_indices.begin(), own_indices.end(), -1);
    std::fill(own_starts_y.begin(), own_starts_y.end(), -1);
    std::fill(own_indices_y.begin(), own_indices_y.end(), -1);
    A.setZero();
    for (double* vector : {lower, upper}) std::fill_n(vector, n, 0.0);
    scales[0] = scales[1] = right[0] = 9.0;
  }
};

TEST(QviConversion, TheConditionsAreAComplementarityProblem) {
  Random random(3);
  for (const nsds_vi_set set : {NSDS_VI_BOX, NSDS_VI_POLYHEDRON}) {
    for (const bool moves : {false, true}) {
      SCOPED_TRACE(std::to_string(set) + (moves ? " moves" : " stays"));
      const int rows = set == NSDS_VI_BOX ? 2 : 3;
      Given given(set, moves);
      const Given same(set, moves);
      const nn::Conversion conversion = nn::qvi_to_mcp(given.problem);
      given.forget();
      ASSERT_NE(conversion.mcp(), nullptr);
      EXPECT_EQ(conversion.info().given_class, NSDS_CLASS_QVI);
      EXPECT_EQ(conversion.info().converted_size, n + (moves ? n : 0) + rows);
      EXPECT_EQ(conversion.info().given_multipliers, rows);

      // There and back again; where p is z - c(z) the residual of the class is the natural map of the complementarity problem.
      const VectorXd z = random.vector(n, 0.4, 0.9), multipliers = random.vector(rows, 0.0, 1.0);
      const nn::CarriedPoint x = conversion.forward({z, multipliers});
      EXPECT_LE((conversion.back(x).z - z).norm(), 1e-15);
      EXPECT_LE((conversion.back(x).multipliers - multipliers).norm(), 1e-15);
      nn::Report of_qvi;
      ASSERT_EQ(nsds_qvi_class_residual(&same.problem, z.data(), multipliers.data(), &of_qvi.residual),
                NSDS_OK);
      EXPECT_NEAR(of_qvi.residual.value, natural_map(*conversion.mcp(), x.z).maxCoeff(), 1e-14);

      VectorXd solution(conversion.info().converted_size);
      nn::Report report;
      const auto options = nn::Options(NSDS_CLASS_MCP).set("tolerance", 1e-12);
      ASSERT_EQ(nsds_mcp_solve(conversion.mcp(), solution.data(), nullptr, options.get(), nullptr, &report),
                NSDS_OK)
          << report.message;
      const nn::CarriedPoint solved = conversion.back({solution});
      ASSERT_EQ(
          nsds_qvi_residual(&same.problem, solved.z.data(), solved.multipliers.data(), &of_qvi.residual),
          NSDS_OK);
      EXPECT_LE(of_qvi.residual.value, 1e-11);
      // It is the solution that the class itself finds.
      VectorXd own(n), own_multipliers(rows);
      const auto own_options = nn::Options(NSDS_CLASS_QVI).set("tolerance", 1e-12);
      ASSERT_EQ(nsds_qvi_solve(&same.problem, own.data(), own_multipliers.data(), nullptr, own_options.get(),
                               nullptr, &report),
                NSDS_OK)
          << report.message;
      EXPECT_LE((own - solved.z).norm(), 1e-10);
      EXPECT_LE((own_multipliers - solved.multipliers).norm(), 1e-9);
      EXPECT_GT(own_multipliers.head(2).maxCoeff(), 0.1);  // a row of g carries something
    }
  }
}

// Its Jacobian is that of its map.
TEST(QviConversion, JacobiansAgreeWithDifferences) {
  const Given given(NSDS_VI_POLYHEDRON, true);
  const nn::Conversion conversion = nn::qvi_to_mcp(given.problem);
  const nsds_map& F = conversion.mcp()->F;
  const int size = conversion.mcp()->size;
  ASSERT_EQ(F.column_starts, nullptr);  // so small a matrix is dense
  Random random(8);
  VectorXd x = random.vector(size, 0.2, 0.8), ahead(size), behind(size);
  MatrixXd J(size, size);
  ASSERT_EQ(F.evaluate(F.user, x.data(), ahead.data()), NSDS_MAP_EVALUATED);
  ASSERT_EQ(F.jacobian(F.user, x.data(), J.data()), NSDS_MAP_EVALUATED);
  for (int j = 0; j < size; ++j) {
    const double at = x[j];
    x[j] = at + 1e-5;
    F.evaluate(F.user, x.data(), ahead.data());
    x[j] = at - 1e-5;
    F.evaluate(F.user, x.data(), behind.data());
    x[j] = at;
    EXPECT_LE(((ahead - behind) / 2e-5 - J.col(j)).norm(), 1e-6) << j;
  }
}

TEST(QviConversion, ServesSeveralThreads) {
  const Given given(NSDS_VI_BOX, true);
  const nn::Conversion conversion = nn::qvi_to_mcp(given.problem);
  const int size = conversion.info().converted_size;
  std::vector<VectorXd> found(4, VectorXd::Zero(size));
  {
    std::vector<std::jthread> threads;
    for (VectorXd& each : found)
      threads.emplace_back(
          [&] { nsds_mcp_solve(conversion.mcp(), each.data(), nullptr, nullptr, nullptr, nullptr); });
  }
  for (const VectorXd& each : found) EXPECT_EQ(each, found[0]);
}

TEST(QviConversion, ConesAndWrongArgumentsAreRefused) {
  const nsds_cone cone{NSDS_CONE_LORENTZ, n, 1.0, nullptr, nullptr};
  nsds_qvi cones;
  nsds_qvi_init(&cones);
  cones.size = n;
  cones.F.evaluate = evaluate;
  cones.set = NSDS_VI_CONES;
  cones.cone_count = 1;
  cones.cones = &cone;
  nsds_conversion* made = nullptr;
  char message[256] = "";
  EXPECT_EQ(nsds_qvi_to_mcp(&cones, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::string(message).find("problem.set"), std::string::npos) << message;
  Given given(NSDS_VI_BOX, true);
  given.problem.g = nullptr;
  EXPECT_EQ(nsds_qvi_to_mcp(&given.problem, &made, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(message).find("problem.g is null"), std::string::npos) << message;
  EXPECT_EQ(made, nullptr);
}

}  // namespace
}  // namespace nsds::test::qvi_conversion_test
