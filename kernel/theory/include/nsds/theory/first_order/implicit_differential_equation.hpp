// Implicit differential equations, the inclusion x' ∈ { v : F(t, x, v) = 0 }:
//
//   F(t, x, x') = 0,   F: ℝ × ℝⁿ × ℝⁿ → ℝⁿ.
//
// A model takes it as the descriptor system x' = v, 0 = F(t, x, v) of 2n states (x, v), which makes sense where ∂F/∂v is
// regular (index 1): then v is a function of x near a start that solves F = 0, and where it becomes singular the motion ends
// or branches. F may have several v for one x: the guess says which.
//
// Scheme: EulerMoreauOSI(θ, 1): F holds at the end of each step whatever θ is; order 1, and 2 with θ = 1/2. Where ∂F/∂v
// becomes singular and no solution goes on, a step ends with a NewtonError; where several do, it takes one. References: Hairer,
// Wanner (1996), Solving ODEs II, section VI.1; seed lectures of V. Acary (2006), lecture 1.
#pragma once

#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

class FirstOrderDS;
class Model;

class NSDS_THEORY_API ImplicitDifferentialEquation {
 public:
  /// value: (n) out, F(t, x, v), zero when the function is called.
  using Function = Callable<void(double t, VectorConstRef x, VectorConstRef v, VectorRef value)>;
  /// Fx: (n x n) out, ∂F/∂x; Fv: (n x n) out, ∂F/∂v; zero when the function is called.
  using Jacobians = Callable<void(double t, VectorConstRef x, VectorConstRef v, MatrixRef Fx, MatrixRef Fv)>;

  /// states: n. Without Jacobians they are taken by central differences. Errors: InvalidArgument if n < 1 or F is empty.
  ImplicitDifferentialEquation(Index states, Function F, Jacobians jacobians = {});

  Index states() const { return states_; }
  /// F(t, x, v): (n). Errors: InvalidArgument on sizes that do not fit; Error if it is not finite.
  Vector residual(double t, VectorConstRef x, VectorConstRef v) const;
  /// The v near the guess with F(t, x, v) = 0, by Newton's method with halved steps. Errors: InvalidArgument naming F if there
  /// is none near the guess, or if ∂F/∂v is singular there, whatever the units of equations and velocities are.
  Vector consistentVelocity(double t, VectorConstRef x, VectorConstRef guess) const;

  /// Adds a system of the states (x, v): (2n), from x0 and the velocity near the guess. Errors: those of consistentVelocity at the
  /// model's t0.
  FirstOrderDS& addTo(Model& model, VectorConstRef x0, VectorConstRef guess) const;

 private:
  void jacobians(double t, VectorConstRef x, VectorConstRef v, MatrixRef Fx, MatrixRef Fv) const;

  Index states_;
  Function F_;
  Jacobians jacobians_;
};

}  // namespace nsds
