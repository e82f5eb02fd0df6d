// Event-capturing by smooth integrators: a fixed grid of instants, any smooth integrator between impacts, and impacts on
// velocities that are off their instants by what the scheme says.
//
//   splitting_time_stepping.hpp   a smooth flow over the step, then impacts at fixed positions      order 1 through impacts
//   any_order_time_stepping.hpp   impacts in brackets whose length follows the order of the method  order of the integrator
//
// Systems are mechanical. Laws: equalities, Newton's impact law, and Coulomb's friction with it between planar contacts, whose rows
// are normal and tangent. As in event-driven simulation multipliers are forces [N], those of joints and of contacts that the
// smooth motion keeps closed, at the end of the step; the impulses of the step are read apart, by impulse().
//
// The integrator takes one step over each smooth piece of a step of the grid, whatever its tolerances, unless its options have a
// fixed step of their own or it chooses its steps itself (CVODE).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "nsds/kernel/integrators/smooth_integrator.hpp"
#include "nsds/kernel/simulation/simulation.hpp"
#include "nsds/kernel/simulation/step_control.hpp"

namespace nsds {

class NSDS_KERNEL_API EventCapturing : public Simulation {
 public:
  ~EventCapturing() override;

  SmoothIntegrator& integrator();
  /// The problems "impact" and "acceleration": change their solvers here. Errors: Error before initialize() unless the first was
  /// given to the constructor.
  OneStepNSProblem& impactProblem();
  OneStepNSProblem& accelerationProblem();

  /// Lets initialize(), and the first step after the user has moved something, project joints that do not hold, in
  /// positions or velocities, instead of refusing them. Gaps are not projected: negative ones are refused at the start.
  void projectInitialState();
  /// What projectInitialState() has changed.
  const ConsistencyReport& consistencyReport() const;

  /// The impulses of the last step, summed over its impacts: (rows) [N s]. Errors: Error before initialize().
  VectorView impulse(const Interaction& interaction) const;
  /// The problems of impacts that were solved so far.
  std::int64_t impacts() const;
  /// 1: multipliers are forces.
  double forcesPerMultiplier() const override { return 1.0; }
  /// Level 0: all relations; 1: those of the last problem of impacts; 2: those of them whose relative velocity was zero after it.
  const IndexSet& indexSet(int level) const override;

  /// Steps of the grid are made of shorter ones from now on, as long as an error per step allows (step_control.hpp), the last of
  /// which ends where the step of the grid does. The order of estimates is that of the integrator; of splitting 0 in a step with
  /// an impact or a change of contacts. May be called between steps. Errors: InvalidArgument naming the option; observed orders
  /// and extrapolation are those of AdaptiveTimeStepping, and Strang's composition has none.
  void setStepControl(const StepControl& control);
  /// Zeros without step control.
  const StepControlReport& stepControlReport() const;

  /// Errors: InvalidArgument naming a system, relation or law that is not for this simulation, a negative gap or a joint that does
  /// not hold.
  void initialize() override;
  /// A step to the next instant. Errors: StepSizeError, SolverError, also where a check function rejects or stops, ParadoxError;
  /// Error from operators. The state is then that before the step.
  void computeOneStep() override;
  void nextStep() override;

  std::string stateDescription() const override;
  std::vector<std::byte> saveState() const override;
  void checkRestorable(std::span<const std::byte> bytes, bool interactions) const override;
  void restoreState(std::span<const std::byte> bytes, bool operatorsSet) override;

 protected:
  /// impact: the formulation of the problem of impacts; null: chosen by the laws.
  EventCapturing(Model& model, TimeDiscretisation grid, std::unique_ptr<SmoothIntegrator> integrator,
                 std::unique_ptr<OneStepNSProblem> impact);

  struct Implementation;
  Implementation& implementation() { return *impl_; }
  const Implementation& implementation() const { return *impl_; }

 private:
  double problemTime() const override { return time(); }
  /// Takes the model from time() to `end`.
  virtual void advanceTo(double end) = 0;
  /// The order p of a step with an impact or a change of contacts, whose error is O(h^(p+1)).
  virtual int orderThroughEvents() const = 0;
  /// True if an impact that is late leaves a penetration or a velocity that depends on the step.
  virtual bool showsLateImpacts() const { return true; }
  /// True if the smooth motion keeps contacts closed that are at rest.
  virtual bool keepsContacts() const = 0;
  /// How far gaps may be negative where the user has set a state during the run [m].
  virtual double penetrationLeft() const = 0;

  std::unique_ptr<Implementation> impl_;
};

}  // namespace nsds
