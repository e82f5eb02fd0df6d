// Looks at points that satisfy the conditions of optimality: whether they may be minima.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "nlp/program.hpp"

namespace nsds::numerics::nlp {

enum class Curvature : unsigned char {
  untested,  // there is no Hessian, or the program is too large
  positive,  // not negative on the null space of the rows and bounds that hold
  negative
};

// x: (n), c: (m + e), multipliers: (m + e) at a point that satisfies the conditions, the program differentiated there. The
// matrices are dense.
Curvature curvature_at(Program& program, std::span<const double> x, std::span<const double> c,
                       std::span<const double> multipliers, SolveContext& context);

}  // namespace nsds::numerics::nlp
