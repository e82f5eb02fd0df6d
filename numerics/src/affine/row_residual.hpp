// Measures a point row by row: each against the largest of its own terms (docs/decisions/0040).
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::affine {

struct BoxProblem;

// What one of each unknown and multiplier is in the units of the caller, and one of their products with their rows.
struct CallerUnits {
  std::span<const double> unknowns;  // empty: 1
  double product = 1.0;
};

// What the measure of one problem keeps from point to point, in the memory of the call.
struct RowMeasure {
  // has_objective: the problem is made of the conditions of optimality of a program, whose duality gap is looked at
  // instead of the complementarity of each row.
  RowMeasure(std::size_t n, bool has_objective, Arena& memory)
      : arena(memory),
        program(has_objective),
        product(arena.take<double>(n)),
        second(arena.take<double>(n)),
        terms(arena.take<double>(n)),
        reach(arena.take<double>(n)),
        row_scale(arena.take<double>(n)),
        col_scale(arena.take<double>(n)),
        row_norm(arena.take<double>(n)),
        group(arena.take<std::int32_t>(2 * n)),
        right(arena.take<double>(n)),
        at_bounds(arena.take<double>(n)),
        largest(arena.take<double>(2 * n)) {}

  Arena& arena;
  bool program;
  CallerUnits units;
  // Absolute residuals count this many times as relative ones; 0: they do not count.
  double absolute = 0.0;
  std::span<double> product;  // of the columns of unknowns with z
  std::span<double> second;   // sum of |M_ij z_j| over the columns of multipliers
  std::span<double> terms;    // what a row is measured against
  std::span<double> reach;    // what a unit of z_i changes in the rows, against their terms
  // M in units in which its entries are about one, found for the first point.
  bool scaled = false;
  std::span<double> row_scale, col_scale;
  std::span<double> row_norm;  // max_j |M_ij| col_scale_j
  // Units are tied to each other within the groups of rows and columns that entries connect.
  std::span<std::int32_t> group;  // of each row, then of each column
  std::span<double> right;        // of a group: its largest right-hand side
  std::span<double> at_bounds;    // of a group: the largest bound that an unknown stands at
  std::span<double> largest;      // of a group: of its unknowns, then of its multipliers
};

// In the units of the caller.
struct AbsoluteResidual {
  double primal = 0.0;  // largest violation of a constraint or bound
  double dual = 0.0;    // largest w that no bound can carry
  double gap = 0.0;
  double objective = 0.0;
};

// w: M z + q.
AbsoluteResidual absolute_residual(const BoxProblem& problem, const CallerUnits& units, const double* z,
                                   const double* w);

// w: (n) out, M z + q. magnitude: (n) scratch. In the residual, primal is the largest violation of a constraint or
// bound, dual that of what no bound can carry of w, complementarity the gap or the largest product.
nsds_residual row_residual(const BoxProblem& problem, RowMeasure& measure, const double* z, double* w,
                           double* magnitude);

}  // namespace nsds::numerics::affine
