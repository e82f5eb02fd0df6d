// Matrix operations in every storage against dense Eigen, and what the check says of broken matrices.
#include "nsds/numerics/cpp/matrix.hpp"

#include <gtest/gtest.h>

#include <Eigen/SparseCore>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"

namespace nsds::test::matrix_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd sparse_matrix(int rows, int cols, std::uint64_t seed) {
  Random random(seed);
  MatrixXd A = random.matrix(rows, cols, -1.0, 1.0);
  for (Eigen::Index k = 0; k < A.size(); ++k)
    if (random.uniform(0.0, 1.0) < 0.6) A.data()[k] = 0.0;
  return A;
}

MatrixXd to_eigen(const nsds_matrix& A) {
  MatrixXd dense(A.rows, A.cols);
  for (int j = 0; j < A.cols; ++j) {
    const VectorXd unit = VectorXd::Unit(A.cols, j);
    EXPECT_EQ(nsds_matrix_multiply(&A, 1.0, unit.data(), 0.0, dense.col(j).data()), NSDS_OK);
  }
  return dense;
}

int apply_eigen(void* user, const double* x, double* y) {
  const MatrixXd& A = *static_cast<const MatrixXd*>(user);
  VectorXd::Map(y, A.rows()) = A * VectorXd::Map(x, A.cols());
  return 0;
}

int apply_fails(void*, const double*, double*) {
  return 1;
}

TEST(MatrixMultiply, AgreesWithEigenInEveryStorage) {
  for (const auto& [rows, cols] :
       {std::pair{1, 1}, {3, 3}, {17, 17}, {20, 9}, {9, 20}, {0, 0}, {4, 0}, {0, 4}}) {
    const MatrixXd A = sparse_matrix(rows, cols, 5);
    Random random(6);
    const VectorXd x = random.vector(cols, -1.0, 1.0);
    const VectorXd y = random.vector(rows, -1.0, 1.0);
    for (const nsds_storage storage : stored_storages) {
      SCOPED_TRACE(::testing::Message() << storage_name(storage) << " " << rows << " x " << cols);
      const Stored stored(A, storage);
      VectorXd result = y;
      ASSERT_EQ(nsds_matrix_multiply(&stored.view(), 2.0, x.data(), -0.5, result.data()), NSDS_OK);
      EXPECT_LE((result - (2.0 * A * x - 0.5 * y)).lpNorm<1>(), 1e-13);
      // beta = 0 does not read what is there.
      result.setConstant(std::numeric_limits<double>::quiet_NaN());
      ASSERT_EQ(nsds_matrix_multiply(&stored.view(), 1.0, x.data(), 0.0, result.data()), NSDS_OK);
      EXPECT_LE((result - A * x).lpNorm<1>(), 1e-13);
    }
  }
}

// Blocks of one size take the paths with fixed loops for 1, 2, 3 and 6.
TEST(MatrixMultiply, AgreesWithEigenForBlocksOfOneSize) {
  const MatrixXd A = sparse_matrix(60, 60, 7);
  const VectorXd x = Random(8).vector(60, -1.0, 1.0);
  const nsds_matrix dense = numerics::view(A);
  for (const int size : {1, 2, 3, 4, 5, 6}) {
    const numerics::Matrix blocks(dense, NSDS_BSR, size);
    VectorXd y(60);
    ASSERT_EQ(nsds_matrix_multiply(&blocks.get(), 3.0, x.data(), 0.0, y.data()), NSDS_OK);
    EXPECT_LE((y - 3.0 * A * x).norm(), 1e-13) << size;
  }
}

TEST(MatrixMultiply, AppliesOperators) {
  MatrixXd A = sparse_matrix(5, 4, 9);
  const nsds_matrix op = nsds_matrix_operator(5, 4, apply_eigen, &A);
  const VectorXd x = Random(1).vector(4, -1.0, 1.0);
  VectorXd y = VectorXd::Ones(5);
  ASSERT_EQ(nsds_matrix_multiply(&op, 2.0, x.data(), 3.0, y.data()), NSDS_OK);
  EXPECT_LE((y - (2.0 * A * x + 3.0 * VectorXd::Ones(5))).norm(), 1e-14);
  const nsds_matrix broken = nsds_matrix_operator(5, 4, apply_fails, nullptr);
  EXPECT_EQ(nsds_matrix_multiply(&broken, 1.0, x.data(), 0.0, y.data()), NSDS_NOT_APPLICABLE);
}

TEST(MatrixQueries, AgreeWithEigenInEveryStorage) {
  const MatrixXd A = sparse_matrix(14, 11, 3);
  for (const nsds_storage storage : stored_storages) {
    SCOPED_TRACE(storage_name(storage));
    const Stored stored(A, storage);
    VectorXd diagonal(11);
    double largest = 0.0;
    ASSERT_EQ(nsds_matrix_diagonal(&stored.view(), diagonal.data()), NSDS_OK);
    ASSERT_EQ(nsds_matrix_max_abs(&stored.view(), &largest), NSDS_OK);
    EXPECT_EQ(diagonal, A.diagonal());
    EXPECT_EQ(largest, A.cwiseAbs().maxCoeff());
  }
  MatrixXd copy = A;
  const nsds_matrix op = nsds_matrix_operator(14, 11, apply_eigen, &copy);
  double value = 5.0;
  EXPECT_EQ(nsds_matrix_max_abs(&op, &value), NSDS_NOT_APPLICABLE);
  EXPECT_EQ(value, 5.0);
}

