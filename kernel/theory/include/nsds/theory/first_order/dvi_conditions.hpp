// Before a run: do the theorems of Pang and Stewart (2008) on the scheme of differential variational inequalities apply? Steps exist for
// all h below some h₀ > 0 and the interpolants have limits, for θ in [0, 1], where f and G are Lipschitz, B is bounded and continuous, K is closed and convex, F is
// continuous, and
//
//   growth       SOL(K, q + F) is not empty, convex, and ‖u‖ ≤ ρ (1 + ‖q‖) on it: K bounded, or F strongly monotone;
//   or monotone  F is monotone and u ↦ G(t, r + B u) strongly monotone: C B positive definite where G = C x + e.
//
// The limits are weak solutions where, moreover, F = D u with D positive semidefinite. (F = Ψ(E u) with ‖E (u_{k+1} − u_k)‖ ≤ c h will do
// too, which only the run can tell.) What is asked here is what data in matrices answer; that functions are Lipschitz is left to their author.
#pragma once

#include <string>

#include "nsds/kernel/well_posedness/p_matrix.hpp"
#include "nsds/theory/analysis/affine_variational_inequality.hpp"
#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/differential_variational_inequality.hpp"

namespace nsds {

struct DviConditions {
  Answer linear = Answer::undecided;    ///< F = D u
  Answer monotone = Answer::undecided;  ///< D positive semidefinite
  Answer bounded = Answer::undecided;   ///< K is bounded
  Answer growth = Answer::undecided;    ///< linear growth of SOL(K, q + F)
  Answer feedback = Answer::undecided;  ///< C B positive definite; undecided too where rounding hides it
  bool applies = false;                 ///< one of the two theorems holds, and limits are weak solutions
  std::string message;                  ///< which one, or "no theorem applies" and what is missing
};

NSDS_THEORY_API DviConditions dviConditions(const DifferentialVariationalInequality& dvi);

/// SOL(K, G(t, x) + F(·)) at a point, where F = D u and K is a box or a polyhedron: whether a solution exists, and is the only one. Errors:
/// InvalidArgument where F or K is of another kind, and on sizes; Error from G.
NSDS_THEORY_API AffineSolutions dviSolutions(const DifferentialVariationalInequality& dvi, double t,
                                             VectorConstRef x);

}  // namespace nsds
