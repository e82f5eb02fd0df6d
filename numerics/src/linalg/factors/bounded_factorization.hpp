// Factorisations that are begun only if they can be done in time: a sparse one cannot be interrupted, but its
// symbolic analysis, which is cheap, says how many operations it takes. And what is asked of factors inside
// the library alone.
#pragma once

#include <algorithm>

#include "nsds/numerics/factorization.h"

namespace nsds::numerics {

// Sparse factorisations get about this done in a second.
inline constexpr double sparse_operations_a_second = 1e9;

// There is always so much time.
inline constexpr double least_seconds = 0.01;

// The operations for which that many seconds are enough.
inline double operations_within(double seconds) {
  return sparse_operations_a_second * std::max(seconds, least_seconds);
}

// nsds_factorize, but NSDS_TIME_LIMIT, with nothing factorised, where a sparse factorisation would take more than so
// many operations. Its analysis is kept for the next one, as reuse has it.
nsds_status factorize_within(double most_operations, nsds_factorization& factorization, const nsds_matrix& A,
                             nsds_factorization_kind kind, double delta, nsds_reuse reuse = NSDS_REUSE_NONE);

// Gives the least pivot of a sparse LU relative to the largest entry of its column, with rows in units in
// which their largest entries are one; 1 for any other factorisation.
double least_sparse_pivot(nsds_factorization& factorization);

}  // namespace nsds::numerics
