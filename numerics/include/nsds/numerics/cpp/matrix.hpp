// Gives views over Eigen matrices, and matrices with ownership, over matrix.h.
#pragma once

#include <memory>
#include <type_traits>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

namespace detail {

// The layout of a dense matrix, as a view states it: where it begins, and how far apart its columns are.
template <class Derived>
constexpr void require_columns() {
  static_assert(std::is_same_v<typename Derived::Scalar, double>, "the entries must be double");
  static_assert((Derived::Flags & Eigen::DirectAccessBit) != 0,
                "an expression has no entries to look at: evaluate it to a matrix that outlives the view");
  static_assert(!Derived::IsRowMajor,
                "the matrix (or row vector) is row-major, views are column-major: copy it to a MatrixXd");
  static_assert(Derived::InnerStrideAtCompileTime == 1, "the entries of a column must be adjacent");
}

}  // namespace detail

// A view of a dense, column-major Eigen matrix of fixed or dynamic size, of a block, Map or Ref of one; it
// must not outlive what holds the entries. (rows x cols)
template <class Derived>
nsds_matrix view(const Eigen::DenseBase<Derived>& A) {
  detail::require_columns<Derived>();
  const Eigen::Index leading = A.cols() > 1 ? A.outerStride() : A.rows();
  return nsds_matrix_dense(static_cast<int32_t>(A.rows()), static_cast<int32_t>(A.cols()), A.derived().data(),
                           leading > 0 ? static_cast<int32_t>(leading) : 1);
}
// A temporary that holds entries (a Ref to const may) would be gone before the view is used.
template <class Derived>
nsds_matrix view(const Eigen::PlainObjectBase<Derived>&& A) = delete;
template <class Plain, int Options, class Stride>
nsds_matrix view(const Eigen::Ref<const Plain, Options, Stride>&& A) = delete;

// Gives a view of a compressed sparse matrix by columns; it must not outlive the matrix. Throws Error where
// the matrix is not compressed.
inline nsds_matrix view(const Eigen::SparseMatrix<double>& A) {
  if (!A.isCompressed())
    throw Error(NSDS_INVALID_ARGUMENT, "the sparse matrix is not compressed; call makeCompressed()");
  return nsds_matrix_csc(static_cast<int32_t>(A.rows()), static_cast<int32_t>(A.cols()), A.outerIndexPtr(),
                         A.innerIndexPtr(), A.valuePtr());
}
inline nsds_matrix view(const Eigen::SparseMatrix<double>&& A) = delete;

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
