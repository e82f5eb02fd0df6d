// The diagonals that give penalties and steps their units, so that a change of units of z or u changes no
// iterate.
#pragma once

#include <span>

#include "convex_qp/problem.hpp"
#include "core/arena.hpp"

namespace nsds::numerics::convex_qp {

struct Diagonals {
  std::span<double> M;  // (n) M_jj, or a stand-in where that is zero
  std::span<double>
      penalty;  // (m) > 0, in units of xi over u: about 1 / (A M^-1 A')_ii; one number behind a projector
  std::span<double> Hessian;  // (n) > 0: M_jj + sum_i penalty_i A_ij^2, or a stand-in where that is zero
};

Diagonals make_diagonals(const ConvexQp& problem, Arena& arena);

}  // namespace nsds::numerics::convex_qp
