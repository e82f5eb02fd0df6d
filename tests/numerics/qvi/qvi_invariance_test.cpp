// What must not matter to a quasi-variational inequality: units that are told, the order of its unknowns and rows, rows that are
// there twice, and which derivatives are given.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <tuple>

#include "numerics/qvi/qvi_problems.hpp"

namespace nsds::test::qvi_invariance_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::qvi::Box;
using nn::qvi::Cone;
using nn::qvi::Problem;
using nn::qvi::Rows;

// z -> z / a, F -> f F, g -> s g with the scales changed accordingly: powers of two change no bit.
TEST_P(QviSolvers, ChangeOfUnitsChangesNothing) {
  const MatrixXd M = (MatrixXd(3, 3) << 3.0, 1.0, 0.0, -1.0, 2.0, 0.5, 0.0, -0.5, 4.0).finished();
  const Eigen::Vector3d q(-3.0, -2.0, -2.5);
  const MatrixXd sum = MatrixXd::Ones(1, 3);
  const auto make = [&](double a, double f, double s, QviKind kind) {
    const nn::NonlinearMap F([M, q, a, f](const auto& z, auto w) { w = f * (M * (a * z) + q); });
    nn::Constraints constraints;
    constraints.C = nn::view(sum);
    constraints.d = VectorXd::Constant(1, 2.0 / a);
    constraints.lower = VectorXd::Zero(3);
    const Box box{VectorXd::Zero(3), VectorXd::Constant(3, 0.75 / a)};
    Problem made = kind == QviKind::polyhedron ? Problem(F, 3, constraints)
                   : kind == QviKind::cones    ? Problem(F, {Cone::lorentz(3, 0.5)})
                   : kind == QviKind::ball     ? Problem(F, 3, onto_ball(0.25 / a))
                                               : Problem(F, box);
    if (kind != QviKind::rows)
      made.set_shift(nn::NonlinearMap(
          [a](const auto& z, auto c) { c = (0.125 * (a * z.reverse()).array().sin() / a).matrix(); }));
    if (kind == QviKind::rows || kind == QviKind::both) {
      const auto g = [a, s](const auto& y, const auto& z, auto value) {
        value[0] = s * (1.0 - (a * y).squaredNorm() - 0.25 * a * z[1]);
      };
      const auto by_y = [a, s](const auto& y, const auto&, auto J) { J = -2.0 * s * a * a * y.transpose(); };
      made.set_rows(Rows(1, g, by_y).set_scales(VectorXd::Constant(1, s)));
    }
    return made.set_scales(1.0 / a, f);
  };
  for (const QviKind kind :
       {QviKind::box, QviKind::polyhedron, QviKind::cones, QviKind::ball, QviKind::rows, QviKind::both}) {
    if (!takes(kind)) continue;
    const auto reference = make(1.0, 1.0, 1.0, kind).solve(VectorXd::Zero(3), options(1e-9));
    ASSERT_TRUE(reference.ok()) << reference.report.message;
    for (const auto& [a, f, s] :
         {std::tuple{0x1p10, 1.0, 1.0}, {1.0, 0x1p-20, 0x1p8}, {0x1p-6, 0x1p30, 0x1p-12}}) {
      const auto solved = make(a, f, s, kind).solve(VectorXd::Zero(3), options(1e-9));
      EXPECT_EQ(solved.report.iterations, reference.report.iterations) << a << " " << f;
      EXPECT_EQ(solved.report.residual.value, reference.report.residual.value);
      EXPECT_EQ(solved.z * a, reference.z);
      EXPECT_EQ(solved.w / f, reference.w);
      const double of_rows = kind == QviKind::polyhedron ? f : f / (a * s);
      EXPECT_EQ(solved.multipliers / of_rows, reference.multipliers);
    }
  }
}

