// Evolution problems over a closed convex set K ⊂ ℝⁿ. x0 ∈ K, f(t, x) + g(t) is one VectorField:
//
//   UDI   -(x' + f + g) ∈ N_K(x)                                          unbounded differential inclusion
//   EVI   x ∈ K, (x' + f + g)ᵀ(v - x) ≥ 0 for all v ∈ K                   evolution variational inequality
//   LEVI  EVI with f = A x, g = 0                                         linear evolution variational inequality
//   EQVI  x ∈ K(t, x), (x' + f + g)ᵀ(v - x) ≥ 0 for all v ∈ K(t, x)       evolution quasi-variational inequality
//   DVI   x' + f + g = w, 0 = x - y, y ∈ K, (v - y)ᵀw ≥ 0 for all v ∈ K   differential variational inequality
//   DCS   x' + f + g = u, K ∋ x ⟂ u ∈ K*                                  if K is a cone
//   GTCS  x' + f + g = -∇h λ, 0 ≤ -h(x) ⟂ λ ≥ 0                           if K = { h ≤ 0 } and MFCQ holds
//
// UDI, EVI and DVI have the same solutions; projected_dynamical_system.hpp has the slow form and the PDS. All but the last three
// are sweeping processes and take its schemes (catchingUp); the DVI is stepped with y as an algebraic state and w as multiplier, the DCS and GTCS
// with u and λ: EulerMoreauOSI(1) makes the same steps of all of them. Order one.
//
// Sense: f + N_K is maximal monotone if f is monotone and Lipschitz: then there is one solution (Brezis 1973); so there is if f
// is continuous and hypomonotone, f + c x monotone for some c, in finite dimensions locally at least (Brogliato, Daniilidis,
// Lemaréchal, Acary 2006). An EQVI needs K(t, ·) to move by less than the state, as sweeping_process.hpp says.
#pragma once

#include "nsds/kernel/first_order/complementarity_systems.hpp"
#include "nsds/kernel/first_order/finite_set.hpp"
#include "nsds/kernel/first_order/sweeping_process.hpp"
#include "nsds/kernel/first_order/vector_field.hpp"

namespace nsds {

/// x0, f + g and K, which the formulations over a constant set share.
class NSDS_KERNEL_API ConstrainedField {
 public:
  const Vector& x0() const { return x0_; }
  const VectorField& field() const { return f_; }
  const ConvexSet& set() const { return K_; }
  /// How far a state and a velocity are from -(x' + f + g) ∈ N_K(x) at t: |x - P_K(x - (x' + f + g))|. x, velocity: (n).
  double residual(double t, VectorConstRef x, VectorConstRef velocity) const;

 protected:
  /// Errors: InvalidArgument, in the name of the formulation, on sizes that do not fit, numbers that are not finite, and if x0 is
  /// further from K than 1e-8 of its size: a sweeping process may start outside, these do not.
  ConstrainedField(const char* name, VectorConstRef x0, VectorField f, ConvexSet K);

 private:
  Vector x0_;
  VectorField f_;
  ConvexSet K_;
};

class NSDS_KERNEL_API UnboundedDifferentialInclusion : public ConstrainedField {
 public:
  UnboundedDifferentialInclusion(VectorConstRef x0, VectorField f, ConvexSet K)
      : ConstrainedField("UnboundedDifferentialInclusion", x0, std::move(f), std::move(K)) {}
  FirstOrderParts addTo(Model& model) const;
};

class NSDS_KERNEL_API EvolutionVariationalInequality : public ConstrainedField {
 public:
  EvolutionVariationalInequality(VectorConstRef x0, VectorField f, ConvexSet K)
      : ConstrainedField("EvolutionVariationalInequality", x0, std::move(f), std::move(K)) {}
  /// A LEVI.
  static EvolutionVariationalInequality linear(VectorConstRef x0, MatrixConstRef A, ConvexSet K) {
    return {x0, VectorField::linear(A), std::move(K)};
  }
  FirstOrderParts addTo(Model& model) const;
};

/// The unknown y of the variational inequality is an algebraic state beside x: the system's state is (x, y), the interaction's
/// multiplier w.
class NSDS_KERNEL_API DifferentialVariationalForm : public ConstrainedField {
 public:
  DifferentialVariationalForm(VectorConstRef x0, VectorField f, ConvexSet K)
      : ConstrainedField("DifferentialVariationalForm", x0, std::move(f), std::move(K)) {}
  FirstOrderParts addTo(Model& model) const;
};

class NSDS_KERNEL_API EvolutionQuasiVariationalInequality {
 public:
  /// L of K(t, x): see sweeping_process.hpp. Errors: InvalidArgument if K does not depend on the state, unless 0 ≤ L < 1, and as
  /// SweepingProcess.
  EvolutionQuasiVariationalInequality(VectorConstRef x0, VectorField f, VaryingSet K, double L);
  /// The same without a known L: it is measured at the iterates.
  EvolutionQuasiVariationalInequality(VectorConstRef x0, VectorField f, VaryingSet K);
  const SweepingProcess& process() const { return process_; }
  FirstOrderParts addTo(Model& model) const { return process_.addTo(model); }

 private:
  SweepingProcess process_;
};

NSDS_KERNEL_API UnboundedDifferentialInclusion toUdi(const ConstrainedField& problem);
NSDS_KERNEL_API EvolutionVariationalInequality toEvi(const ConstrainedField& problem);
NSDS_KERNEL_API DifferentialVariationalForm toDvi(const ConstrainedField& problem);
NSDS_KERNEL_API SweepingProcess toSweepingProcess(const ConstrainedField& problem);
/// K as a cone: u ∈ K* is the multiplier, so that the cone of the system is the dual of K, its output x. Errors: InvalidArgument
/// if the cone has another size, or is not the set of the problem at points around x0.
NSDS_KERNEL_API GradientComplementaritySystem toConeSystem(const ConstrainedField& problem, const Cone& K);
/// K = { h ≤ 0 }. Errors: InvalidArgument if the sizes differ, if h does not represent the set of the problem at points around
/// x0, and where MFCQ does not hold at x0: its message. Where rows become active later, ask FiniteSet::qualification().
NSDS_KERNEL_API GradientComplementaritySystem toGradientSystem(const ConstrainedField& problem,
                                                               const FiniteSet& K);
/// Of polyhedra and boxes, which are finitely represented as they stand.
NSDS_KERNEL_API GradientComplementaritySystem toGradientSystem(const ConstrainedField& problem);

}  // namespace nsds
