// Definiteness, P-matrices and copositivity against theory, against brute force, and under the changes that
// must not matter.
#include "nsds/numerics/cpp/analysis.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "numerics/lcp_instances.hpp"
#include "numerics/storages.hpp"

namespace nsds::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
namespace nn = nsds::numerics;

constexpr nsds_storage stored_storages[] = {NSDS_DENSE, NSDS_CSC, NSDS_BSR};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Row i holds the given numbers, shifted i places to the right.
MatrixXd circulant(const VectorXd& row) {
  MatrixXd A(row.size(), row.size());
  for (Eigen::Index i = 0; i < row.size(); ++i)
    for (Eigen::Index j = 0; j < row.size(); ++j) A(i, (i + j) % row.size()) = row[j];
  return A;
}

MatrixXd symmetric(Random& random, int n) {
  const MatrixXd A = random.matrix(n, n, -1.0, 1.0);
  return A + A.transpose();
}

MatrixXd skew(Random& random, int n, double size) {
  const MatrixXd A = random.matrix(n, n, -size, size);
  return A - A.transpose();
}

// Q diag(eigenvalues) Q' with a random orthogonal Q.
MatrixXd with_eigenvalues(Random& random, const VectorXd& eigenvalues) {
  const auto n = static_cast<int>(eigenvalues.size());
  const MatrixXd Q = Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric(random, n)).eigenvectors();
  const MatrixXd S = Q * eigenvalues.asDiagonal() * Q.transpose();
  return 0.5 * (S + S.transpose());
}

MatrixXd hilbert(int n) {
  MatrixXd H(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) H(i, j) = 1.0 / (i + j + 1.0);
  return H;
}

// Second differences; free: rows of sum zero at both ends too, so that constants are in the kernel.
MatrixXd differences(int n, bool free) {
  MatrixXd A = 2.0 * MatrixXd::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) A(i, i + 1) = A(i + 1, i) = -1.0;
  if (free) A(0, 0) = A(n - 1, n - 1) = 1.0;
  return A;
}

// I - a C, C the cyclic permutation. Every proper principal minor is 1, the determinant 1 - a^n.
MatrixXd cyclic(int n, double a) {
  MatrixXd A = MatrixXd::Identity(n, n);
  for (int i = 0; i < n; ++i) A(i, (i + 1) % n) -= a;
  return A;
}

// D (I + K), K skew, D > 0: P as I + K is, and rows are scaled; far from symmetric and from dominant.
MatrixXd scaled_skew(Random& random, int n, double size = 1.0) {
  const MatrixXd K = skew(random, n, size);
  const VectorXd d = random.vector(n, -2.0, 2.0).array().exp();
  return d.asDiagonal() * (MatrixXd::Identity(n, n) + K);
}

std::vector<int> random_order(Random& random, int n) {
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (int i = n - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.integer(0, i))]);
  return order;
}

MatrixXd reordered(const MatrixXd& A, const std::vector<int>& order) {
  return A(order, order);
}

// The rows and columns of a bit mask.
MatrixXd principal(const MatrixXd& A, unsigned mask) {
  std::vector<int> rows;
  for (int i = 0; i < A.rows(); ++i)
    if ((mask >> i & 1U) != 0) rows.push_back(i);
  return A(rows, rows);
}

nsds_definiteness definiteness_of(const MatrixXd& M, double tolerance = 0.0) {
  return nn::definiteness(nn::view(M), tolerance).answer;
}
nsds_p_answer p_of(const MatrixXd& M) {
  return nn::is_p(nn::view(M)).answer;
}
nsds_copositivity copositivity_of(const MatrixXd& M, double tolerance = 0.0) {
  return nn::is_copositive(nn::view(M), tolerance).answer;
}

// --- definiteness

struct Signs {
  const char* name;
  VectorXd eigenvalues;
  nsds_definiteness answer;
};

const std::vector<Signs>& all_signs() {
  static const std::vector<Signs> signs = {
      {"positive definite", Eigen::Vector4d(0.5, 1, 2, 3), NSDS_POSITIVE_DEFINITE},
      {"positive semidefinite", Eigen::Vector4d(0, 0, 2, 3), NSDS_POSITIVE_SEMIDEFINITE},
      {"zero", Eigen::Vector4d(0, 0, 0, 0), NSDS_ZERO_FORM},
      {"negative semidefinite", Eigen::Vector4d(-1, 0, -2, -3), NSDS_NEGATIVE_SEMIDEFINITE},
      {"negative definite", Eigen::Vector4d(-1, -0.25, -2, -3), NSDS_NEGATIVE_DEFINITE},
      {"indefinite", Eigen::Vector4d(-1, 0, 2, 3), NSDS_INDEFINITE},
  };
  return signs;
}

