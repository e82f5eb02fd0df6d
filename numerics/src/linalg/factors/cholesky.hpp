// Dense Cholesky that takes no pivot for positive which is rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics {

// L: (n x n) column-major, in: a symmetric matrix, its lower triangle, out: its factor. False where the
// matrix is not positive definite up to rounding.
inline bool factorise_definite(std::span<double> L, std::size_t n, Arena& arena) {
  if (n == 0) return true;
  const Arena::Mark mark = arena.mark();
  const std::span<double> diagonal = arena.take<double>(n);
  for (std::size_t j = 0; j < n; ++j) diagonal[j] = L[j * n + j];
  const auto order = static_cast<std::int32_t>(n);
  bool definite = factorise_cholesky(L.data(), order);
  for (std::size_t j = 0; j < n && definite; ++j)
    definite = L[j * n + j] * L[j * n + j] > 1e-13 * diagonal[j];
  arena.rewind(mark);
  return definite;
}

}  // namespace nsds::numerics
