// Evolution under a maximal monotone operator A : ℝⁿ ⇉ ℝⁿ (Brezis 1973),
//
//   -x' ∈ A(x) + g(t),          x(0) = x0 in the closure of the domain of A,
//
// given by its resolvent J_ρ = (I + ρ A)⁻¹, ρ > 0, which is single-valued and non-expansive on all of ℝⁿ. Of a subdifferential
// A = ∂φ that is the proximal map of ρ φ: soft thresholds, projections, shrinkage of norms. A step of EulerMoreauOSI(1) is
//
//   x_{k+1} = J_h(x_k - h g(t_{k+1})),
//
// here as the equality x - J_ρ(x - ρ λ) = 0 for the multiplier x' = -g + λ, -λ ∈ A(x). With ρ the length of the steps the matrix
// of a step is h I whatever J is, and two iterates solve it; with other ρ they are those of a semismooth Newton method. There
// is one solution for every absolutely continuous g; the scheme converges with order ½ at least, 1 where the solution is
// piecewise smooth. An A = f + N_K with a Lipschitz f is better stated as UDI (evolution_inequalities.hpp).
#pragma once

#include <functional>

#include "nsds/kernel/first_order/complementarity_systems.hpp"
#include "nsds/kernel/first_order/vector_field.hpp"

namespace nsds {

class NSDS_KERNEL_API MonotoneInclusion {
 public:
  /// value: (n) out, J_ρ(z).
  using Resolvent = std::function<void(double rho, VectorConstRef z, VectorRef value)>;

  /// J is tested at points around x0 for two values of ρ: firmly non-expansive, |J z - J y|² ≤ (J z - J y)ᵀ(z - y), and the
  /// resolvents of one operator, J_ρ z = J_σ(σ/ρ z + (1 - σ/ρ) J_ρ z). Errors: InvalidArgument naming what fails, on an empty
  /// function, or an x0 that is empty or not finite.
  MonotoneInclusion(VectorConstRef x0, Resolvent J);
  /// g, zero unless set. Errors: InvalidArgument on a field of another size, or one that depends on x.
  MonotoneInclusion& setLoad(VectorField g);

  /// J_ρ(z): (n). Errors: InvalidArgument if ρ ≤ 0; Error if it is not finite.
  Vector resolvent(double rho, VectorConstRef z) const;
  /// The Yosida approximation (z - J_ρ z)/ρ, which is in A(J_ρ z): (n).
  Vector yosida(double rho, VectorConstRef z) const;

  /// rho: the length of the steps [s]. Errors: InvalidArgument if it is not positive.
  FirstOrderParts addTo(Model& model, double rho) const;

 private:
  Vector x0_;
  Resolvent J_;
  VectorField g_;
};

}  // namespace nsds
