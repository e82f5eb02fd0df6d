// Differential variational inequalities whose algebraic variable enters separably:
//
//   x' = f(t, x) + B(t, x) u,    u(t) ∈ SOL(K, G(t, x) + F(·)),    x ∈ ℝⁿ, u ∈ ℝᵐ,
//
// where u ∈ SOL(K, q + F) is the variational inequality
//
//   u ∈ K,   (v − u)ᵀ (q + F(u)) ≥ 0 for all v ∈ K,    that is −w ∈ N_K(u) with w = q + F(u).
//
// With K the orthant, f = A x + b, B constant, G = C x + e and F = D u it is the linear complementarity system
// x' = A x + B u + b, 0 ≤ u ⟂ C x + D u + e ≥ 0. K = ℝᵐ makes it a semi-explicit DAE.
//
// The scheme of Pang and Stewart, EulerMoreauOSI::semiImplicit(θ) in TimeStepping, takes u at the end of a step and f where it
// begins, at a mixed state:
//
//   x_{k+1} = x_k + h (f(t_k, θ x_{k+1} + (1 − θ) x_k) + B(t_k, x_k) u_{k+1}),    u_{k+1} ∈ SOL(K, G(t_{k+1}, x_{k+1}) + F).
//
// θ = 0 leaves a variational inequality in u alone, with F_{k+1}(u) = G(t_{k+1}, x_k + h (f(t_k, x_k) + B u)) + F(u). It is of
// order 1 for every θ; where it converges says dvi_conditions.hpp. What it converges to is read from dvi_trajectory.hpp.
//
// Reference: Pang, Stewart (2008), Differential variational inequalities, Math. Program. 113.
#pragma once

#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/first_order_parts.hpp"
#include "nsds/theory/first_order/vector_field.hpp"

namespace nsds {

class LinearComplementarityDynamics;
class Model;

class NSDS_THEORY_API DifferentialVariationalInequality {
 public:
  using TimeVector = VectorField::Load;
  using StateVector = VectorField::Function;
  using StateMatrix = VectorField::Jacobian;
  using InputDerivative = Callable<void(double t, VectorConstRef x, VectorConstRef u, MatrixRef value)>;
  using InnerVector = Callable<void(VectorConstRef u, VectorRef value)>;
  using InnerMatrix = Callable<void(VectorConstRef u, MatrixRef value)>;

  /// states: n ≥ 1, inputs: m ≥ 1. f, B, G and F are zero until they are set. All functions find their output zero; a Jacobian
  /// that is not given is taken by central finite differences. Errors: InvalidArgument on sizes, a box that is empty or of
  /// another size, a polyhedron of another size, numbers that are not finite, a projector that is empty.
  DifferentialVariationalInequality(Index states, Index inputs, ConvexSet K);

  /// f(t, x): value (n) out; jacobian: df/dx, (n x n) out. Errors here and below: InvalidArgument on an empty function, sizes
  /// that do not fit, numbers that are not finite.
  DifferentialVariationalInequality& setDrift(StateVector f, StateMatrix jacobian = {});
  /// f = A x + b, A: (n x n), b: (n), constant or a function of time.
  DifferentialVariationalInequality& setDrift(MatrixConstRef A, VectorConstRef b);
  DifferentialVariationalInequality& setDrift(MatrixConstRef A, TimeVector b);
  /// B, constant: (n x m), or a function of t and x: value (n x m) out; derivative: that of B(t, x) u by x, (n x n) out.
  DifferentialVariationalInequality& setInput(MatrixConstRef B);
  DifferentialVariationalInequality& setInput(StateMatrix B, InputDerivative derivative = {});
  /// G(t, x): value (m) out; jacobian: dG/dx, (m x n) out.
  DifferentialVariationalInequality& setOutput(StateVector G, StateMatrix jacobian = {});
  /// G = C x + e, C: (m x n), e: (m), constant or a function of time.
  DifferentialVariationalInequality& setOutput(MatrixConstRef C, VectorConstRef e);
  DifferentialVariationalInequality& setOutput(MatrixConstRef C, TimeVector e);
  /// F = D u, D: (m x m), or F(u): value (m) out; jacobian: dF/du, (m x m) out.
  DifferentialVariationalInequality& setInner(MatrixConstRef D);
  DifferentialVariationalInequality& setInner(InnerVector F, InnerMatrix jacobian = {});

  Index states() const { return states_; }
  Index inputs() const { return inputs_; }
  const ConvexSet& K() const { return K_; }

  // Constants where there are such, else null: A of f = A x + b, B, C of G = C x + e, D of F = D u.
  const Matrix* A() const { return drift_.affine() ? &drift_.matrix() : nullptr; }
  const Matrix* B() const { return input_ ? nullptr : &B_; }
  const Matrix* C() const { return output_.affine() ? &output_.matrix() : nullptr; }
  const Matrix* D() const { return inner_ ? nullptr : &D_; }

  // Values at a point, all out, of the shapes above. Errors: Error naming the function and the time if a result is not finite.
  void drift(double t, VectorConstRef x, VectorRef value) const;
  void driftJacobian(double t, VectorConstRef x, MatrixRef value) const;
  void input(double t, VectorConstRef x, MatrixRef value) const;
  void inputDerivative(double t, VectorConstRef x, VectorConstRef u, MatrixRef value) const;
  void output(double t, VectorConstRef x, VectorRef value) const;
  void outputJacobian(double t, VectorConstRef x, MatrixRef value) const;
  void inner(VectorConstRef u, VectorRef value) const;
  void innerJacobian(VectorConstRef u, MatrixRef value) const;

  /// Adds the system, from x0: (n), and its interaction, whose multiplier is u and whose output is w = G + F(u). With constants alone
  /// they are FirstOrderLinearDS and FirstOrderLinearTIR, which every simulation of first-order systems takes; the law follows from
  /// K. Errors: InvalidArgument on x0.
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;

 private:
  LinearComplementarityDynamics linear() const;
  friend NSDS_THEORY_API LinearComplementarityDynamics toLcs(const DifferentialVariationalInequality& dvi);

  Index states_;
  Index inputs_;
  ConvexSet K_;
  VectorField drift_;
  VectorField output_;
  Matrix B_;
  StateMatrix input_;  // empty: the constant B
  InputDerivative inputDerivative_;
  Matrix D_;
  InnerVector inner_;  // empty: D u
  InnerMatrix innerJacobian_;
};

/// u = λ over the cone C as K. Errors: InvalidArgument if M is singular.
NSDS_THEORY_API DifferentialVariationalInequality toDvi(const LinearComplementarityDynamics& lcs);
/// λ = u. Errors: InvalidArgument unless K is the orthant, and f, B, G and F are A x + b(t), a constant, C x + e(t) and D u.
NSDS_THEORY_API LinearComplementarityDynamics toLcs(const DifferentialVariationalInequality& dvi);

}  // namespace nsds
