// P-matrices against all determinants, against theory, and under the changes that must not matter.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "numerics/analysis/analysis_matrices.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/decompositions.hpp"
#include "support/effort.hpp"

namespace nsds::test::p_matrix_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
namespace nn = nsds::numerics;

// By all determinants: 1 all positive, 0 one is not, -1 one is too small to say.
int p_by_determinants(const MatrixXd& M) {
  bool close = false;
  for (unsigned mask = 1; mask < 1U << M.rows(); ++mask) {
    const double minor = determinant(principal(M, mask));
    if (minor < -1e-9) return 0;
    close = close || minor < 1e-9;
  }
  return close ? -1 : 1;
}

// The witnesses show what they should, by arithmetic that is not the library's.
void expect_not_p(const MatrixXd& M, const nn::PMatrix& found, bool vector_may_be_missing = false) {
  ASSERT_EQ(found.answer, NSDS_P_NO);
  std::vector<int> rows;
  for (int i = 0; i < M.rows(); ++i)
    if (found.index_set[i] != 0) rows.push_back(i);
  ASSERT_FALSE(rows.empty());
  const MatrixXd A = M(rows, rows);
  EXPECT_LE(Eigen::FullPivLU<MatrixXd>(A).determinant(), 0.0);
  if (!vector_may_be_missing) {
    ASSERT_GT(found.x.lpNorm<Eigen::Infinity>(), 0.0) << "no vector was found";
  }
  const VectorXd y = M * found.x;
  for (int i = 0; i < M.rows(); ++i) EXPECT_LE(found.x[i] * y[i], 0.0) << "row " << i;
}

TEST(PMatrix, AgreesWithAllDeterminants) {
  int yes = 0, no = 0;
  const int trials = test::effort(50, 2000);
  for (int trial = 0; trial < trials; ++trial) {
    Random random(static_cast<std::uint64_t>(1000 + trial));
    const int n = random.integer(1, 8);
    // Off-diagonal entries of a size at which about as many are P as are not.
    const double size = random.uniform(0.2, 2.5) / std::sqrt(n);
    MatrixXd M = random.matrix(n, n, -size, size);
    M.diagonal() = random.vector(n, 0.1, 1.0);
    const int expected = p_by_determinants(M);
    if (expected < 0) continue;
    SCOPED_TRACE(::testing::Message() << "trial " << trial << ", n = " << n);
    const nn::PMatrix found = nn::is_p(nn::view(M));
    if (expected == 1) {
      EXPECT_EQ(found.answer, NSDS_P_YES) << found.message;
      ++yes;
    } else {
      expect_not_p(M, found);
      ++no;
    }
  }
  EXPECT_GT(yes, 3 * trials / 20);
  EXPECT_GT(no, 3 * trials / 20);
}

TEST(PMatrix, KnownMatrices) {
  EXPECT_EQ(p_of(MatrixXd(0, 0)), NSDS_P_YES);
  EXPECT_EQ(p_of(MatrixXd::Identity(4, 4)), NSDS_P_YES);
  EXPECT_EQ(p_of(hilbert(6)), NSDS_P_YES);
  EXPECT_EQ(p_of(lcp_family("murty").make(200, 1).M), NSDS_P_YES);
  EXPECT_EQ(p_of(lcp_family("fathi").make(10, 1).M), NSDS_P_YES);
  for (int n = 2; n <= 12; ++n) {
    EXPECT_EQ(p_of(cyclic(n, 0.9)), NSDS_P_YES);
    const MatrixXd M = cyclic(n, 2.0);
    const nn::PMatrix found = nn::is_p(nn::view(M));
    expect_not_p(M, found);
    EXPECT_EQ((found.index_set != 0).count(), n);  // no smaller minor fails
    // With the other sign det = 1 - (-2)^n, which is negative for even n only.
    EXPECT_EQ(p_of(cyclic(n, -2.0)), n % 2 == 0 ? NSDS_P_NO : NSDS_P_YES);
  }
  for (const Family& family : lcp_families()) {
    if (!family.known.p_matrix) continue;
    EXPECT_EQ(p_of(family.make(8, 3).M), NSDS_P_YES) << family.name;
  }
}