// Another order of the unknowns and of the rows leads to the same solution, with its multipliers.
TEST_P(QviSolvers, TheOrderDoesNotMatter) {
  Random random(31);
  const int n = 12;
  const VectorXd z = random.vector(n, 0.5, 1.5);
  VectorXd lambda = VectorXd::Zero(n), slack = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) (i % 2 == 0 ? lambda : slack)[i] = random.uniform(0.2, 1.0);
  const MatrixXd R = random.matrix(n, n, -1.0, 1.0);
  const MatrixXd M = R * R.transpose() / n + MatrixXd::Identity(n, n);
  const VectorXd q = gradient_of_concave_rows(z, lambda) - M * z;
  const auto make = [&](const Eigen::PermutationMatrix<Eigen::Dynamic>& order) {
    const MatrixXd P = order;
    const nn::NonlinearMap F([=](const auto& x, auto w) { w = P * (M * (P.transpose() * x) + q); });
    const VectorXd c = P * (0.1 * z);
    const nn::NonlinearMap shift([=](const auto&, auto value) { value = c; });
    const auto value = [=](const VectorXd& y, const VectorXd& x, Eigen::Index i) {
      return -0.25 * (y[i] * y[i] + y[(i + 1) % n] * y[(i + 1) % n]) - 0.05 * std::sin(x[(i + 2) % n]);
    };
    const auto g = [=](const auto& y, const auto& x, auto out) {
      const VectorXd at = P.transpose() * y, by = P.transpose() * x;
      VectorXd plain(n);
      for (Eigen::Index i = 0; i < n; ++i) plain[i] = slack[i] + value(at, by, i) - value(z, z, i);
      out = P * plain;
    };
    const auto by_y = [=](const auto& y, const auto&, auto J) {
      const VectorXd at = P.transpose() * y;
      MatrixXd plain = MatrixXd::Zero(n, n);
      for (Eigen::Index i = 0; i < n; ++i)
        plain(i, i) = -0.5 * at[i], plain(i, (i + 1) % n) = -0.5 * at[(i + 1) % n];
      J = P * plain * P.transpose();
    };
    Problem made(F, Box{VectorXd::Constant(n, -5.0), VectorXd::Constant(n, 5.0)});
    return made.set_shift(shift).set_rows(Rows(n, g, by_y));
  };
  Eigen::PermutationMatrix<Eigen::Dynamic> order(n);
  for (int i = 0; i < n; ++i) order.indices()[i] = (5 * i + 3) % n;
  const auto found = make(order).solve(VectorXd::Zero(n), options(1e-11));
  ASSERT_TRUE(found.ok()) << found.report.message;
  Eigen::PermutationMatrix<Eigen::Dynamic> as_it_was(n);
  as_it_was.setIdentity();
  const auto plain = make(as_it_was).solve(VectorXd::Zero(n), options(1e-11));
  ASSERT_TRUE(plain.ok()) << plain.report.message;
  EXPECT_LE((order.transpose() * found.z - plain.z).norm(), 1e-9);
  EXPECT_LE((order.transpose() * found.multipliers - plain.multipliers).norm(), 1e-8);
  EXPECT_LE((order.transpose() * found.z - z).norm(), 1e-9);
  EXPECT_LE((order.transpose() * found.multipliers - lambda).norm(), 1e-8);
}

// Rows that are there twice change the multipliers at most.
TEST_P(QviSolvers, DuplicatedRowsChangeNothing) {
  Random random(12);
  const int n = 6;
  const VectorXd z = random.vector(n, 0.5, 1.5);
  const MatrixXd G = random.matrix(2, n, -1.0, 1.0);
  const Eigen::Vector2d lambda(0.5, 1.0);
  const VectorXd b = G * z - VectorXd::Constant(2, 0.1 * std::sin(z[0]));
  MatrixXd twice(4, n);
  twice << G, G;
  const auto g = [=](const auto& y, const auto& x, auto value) {
    value = twice * y - VectorXd::Constant(4, 0.1 * std::sin(x[0]));
    value.head(2) -= b;
    value.tail(2) -= b;
  };
  const auto by_y = [twice](const auto&, const auto&, auto J) { J = twice; };
  Problem problem(strongly_monotone(z, G.transpose() * lambda, random),
                  Box{VectorXd::Constant(n, -9.0), VectorXd::Constant(n, 9.0)});
  const auto solved = problem.set_rows(Rows(4, g, by_y)).solve(VectorXd::Zero(n), options(1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - z).norm(), 1e-8);
  EXPECT_LE((solved.multipliers.head(2) + solved.multipliers.tail(2) - lambda).norm(), 1e-7);
}

