// Views over Eigen matrices, and matrices with ownership, over matrix.h.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <memory>

#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

// A view of a dense Eigen matrix or of a block of one; it must not outlive the matrix. (rows x cols)
inline nsds_matrix view(const Eigen::Ref<const Eigen::MatrixXd>& A) {
  const auto leading = static_cast<int32_t>(A.outerStride());
  return nsds_matrix_dense(static_cast<int32_t>(A.rows()), static_cast<int32_t>(A.cols()), A.data(),
                           leading > 0 ? leading : 1);
}
// A temporary would be gone before the view is used.
inline nsds_matrix view(Eigen::MatrixXd&& A) = delete;

// A view of a compressed sparse matrix by columns; it must not outlive the matrix. Throws Error where the
// matrix is not compressed.
inline nsds_matrix view(const Eigen::SparseMatrix<double>& A) {
  if (!A.isCompressed())
    throw Error(NSDS_INVALID_ARGUMENT, "the sparse matrix is not compressed; call makeCompressed()");
  return nsds_matrix_csc(static_cast<int32_t>(A.rows()), static_cast<int32_t>(A.cols()), A.outerIndexPtr(),
                         A.innerIndexPtr(), A.valuePtr());
}
inline nsds_matrix view(Eigen::SparseMatrix<double>&& A) = delete;

// A matrix that owns its arrays, made by conversion.
class Matrix {
 public:
  // block_size: used for NSDS_BSR only. Throws Error: not well formed, block size that does not divide,
  // operator to BSR.
  Matrix(const nsds_matrix& A, nsds_storage storage, int32_t block_size = 1) {
    nsds_matrix* converted = nullptr;
    char message[200] = "";
    detail::require(nsds_matrix_check(&A, message, sizeof message), message);
    detail::require(nsds_matrix_convert(&A, storage, block_size, &converted), "the matrix does not convert");
    handle_.reset(converted);
  }

  const nsds_matrix& get() const noexcept { return *handle_; }

 private:
  struct Free {
    void operator()(nsds_matrix* A) const noexcept { nsds_matrix_free(A); }
  };
  std::unique_ptr<nsds_matrix, Free> handle_;
};

}  // namespace nsds::numerics
