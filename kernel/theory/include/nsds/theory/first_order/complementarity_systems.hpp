// Dynamical complementarity systems. x ∈ ℝⁿ, λ ∈ ℝᵐ, C a closed convex cone and C* its dual (cone.hpp); for C = ℝ₊ᵐ the law
// reads 0 ≤ y ⟂ λ ≥ 0.
//
//   LCS    M x' = A x + B λ + b(t),            y = C x + D λ + e(t)      LinearComplementarityDynamics
//   NLCS   x' = f(t, x) + G(x) λ,              y = h(x, λ)               NonlinearComplementaritySystem::withInput
//   DCS    x' = f(t, x, λ),                    y = h(x, λ)               NonlinearComplementaritySystem
//   GTCS   x' + f(t, x) = ∇g(x) λ,             y = g(x)                  GradientComplementaritySystem
//   GDCS   any of these over another cone      C* ∋ y ⟂ λ ∈ C
//
// All are stepped by EulerMoreauOSI(1): M (x_{k+1} - x_k) = h (A x + b + B λ)_{k+1}, the law at t_{k+1} (Çamlıbel, Heemels,
// Schumacher 2002), of order one. When does a problem make sense? Of an LCS relativeDegree() and stepWellPosedness() of
// nsds/theory/analysis say so: with D + Dᵀ > 0 x is the solution of a Lipschitz ODE; with a passive (A, B, C, D) it is unique,
// and jumps at t₀ at most if e is continuous; with degree 2 and more EulerMoreauOSI converges badly or not at all, and HigherOrderMoreauOSI
// takes it. A GTCS is as good as the sweeping process in { g ≥ 0 } where the gradients of the active g are positively
// independent (finite_set.hpp). References: seed lectures of V. Acary (2006), lecture 1; Acary, Brogliato (2008), chapter 2;
// Brogliato, Daniilidis, Lemaréchal, Acary (2006), Systems Control Lett. 55.
#pragma once

#include <memory>

#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"
#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"
#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/cone.hpp"
#include "nsds/theory/first_order/first_order_parts.hpp"
#include "nsds/theory/first_order/vector_field.hpp"

namespace nsds {

/// The matrices of an LCS, what drives it, and its cone.
class NSDS_THEORY_API LinearComplementarityDynamics {
 public:
  using VectorFunction = Callable<void(double t, VectorRef value)>;

  /// Over the orthant, b = 0, e = 0.
  explicit LinearComplementarityDynamics(const LinearComplementaritySystem& matrices);

  /// b: (n), e: (m), constants or functions of time; value: out, zero when the function is called. Errors: InvalidArgument.
  LinearComplementarityDynamics& setB(VectorConstRef b);
  LinearComplementarityDynamics& setB(VectorFunction b);
  LinearComplementarityDynamics& setE(VectorConstRef e);
  LinearComplementarityDynamics& setE(VectorFunction e);
  /// Errors: InvalidArgument if the cone has not m rows.
  LinearComplementarityDynamics& setCone(const Cone& cone);

  const LinearComplementaritySystem& matrices() const { return matrices_; }
  const Cone& cone() const { return cone_; }
  /// b(t): (n); e(t): (m).
  Vector b(double t) const;
  Vector e(double t) const;
  /// False if b or e is a function of time.
  bool constantB() const { return !bFunction_; }
  bool constantE() const { return !eFunction_; }

  /// Errors, of this and all others: InvalidArgument if x0 has not n entries, or is not finite.
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;
  /// Adds the same system with another law of m rows between y and λ, such as that of relays.
  FirstOrderParts addTo(Model& model, VectorConstRef x0, std::unique_ptr<NonSmoothLaw> law) const;

 private:
  LinearComplementaritySystem matrices_;
  Cone cone_;
  Vector b_;
  Vector e_;
  VectorFunction bFunction_;
  VectorFunction eFunction_;
};

/// y = h(x, λ), x' = f(t, x) + g(t, x, λ). The multipliers are fully implicit; f is taken by the θ of the integrator, g where
/// the law holds.
class NSDS_THEORY_API NonlinearComplementaritySystem {
 public:
  using Output = FirstOrderNonLinearR::Output;
  using OutputJacobians = FirstOrderNonLinearR::OutputJacobians;
  using Input = FirstOrderNonLinearR::Input;
  using InputJacobians = FirstOrderNonLinearR::InputJacobians;
  /// value: (n x m) out, zero when the function is called.
  using InputMatrix = Callable<void(VectorConstRef x, MatrixRef value)>;

  /// g is the part of x' = f(t, x, λ) that λ is in, or all of it. Jacobians that are empty are taken by differences. Errors:
  /// InvalidArgument on an empty function.
  NonlinearComplementaritySystem(VectorField f, Cone cone, Output h, Input g, OutputJacobians CD = {},
                                 InputJacobians KB = {});
  /// An NLCS: g = G(x) λ.
  static NonlinearComplementaritySystem withInput(VectorField f, Cone cone, Output h, InputMatrix G,
                                                  OutputJacobians CD = {});

  const Cone& cone() const { return cone_; }
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;

 private:
  VectorField f_;
  Cone cone_;
  Output output_;
  Input input_;
  OutputJacobians outputJacobians_;
  InputJacobians inputJacobians_;
};

/// x' + f(t, x) = ∇g(x) λ, C* ∋ g(x) ⟂ λ ∈ C.
class NSDS_THEORY_API GradientComplementaritySystem {
 public:
  using Function = Callable<void(VectorConstRef x, VectorRef value)>;
  /// value: (m x n) out, the Jacobian of g, whose transpose is ∇g; zero when the function is called.
  using Jacobian = Callable<void(VectorConstRef x, MatrixRef value)>;

  /// Errors: InvalidArgument on an empty function, or rows < 1.
  GradientComplementaritySystem(VectorField f, Index rows, Function g, Jacobian jacobian);
  /// g = C x + e, whose step is linear if f is affine. Errors: InvalidArgument on sizes that do not fit, NaN.
  GradientComplementaritySystem(VectorField f, MatrixConstRef C, VectorConstRef e);

  /// The orthant unless set. Errors: InvalidArgument if the cone has another number of rows.
  GradientComplementaritySystem& setCone(const Cone& cone);

  Index rows() const { return rows_; }
  const Cone& cone() const { return cone_; }
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;

 private:
  VectorField f_;
  Index rows_;
  Cone cone_;
  Function g_;
  Jacobian jacobian_;
  Matrix C_;  // empty unless g is affine
  Vector e_;
};

}  // namespace nsds
