// Linear and convex quadratic programs by numerics, for what is asked once and not in every step.
#pragma once

#include "nsds/kernel/types.hpp"

namespace nsds {

/// Minimise zᵀQ z / 2 + cᵀz with lower ≤ z ≤ upper, A z ≥ b and C z = d. What is left empty is zero, or no constraint.
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
  // infeasible: a ≥ 0 and e with Aᵀa + Cᵀe = 0 on free entries of z and bᵀa + dᵀe > 0 (Farkas); else empty.
  Vector a = Vector();  ///< (rows of A)
  Vector e = Vector();  ///< (rows of C)
};
ProgramSolution solveProgram(const ConvexProgram& program);

}  // namespace nsds
