// Solves convex quadratic programs in C++, over qp.h: min 1/2 z'Q z + p'z under constraints.
#pragma once

#include "nsds/numerics/cpp/polyhedron.hpp"
#include "nsds/numerics/qp.h"

namespace nsds::numerics::qp {

struct Interface {
  static constexpr nsds_class problem_class = NSDS_CLASS_QP;
  static constexpr auto solve = nsds_qp_solve;
  static constexpr auto residual = nsds_qp_residual;

  static nsds_qp view(const nsds_matrix& Q, const double* p) {
    nsds_qp made;
    nsds_qp_init(&made);
    made.Q = &Q;
    made.p = p;
    return made;
  }
};

using Solution = PolyhedronSolution;
// Problem(Q, p, constraints).
using Problem = PolyhedronProblem<Interface>;

}  // namespace nsds::numerics::qp