bool takes_negative_values(nsds_definiteness answer) {
  return answer == NSDS_INDEFINITE || answer == NSDS_NEGATIVE_DEFINITE ||
         answer == NSDS_NEGATIVE_SEMIDEFINITE;
}

// The skew part must not matter, nor a common factor: dense matrices, and 80 rows in blocks of four, which go
// through the sparse factorisation where they are stored sparse.
TEST(Definiteness, FollowsTheSignsOfTheEigenvaluesInEveryStorage) {
  for (const Signs& signs : all_signs()) {
    for (const int blocks : {1, 20}) {
      for (const double factor : {1.0, 1e-300, 1e290}) {
        Random random(11);
        MatrixXd M = MatrixXd::Zero(4 * blocks, 4 * blocks);
        for (int b = 0; b < blocks; ++b)
          M.block(4 * b, 4 * b, 4, 4) = with_eigenvalues(random, signs.eigenvalues) + skew(random, 4, 3.0);
        M = factor * reordered(M, random_order(random, 4 * blocks));
        for (const nsds_storage storage : stored_storages) {
          SCOPED_TRACE(::testing::Message() << signs.name << ", " << 4 * blocks << " rows, times " << factor
                                            << ", " << storage_name(storage));
          const Stored stored(M, storage);
          // Reordered skew parts cancel only to rounding.
          const nn::Definiteness found = nn::definiteness(stored.view(), 1e-13);
          EXPECT_EQ(found.answer, signs.answer);
          if (!takes_negative_values(signs.answer)) continue;
          ASSERT_EQ(found.witness.size(), M.rows());
          EXPECT_LT(found.witness.dot((M / factor) * found.witness), 0.0);
          // Without a witness the same is said.
          nsds_definiteness alone{};
          EXPECT_EQ(nsds_matrix_definiteness(&stored.view(), 1e-13, &alone, nullptr, nullptr, 0), NSDS_OK);
          EXPECT_EQ(alone, signs.answer);
        }
      }
    }
  }
}

// Random sparse matrices of 80 rows with no common structure: the inertia by pivots agrees with Eigen's
// eigenvalues. Shifts put the least or the largest eigenvalue on one side or the other.
TEST(Definiteness, SparseAgreesWithEigenvalues) {
  for (int trial = 0; trial < 60; ++trial) {
    Random random(static_cast<std::uint64_t>(100 + trial));
    const int n = 80;
    MatrixXd M = MatrixXd::Zero(n, n);
    for (int k = 0; k < 2 * n; ++k)
      M(random.integer(0, n - 1), random.integer(0, n - 1)) = random.uniform(-1.0, 1.0);
    const VectorXd before = Eigen::SelfAdjointEigenSolver<MatrixXd>(0.5 * (M + M.transpose())).eigenvalues();
    const double shifts[] = {1e-6 - before[0], -1e-6 - before[0], 1e-6 - before[n - 1],
                             -1e-6 - before[n - 1]};
    const nsds_definiteness expected[] = {NSDS_POSITIVE_DEFINITE, NSDS_INDEFINITE, NSDS_INDEFINITE,
                                          NSDS_NEGATIVE_DEFINITE};
    for (int k = 0; k < 4; ++k) {
      const MatrixXd shifted = M + shifts[k] * MatrixXd::Identity(n, n);
      for (const nsds_storage storage : stored_storages) {
        const Stored stored(shifted, storage);
        const nn::Definiteness found = nn::definiteness(stored.view());
        EXPECT_EQ(found.answer, expected[k]) << "trial " << trial << ", " << storage_name(storage);
        if (takes_negative_values(found.answer)) {
          EXPECT_LT(found.witness.dot(shifted * found.witness), 0.0);
        }
      }
    }
  }
}

