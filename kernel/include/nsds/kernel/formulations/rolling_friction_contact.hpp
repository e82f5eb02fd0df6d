// The formulation of contacts that resist sliding and rolling, in the plane or in space, which the laws say:
//
//   w = W λ + w_free,   K* ∋ w + (μ |w_T| + μ_R |w_M|, 0, 0)  ⟂  λ in K,
//   K = { |λ_T| ≤ μ λ_N, |λ_M| ≤ μ_R λ_N },
//
// contact by contact, each with its own μ and μ_R; rows N, T, M in the plane and N, T1, T2, M1, M2 in space. All contacts are
// of one dimension; one that does not resist rolling has μ_R = 0.
// Reference: Acary, Bourrier (2021), Eur. J. Mech. A Solids 85.
#pragma once

#include "nsds/kernel/formulations/islandwise_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API RollingFrictionContact final : public IslandwiseProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  RollingFrictionContact();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit RollingFrictionContact(const Solver& solver);

  /// Errors: as checkLaw, and if contacts differ in dimension.
  void checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) const override;

 private:
  class Islands;
};

}  // namespace nsds
