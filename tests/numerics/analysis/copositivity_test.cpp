// Copositivity against positive eigenvectors, grids and matrices of the literature, and under the changes
// that must not matter.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "numerics/analysis/analysis_matrices.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/decompositions.hpp"
#include "support/effort.hpp"
#include "support/numbers.hpp"

namespace nsds::test::copositivity_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
namespace nn = nsds::numerics;

// [Kaplan 2000, Linear Algebra Appl. 313] S is copositive where no principal submatrix has an eigenvector v >
// 0 with a negative eigenvalue, strictly where none has one with an eigenvalue <= 0. Returns the least such
// eigenvalue, infinity if no eigenvector is positive. Eigenvalues are simple in all matrices used here.
double least_positive_pair(const MatrixXd& M) {
  const MatrixXd S = 0.5 * (M + M.transpose());
  double least = infinity;
  for (unsigned mask = 1; mask < 1U << S.rows(); ++mask) {
    const auto [eigenvalues, eigenvectors] = symmetric_eigenpairs(principal(S, mask));
    for (Eigen::Index k = 0; k < eigenvalues.size(); ++k) {
      const VectorXd v = eigenvectors.col(k);
      if (v.minCoeff() > 0.0 || v.maxCoeff() < 0.0) least = std::min(least, eigenvalues[k]);
    }
  }
  return least;
}

void expect_not_copositive(const MatrixXd& M, const nn::Copositivity& found) {
  ASSERT_EQ(found.answer, NSDS_NOT_COPOSITIVE);
  ASSERT_EQ(found.witness.size(), M.rows());
  EXPECT_GE(found.witness.minCoeff(), 0.0);
  EXPECT_LT(found.witness.dot(M * found.witness), 0.0);
}

MatrixXd horn() {
  return circulant(Eigen::Matrix<double, 5, 1>(1, -1, 1, 1, -1));
}
MatrixXd hoffman_pereira() {
  return circulant((VectorXd(7) << 1, -1, 1, 0, 0, 1, -1).finished());
}

TEST(Copositive, AgreesWithPositiveEigenvectors) {
  int strict = 0, no = 0, beyond_definite = 0;
  const int trials = test::effort(50, 1500);
  for (int trial = 0; trial < trials; ++trial) {
    Random random(static_cast<std::uint64_t>(9000 + trial));
    const int n = random.integer(1, 7);
    MatrixXd M = random.matrix(n, n, -0.9, 0.9);
    M.diagonal() = random.vector(n, 0.2, 1.5);
    const double least = least_positive_pair(M);
    if (std::fabs(least) < 1e-8) continue;
    SCOPED_TRACE(::testing::Message() << "trial " << trial << ", n = " << n);
    const nn::Copositivity found = nn::is_copositive(nn::view(M));
    if (least < 0.0) {
      expect_not_copositive(M, found);
      ++no;
    } else {
      EXPECT_EQ(found.answer, NSDS_STRICTLY_COPOSITIVE) << found.message;
      ++strict;
      beyond_definite += definiteness_of(M) == NSDS_INDEFINITE ? 1 : 0;
    }
  }
  EXPECT_GT(strict, trials / 5);
  EXPECT_GT(no, test::effort(5, 300));
  EXPECT_GT(beyond_definite, trials / 15);
}

// Copositive and neither semidefinite nor the sum of such a matrix and a nonnegative one [Hall, Newman 1963;
// Hoffman, Pereira 1973]. Both vanish at e_1 + e_2, where any reduction of the diagonal makes them negative.
TEST(Copositive, HornAndHoffmanPereira) {
  for (const MatrixXd& S : {horn(), hoffman_pereira()}) {
    const auto n = S.rows();
    for (const nsds_storage storage : stored_storages) {
      const Stored stored(S, storage);
      EXPECT_EQ(nn::is_copositive(stored.view()).answer, NSDS_COPOSITIVE);
      EXPECT_EQ(nn::definiteness(stored.view()).answer, NSDS_INDEFINITE);
    }
    EXPECT_EQ(copositivity_of(S + 1e-9 * MatrixXd::Identity(n, n)), NSDS_STRICTLY_COPOSITIVE);
    const MatrixXd less = S - 1e-9 * MatrixXd::Identity(n, n);
    expect_not_copositive(less, nn::is_copositive(nn::view(less)));
    // What is not symmetric counts by its symmetric part.
    Random random(8);
    EXPECT_EQ(copositivity_of(S + skew(random, static_cast<int>(n), 1.0), 1e-12), NSDS_COPOSITIVE);
  }
  // The form of Horn's matrix is least at e_1 + e_2 only if all entries count: one more -1 and it is
  // negative.
  MatrixXd spoilt = horn();
  spoilt(0, 2) = spoilt(2, 0) = -1.0;
  expect_not_copositive(spoilt, nn::is_copositive(nn::view(spoilt)));
}