// The eigenvalues of second differences are 2 - 2 cos; those of n = 3000 begin at 1.1e-6, far above rounding,
// and at exactly 0 where the ends are free.
TEST(Definiteness, LongChains) {
  std::vector<int> starts{0}, rows;
  std::vector<double> values;
  for (const bool free : {false, true}) {
    const int n = 3000;
    starts = {0};
    rows.clear();
    values.clear();
    for (int j = 0; j < n; ++j) {
      for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) {
        rows.push_back(i);
        values.push_back(i != j ? -1.0 : free && (j == 0 || j == n - 1) ? 1.0 : 2.0);
      }
      starts.push_back(static_cast<int>(rows.size()));
    }
    const nsds_matrix chain = nsds_matrix_csc(n, n, starts.data(), rows.data(), values.data());
    EXPECT_EQ(nn::definiteness(chain).answer, free ? NSDS_POSITIVE_SEMIDEFINITE : NSDS_POSITIVE_DEFINITE);
  }
}

TEST(Definiteness, KnownMatrices) {
  EXPECT_EQ(definiteness_of(MatrixXd::Identity(5, 5)), NSDS_POSITIVE_DEFINITE);
  EXPECT_EQ(definiteness_of(MatrixXd::Zero(5, 5)), NSDS_ZERO_FORM);
  EXPECT_EQ(definiteness_of(MatrixXd(0, 0)), NSDS_POSITIVE_DEFINITE);
  EXPECT_EQ(definiteness_of(MatrixXd::Ones(5, 5)), NSDS_POSITIVE_SEMIDEFINITE);
  // The least eigenvalue of Hilbert's matrix is 1.1e-10 for n = 8, 1e-29 for n = 20.
  EXPECT_EQ(definiteness_of(hilbert(8)), NSDS_POSITIVE_DEFINITE);
  EXPECT_EQ(definiteness_of(hilbert(8), 1e-9), NSDS_POSITIVE_SEMIDEFINITE);
  EXPECT_EQ(definiteness_of(hilbert(20), 1e-14), NSDS_POSITIVE_SEMIDEFINITE);
  EXPECT_EQ(definiteness_of(lcp_family("fathi").make(8, 1).M), NSDS_POSITIVE_DEFINITE);
  EXPECT_EQ(definiteness_of(lcp_family("murty").make(3, 1).M), NSDS_POSITIVE_SEMIDEFINITE);  // 0, 0, 3
  EXPECT_EQ(definiteness_of(circulant(Eigen::Matrix<double, 5, 1>(1, -1, 1, 1, -1))), NSDS_INDEFINITE);
  // Empty columns, no diagonal stored: zero for the sparse factorisation too.
  const Stored nothing(MatrixXd::Zero(100, 100), NSDS_CSC);
  EXPECT_EQ(nn::definiteness(nothing.view()).answer, NSDS_ZERO_FORM);
}

// What the tolerance is: an eigenvalue within tolerance * norm of zero is zero, norm = max row or column sum.
TEST(Definiteness, ToleranceIsRelativeToTheNorm) {
  for (const double factor : {1.0, 1e-200, 3.7e150}) {
    const MatrixXd M = factor * Eigen::Vector2d(1.0, 1e-10).asDiagonal().toDenseMatrix();
    EXPECT_EQ(definiteness_of(M, 0.9e-10), NSDS_POSITIVE_DEFINITE);
    EXPECT_EQ(definiteness_of(M, 1.1e-10), NSDS_POSITIVE_SEMIDEFINITE);
    const MatrixXd N = factor * Eigen::Vector2d(1.0, -1e-10).asDiagonal().toDenseMatrix();
    EXPECT_EQ(definiteness_of(N, 0.9e-10), NSDS_INDEFINITE);
    EXPECT_EQ(definiteness_of(N, 1.1e-10), NSDS_POSITIVE_SEMIDEFINITE);
  }
}

// --- P-matrices

