// How far an iterate is from the equations of motion of a step: the residual of Newton's iteration, and the
// impulses that prescribed velocities take.
#pragma once

#include "compiled_model/compiled_model.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

class MomentumBalance {
 public:
  /// theta: of the means q_θ and v_θ; early and late: the weights of the forces at the start of the step and of those that
  /// the model's vector of forces holds.
  MomentumBalance(const CompiledModel& model, double theta, double early, double late)
      : model_(model), theta_(theta), early_(early), late_(late) {}

  void compile(const Scales& scales);
  /// The largest row of the equation of motion of a system that rounding does not explain, with the forces at
  /// the present iterate and M(q) at q: (positions), relative to the scale of momentum; rows of moments are divided by the
  /// length scale.
  double defect(const PlacedSystem& system, const StepInterval& step, const double* q);
  /// Writes the impulses that make the prescribed degrees of freedom move as they are told.
  void evaluateReactions(const StepInterval& step, const double* q);

 private:
  void evaluate(const PlacedSystem& system, const StepInterval& step, const double* q);
  void addInertia(const PlacedSystem& system, const double* q);
  void addLinearTerms(const PlacedSystem& system, const LinearMotion& motion, double h);
  void addGyroscopicTerms(const PlacedSystem& system, double h);
  void subtract(std::int32_t i, double term);

  const CompiledModel& model_;
  double theta_;
  double early_;
  double late_;
  Scales scales_{1.0, 1.0, 1.0};
  Vector defect_;     // of the rows of one system
  Vector magnitude_;  // sizes of their terms
  Vector mean_;       // a velocity or displacement of one system
  Vector gyroscopic_;
  Matrix mass_;
};

}  // namespace nsds