// Entries from -1 to 2: forms that vanish at many points, some of which x in {0, ..., 4}^5 are.
TEST(Copositive, SmallIntegersOnAGrid) {
  int answers[4] = {};
  const int trials = test::effort(50, 300);
  for (int trial = 0; trial < trials; ++trial) {
    Random random(static_cast<std::uint64_t>(30000 + trial));
    MatrixXd S(5, 5);
    for (int j = 0; j < 5; ++j) {
      for (int i = 0; i < j; ++i) S(i, j) = S(j, i) = std::max(-1, random.integer(-2, 2));
      S(j, j) = random.integer(1, 2);
    }
    double least = infinity;
    VectorXd x(5);
    for (int code = 1; code < 3125; ++code) {
      for (int i = 0, rest = code; i < 5; ++i, rest /= 5) x[i] = rest % 5;
      least = std::min(least, x.dot(S * x));
    }
    SCOPED_TRACE(::testing::Message() << "trial " << trial << "\n" << S);
    const nn::Copositivity found = nn::is_copositive(nn::view(S), 1e-12);
    ++answers[found.answer];
    if (least < 0.0) {
      expect_not_copositive(S, found);
    } else if (least == 0.0) {
      EXPECT_EQ(found.answer, NSDS_COPOSITIVE);
    } else {  // it may vanish beside the grid
      EXPECT_TRUE(found.answer == NSDS_COPOSITIVE || found.answer == NSDS_STRICTLY_COPOSITIVE);
    }
  }
  for (const nsds_copositivity answer : {NSDS_STRICTLY_COPOSITIVE, NSDS_COPOSITIVE, NSDS_NOT_COPOSITIVE})
    EXPECT_GT(answers[answer], trials / 15) << answer;
}

TEST(Copositive, KnownMatrices) {
  EXPECT_EQ(copositivity_of(MatrixXd(0, 0)), NSDS_STRICTLY_COPOSITIVE);
  EXPECT_EQ(copositivity_of(MatrixXd::Identity(5, 5)), NSDS_STRICTLY_COPOSITIVE);
  EXPECT_EQ(copositivity_of(MatrixXd::Zero(5, 5)), NSDS_COPOSITIVE);
  EXPECT_EQ(copositivity_of(MatrixXd::Ones(300, 300)), NSDS_STRICTLY_COPOSITIVE);  // nonnegative, any size
  EXPECT_EQ(copositivity_of(hilbert(12)), NSDS_STRICTLY_COPOSITIVE);
  EXPECT_EQ(copositivity_of(differences(6, true)), NSDS_COPOSITIVE);
  // x x' with x of both signs is semidefinite and vanishes inside x >= 0; with x > 0 it is nonnegative.
  const Eigen::Vector3d x(1.0, -2.0, 0.5);
  EXPECT_EQ(copositivity_of(x * x.transpose()), NSDS_COPOSITIVE);
  EXPECT_EQ(copositivity_of(x.cwiseAbs() * x.cwiseAbs().transpose()), NSDS_STRICTLY_COPOSITIVE);
  // A zero on the diagonal: nothing negative may stand beside it.
  MatrixXd M(2, 2);
  M << 0.0, 1.0, 1.0, 1.0;
  EXPECT_EQ(copositivity_of(M), NSDS_COPOSITIVE);
  for (const double corner : {0.0, 1.0, 1e8}) {
    M << 0.0, -1e-3, -1e-3, corner;
    expect_not_copositive(M, nn::is_copositive(nn::view(M)));
    M << corner, -1e-3, -1e-3, 0.0;
    expect_not_copositive(M, nn::is_copositive(nn::view(M)));
  }
  M << 0.0, -1e-200, -1e-200, 1.0;
  expect_not_copositive(1e200 * M, nn::is_copositive(nn::view(M)));  // x'Mx underflows, x'(1e200 M)x does not
  M << 1.0, 0.0, 0.0, -1e-300;
  expect_not_copositive(M, nn::is_copositive(nn::view(M)));
  // Strictly copositive by construction.
  for (int n : {4, 9, 14})
    EXPECT_EQ(copositivity_of(lcp_family("copositive").make(n, 2).M), NSDS_STRICTLY_COPOSITIVE) << n;
}