// By all determinants: 1 all positive, 0 one is not, -1 one is too small to say.
int p_by_determinants(const MatrixXd& M) {
  bool close = false;
  for (unsigned mask = 1; mask < 1U << M.rows(); ++mask) {
    const double minor = principal(M, mask).determinant();
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
  for (int trial = 0; trial < 2000; ++trial) {
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
  EXPECT_GT(yes, 300);
  EXPECT_GT(no, 300);
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
  for (int trial = 0; trial < 3000; ++trial) {
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
  EXPECT_GT(open, 50);
  EXPECT_LE(without_vector, 10);  // where zero minors meet, the vector cannot always be made certain
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
  for (int trial = 0; trial < 200; ++trial) {
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

// --- copositivity

// [Kaplan 2000, Linear Algebra Appl. 313] S is copositive where no principal submatrix has an eigenvector v >
// 0 with a negative eigenvalue, strictly where none has one with an eigenvalue <= 0. Returns the least such
// eigenvalue, infinity if no eigenvector is positive. Eigenvalues are simple in all matrices used here.
double least_positive_pair(const MatrixXd& M) {
  const MatrixXd S = 0.5 * (M + M.transpose());
  double least = infinity;
  for (unsigned mask = 1; mask < 1U << S.rows(); ++mask) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> pairs(principal(S, mask));
    for (Eigen::Index k = 0; k < pairs.eigenvalues().size(); ++k) {
      const VectorXd v = pairs.eigenvectors().col(k);
      if (v.minCoeff() > 0.0 || v.maxCoeff() < 0.0) least = std::min(least, pairs.eigenvalues()[k]);
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
  for (int trial = 0; trial < 1500; ++trial) {
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
  EXPECT_GT(strict, 300);
  EXPECT_GT(no, 300);
  EXPECT_GT(beyond_definite, 100);
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
  for (int trial = 0; trial < 300; ++trial) {
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
    EXPECT_GT(answers[answer], 20) << answer;
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
  for (int b = 0; b < 8; ++b) M.block(5 * b, 5 * b, 5, 5) = horn() + 0.1 * MatrixXd::Identity(5, 5);
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
  for (int trial = 0; trial < 200; ++trial) {
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

// --- arguments

struct Refusal {
  const char* what;
  nsds_status status;
  const char* culprit;
  std::function<void(nsds_matrix&, double&)> spoil;
};

int apply_nothing(void*, const double*, double*) {
  return 0;
}

const Refusal refusals[] = {
    {"not square", NSDS_INVALID_ARGUMENT, "2 x 1", [](nsds_matrix& M, double&) { M.cols = 1; }},
    {"negative size", NSDS_INVALID_ARGUMENT, "negative",
     [](nsds_matrix& M, double&) { M.rows = M.cols = -1; }},
    {"null values", NSDS_INVALID_ARGUMENT, "values is null",
     [](nsds_matrix& M, double&) { M.as.dense.values = nullptr; }},
    {"no such storage", NSDS_INVALID_ARGUMENT, "storage is 3",
     [](nsds_matrix& M, double&) { M.storage = static_cast<nsds_storage>(3); }},
    {"operator", NSDS_NOT_APPLICABLE, "operator",
     [](nsds_matrix& M, double&) { M = nsds_matrix_operator(2, 2, apply_nothing, nullptr); }},
    {"negative tolerance", NSDS_INVALID_ARGUMENT, "tolerance is -1",
     [](nsds_matrix&, double& tolerance) { tolerance = -1.0; }},
    {"tolerance of one", NSDS_INVALID_ARGUMENT, "tolerance is 1",
     [](nsds_matrix&, double& tolerance) { tolerance = 1.0; }},
    {"tolerance not a number", NSDS_INVALID_ARGUMENT, "tolerance is nan",
     [](nsds_matrix&, double& tolerance) { tolerance = nan; }},
};

struct Outputs {
  int answer = 42;
  unsigned char index_set[2] = {7, 7};
  double x[2] = {0.25, 0.5};
  bool untouched() const {
    return answer == 42 && index_set[0] == 7 && index_set[1] == 7 && x[0] == 0.25 && x[1] == 0.5;
  }
};

template <class Answer, class Call>
void expect_refused(const Refusal& refusal, const nsds_matrix* M, const Call& call) {
  Outputs out;
  auto answer = static_cast<Answer>(0);
  const Answer before = answer;
  char message[200] = "";
  EXPECT_EQ(call(M, &answer, out, message), refusal.status) << refusal.what;
  EXPECT_NE(std::string(message).find(refusal.culprit), std::string::npos) << message;
  EXPECT_EQ(answer, before);
  EXPECT_TRUE(out.untouched()) << refusal.what;
}

TEST(Analysis, RefusesWrongArguments) {
  const double indefinite[4] = {-1.0, 0.0, 0.0, 1.0};
  const double broken[4] = {1.0, nan, 0.0, 1.0};
  double tolerance = 0.0;
  const auto definiteness = [&](const nsds_matrix* M, nsds_definiteness* answer, Outputs& out,
                                char* message) {
    return nsds_matrix_definiteness(M, tolerance, answer, out.x, message, 200);
  };
  const auto is_p = [](const nsds_matrix* M, nsds_p_answer* answer, Outputs& out, char* message) {
    return nsds_matrix_is_p(M, answer, out.index_set, out.x, message, 200);
  };
  const auto is_copositive = [&](const nsds_matrix* M, nsds_copositivity* answer, Outputs& out,
                                 char* message) {
    return nsds_matrix_is_copositive(M, tolerance, answer, out.x, message, 200);
  };
  for (const Refusal& refusal : refusals) {
    nsds_matrix M = nsds_matrix_dense(2, 2, indefinite, 2);
    tolerance = 0.0;
    refusal.spoil(M, tolerance);
    expect_refused<nsds_definiteness>(refusal, &M, definiteness);
    expect_refused<nsds_copositivity>(refusal, &M, is_copositive);
    if (tolerance == 0.0) expect_refused<nsds_p_answer>(refusal, &M, is_p);
  }
  tolerance = 0.0;
  const nsds_matrix not_finite = nsds_matrix_dense(2, 2, broken, 2);
  const Refusal entry{"not finite", NSDS_INVALID_ARGUMENT, "entry (1, 0) is nan", {}};
  const Refusal null{"null", NSDS_INVALID_ARGUMENT, "M is null", {}};
  for (const auto& [refusal, M] : {std::pair{&entry, &not_finite}, {&null, nullptr}}) {
    expect_refused<nsds_definiteness>(*refusal, M, definiteness);
    expect_refused<nsds_p_answer>(*refusal, M, is_p);
    expect_refused<nsds_copositivity>(*refusal, M, is_copositive);
  }
}

TEST(Analysis, AnswerMayNotBeNullEverythingElseMay) {
  const double values[4] = {-1.0, 0.0, 0.0, 1.0};
  const nsds_matrix M = nsds_matrix_dense(2, 2, values, 2);
  char message[200] = "";
  EXPECT_EQ(nsds_matrix_definiteness(&M, 0.0, nullptr, nullptr, message, 200), NSDS_INVALID_ARGUMENT);
  EXPECT_STREQ(message, "answer is null.");
  EXPECT_EQ(nsds_matrix_is_p(&M, nullptr, nullptr, nullptr, nullptr, 0), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_is_copositive(&M, 0.0, nullptr, nullptr, nullptr, 0), NSDS_INVALID_ARGUMENT);
  nsds_definiteness form{};
  nsds_p_answer p{};
  nsds_copositivity copositive{};
  EXPECT_EQ(nsds_matrix_definiteness(&M, 0.0, &form, nullptr, nullptr, 0), NSDS_OK);
  EXPECT_EQ(nsds_matrix_is_p(&M, &p, nullptr, nullptr, nullptr, 0), NSDS_OK);
  EXPECT_EQ(nsds_matrix_is_copositive(&M, 0.0, &copositive, nullptr, nullptr, 0), NSDS_OK);
  EXPECT_EQ(form, NSDS_INDEFINITE);
  EXPECT_EQ(p, NSDS_P_NO);
  EXPECT_EQ(copositive, NSDS_NOT_COPOSITIVE);
}

// Witnesses are written by the answers that name them, by no other.
TEST(Analysis, WitnessesStayUntouchedWhereThereAreNone) {
  const double values[4] = {2.0, 1.0, 1.0, 2.0};
  const nsds_matrix M = nsds_matrix_dense(2, 2, values, 2);
  Outputs out;
  nsds_definiteness form{};
  nsds_p_answer p{};
  nsds_copositivity copositive{};
  EXPECT_EQ(nsds_matrix_definiteness(&M, 0.0, &form, out.x, nullptr, 0), NSDS_OK);
  EXPECT_EQ(nsds_matrix_is_p(&M, &p, out.index_set, out.x, nullptr, 0), NSDS_OK);
  EXPECT_EQ(nsds_matrix_is_copositive(&M, 0.0, &copositive, out.x, nullptr, 0), NSDS_OK);
  EXPECT_TRUE(out.untouched());
  EXPECT_EQ(form, NSDS_POSITIVE_DEFINITE);
  EXPECT_EQ(p, NSDS_P_YES);
  EXPECT_EQ(copositive, NSDS_STRICTLY_COPOSITIVE);
}

}  // namespace
}  // namespace nsds::test
