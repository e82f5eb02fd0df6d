// Owns factorisations, over factorization.h.
#pragma once

#include <memory>
#include <new>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/factorization.h"

namespace nsds::numerics {

// Factorise once, solve many times. Moves, does not copy.
class Factorization {
 public:
  Factorization() : handle_(nsds_factorization_create()) {
    if (handle_ == nullptr) throw std::bad_alloc();
  }

  // Throws Error: singular, kind and storage that do not go together, A not well formed, out of memory.
  // delta: regularisation of NSDS_LDL, in the unit of A.
  void factorize(const nsds_matrix& A, nsds_factorization_kind kind, double delta = 0.0,
                 nsds_reuse reuse = NSDS_REUSE_NONE) {
    char message[200] = "";
    const nsds_status status = nsds_factorize(handle_.get(), &A, kind, delta, reuse, message, sizeof message);
    detail::require(status, message);
    size_ = A.rows;
  }

  // In place, B: (n x columns) in, X with A X = B out. Throws Error: sizes, or X is not finite (B is as
  // given).
  void solve(Eigen::Ref<Eigen::MatrixXd> B) {
    if (B.rows() != size_)
      throw Error(NSDS_INVALID_ARGUMENT, "B has another number of rows than the factorised matrix");
    const auto stride = static_cast<int32_t>(B.outerStride());
    detail::require(nsds_factorization_solve(handle_.get(), B.data(), static_cast<int32_t>(B.cols()),
                                             stride > 0 ? stride : 1),
                    "the solution is not finite, or nothing is factorised");
  }

  // Reciprocal condition number, -1 where it is not available.
  double rcond() { return nsds_factorization_rcond(handle_.get()); }

 private:
  struct Free {
    void operator()(nsds_factorization* factorization) const noexcept {
      nsds_factorization_free(factorization);
    }
  };
  std::unique_ptr<nsds_factorization, Free> handle_;
  Eigen::Index size_ = 0;
};

}  // namespace nsds::numerics
