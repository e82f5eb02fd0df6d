// SOL(K, q + D): the solutions of the affine variational inequality u ∈ K, (v − u)ᵀ (q + D u) ≥ 0 for all v ∈ K, and whether there
// is none, one or several. With K = { u : H u ≥ k } a solution satisfies
//
//   H u ≥ k,   D u + q = Hᵀ a,   a ≥ 0   (and aᵀ(H u − k) = 0),
//
// so that numbers v: (m), b: (rows of H) with b ≥ 0, H v ≥ 0, Hᵀ b + Dᵀ v = 0 and kᵀ b − qᵀ v > 0 prove that there is none
// (Farkas). Where D is positive semidefinite the converse holds too: without such a proof there is a solution. Boxes are
// polyhedra whose rows are their finite bounds, those from below before those from above.
//
// Reference: Facchinei, Pang (2003), Finite-Dimensional Variational Inequalities and Complementarity Problems, theorem 2.4.7.
#pragma once

#include <string>

#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/well_posedness/symmetric_part.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

enum class SolutionCount { none, one, several, undecided };

struct AffineSolutions {
  SolutionCount count = SolutionCount::undecided;
  Vector u;      ///< (m) a solution; empty if none was found
  Vector other;  ///< (m) several: another one
  /// (m) none: v of the proof; zero where K itself is empty; empty where no vector but all branches were tried.
  Vector direction;
  Vector multipliers;   ///< (rows of H) none: b of the proof
  std::string message;  ///< a sentence that says what settled it
};

/// D: (m x m), q: (m), K: a box or a polyhedron of m entries. one: D has a positive definite symmetric part, or all branches of a
/// box were tried; several: two are shown. O(m³), and 3ᵐ for boxes of up to 10 rows. Errors: InvalidArgument on sizes, numbers that are not finite,
/// a projector.
NSDS_THEORY_API AffineSolutions affineSolutions(MatrixConstRef D, VectorConstRef q, const ConvexSet& K);

}  // namespace nsds
