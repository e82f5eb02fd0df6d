// The pattern of a sparse matrix with every diagonal entry, for sums of it and a diagonal matrix.
#pragma once

#include <span>

#include "affine/structure.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {

struct FullPattern {
  std::span<std::int32_t> starts;  // (n + 1)
  std::span<std::int32_t> rows;    // increasing in every column; longer than starts[n] says
};

inline FullPattern with_diagonal(std::int32_t n, const Columns& M, Arena& arena) {
  const FullPattern pattern{arena.take<std::int32_t>(index(n) + 1, 0),
                            arena.take<std::int32_t>(index(M.starts[n]) + index(n))};
  std::int32_t end = 0;
  for (std::int32_t j = 0; j < n; ++j) {
    bool placed = false;
    for (std::int32_t k = M.starts[j]; k < M.starts[j + 1]; ++k) {
      if (!placed && M.rows[k] >= j) {
        if (M.rows[k] > j) pattern.rows[index(end++)] = j;
        placed = true;
      }
      pattern.rows[index(end++)] = M.rows[k];
    }
    if (!placed) pattern.rows[index(end++)] = j;
    pattern.starts[index(j) + 1] = end;
  }
  return pattern;
}

}  // namespace nsds::numerics::affine