TEST(MatrixConvert, KeepsEveryEntryBetweenAllStorages) {
  const MatrixXd A = sparse_matrix(12, 18, 4);
  for (const nsds_storage from : stored_storages) {
    for (const nsds_storage to : stored_storages) {
      SCOPED_TRACE(::testing::Message() << storage_name(from) << " to " << storage_name(to));
      const Stored stored(A, from);
      const numerics::Matrix converted(stored.view(), to, 3);
      EXPECT_EQ(converted.get().storage, to);
      char message[200] = "";
      EXPECT_EQ(nsds_matrix_check(&converted.get(), message, sizeof message), NSDS_OK) << message;
      EXPECT_EQ(to_eigen(converted.get()), A);
    }
  }
}

TEST(MatrixConvert, SamplesOperatorsAndRefusesWhatCannotBe) {
  MatrixXd A = sparse_matrix(6, 6, 2);
  const nsds_matrix op = nsds_matrix_operator(6, 6, apply_eigen, &A);
  EXPECT_EQ(to_eigen(numerics::Matrix(op, NSDS_DENSE).get()), A);
  EXPECT_EQ(to_eigen(numerics::Matrix(op, NSDS_CSC).get()), A);
  const nsds_matrix dense = numerics::view(A);
  nsds_matrix* out = nullptr;
  EXPECT_EQ(nsds_matrix_convert(&op, NSDS_BSR, 2, &out), NSDS_NOT_APPLICABLE);
  EXPECT_EQ(nsds_matrix_convert(&dense, NSDS_BSR, 4, &out), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_convert(&dense, NSDS_OPERATOR, 1, &out), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(out, nullptr);
}

TEST(MatrixViews, BorrowFromEigen) {
  MatrixXd A = sparse_matrix(6, 5, 2);
  const Eigen::Ref<const MatrixXd> inner = A.block(1, 1, 4, 3);
  EXPECT_EQ(to_eigen(numerics::view(inner)), MatrixXd(inner));
  Eigen::SparseMatrix<double> sparse = A.sparseView();
  EXPECT_EQ(to_eigen(numerics::view(sparse)), A);
  sparse.uncompress();
  EXPECT_THROW(numerics::view(sparse), numerics::Error);
}

TEST(MatrixViews, ShowBlocksAndFixedSizesInPlace) {
  const MatrixXd A = sparse_matrix(6, 5, 2);
  const nsds_matrix corner = numerics::view(A.topLeftCorner(2, 3));
  EXPECT_EQ(corner.as.dense.values, A.data());
  EXPECT_EQ(corner.as.dense.leading_dimension, 6);
  EXPECT_EQ(to_eigen(corner), A.topLeftCorner(2, 3));
  EXPECT_EQ(to_eigen(numerics::view(A.block<3, 2>(2, 1))), (A.block<3, 2>(2, 1)));
  EXPECT_EQ(to_eigen(numerics::view(A.col(4))), A.col(4));
  EXPECT_EQ(to_eigen(numerics::view(Eigen::Map<const MatrixXd>(A.data(), 3, 10))),
            Eigen::Map<const MatrixXd>(A.data(), 3, 10));
  Eigen::Matrix2d fixed;
  fixed << 1.0, 2.0, 3.0, 4.0;
  EXPECT_EQ(numerics::view(fixed).as.dense.values, fixed.data());
  EXPECT_EQ(to_eigen(numerics::view(fixed)), fixed);
  const MatrixXd empty;
  EXPECT_EQ(numerics::view(empty).as.dense.leading_dimension, 1);
}

// What would be gone before the view is used does not compile.
template <class Dense>
concept Viewable = requires(Dense&& A) {
  numerics::view(std::forward<Dense>(A));
};
static_assert(Viewable<const MatrixXd&> && Viewable<MatrixXd&> && Viewable<Eigen::Block<MatrixXd>>);
static_assert(!Viewable<MatrixXd> && !Viewable<const MatrixXd> && !Viewable<Eigen::Matrix3d>);
static_assert(Viewable<const Eigen::Ref<const MatrixXd>&> && !Viewable<Eigen::Ref<const MatrixXd>>);
static_assert(!Viewable<Eigen::SparseMatrix<double>> && !Viewable<const Eigen::SparseMatrix<double>>);

// Every way a matrix can be broken, and the words that must be in the sentence.
struct Broken {
  const char* what;
  nsds_matrix matrix;
  const char* culprit;
};

// Under sanitizers: no place is computed from the null pointer.
TEST(MatrixCheck, WithoutRowsNoValuesAreNeeded) {
  const nsds_matrix A = nsds_matrix_dense(0, 4, nullptr, 1);
  EXPECT_EQ(nsds_matrix_check(&A, nullptr, 0), NSDS_OK);
  const VectorXd x = VectorXd::Ones(4);
  double none = 7.0;
  EXPECT_EQ(nsds_matrix_multiply(&A, 1.0, x.data(), 1.0, &none), NSDS_OK);
  EXPECT_EQ(none, 7.0);
}

TEST(MatrixCheck, NamesTheArrayAndTheIndexAtFault) {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const double values[] = {1.0, 2.0, 3.0, 4.0};
  const double bad_values[] = {1.0, 2.0, nan, 4.0};
  const double infinite[] = {1.0, std::numeric_limits<double>::infinity()};
  const std::int32_t starts[] = {0, 1, 2};
  const std::int32_t late[] = {1, 1, 2};
  const std::int32_t falling[] = {0, 2, 1};
  const std::int32_t rows[] = {0, 1};
  const std::int32_t outside[] = {0, 2};
  const std::int32_t one_column[] = {0, 2, 2};
  const std::int32_t repeated[] = {1, 1};
  const std::int32_t offsets[] = {0, 2};
  const std::int32_t empty_block[] = {0, 0};
  const std::int32_t one_block[] = {0, 1};
  const std::int32_t first[] = {0};
  const std::int32_t second[] = {1};
  const std::int32_t four[] = {0, 4};
  const std::int32_t three[] = {0, 3};
  const Broken table[] = {
      {"negative rows", nsds_matrix_dense(-1, 2, values, 2), "rows"},
      {"small leading dimension", nsds_matrix_dense(2, 2, values, 1), "leading_dimension"},
      {"no leading dimension", nsds_matrix_dense(0, 0, values, 0), "leading_dimension"},
      {"dense null", nsds_matrix_dense(2, 2, nullptr, 2), "values is null"},
      {"dense nan", nsds_matrix_dense(2, 2, bad_values, 2), "(0, 1) is nan"},
      {"starts null", nsds_matrix_csc(2, 2, nullptr, rows, values), "column_starts is null"},
      {"starts not at 0", nsds_matrix_csc(2, 2, late, rows, values), "column_starts[0]"},
      {"starts fall", nsds_matrix_csc(2, 2, falling, rows, values), "column_starts[2]"},
      {"indices null", nsds_matrix_csc(2, 2, starts, nullptr, values), "row_indices is null"},
      {"index outside", nsds_matrix_csc(2, 2, starts, outside, values), "row_indices[1] is 2"},
      {"index repeated", nsds_matrix_csc(2, 2, one_column, repeated, values), "row_indices[1]"},
      {"csc values null", nsds_matrix_csc(2, 2, starts, rows, nullptr), "values is null"},
      {"csc inf", nsds_matrix_csc(2, 2, starts, rows, infinite), "values[1] is inf"},
      {"row offsets null", nsds_matrix_bsr(1, 1, nullptr, offsets, one_block, first, four, values),
       "row_offsets is null"},
      {"column offsets null", nsds_matrix_bsr(1, 1, offsets, nullptr, one_block, first, four, values),
       "col_offsets is null"},
      {"negative block rows", nsds_matrix_bsr(-1, 1, offsets, offsets, one_block, first, four, values),
       "block_rows x block_cols is -1 x 1"},
      {"empty block row", nsds_matrix_bsr(1, 1, empty_block, offsets, one_block, first, four, values),
       "row_offsets[1]"},
      {"block column outside", nsds_matrix_bsr(1, 1, offsets, offsets, one_block, second, four, values),
       "block_columns[0] is 1"},
      {"block columns null", nsds_matrix_bsr(1, 1, offsets, offsets, one_block, nullptr, four, values),
       "block_columns is null"},
      {"block too short", nsds_matrix_bsr(1, 1, offsets, offsets, one_block, first, three, values),
       "block 0"},
      {"value starts null", nsds_matrix_bsr(1, 1, offsets, offsets, one_block, first, nullptr, values),
       "value_starts is null"},
      {"bsr nan", nsds_matrix_bsr(1, 1, offsets, offsets, one_block, first, four, bad_values),
       "values[2] is nan"},
      {"apply null", nsds_matrix_operator(2, 2, nullptr, nullptr), "apply is null"},
  };
  for (const Broken& broken : table) {
    char message[200] = "";
    EXPECT_EQ(nsds_matrix_check(&broken.matrix, message, sizeof message), NSDS_INVALID_ARGUMENT)
        << broken.what;
    EXPECT_NE(std::string(message).find(broken.culprit), std::string::npos) << broken.what << ": " << message;
    EXPECT_EQ(nsds_matrix_check(&broken.matrix, nullptr, 0), NSDS_INVALID_ARGUMENT) << broken.what;
  }
  nsds_matrix unknown = nsds_matrix_dense(1, 1, values, 1);
  unknown.storage = static_cast<nsds_storage>(3);
  char tiny[8] = "";
  EXPECT_EQ(nsds_matrix_check(&unknown, tiny, sizeof tiny), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(tiny), "storage");  // cut short, and terminated
}

}  // namespace
}  // namespace nsds::test::matrix_test
