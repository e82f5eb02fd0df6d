// The closed list of sets K that a nonsmooth law can put its multiplier in:
//
//   K* ∋ w ⟂ λ ∈ K        (K* the dual cone; for boxes: −w ∈ N_K(λ)),
//
// one block of a law at a time. Formulations dispatch on these, so that a user's own law works with every
// integrator and every solver that knows its set. ZeroSet, RollingSet and ProjectorSet can be stated and are
// taken by no formulation yet: a simulation with such a law is refused by name.
#pragma once

#include <functional>
#include <variant>

#include "nsds/kernel/types.hpp"

namespace nsds {

struct FreeSet {};     ///< λ free, w = 0: an equality
struct ZeroSet {};     ///< λ = 0, w free; taken by no formulation yet
struct OrthantSet {};  ///< λ ≥ 0, w ≥ 0: one row
struct BoxSet {        ///< lower ≤ λ ≤ upper: one row
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
struct RollingSet {  ///< Coulomb, and ‖m_R‖ ≤ μ_R λ_N, rows N, T1, T2, M1, M2; taken by no formulation yet
  double mu;
  double muR;
};
struct PolyhedronSet {  ///< H λ ≥ K
  Matrix H;
  Vector K;
};
struct
    ProjectorSet {  ///< a closed convex set, known by its Euclidean projection; taken by no formulation yet
  std::function<void(VectorConstRef x, VectorRef projection)> project;
};

using AdmissibleSet = std::variant<FreeSet, ZeroSet, OrthantSet, BoxSet, MixedSet, CoulombSet, RollingSet,
                                   PolyhedronSet, ProjectorSet>;

}  // namespace nsds
