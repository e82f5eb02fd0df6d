// The objective of a program and the gap to its dual, at a point that is judged.
#pragma once

#include "affine/contract/rows.hpp"

namespace nsds::numerics::affine {

// In the units of the caller.
struct Objective {
  double primal = 0.0;
  double dual = 0.0;
  double gap = 0.0;    // primal - dual
  double price = 0.0;  // Σ |x_i| · what row i is violated by
  double rounding = 0.0;

  // (|gap| + price) / (1 + |primal| + |dual|)
  double part_missed() const;
  double part_of_rounding() const;
};

// The gap is Σ (x_i - the bound that x_i stands at, else 0) w_i, in which the terms of z'Pz + q'z - b'λ - d'μ that
// cancel each other do not appear.
// primal: Nullable: that of a quadratic program whose gradient the first rows are.
Objective objective_of(const BoxProblem& problem, const Rows& rows, const double* x, const double* w,
                       const double* primal);

// The same in extended precision, where rows of rounding have a price that the whole would notice.
Objective wide_objective_of(const BoxProblem& problem, const double* x, Arena& arena);

}  // namespace nsds::numerics::affine
