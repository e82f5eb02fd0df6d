// Solves affine variational inequalities in C++, over avi.h: (M z + q)'(y - z) ≥ 0 for all y that meet the
// constraints.
#pragma once

#include "nsds/numerics/avi.h"
#include "nsds/numerics/cpp/polyhedron.hpp"

namespace nsds::numerics::avi {

struct Interface {
  static constexpr nsds_class problem_class = NSDS_CLASS_AVI;
  static constexpr auto solve = nsds_avi_solve;
  static constexpr auto residual = nsds_avi_residual;

  static nsds_avi view(const nsds_matrix& M, const double* q) {
    nsds_avi made;
    nsds_avi_init(&made);
    made.M = &M;
    made.q = q;
    return made;
  }
};

using Solution = PolyhedronSolution;
// Problem(M, q, constraints).
using Problem = PolyhedronProblem<Interface>;

}  // namespace nsds::numerics::avi
