#include "numerics/linalg/storages.hpp"

#include <algorithm>
#include <limits>

namespace nsds::test {
namespace {

std::vector<std::int32_t> mixed_offsets(std::int32_t size) {
  static constexpr std::int32_t sizes[] = {1, 2, 3, 4, 6};
  std::vector<std::int32_t> offsets{0};
  for (std::size_t k = 0; offsets.back() < size; ++k)
    offsets.push_back(std::min(size, offsets.back() + sizes[k % 5]));
  return offsets;
}

}  // namespace

Stored::Stored(const Eigen::MatrixXd& A, nsds_storage storage) {
  if (storage == NSDS_DENSE) store_dense(A);
  if (storage == NSDS_CSC) store_csc(A);
  if (storage == NSDS_BSR) store_bsr(A);
}

void Stored::store_dense(const Eigen::MatrixXd& A) {
  // What lies between the columns must never be read.
  const Eigen::Index leading = A.rows() + 2;
  values_.assign(static_cast<std::size_t>(leading * A.cols()), std::numeric_limits<double>::quiet_NaN());
  for (Eigen::Index j = 0; j < A.cols(); ++j)
    for (Eigen::Index i = 0; i < A.rows(); ++i) values_[static_cast<std::size_t>(i + j * leading)] = A(i, j);
  view_ = nsds_matrix_dense(static_cast<std::int32_t>(A.rows()), static_cast<std::int32_t>(A.cols()),
                            values_.data(), static_cast<std::int32_t>(leading));
}

void Stored::store_csc(const Eigen::MatrixXd& A) {
  starts_.push_back(0);
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      if (A(i, j) == 0.0) continue;
      indices_.push_back(static_cast<std::int32_t>(i));
      values_.push_back(A(i, j));
    }
    starts_.push_back(static_cast<std::int32_t>(indices_.size()));
  }
  view_ = nsds_matrix_csc(static_cast<std::int32_t>(A.rows()), static_cast<std::int32_t>(A.cols()),
                          starts_.data(), indices_.data(), values_.data());
}

void Stored::store_bsr(const Eigen::MatrixXd& A) {
  row_offsets_ = mixed_offsets(static_cast<std::int32_t>(A.rows()));
  col_offsets_ = mixed_offsets(static_cast<std::int32_t>(A.cols()));
  starts_.push_back(0);
  value_starts_.push_back(0);
  for (std::size_t r = 0; r + 1 < row_offsets_.size(); ++r) {
    for (std::size_t c = 0; c + 1 < col_offsets_.size(); ++c) {
      const Eigen::MatrixXd block =
          A.block(row_offsets_[r], col_offsets_[c], row_offsets_[r + 1] - row_offsets_[r],
                  col_offsets_[c + 1] - col_offsets_[c]);
      if (block.isZero(0.0)) continue;
      indices_.push_back(static_cast<std::int32_t>(c));
      values_.insert(values_.end(), block.data(), block.data() + block.size());
      value_starts_.push_back(static_cast<std::int32_t>(values_.size()));
    }
    starts_.push_back(static_cast<std::int32_t>(indices_.size()));
  }
  view_ = nsds_matrix_bsr(static_cast<std::int32_t>(row_offsets_.size()) - 1,
                          static_cast<std::int32_t>(col_offsets_.size()) - 1, row_offsets_.data(),
                          col_offsets_.data(), starts_.data(), indices_.data(), value_starts_.data(),
                          values_.data());
}

}  // namespace nsds::test
