// The velocities that a step would lead to without multipliers, and the iteration matrices that go with them:
//
//   W = M + h θ C + h² θ² K,   of nonlinear systems M(q) - h θ dF/dv - h² θ² dF/dq + h θ dΓ/dv,
//
// with M(q), F and its Jacobians at the evaluation point. That may be the end of the step, whose forces then have the
// weight θ, or lie between the ends, where θ is the derivative of the point by the end: W reads the same.
#pragma once

#include <utility>
#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "integrators/moreau_jean/evaluation_point.hpp"
#include "integrators/moreau_jean/prescribed_velocities.hpp"
#include "integrators/moreau_jean/system_forces.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

class FreeVelocities {
 public:
  /// theta: of the scheme, in [0, 1].
  FreeVelocities(CompiledModel& model, const EvaluationPoint& point, double theta)
      : model_(model), point_(point), theta_(theta) {}

  /// The iteration matrices that stay, and which system is stepped by which loop.
  void compile(double h);
  /// True if W of all systems stays and one evaluation gives the free velocities of the step.
  bool linear() const { return nonlinear_.empty(); }
  bool anyPrescribed() const { return prescribed_.any(); }
  /// The systems that each Newton iterate evaluates anew.
  const std::vector<std::size_t>& nonlinear() const { return nonlinear_; }
  /// v_free in the place of v: from the start of the step, of nonlinear systems from the present iterate.
  /// Errors: Error if an iteration matrix is singular or an operator returns NaN.
  void evaluate(const StepInterval& step, const SystemForces& forces);

 private:
  void compileMatrix(std::size_t system, double h);
  void stepUncoupled(const StepInterval& step);
  void stepCoupled(std::size_t system, const StepInterval& step);
  void stepNonlinear(std::size_t system, const StepInterval& step, const SystemForces& forces);
  void addGyroscopicTerms(const PlacedSystem& system, double h);

  CompiledModel& model_;
  const EvaluationPoint& point_;
  double theta_;
  PrescribedVelocities prescribed_;
  // Degrees of freedom [first, last) of linear systems with diagonal W and no K, C: a batch for each range.
  std::vector<std::pair<std::int32_t, std::int32_t>> uncoupled_;
  std::vector<std::size_t> coupled_;  // the other linear systems
  std::vector<std::size_t> nonlinear_;
  Vector correction_;  // of the velocity of one system
  Vector mean_;        // v_θ of one system
  Matrix mass_;        // of one nonlinear system, then its W
  Matrix dq_;
  Matrix dv_;
};

}  // namespace nsds
