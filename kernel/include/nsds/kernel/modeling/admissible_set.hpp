// The closed list of sets K of a nonsmooth law, one block of a law at a time. Most are sets of the multiplier,
//
//   K* ∋ w ⟂ λ ∈ K        (K* the dual cone; for boxes, polyhedra and projectors: −w ∈ N_K(λ)),
//
// and an OutputSet is one of the output:
//
//   w ∈ K,  −λ ∈ N_K(w).
//
// Formulations dispatch on these, so that a user's own law works with every integrator and every solver that knows its set.
#pragma once

#include <functional>
#include <variant>

#include "nsds/kernel/types.hpp"

namespace nsds {

struct FreeSet {};  ///< the whole space. Of λ: w = 0, an equality; of w: λ = 0
struct OrthantSet {};  ///< every entry ≥ 0: the law 0 ≤ w ⟂ λ ≥ 0 of the multiplier and of the output alike
struct BoxSet {  ///< lower ≤ λ ≤ upper: one row; of an output every row of the block
  double lower;
  double upper;
};
struct
    MixedSet {  ///< lower_i ≤ λ_i ≤ upper_i, row by row; both infinite: an equality; 0 and infinity: an orthant
  Vector lower;
  Vector upper;
};
struct CoulombSet {  ///< ‖λ_T‖ ≤ μ λ_N, rows in the order N, T1 [, T2]
  double mu;
};
struct RollingSet {  ///< Coulomb, and ‖λ_M‖ ≤ μ_R λ_N, rows N, T1, T2, M1, M2 in space, N, T, M in the plane
  double mu;
  double muR;  ///< a length
};
/// (λ_1/μ_1)² + (λ_2/μ_2)² ≤ λ_N², rows N, T1, T2; λ_T = −λ_N D² w_T / |D w_T| where w_T slides, D = diag(μ_1, μ_2).
struct EllipticSet {
  double mu1;
  double mu2;
};
struct TrescaSet {  ///< λ_N ≥ 0 and ‖λ_T‖ ≤ h s, rows N, T1 [, T2]; h turns a force into a multiplier
  double bound;     ///< s, a force [N]
};
/// λ + h C e_N in Coulomb's cone of μ, of one row in the orthant; C is NonSmoothLaw::cohesion, a force [N].
struct CohesiveSet {
  double mu;
};
struct PolyhedronSet {  ///< { x : H x ≥ K }
  Matrix H;
  Vector K;
};
/// A closed convex set, known by its Euclidean projection; modeling/convex_sets.hpp makes balls, ellipsoids, cones and
/// intersections.
struct ProjectorSet {
  /// projection: (rows) out, the point of the set that is nearest to x: (rows). The same x gives the same projection.
  std::function<void(VectorConstRef x, VectorRef projection)> project;
  /// How large the set is, in the unit of x: what the accuracy of solutions is measured by where outputs vanish; 0: not known.
  double extent = 0.0;
};

/// The sets that may be of the multiplier and of the output.
using ConvexSet = std::variant<FreeSet, OrthantSet, BoxSet, MixedSet, PolyhedronSet, ProjectorSet>;

struct OutputSet {  ///< w ∈ K, −λ ∈ N_K(w): the output stays in K, and the multiplier pushes it back
  ConvexSet K;
};

using AdmissibleSet = std::variant<FreeSet, OrthantSet, BoxSet, MixedSet, CoulombSet, RollingSet, EllipticSet,
                                   TrescaSet, CohesiveSet, PolyhedronSet, ProjectorSet, OutputSet>;

/// True of contacts that have friction or cohesion: their impulses have tangents, or may pull.
inline bool isFrictional(const AdmissibleSet& set) {
  return std::holds_alternative<CoulombSet>(set) || std::holds_alternative<RollingSet>(set) ||
         std::holds_alternative<EllipticSet>(set) || std::holds_alternative<TrescaSet>(set) ||
         std::holds_alternative<CohesiveSet>(set);
}

/// What a set depends on.
enum class SetDependence { none, time, state };

}  // namespace nsds
