// Evolution problems over a closed convex set K ⊂ ℝⁿ. x0 ∈ K, f(t, x) + g(t) is one VectorField:
//
//   UDI   -(x' + f + g) ∈ N_K(x)                                          unbounded differential inclusion
//   EVI   x ∈ K, (x' + f + g)ᵀ(v - x) ≥ 0 for all v ∈ K                   evolution variational inequality
//   LEVI  EVI with f = A x, g = 0                                         linear evolution variational inequality
//   EQVI  x ∈ K(t, x), (x' + f + g)ᵀ(v - x) ≥ 0 for all v ∈ K(t, x)       evolution quasi-variational inequality
//   DVI   x' + f + g = w, 0 = x - y, y ∈ K, (v - y)ᵀw ≥ 0 for all v ∈ K   differential variational inequality, with y algebraic
//   DCS   x' + f + g = u, K ∋ x ⟂ u ∈ K*                                  if K is a cone
//   GTCS  x' + f + g = -∇h λ, 0 ≤ -h(x) ⟂ λ ≥ 0                           if K = { h ≤ 0 } and MFCQ holds
//
// UDI, EVI and DVI have the same solutions; projected_dynamical_system.hpp has the slow form and the PDS. All but the last three
// are sweeping processes and take its schemes (catchingUp); the DVI is stepped with y as an algebraic state and w as multiplier, the
// DCS and GTCS with u and λ: EulerMoreauOSI(1) makes the same steps of all of them. Order one.
//
// Well-posedness: f + N_K is maximal monotone if f is monotone and Lipschitz: then there is one solution (Brezis 1973); so there is if f
// is continuous and hypomonotone, f + c x monotone for some c, in finite dimensions locally at least (Brogliato, Daniilidis,
// Lemaréchal, Acary 2006). An EQVI needs K(t, ·) to move by less than the state, as sweeping_process.hpp says.
#pragma once

#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/complementarity_systems.hpp"
#include "nsds/theory/first_order/finitely_represented_set.hpp"
#include "nsds/theory/first_order/sweeping_process.hpp"
#include "nsds/theory/first_order/vector_field.hpp"

namespace nsds {

/// f + g and K, which the formulations over a constant set share.
class NSDS_THEORY_API ConstrainedField {
 public:
  const VectorField& field() const { return f_; }
  const ConvexSet& set() const { return K_; }
  /// How far a state and a velocity are from -(x' + f + g) ∈ N_K(x) at t: |x - P_K(x - (x' + f + g))|. x, velocity: (n).
  double residual(double t, VectorConstRef x, VectorConstRef velocity) const;
  /// Adds what a sweeping process adds. Errors: InvalidArgument, in the name of the formulation, if x0 has not n entries, is not finite, or is
  /// further from K than 1e-8 of its size or that of K: a sweeping process may start outside, these do not.
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;

 protected:
  /// Errors: InvalidArgument if K is not in ℝⁿ, or is a polyhedron that is empty.
  ConstrainedField(const char* name, VectorField f, ConvexSet K);
  void checkStart(VectorConstRef x0) const;

 private:
  const char* name_;
  VectorField f_;
  ConvexSet K_;
};

class NSDS_THEORY_API UnboundedDifferentialInclusion : public ConstrainedField {
 public:
  UnboundedDifferentialInclusion(VectorField f, ConvexSet K)
      : ConstrainedField("UnboundedDifferentialInclusion", std::move(f), std::move(K)) {}
};

class NSDS_THEORY_API EvolutionVariationalInequality : public ConstrainedField {
 public:
  EvolutionVariationalInequality(VectorField f, ConvexSet K)
      : ConstrainedField("EvolutionVariationalInequality", std::move(f), std::move(K)) {}
  /// The LEVI of A: (n x n).
  static EvolutionVariationalInequality linear(MatrixConstRef A, ConvexSet K) {
    return {VectorField::linear(A), std::move(K)};
  }
};

/// The unknown y of the variational inequality is an algebraic state beside x: the system's state is (x, y), the interaction's
/// multiplier w. DifferentialVariationalInequality is the other form, in which u is the multiplier.
class NSDS_THEORY_API AlgebraicVariationalInequality : public ConstrainedField {
 public:
  AlgebraicVariationalInequality(VectorField f, ConvexSet K)
      : ConstrainedField("AlgebraicVariationalInequality", std::move(f), std::move(K)) {}
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;
};

class NSDS_THEORY_API EvolutionQuasiVariationalInequality {
 public:
  /// L of K(t, x): see sweeping_process.hpp. Errors: InvalidArgument if K does not depend on the state, unless 0 ≤ L < 1, and as
  /// SweepingProcess.
  EvolutionQuasiVariationalInequality(VectorField f, VaryingSet K, double L);
  /// L is not known: it is measured at the iterates.
  EvolutionQuasiVariationalInequality(VectorField f, VaryingSet K);
  const SweepingProcess& process() const { return process_; }
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const { return process_.addTo(model, x0); }

 private:
  SweepingProcess process_;
};

inline UnboundedDifferentialInclusion toUdi(const ConstrainedField& problem) {
  return {problem.field(), problem.set()};
}
inline EvolutionVariationalInequality toEvi(const ConstrainedField& problem) {
  return {problem.field(), problem.set()};
}
inline AlgebraicVariationalInequality toAlgebraicVi(const ConstrainedField& problem) {
  return {problem.field(), problem.set()};
}
NSDS_THEORY_API SweepingProcess toSweepingProcess(const ConstrainedField& problem);
/// K as a cone: u ∈ K* is the multiplier, so that the cone of the system is the dual of K, its output x. Errors: InvalidArgument
/// if the cone has another size, or is not the set of the problem at points around the origin.
NSDS_THEORY_API GradientComplementaritySystem toConeSystem(const ConstrainedField& problem, const Cone& K);
/// K = { h ≤ 0 }. Errors: InvalidArgument if the sizes differ, if h does not represent the set of the problem at points around
/// x0 ∈ K, and where MFCQ does not hold at x0: its message. Where rows become active later, ask
/// FinitelyRepresentedSet::qualification().
NSDS_THEORY_API GradientComplementaritySystem toGradientSystem(const ConstrainedField& problem,
                                                               const FinitelyRepresentedSet& K,
                                                               VectorConstRef x0);
/// Polyhedra and boxes are finitely represented as they stand.
NSDS_THEORY_API GradientComplementaritySystem toGradientSystem(const ConstrainedField& problem,
                                                               VectorConstRef x0);

}  // namespace nsds
