// The formulation of contacts with Coulomb friction, in two or in three dimensions, which the laws say:
//
//   w = W λ + w_free,   K*_mu ∋ w + (μ |w_T|, 0)  ⟂  λ in K_mu,
//   K_mu = { |λ_T| ≤ μ λ_N },
//
// contact by contact, each with its own μ; rows N, T1 [, T2]. All contacts are of one dimension.
// Reference: De Saxce, Feng (1998), Math. Comput. Modelling 28.
#pragma once

#include "nsds/kernel/formulations/islandwise_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API FrictionContact final : public IslandwiseProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  FrictionContact();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit FrictionContact(const Solver& solver);

  /// Errors: as checkLaw, and if contacts differ in dimension.
  void checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) const override;

 private:
  class Islands;
};

}  // namespace nsds