// [Bareiss 1968] Exact for small integers.
std::int64_t integer_determinant(const MatrixXd& A) {
  Eigen::Matrix<std::int64_t, Eigen::Dynamic, Eigen::Dynamic> B = A.cast<std::int64_t>();
  std::int64_t sign = 1, before = 1;
  for (Eigen::Index k = 0; k + 1 < B.rows(); ++k) {
    Eigen::Index pivot = k;
    while (pivot < B.rows() && B(pivot, k) == 0) ++pivot;
    if (pivot == B.rows()) return 0;
    if (pivot != k) sign = -sign;
    B.row(k).swap(B.row(pivot));
    for (Eigen::Index i = k + 1; i < B.rows(); ++i)
      for (Eigen::Index j = k + 1; j < B.rows(); ++j)
        B(i, j) = (B(i, j) * B(k, k) - B(i, k) * B(k, j)) / before;
    before = B(k, k);
  }
  return sign * B(B.rows() - 1, B.rows() - 1);
}

// Small integers, where minors are often exactly zero: yes and no are never wrong, and what is left open has
// a minor that is zero and none that is negative.
TEST(PMatrix, SmallIntegersExactly) {
  int open = 0, without_vector = 0;
  const int trials = test::effort(50, 3000);
  for (int trial = 0; trial < trials; ++trial) {
    Random random(static_cast<std::uint64_t>(20000 + trial));
    const int n = random.integer(2, 5);
    MatrixXd M(n, n);
    for (Eigen::Index k = 0; k < M.size(); ++k) M.data()[k] = random.integer(-2, 2);
    for (int i = 0; i < n; ++i) M(i, i) = random.integer(1, 4);
    std::int64_t least = 1;
    for (unsigned mask = 1; mask < 1U << n; ++mask)
      least = std::min(least, integer_determinant(principal(M, mask)));
    SCOPED_TRACE(::testing::Message() << "trial " << trial << "\n" << M);
    const nn::PMatrix found = nn::is_p(nn::view(M));
    if (least > 0) {
      EXPECT_EQ(found.answer, NSDS_P_YES);
    } else if (least < 0) {
      expect_not_p(M, found, true);
      without_vector += found.x.isZero(0.0) ? 1 : 0;
    } else {
      EXPECT_EQ(found.answer, NSDS_P_UNDECIDED);
      ++open;
    }
  }
  EXPECT_GT(open, trials / 60);
  // Where zero minors meet, the vector cannot always be made certain.
  EXPECT_LE(without_vector, std::max(2, trials / 300));
}

// P by construction, by none of the structures: only the recursion can say so.
TEST(PMatrix, SkewWithScaledRows) {
  for (int n = 6; n <= 16; ++n) {
    Random random(static_cast<std::uint64_t>(n));
    const MatrixXd M = scaled_skew(random, n);
    const nn::PMatrix found = nn::is_p(nn::view(M));
    EXPECT_EQ(found.answer, NSDS_P_YES) << found.message;
    EXPECT_EQ(found.message, "all principal minors are positive.");
    // A diagonal entry that is not positive is a minor, and exact.
    MatrixXd spoilt = M;
    spoilt(n - 1, n - 1) = 0.0;
    const nn::PMatrix no = nn::is_p(nn::view(spoilt));
    expect_not_p(spoilt, no);
    EXPECT_EQ(no.x, VectorXd(VectorXd::Unit(n, n - 1)));
  }
}

// Bounds that only grow from step to step would lose the sign of some minor of these.
TEST(PMatrix, LargeSkewPart) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const MatrixXd M = scaled_skew(random, 18, 30.0);
    const nn::PMatrix found = nn::is_p(nn::view(M));
    EXPECT_EQ(found.answer, NSDS_P_YES) << found.message;
  }
}

// Of low rank but for rows that are scaled: all minors of more than three rows are zero, none is negative.
TEST(PMatrix, LowRankIsLeftOpen) {
  Random random(21);
  const MatrixXd B = random.matrix(9, 3, -1.0, 1.0);
  const VectorXd d = random.vector(9, -2.0, 2.0).array().exp();
  const MatrixXd M = d.asDiagonal() * B * B.transpose();
  EXPECT_EQ(p_of(M), NSDS_P_UNDECIDED);
}

// M-matrices: P where the row sums are positive, not where they are zero (singular: the answer is left open)
// or negative, for sizes of every branch and every storage.
TEST(PMatrix, MMatrices) {
  for (const int n : {5, 20, 40, 120}) {
    const MatrixXd L = differences(n, true);
    for (const nsds_storage storage : stored_storages) {
      SCOPED_TRACE(::testing::Message() << n << " rows, " << storage_name(storage));
      const MatrixXd unsymmetric = L * VectorXd::LinSpaced(n, 1.0, 5.0).asDiagonal();
      const Stored inside(unsymmetric + 1e-3 * MatrixXd::Identity(n, n), storage);
      EXPECT_EQ(nn::is_p(inside.view()).answer, NSDS_P_YES);
      const Stored border(L, storage);
      EXPECT_EQ(nn::is_p(border.view()).answer, NSDS_P_UNDECIDED);
      const MatrixXd outside = unsymmetric - 1e-3 * MatrixXd::Identity(n, n);
      const Stored stored(outside, storage);
      expect_not_p(outside, nn::is_p(stored.view()));
    }
  }
}

