// The problem of multipliers in intervals, apart from a model: z = S λ + q, −z ∈ N_[lower, upper](λ), row by row.
#pragma once

#include <string>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/formulations/solver_outcome.hpp"
#include "nsds/kernel/modeling/system_matrix.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

struct IntervalSolution {
  SolverStatus status = SolverStatus::ok;
  Vector lambda;        // (rows)
  std::string message;  // of the solver

  bool solved() const { return status == SolverStatus::ok || status == SolverStatus::roundoffLimit; }
};

/// S: (rows x rows), q: (rows); lower ≤ upper: (rows), either may be infinite. Rows are brought to one size, so that they may
/// be in any units.
NSDS_KERNEL_API IntervalSolution solveIntervals(const Matrix& S, const Vector& q, const Vector& lower,
                                                const Vector& upper);

/// Multipliers ≥ 0 of a sparse problem: 0 ≤ S λ + q ⟂ λ ≥ 0. S: (rows x rows), compressed. Rows are in one unit.
IntervalSolution solveOrthant(const SparseMatrix& S, const Vector& q);

}  // namespace nsds