// Derivatives that are missing are found by differences, dense or a few columns at a time: the steps are the same. 60 unknowns in
// a chain, so that the matrices are sparse.
TEST(QviDerivatives, SparseAndDenseAndDifferences) {
  const int n = 60;
  Random random(17);
  const VectorXd z = random.vector(n, 0.5, 1.5);
  VectorXd lambda = VectorXd::Zero(n), slack = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) (i % 2 == 0 ? lambda : slack)[i] = random.uniform(0.2, 1.0);
  const VectorXd q = gradient_of_concave_rows(z, lambda) - 2.0 * z;
  using Sparse = Eigen::SparseMatrix<double>;
  Sparse diagonal(n, n), of_y(n, n), of_z(n, n);
  diagonal.setIdentity();
  for (int j = 0; j < n; ++j) {
    for (const int i : {j, (j + n - 1) % n}) of_y.insert(i, j) = 1.0;
    of_z.insert((j + n - 2) % n, j) = 1.0;
  }
  of_y.makeCompressed();
  of_z.makeCompressed();
  const auto F = [q](const auto& x, auto w) { w = 2.0 * x + q; };
  const auto value = [](const auto& y, const auto& x, Eigen::Index i) {
    return -0.25 * (y[i] * y[i] + y[(i + 1) % n] * y[(i + 1) % n]) - 0.05 * std::sin(x[(i + 2) % n]);
  };
  const auto g = [=](const auto& y, const auto& x, auto out) {
    for (Eigen::Index i = 0; i < n; ++i) out[i] = slack[i] + value(y, x, i) - value(z, z, i);
  };
  const auto entries_y = [of_y](const auto& y, const auto&, auto values) {
    Eigen::Index k = 0;
    for (Eigen::Index j = 0; j < n; ++j)
      for (Sparse::InnerIterator entry(of_y, j); entry; ++entry) values[k++] = -0.5 * y[j];
  };
  const auto entries_z = [](const auto&, const auto& x, auto values) {
    for (Eigen::Index j = 0; j < n; ++j) values[j] = -0.05 * std::cos(x[j]);
  };
  const Box box{VectorXd::Constant(n, -5.0), VectorXd::Constant(n, 5.0)};
  const auto F_sparse =
      nn::NonlinearMap(F, diagonal, [](const auto&, auto values) { values.setConstant(2.0); });
  const auto options = nn::Options(NSDS_CLASS_QVI, "kkt_newton").set("tolerance", 1e-12);
  Rows given(g, of_y, entries_y);
  const auto exact =
      Problem(F_sparse, box).set_rows(given.set_by_z(of_z, entries_z)).solve(VectorXd::Zero(n), options);
  ASSERT_TRUE(exact.ok()) << exact.report.message;
  EXPECT_LE((exact.z - z).norm(), 1e-10);
  EXPECT_LE(exact.report.iterations, 20);
  Rows by_columns(g, of_y, entries_y);
  by_columns.set_by_z(of_z);
  for (const Rows& rows :
       {by_columns, Rows(g, of_y, entries_y), concave_rows(z, slack), concave_rows(z, slack, false)}) {
    const auto other =
        Problem(nn::NonlinearMap(F, diagonal), box).set_rows(rows).solve(VectorXd::Zero(n), options);
    ASSERT_TRUE(other.ok()) << other.report.message;
    EXPECT_LE((other.z - z).norm(), 1e-10);
    EXPECT_LE(other.report.iterations, 20);
  }
}

// Newton's steps on the conditions converge quadratically where the solution is regular: second derivatives of g count.
TEST(QviNewton, DigitsDouble) {
  Random random(11);
  const PlantedQvi qvi = planted_qvi(QviKind::both, 20, random);
  std::vector<double> residuals;
  const auto note = [](const nsds_progress* progress, void* user) {
    static_cast<std::vector<double>*>(user)->push_back(progress->residual);
    return 0;
  };
  const auto solved = qvi.problem.solve(
      VectorXd::Zero(20),
      nn::Options(NSDS_CLASS_QVI, "kkt_newton").set("tolerance", 1e-13).set_callback(note, &residuals));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  ASSERT_GE(residuals.size(), 3U);
  EXPECT_LE(residuals.back(), 10.0 * residuals[residuals.size() - 2] * residuals[residuals.size() - 2]);
}

}  // namespace
}  // namespace nsds::test::qvi_invariance_test
