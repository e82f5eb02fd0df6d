#include "linalg/factorization.hpp"

#include <fmt/format.h>

#include <new>

#include "nsds/kernel/error.hpp"
#include "nsds/numerics/factorization.h"

namespace nsds {

void Factorization::Free::operator()(nsds_factorization* factorization) const {
  nsds_factorization_free(factorization);
}

Factorization::Factorization() : factorization_(nsds_factorization_create()) {
  if (factorization_ == nullptr) throw std::bad_alloc();
}

void Factorization::compute(MatrixConstRef A, const DynamicalSystem& owner) {
  const auto n = static_cast<std::int32_t>(A.rows());
  const nsds_matrix view = nsds_matrix_dense(n, n, A.data(), static_cast<std::int32_t>(A.outerStride()));
  char message[256] = "";
  const nsds_status status =
      nsds_factorize(factorization_.get(), &view, NSDS_LU, 0.0,
                     size_ == n ? NSDS_REUSE_STRUCTURE : NSDS_REUSE_NONE, message, sizeof message);
  if (status == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status != NSDS_OK) {
    throw Error(fmt::format("{}: the iteration matrix ({} x {}) cannot be factorised: {}", owner.name(), n, n,
                            message));
  }
  size_ = n;
}

void Factorization::solve(double* x) {
  if (nsds_factorization_solve(factorization_.get(), x, 1, size_) != NSDS_OK) {
    throw Error(
        "a solve with an iteration matrix overflowed: the step is too large or the state is not finite");
  }
}

}  // namespace nsds
