// The velocities that a two-step recursion would lead to without multipliers, and its iteration matrices:
//
//   M(q_k) (v - v_k) + h Γ(v̄) = h F(t_k, q*, v̄),   v̄ = ½ (v + v_k),   q*: q_k displaced by ½ h θ (v - v_k),
//
// v the velocity over the step to come and v_k that over the last one, so that q* = θ/2 (q_{k+1} + q_{k-1}) + (1 - θ) q_k
// where displacements add up. The equation does not change when the ends of the two steps change places.
//
//   W = M + h/2 C + h² θ/2 K,   of nonlinear systems M(q_k) - h/2 dF/dv - h² θ/2 dF/dq + h/2 dΓ/dv.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "integrators/moreau_jean/displacements.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

class TwoStepMotion {
 public:
  /// theta: of the scheme, in [0, 1].
  TwoStepMotion(CompiledModel& model, Displacements& displacements, double theta)
      : model_(model), displacements_(displacements), theta_(theta) {}

  /// The iteration matrices that stay.
  void compile(double h);
  /// True if W of all systems stays and one evaluation gives the free velocities of the step.
  bool linear() const { return nonlinear_.empty(); }
  const std::vector<std::size_t>& nonlinear() const { return nonlinear_; }
  /// Writes the forces of the present state: of linear systems F_ext, of the others F without gyroscopic terms.
  void evaluateState(double t);
  /// The iterate has changed: its forces are to be evaluated anew.
  void forget() { current_ = false; }
  /// Writes F(t_k, q*, v̄) of the nonlinear systems at the present iterate to the forces of the model.
  void evaluateForces(const StepInterval& step);
  /// v_free in the place of v: of nonlinear systems from the present iterate. Errors: Error if an iteration matrix is
  /// singular or an operator returns NaN.
  void evaluate(const StepInterval& step);

 private:
  void compileMatrix(std::size_t system, double h);
  void stepLinear(const PlacedSystem& system, std::size_t index, double h);
  void stepNonlinear(std::size_t index, const StepInterval& step);

  CompiledModel& model_;
  Displacements& displacements_;
  double theta_;
  bool current_ = false;
  std::vector<std::size_t> nonlinear_;
  std::vector<double> point_;  // (positions) q*
  std::vector<double> mean_;   // (dofs) v̄
  Vector correction_;          // of the velocity of one nonlinear system
  Matrix mass_;                // of one nonlinear system, then its W
  Matrix dq_;
  Matrix dv_;
};

}  // namespace nsds