TEST(PMatrix, TriangularUpToReordering) {
  Random random(3);
  for (const int n : {10, 30, 90}) {
    MatrixXd M = random.matrix(n, n, -9.0, 9.0).triangularView<Eigen::Lower>();
    M.diagonal() = random.vector(n, 1e-3, 1.0);
    M = reordered(M, random_order(random, n));
    for (const nsds_storage storage : stored_storages) {
      const Stored stored(M, storage);
      const nn::PMatrix found = nn::is_p(stored.view());
      EXPECT_EQ(found.answer, NSDS_P_YES);
      EXPECT_NE(found.message.find("triangular"), std::string::npos) << found.message;
    }
  }
}

// Scaled to a diagonal of ones these leave the range of a double: nothing is claimed, not even by accident.
TEST(Analysis, EntriesOfTooManyOrdersOfMagnitude) {
  MatrixXd M(2, 2);
  M << 1e-300, 1e300, 1e300, 1e-300;
  EXPECT_EQ(p_of(M), NSDS_P_UNDECIDED);
  EXPECT_EQ(copositivity_of(M), NSDS_COPOSITIVITY_UNDECIDED);
  EXPECT_EQ(definiteness_of(M), NSDS_INDEFINITE);
  M << 1e300, 1e-300, 1e-300, 1e300;
  EXPECT_EQ(p_of(M), NSDS_P_UNDECIDED);
  EXPECT_EQ(definiteness_of(M), NSDS_POSITIVE_DEFINITE);
}

// A minor that is zero is not positive, but rounding cannot tell it from one that is.
TEST(PMatrix, MinorsCloseToZeroAreLeftOpen) {
  const MatrixXd ones = MatrixXd::Ones(2, 2);
  EXPECT_EQ(p_of(ones), NSDS_P_UNDECIDED);
  EXPECT_EQ(p_of(ones + 1e-10 * MatrixXd::Identity(2, 2)), NSDS_P_YES);
  EXPECT_EQ(p_of(ones - 1e-10 * MatrixXd::Identity(2, 2)), NSDS_P_NO);
  // A certain no is found beside what is open.
  MatrixXd M = MatrixXd::Identity(4, 4);
  M.topLeftCorner(2, 2) = ones;
  M.bottomRightCorner(2, 2) << 1.0, 2.0, 2.0, 1.0;
  const nn::PMatrix found = nn::is_p(nn::view(M));
  expect_not_p(M, found);
  EXPECT_EQ(found.index_set[2] + found.index_set[3], 2);
  EXPECT_LT(found.index_set[0] + found.index_set[1], 2);
}

TEST(PMatrix, LargeMatricesThatNothingSettles) {
  Random random(4);
  const MatrixXd M = scaled_skew(random, 25);
  try {
    nn::is_p(nn::view(M));
    FAIL() << "25 rows are too many for the recursion";
  } catch (const nn::Error& error) {
    EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE);
    EXPECT_NE(std::string(error.what()).find("24"), std::string::npos) << error.what();
  }
  // One minor of order 2 is negative: no is found at any size up to 500.
  MatrixXd spoilt = M;
  spoilt(7, 19) = spoilt(19, 7) = 10.0 * std::sqrt(M(7, 7) * M(19, 19));
  expect_not_p(spoilt, nn::is_p(nn::view(spoilt)));
}

// P is invariant under reordering and under positive scaling of rows and columns.
TEST(PMatrix, InvariantUnderReorderingAndScaling) {
  for (int trial = 0; trial < test::effort(50, 200); ++trial) {
    Random random(static_cast<std::uint64_t>(5000 + trial));
    const int n = random.integer(2, 9);
    MatrixXd M = random.matrix(n, n, -0.8, 0.8);
    M.diagonal() = random.vector(n, 0.3, 1.0);
    const nsds_p_answer answer = p_of(M);
    const MatrixXd moved = reordered(M, random_order(random, n));
    EXPECT_EQ(p_of(moved), answer) << "trial " << trial;
    const VectorXd left = random.vector(n, -20.0, 20.0).array().exp();
    const VectorXd right = random.vector(n, -20.0, 20.0).array().exp();
    const MatrixXd scaled = left.asDiagonal() * moved * right.asDiagonal();
    EXPECT_EQ(p_of(scaled), answer) << "trial " << trial;
    EXPECT_EQ(p_of(1e-280 * M), answer);
  }
}

}  // namespace
}  // namespace nsds::test::p_matrix_test
