// Event-capturing time stepping whose steps are as long as an error per step allows (step_control.hpp says how it is
// estimated). Any OneStepIntegrator makes the steps.
//
// The time discretisation gives the instants at which observers see the model; steps do not end there. Within a smooth step
// positions are the cubic through both ends with the velocities there for slopes, and velocities are its derivative. Within a
// step with an impact or a change of contacts positions are the parabola with the slope at the begin, and velocities stay as
// they are and jump at its end. States of first order are on the line between the ends. Multipliers and the active set are
// those of the last substep (of half the length, or less) of the step that the instant lies in: forcesPerMultiplier() knows its
// length, while timeStep() and lastTimeStep() are about the samples. Steps end at T, where a jump is declared, and where endStepAt() says.
//
// An interaction manager looks at the model at the begin of each step, for the length that is tried first: what it finds has
// to be enough for that length, as for any step. Lengths are powers of √2 of each other, so that what is compiled and
// factorised for one of them serves again. A step that fails, for a solver, Newton's method or a function of the user, is
// tried again with a shorter length, down to minStep, where the error is thrown.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "nsds/kernel/simulation/step_control.hpp"
#include "nsds/kernel/simulation/time_stepping.hpp"

namespace nsds {

class NSDS_KERNEL_API AdaptiveTimeStepping final : public TimeStepping {
 public:
  /// The arguments of TimeStepping; `sampling` gives the instants that observers see.
  template <class Integrator, class Problem>
  requires std::derived_from<std::decay_t<Integrator>, OneStepIntegrator> &&
      std::derived_from<std::decay_t<Problem>, OneStepNSProblem>
      AdaptiveTimeStepping(Model& model, TimeDiscretisation sampling, Integrator&& integrator,
                           Problem&& problem, const StepControl& control = {})
      : AdaptiveTimeStepping(model, std::move(sampling),
                             std::make_unique<std::decay_t<Integrator>>(std::forward<Integrator>(integrator)),
                             std::make_unique<std::decay_t<Problem>>(std::forward<Problem>(problem)),
                             control) {}
  template <class Integrator>
  requires std::derived_from<std::decay_t<Integrator>, OneStepIntegrator> AdaptiveTimeStepping(
      Model& model, TimeDiscretisation sampling, Integrator&& integrator, const StepControl& control = {})
      : AdaptiveTimeStepping(model, std::move(sampling),
                             std::make_unique<std::decay_t<Integrator>>(std::forward<Integrator>(integrator)),
                             nullptr, control) {}
  /// problem: null if the laws are to choose it.
  AdaptiveTimeStepping(Model& model, TimeDiscretisation sampling,
                       std::unique_ptr<OneStepIntegrator> integrator,
                       std::unique_ptr<OneStepNSProblem> problem, const StepControl& control = {});
  ~AdaptiveTimeStepping() override;

  /// May be called between steps; the next step is tried with the length that there was, or firstStep before the first.
  /// Errors: InvalidArgument naming the option.
  void setStepControl(const StepControl& control);
  const StepControl& stepControl() const;
  const StepControlReport& stepControlReport() const;
  /// A step ends at t [s], where a function of time has a kink; where one jumps, and states of first order may with it, declare the
  /// jump (declareJump). Errors: InvalidArgument if t is past.
  void endStepAt(double t);

  /// Goes to the next instant of the sampling. Errors: StepSizeError; what steps throw, at minStep. The state is then that
  /// at the begin of the step that failed, at time(), from which another call goes on.
  void computeOneStep() override;
  void nextStep() override;
  double forcesPerMultiplier() const override;
  bool showsEveryStep() const override { return false; }

  std::string stateName() const override { return "adaptive time stepping"; }
  std::vector<std::byte> saveState() const override;
  void checkRestorable(std::span<const std::byte> bytes, bool interactions) const override;
  void remakeInteractions(std::span<const std::byte> bytes) override;
  void restoreState(std::span<const std::byte> bytes, bool operatorsSet) override;

 private:
  struct Steps;
  std::unique_ptr<Steps> steps_;
};

}  // namespace nsds
