// The closed list of sets K that a nonsmooth law can put its multiplier in:
//
//   K* contains w  _|_  lambda in K        (K* the dual cone; for boxes: -w in N_K(lambda)),
//
// one block of a law at a time. Formulations dispatch on these, so that a user's own law works with every
// integrator and every solver that knows its set.
#pragma once

#include <functional>
#include <variant>

#include "nsds/kernel/types.hpp"

namespace nsds {

struct FreeSet {};     ///< lambda free, w = 0: an equality
struct ZeroSet {};     ///< lambda = 0, w free
struct OrthantSet {};  ///< lambda >= 0, w >= 0: one row
struct BoxSet {        ///< lower <= lambda <= upper: one row
  double lower;
  double upper;
};
struct CoulombSet {  ///< |lambda_T| <= mu lambda_N, rows in the order N, T1 [, T2]
  double mu;
};
struct RollingSet {  ///< Coulomb, and |m_R| <= muR lambda_N, rows N, T1, T2, M1, M2
  double mu;
  double muR;
};
struct PolyhedronSet {  ///< H lambda >= K
  Matrix H;
  Vector K;
};
struct ProjectorSet {  ///< any closed convex set, known by its Euclidean projection
  std::function<void(VectorConstRef x, VectorRef projection)> project;
};

using AdmissibleSet =
    std::variant<FreeSet, ZeroSet, OrthantSet, BoxSet, CoulombSet, RollingSet, PolyhedronSet, ProjectorSet>;

}  // namespace nsds