// Blocks that hinder each other within, not among themselves: 40 rows, each answer as weak as the weakest
// block.
TEST(Copositive, BlocksThatDoNotHinderEachOther) {
  Random random(12);
  MatrixXd M = random.matrix(40, 40, 0.0, 1.0);
  for (Eigen::Index b = 0; b < 8; ++b) M.block(5 * b, 5 * b, 5, 5) = horn() + 0.1 * MatrixXd::Identity(5, 5);
  const std::vector<int> order = random_order(random, 40);
  EXPECT_EQ(copositivity_of(reordered(M, order)), NSDS_STRICTLY_COPOSITIVE);
  M.block(15, 15, 5, 5) = horn();
  EXPECT_EQ(copositivity_of(reordered(M, order)), NSDS_COPOSITIVE);
  M.block(20, 20, 5, 5) = horn() - 0.1 * MatrixXd::Identity(5, 5);
  const MatrixXd worst = reordered(M, order);
  expect_not_copositive(worst, nn::is_copositive(nn::view(worst)));
}

// Larger than the criterion takes.
TEST(Copositive, LargeBlocksByDefiniteness) {
  for (const int n : {30, 100}) {
    for (const nsds_storage storage : stored_storages) {
      SCOPED_TRACE(::testing::Message() << n << " rows, " << storage_name(storage));
      const Stored clamped(differences(n, false), storage), loose(differences(n, true), storage);
      EXPECT_EQ(nn::is_copositive(clamped.view()).answer, NSDS_STRICTLY_COPOSITIVE);
      EXPECT_EQ(nn::is_copositive(loose.view(), 1e-12).answer, NSDS_COPOSITIVE);
      // Far entries that are positive make it indefinite, and cannot make it less copositive.
      MatrixXd M = differences(n, false);
      M(0, n - 1) = M(n - 1, 0) = 50.0;
      const Stored far(M, storage);
      EXPECT_EQ(nn::definiteness(far.view()).answer, NSDS_INDEFINITE);
      EXPECT_EQ(nn::is_copositive(far.view()).answer, NSDS_STRICTLY_COPOSITIVE);
      // A pair that shows that it is not.
      M = differences(n, false);
      M(0, 1) = M(1, 0) = -2.1;
      const Stored pair(M, storage);
      expect_not_copositive(M, nn::is_copositive(pair.view()));
      // Indefinite with its positive entries and without them.
      M = MatrixXd::Identity(n, n);
      for (int i = 0; i + 1 < n; ++i) M(i, i + 1) = M(i + 1, i) = -0.6;
      for (int i = 0; i + 2 < n; ++i) M(i, i + 2) = M(i + 2, i) = 0.9;
      const Stored unsettled(M, storage);
      EXPECT_THROW(nn::is_copositive(unsettled.view()), nn::Error);
    }
  }
}

TEST(Copositive, InvariantUnderReorderingAndCongruence) {
  for (int trial = 0; trial < test::effort(50, 200); ++trial) {
    Random random(static_cast<std::uint64_t>(7000 + trial));
    const int n = random.integer(2, 8);
    MatrixXd M = random.matrix(n, n, -0.7, 1.0);
    M.diagonal() = random.vector(n, 0.2, 1.5);
    const nsds_copositivity answer = copositivity_of(M);
    const MatrixXd moved = reordered(M, random_order(random, n));
    EXPECT_EQ(copositivity_of(moved), answer) << "trial " << trial;
    const VectorXd d = random.vector(n, -40.0, 40.0).array().exp();
    const MatrixXd scaled = d.asDiagonal() * moved * d.asDiagonal();
    EXPECT_EQ(copositivity_of(scaled), answer) << "trial " << trial;
    EXPECT_EQ(copositivity_of(1e-300 * M), answer);
  }
}

// Just below the border and within rounding: whatever is said, it is not a claim beyond it.
TEST(Copositive, RoundingIsNotGuessed) {
  const double below = 1.0 + 4.0 * std::numeric_limits<double>::epsilon();
  MatrixXd M(2, 2);
  M << 1.0, -below, -below, 1.0;  // negative by 1e-15 at (1, 1)
  EXPECT_EQ(copositivity_of(M), NSDS_COPOSITIVE);
  // The tolerance says what counts as copositive where strictness cannot be shown.
  const MatrixXd H = horn();
  EXPECT_EQ(copositivity_of(H, 1e-3), NSDS_COPOSITIVE);
  EXPECT_EQ(copositivity_of(H + 1e-6 * MatrixXd::Identity(5, 5), 1e-3), NSDS_STRICTLY_COPOSITIVE);
}

}  // namespace
}  // namespace nsds::test::copositivity_test
