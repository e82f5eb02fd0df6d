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

#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/first_order_parts.hpp"
#include "nsds/theory/first_order/vector_field.hpp"

namespace nsds {

class NSDS_THEORY_API MonotoneInclusion {
 public:
  /// value: (n) out, J_ρ(z).
  using Resolvent = Callable<void(double rho, VectorConstRef z, VectorRef value)>;
  using Load = VectorField::Load;

  /// states: n. Errors: InvalidArgument if n < 1, or J is empty.
  MonotoneInclusion(Index states, Resolvent J);
  /// g, zero unless set; value: (n) out, zero when the function is called. Errors: InvalidArgument on an empty function.
  MonotoneInclusion& setLoad(Load g);

  Index states() const { return g_.size(); }
  /// J_ρ(z): (n). Errors: InvalidArgument if ρ ≤ 0; Error if it is not finite.
  Vector resolvent(double rho, VectorConstRef z) const;
  /// The Yosida approximation (z - J_ρ z)/ρ, which is in A(J_ρ z): (n).
  Vector yosida(double rho, VectorConstRef z) const;

  /// rho: the length of the steps [s]. J is tested at points around x0 for two values of ρ: firmly non-expansive,
  /// |J z - J y|² ≤ (J z - J y)ᵀ(z - y), and the resolvents of one operator, J_ρ z = J_σ(σ/ρ z + (1 - σ/ρ) J_ρ z). That x0 is in
  /// the closure of the domain is seen of J_ρ x0, which goes to x0 with ρ then, and to the nearest point of the closure
  /// otherwise. Errors: InvalidArgument naming what fails, and if rho is not positive, x0 has not n entries or is not finite.
  FirstOrderParts addTo(Model& model, VectorConstRef x0, double rho) const;

 private:
  void checkResolvent(VectorConstRef x0) const;
  void checkStart(VectorConstRef x0) const;

  Resolvent J_;
  VectorField g_;
};

}  // namespace nsds
