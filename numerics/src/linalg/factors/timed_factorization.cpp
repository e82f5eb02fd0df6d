#include "linalg/factors/timed_factorization.hpp"

#include <new>

#include "linalg/factors/bounded_factorization.hpp"

namespace nsds::numerics {

void TimedFactorization::create() {
  factorization_.reset(nsds_factorization_create());
  if (!factorization_) throw std::bad_alloc();
}

// The analysis is kept by a factorisation that was too costly too.
bool TimedFactorization::factorise(const nsds_matrix& A, nsds_factorization_kind kind, double delta) {
  const nsds_status status =
      factorize_within(operations_within(context_.seconds_left()), *factorization_, A, kind, delta,
                       analysed_ ? NSDS_REUSE_STRUCTURE : NSDS_REUSE_NONE);
  if (status == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  lacked_time_ = status == NSDS_TIME_LIMIT;
  if (lacked_time_)
    context_.note_lack_of_time();
  else
    context_.note_factorization();
  analysed_ = analysed_ || lacked_time_ || status == NSDS_OK;
  return status == NSDS_OK;
}

bool TimedFactorization::solve(std::span<double> x) {
  return nsds_factorization_solve(factorization_.get(), x.data(), 1, static_cast<std::int32_t>(x.size())) ==
         NSDS_OK;
}

double TimedFactorization::least_pivot() {
  return least_sparse_pivot(*factorization_);
}

}  // namespace nsds::numerics
