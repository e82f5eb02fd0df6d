// Says whether a point solves an affine problem over a box, by the contract of docs/ok.md: each unknown is in its set to
// the last bit, and each row has the side that this leaves it, against its own terms.
#pragma once

#include "affine/box_problem.hpp"
#include "affine/contract/rows.hpp"
#include "core/arena.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::affine {

// What the caller of a solve agrees to call ok.
struct Contract {
  Arena& arena;
  // The problem is made of the conditions of optimality of a program, whose duality gap counts too.
  bool has_objective;
  double tolerance;
  // In the units of the caller: what any row may be violated by whatever its terms, beside its own floor.
  double floor = 0.0;
  // What violates constraints, what no bound carries and the gap count this many times in the units of the caller. 0: not.
  double absolute = 0.0;
  // Of a program whose objective is no quadratic form of these rows: what it is at the point. Nullable.
  const double* objective = nullptr;
};

// w: (n) out, K x + k. terms: (n) out, |K| |x| + |k|. The value is at most the tolerance where the contract holds, and at least 1 where the point is
// outside its set or a ray. primal has the violations of constraints and bounds, dual those of gradients or slacks that
// no bound carries, complementarity the others and the duality gap.
nsds_residual judge_contract(const BoxProblem& problem, const Contract& contract, const double* x, double* w,
                             double* terms);

// The same of rows that were evaluated already: w their values.
nsds_residual judge_rows(const BoxProblem& problem, const Contract& contract, const double* x,
                         const double* w, const Rows& rows);

}  // namespace nsds::numerics::affine
