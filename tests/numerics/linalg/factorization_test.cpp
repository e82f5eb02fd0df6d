// Factor and solve: residuals, singular matrices, reuse, saddle points with redundant constraints.
#include "nsds/numerics/cpp/factorization.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/decompositions.hpp"

namespace nsds::test::factorization_test {
namespace {

using Eigen::MatrixXd;
using numerics::Factorization;

struct Method {
  nsds_storage storage;
  nsds_factorization_kind kind;
};
constexpr Method methods[] = {{NSDS_DENSE, NSDS_LU}, {NSDS_DENSE, NSDS_CHOLESKY}, {NSDS_CSC, NSDS_LU},
                              {NSDS_BSR, NSDS_LU},   {NSDS_CSC, NSDS_LDL},        {NSDS_BSR, NSDS_LDL}};

MatrixXd symmetric(int n, std::uint64_t seed) {
  return lcp_family("spd").make(n, seed).M + MatrixXd::Identity(n, n);
}

double relative_residual(const MatrixXd& A, const MatrixXd& X, const MatrixXd& B) {
  return (A * X - B).norm() / (A.norm() * X.norm() + B.norm());
}

TEST(Factorization, SolvesInEveryStorageAndKind) {
  for (const int n : {1, 2, 4, 7, 40}) {
    const MatrixXd A = symmetric(n, 3);
    const MatrixXd B = Random(4).matrix(n, 3, -1.0, 1.0);
    for (const Method method : methods) {
      SCOPED_TRACE(::testing::Message()
                   << storage_name(method.storage) << " kind " << method.kind << " n " << n);
      const Stored stored(A, method.storage);
      Factorization factorization;
      factorization.factorize(stored.view(), method.kind);
      MatrixXd X = B;
      factorization.solve(X);
      EXPECT_LE(relative_residual(A, X, B), 1e-14);
    }
  }
}

TEST(Factorization, SolvesUnsymmetricSystemsByLu) {
  MatrixXd A = Random(5).matrix(30, 30, -1.0, 1.0);
  A.diagonal().setZero();  // pivoting is needed
  const MatrixXd B = Random(6).matrix(30, 1, -1.0, 1.0);
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    const Stored stored(A, storage);
    Factorization factorization;
    factorization.factorize(stored.view(), NSDS_LU);
    MatrixXd X = B;
    factorization.solve(X);
    EXPECT_LE(relative_residual(A, X, B), 1e-14);
    const double truth =
        1.0 /
        (A.cwiseAbs().colwise().sum().maxCoeff() *
         solve_regular(A, MatrixXd::Identity(A.rows(), A.rows())).cwiseAbs().colwise().sum().maxCoeff());
    EXPECT_GE(factorization.rcond(), truth * 0.99);
    EXPECT_LE(factorization.rcond(), truth * 30.0);
  }
}

TEST(Factorization, NamesSingularAndIndefiniteMatrices) {
  MatrixXd A = symmetric(5, 1);
  A.row(2).setZero();
  A.col(2).setZero();
  MatrixXd indefinite = symmetric(5, 1);
  indefinite(3, 3) = -5.0;
  for (const Method method : methods) {
    const Stored stored(method.kind == NSDS_CHOLESKY ? indefinite : A, method.storage);
    nsds_factorization* factorization = nsds_factorization_create();
    char message[200] = "";
    EXPECT_EQ(nsds_factorize(factorization, &stored.view(), method.kind, 0.0, NSDS_REUSE_NONE, message,
                             sizeof message),
              NSDS_SINGULAR);
    EXPECT_NE(std::strlen(message), 0U);
    double b[5] = {1, 2, 3, 4, 5};
    EXPECT_EQ(nsds_factorization_solve(factorization, b, 1, 5), NSDS_INVALID_ARGUMENT);  // nothing is held
    EXPECT_EQ(b[4], 5.0);
    nsds_factorization_free(factorization);
  }
}

TEST(Factorization, KeepsTheAnalysisWhereTheStructureIsUnchanged) {
  for (const Method method : methods) {
    Factorization factorization;
    for (const std::uint64_t seed : {1, 2, 3}) {
      const MatrixXd A = symmetric(20, seed);
      const Stored stored(A, method.storage);
      factorization.factorize(stored.view(), method.kind, 0.0, NSDS_REUSE_STRUCTURE);
      const MatrixXd B = Random(seed).matrix(20, 2, -1.0, 1.0);
      MatrixXd X = B;
      factorization.solve(X);
      EXPECT_LE(relative_residual(A, X, B), 1e-14);
    }
    // Values said to be unchanged are not looked at, whatever they are.
    const Stored other(MatrixXd::Identity(20, 20), method.storage);
    factorization.factorize(other.view(), method.kind, 0.0, NSDS_REUSE_VALUES);
    MatrixXd X = MatrixXd::Ones(20, 1);
    factorization.solve(X);
    EXPECT_LE(relative_residual(symmetric(20, 3), X, MatrixXd::Ones(20, 1)), 1e-14);
  }
}

// Pivots that were good for the first matrix are bad for the second: the order must be chosen anew.
TEST(Factorization, ChoosesPivotsAnewWhereTheOldOnesFail) {
  MatrixXd A(2, 2);
  A << 1.0, 1.0, 1.0, -1.0;
  MatrixXd B(2, 2);
  B << 1e-18, 1.0, 1.0, 1e-18;
  Factorization factorization;
  const Stored first(A, NSDS_CSC);
  const Stored second(B, NSDS_CSC);
  factorization.factorize(first.view(), NSDS_LU);
  factorization.factorize(second.view(), NSDS_LU, 0.0, NSDS_REUSE_STRUCTURE);
  MatrixXd X = MatrixXd::Ones(2, 1);
  factorization.solve(X);
  EXPECT_LE(relative_residual(B, X, MatrixXd::Ones(2, 1)), 1e-15);
}

// [H A'; A 0] with a constraint given twice: singular, consistent. LDL with delta regularises and refinement
// solves the system as it was given.
TEST(Factorization, LdlSolvesASaddlePointWithRedundantConstraints) {
  const int n = 12;
  const int m = 5;
  MatrixXd constraints = Random(9).matrix(m, n, -1.0, 1.0);
  constraints.row(m - 1) = constraints.row(0);
  MatrixXd K = MatrixXd::Zero(n + m, n + m);
  K.topLeftCorner(n, n) = symmetric(n, 2);
  K.topRightCorner(n, m) = constraints.transpose();
  K.bottomLeftCorner(m, n) = constraints;
  const MatrixXd B = K * Random(10).matrix(n + m, 2, -1.0, 1.0);
  for (const nsds_storage storage : {NSDS_CSC, NSDS_BSR}) {
    const Stored stored(K, storage);
    Factorization factorization;
    factorization.factorize(stored.view(), NSDS_LDL, 1e-8);
    MatrixXd X = B;
    factorization.solve(X);
    EXPECT_LE(relative_residual(K, X, B), 1e-15);
    EXPECT_EQ(factorization.rcond(), -1.0);
    EXPECT_THROW(factorization.factorize(stored.view(), NSDS_LDL, 0.0), numerics::Error);
  }
}

TEST(Factorization, RefusesWhatDoesNotGoTogether) {
  const MatrixXd A = symmetric(3, 1);
  const Stored dense(A, NSDS_DENSE);
  const Stored csc(A, NSDS_CSC);
  const Stored wide(MatrixXd::Ones(2, 3), NSDS_DENSE);
  nsds_factorization* factorization = nsds_factorization_create();
  char message[200] = "";
  const auto factorise = [&](const nsds_matrix* matrix, nsds_factorization_kind kind, double delta) {
    return nsds_factorize(factorization, matrix, kind, delta, NSDS_REUSE_NONE, message, sizeof message);
  };
  EXPECT_EQ(factorise(&dense.view(), NSDS_LDL, 0.0), NSDS_NOT_APPLICABLE);
  EXPECT_EQ(factorise(&csc.view(), NSDS_CHOLESKY, 0.0), NSDS_NOT_APPLICABLE);
  EXPECT_EQ(factorise(&wide.view(), NSDS_LU, 0.0), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(message, "2 x 3"), nullptr) << message;
  EXPECT_EQ(factorise(&csc.view(), NSDS_LDL, -1.0), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(message, "delta"), nullptr) << message;
  EXPECT_EQ(factorise(&csc.view(), NSDS_LDL, std::numeric_limits<double>::quiet_NaN()),
            NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(factorise(nullptr, NSDS_LU, 0.0), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_factorize(factorization, &dense.view(), NSDS_LU, 0.0, static_cast<nsds_reuse>(3), message,
                           sizeof message),
            NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(message, "reuse is 3"), nullptr) << message;

  ASSERT_EQ(factorise(&dense.view(), NSDS_LU, 0.0), NSDS_OK);
  double b[3] = {1.0, 2.0, 3.0};
  EXPECT_EQ(nsds_factorization_solve(factorization, b, 1, 2), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_factorization_solve(factorization, b, -1, 3), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_factorization_solve(factorization, nullptr, 1, 3), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_factorization_solve(nullptr, b, 1, 3), NSDS_INVALID_ARGUMENT);
  b[1] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(nsds_factorization_solve(factorization, b, 1, 3), NSDS_SINGULAR);
  EXPECT_EQ(b[0], 1.0);  // as given
  nsds_factorization_free(factorization);
  nsds_factorization_free(nullptr);
}

}  // namespace
}  // namespace nsds::test::factorization_test
