// Linear equations that contradict each other: M z + q = 0 on some rows E has no solution where there is a v
// on them with
//
//   v'M = 0,   v'q > 0,
//
// and v, the part of q_E that is not in the range of M_E, is one. Rounding makes of v'M = 0 a small number,
// so that what is proved is proved of all z that are not far away: see the constants.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

inline constexpr std::size_t most_equations = 4000;  // of more nothing is said: their matrix is made dense

struct Equations {
  const nsds_matrix& M;  // not an operator
  const double* q;
  std::span<const std::int32_t> rows;  // E
  std::span<const double> allowed;     // (rows): up to which |w_i| a row counts as solved
  std::size_t columns;                 // so many at most have entries on the rows
};

// Looks for v in the time that is left. True if there is one: it is then in context.certificate, (rows of M),
// zero on other rows, and the sentence says so.
bool refute(const Equations& equations, SolveContext& context);

}  // namespace nsds::numerics
