// Linear equations that contradict each other: M z + q = 0 on some rows E has no solution where there is a v
// on them with
//
//   v'M = 0,   v'q > 0,
//
// and v, the part of q_E that is not in the range of M_E, is one. Rounding makes of v'M = 0 a small number,
// so that what is proved is proved of all z that are not far away: see the constants.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

inline constexpr std::size_t most_equations = 4000;  // of more nothing is said: their matrix is made dense

// Operations of the search among m rows with entries in n columns, about.
inline double contradiction_work(std::size_t m, std::size_t n) {
  const auto rows = static_cast<double>(m), columns = static_cast<double>(n);
  return 12.0 * rows * columns * std::min(rows, columns);
}

struct Equations {
  const nsds_matrix& M;  // not an operator
  const double* q;
  std::span<const std::int32_t> rows;  // E
  std::span<const double> allowed;     // (rows): up to which |w_i| a row counts as solved
};

// v: (rows of M) out, zero on other rows, and where there is no proof.
bool find_contradiction(const Equations& equations, std::span<double> v, Arena& arena);

}  // namespace nsds::numerics
