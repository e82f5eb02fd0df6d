// Proofs that the program behind the conditions of optimality, or a problem over a box by itself, has no
// solution; see qp.h. Both are checked against the data, with the rounding of the sums they are made of, after they have
// got a length of about one: in products with a very short proof entries of the matrix would vanish.
#pragma once

#include <span>

#include "box/problem.hpp"

namespace nsds::numerics::box {

// x: (n + m + e) in/out, with the multipliers of a proof that no z satisfies the constraints. scratch: (n + m + e).
bool proves_empty(const Problem& kkt, std::span<double> x, std::span<double> scratch,
                  std::span<double> magnitude);

// x: (n + m + e) in/out, with a z along which the objective falls for ever.
bool proves_unbounded(const Problem& kkt, std::span<double> x, std::span<double> scratch,
                      std::span<double> magnitude);

}  // namespace nsds::numerics::box
