// Definiteness against eigenvalues and under the changes that must not matter.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "numerics/analysis/analysis_matrices.hpp"
#include "numerics/linalg/storages.hpp"
#include "support/decompositions.hpp"

namespace nsds::test::definiteness_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
namespace nn = nsds::numerics;

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
    const VectorXd before = eigenvalues_of_symmetric_part(M);
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

}  // namespace
}  // namespace nsds::test::definiteness_test
