// Linear and convex quadratic programs by numerics, for what is asked once and not in every step.
#pragma once

#include "nsds/kernel/types.hpp"

namespace nsds {

/// Minimise z'Q z / 2 + c'z with lower ≤ z ≤ upper, A z ≥ b and C z = d. What is left empty is zero, or no constraint.
struct ConvexProgram {
  Vector c;  ///< (n)
  Matrix Q = Matrix();
  Matrix A = Matrix();
  Vector b = Vector();
  Matrix C = Matrix();
  Vector d = Vector();
  Vector lower = Vector();
  Vector upper = Vector();
};
enum class ProgramStatus { solved, infeasible, unbounded, failed };
struct ProgramSolution {
  ProgramStatus status;
  Vector z;
};
ProgramSolution solve(const ConvexProgram& program);

}  // namespace nsds
