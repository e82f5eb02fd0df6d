// Measures a point row by row: each against the largest of its own terms (docs/decisions/0040).
#pragma once

#include <span>

#include "affine/residual/row_terms.hpp"
#include "affine/residual/row_units.hpp"
#include "core/arena.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::affine {

// What the measure of one problem keeps from point to point, in the memory of the call.
struct RowMeasure {
  RowMeasure(std::size_t n, bool is_of_program, Arena& memory)
      : arena(memory),
        has_objective(is_of_program),
        units(n, memory),
        terms(n, memory),
        reach(memory.take<double>(n)) {}

  Arena& arena;
  // The problem is made of the conditions of optimality of a program, whose duality gap is looked at instead of the
  // complementarity of each row.
  bool has_objective;
  // Absolute residuals count this many times as relative ones; 0: they do not count.
  double absolute = 0.0;
  RowUnits units;
  RowTerms terms;
  std::span<double> reach;  // of RowComplementarity
};

// w: (n) out, M z + q. In the residual, primal is the largest violation of a constraint or bound, dual that of what no
// bound can carry of w, complementarity the gap or the largest product.
nsds_residual row_residual(const BoxProblem& problem, RowMeasure& measure, const double* z, double* w);

}  // namespace nsds::numerics::affine
