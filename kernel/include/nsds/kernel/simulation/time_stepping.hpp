// Event-capturing time stepping: fixed instants, impacts inside the step.
//
//   computeFreeStep, computeOneStepNS, update   are one Newton iterate, and the whole step of a linear model;
//   computeOneStep                              repeats them until newtonConverged();
//   nextStep                                    moves on.
//
// Index sets are updated at the start of the first computeFreeStep of a step and frozen within the step.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "nsds/kernel/contact/interaction_manager.hpp"
#include "nsds/kernel/impacts/impact_law.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"
#include "nsds/kernel/simulation/jump_record.hpp"
#include "nsds/kernel/simulation/position_projection.hpp"
#include "nsds/kernel/simulation/simulation.hpp"

namespace nsds {

/// When the Newton loop of a step ends. The residual r is relative to the model's scales: for a momentum M L / T, of those.
struct NewtonOptions {
  double tolerance = 1e-10;  ///< r ≤ tolerance + absoluteTolerance T / (M L) ends the loop
  int maxIterations = 50;
  bool throwOnFailure = true;  ///< false: the last iterate is taken, and a warning logged
  /// [N s] what may be left of a momentum balance whatever the scales are; with tolerance = 0 it alone counts. For models
  /// with mechanical systems.
  double absoluteTolerance = 0.0;
  /// Takes the place of both tolerances if set: true ends the loop. residual: r; iteration: iterates of the step so far, ≥ 1.
  std::function<bool(double residual, int iteration)> converged = {};
};

class NSDS_KERNEL_API TimeStepping : public Simulation {
 public:
  /// The integrator and the formulation are moved in. The model must outlive the simulation.
  /// Errors: InvalidArgument if the discretisation does not begin at the model's t0.
  template <class Integrator, class Problem>
  requires std::derived_from<std::decay_t<Integrator>, OneStepIntegrator> &&
      std::derived_from<std::decay_t<Problem>, OneStepNSProblem>
      TimeStepping(Model& model, TimeDiscretisation discretisation, Integrator&& integrator,
                   Problem&& problem)
      : TimeStepping(model, std::move(discretisation),
                     std::make_unique<std::decay_t<Integrator>>(std::forward<Integrator>(integrator)),
                     std::make_unique<std::decay_t<Problem>>(std::forward<Problem>(problem))) {}
  TimeStepping(Model& model, TimeDiscretisation discretisation, std::unique_ptr<OneStepIntegrator> integrator,
               std::unique_ptr<OneStepNSProblem> problem);
  /// The formulation is chosen by the laws present (chooseFormulation), with its default solver: by
  /// initialize(), and anew when interactions are added or removed. It is kept, its solver included, while
  /// the choice stays the same; a change is logged.
  template <class Integrator>
  requires std::derived_from<std::decay_t<Integrator>, OneStepIntegrator> TimeStepping(
      Model& model, TimeDiscretisation discretisation, Integrator&& integrator)
      : TimeStepping(model, std::move(discretisation),
                     std::make_unique<std::decay_t<Integrator>>(std::forward<Integrator>(integrator))) {}
  TimeStepping(Model& model, TimeDiscretisation discretisation,
               std::unique_ptr<OneStepIntegrator> integrator);
  ~TimeStepping() override;

  /// Errors: InvalidArgument if a tolerance is negative or not finite, both are zero, or maxIterations < 1; here and
  /// at the next initialize() or step, an absolute tolerance in a model without mechanical systems.
  void setNewtonOptions(const NewtonOptions& options);
  const NewtonOptions& newtonOptions() const;
  /// The residual, relative to the model's scales, that the last newtonConverged() has found, within a step or after it: of
  /// computeOneStep() that of its last iterate. 0 for linear models, whose one iterate is exact.
  double newtonResidual() const;
  /// The iterates made in the present step, or in the last one between steps.
  int newtonIterations() const;
  /// Of adaptive time stepping that of the last length: ask again after each step.
  const OneStepIntegrator& integrator() const;
  /// The one-step problem "time_stepping": change its solver here. Errors: Error before initialize() if it is
  /// chosen by the laws.
  OneStepNSProblem& nonSmoothProblem();
  const OneStepNSProblem& nonSmoothProblem() const;
  /// A one-step problem by its name, of integrators that solve several in a step (OneStepIntegrator::levels). The laws choose
  /// the formulations of those before "time_stepping". Errors: InvalidArgument naming the problems there are; Error as above.
  OneStepNSProblem& nonSmoothProblem(std::string_view name);

  /// Impacts obey this law from the next step on. A step has an impact if one of its active contacts approached at its start,
  /// faster than the integrator's restitutionThreshold and 1e-10 of the velocity scale; all active contacts take part. The
  /// law gives their impulses P from the velocities at the start and the operator W of the first iterate, once a step. The rest of
  /// the step, loads and contacts that stay closed, is the one-step problem without restitution:
  ///
  ///   0 ≤ U_{k+1} = U_free + W (P + λ') ⟂ λ' ≥ 0,    λ = P + λ'.
  ///
  /// Steps without impact are those without restitution. Errors: InvalidArgument, here or at the next initialize() or step,
  /// naming a contact with friction, one whose law does not fit, an integrator that is not MoreauJeanOSI, or a combined projection.
  template <class Law>
  requires std::derived_from<Law, ImpactLaw>
  void setImpactLaw(Law law) { setImpactLaw(std::make_unique<Law>(std::move(law))); }
  /// Null: the contacts' own laws again.
  void setImpactLaw(std::unique_ptr<const ImpactLaw> law);
  /// The energy of the last impact that an impact law has solved.
  const ImpactReport& impactReport() const;

  /// Makes and removes interactions at the start of every step. The manager must outlive the simulation.
  void setInteractionManager(InteractionManager& manager);
  /// Null if there is none.
  const InteractionManager* interactionManager() const;

  /// Projects positions onto the constraints in every step from the next on. The mode `direct` projects in
  /// nextStep(); `combined` repeats the step in computeOneStep(), which a loop of your own calls in place of
  /// computeFreeStep(), computeOneStepNS() and update(). Check functions (setCheckSolverFunction) are given the
  /// problem of the projection under the name "projection". Errors: InvalidArgument on an option outside its range; at the next initialize() or
  /// step, on systems that are not mechanical, or a solver that the problem does not have.
  void setProjection(const PositionProjection& projection);
  void clearProjection();
  /// The report on the projection in the last step; zero without projection.
  ProjectionReport projectionReport() const;
  /// lambda0 [kg m] of an interaction in the last step, summed over the passes, zero along tangents and where
  /// it took no part: (rows). M displaced = Gᵀ lambda0. Errors: Error without projection, or before
  /// initialize().
  VectorView projectionMultiplier(const Interaction& interaction) const;

  /// Lets the simulation begin with negative gaps and equalities that do not hold, which a scheme at velocity level
  /// keeps; a warning is logged.
  void acceptInitialState();
  /// Has initialize() move the systems, by as little as their masses allow, to where gaps are not negative and
  /// equalities hold; velocities stay, and the first step makes them fit. What the user moves later is not projected.
  /// Errors: InvalidArgument after the first step; those of a projection, from initialize().
  void projectInitialState();

  /// What becomes of a state of first-order systems that has to jump: at the start, where the user has set states or
  /// operators, and where a jump is declared. JumpRule::jump unless set. With `accept` a scheme with gamma < 1 is refused
  /// there.
  void setJumps(JumpRule rule);
  /// Says that functions of time jump at t [s], which is to be one of the instants of the steps: the step that ends there
  /// takes them just before, the jump and the next step just after. Errors: InvalidArgument if no step ends there.
  void declareJump(double t);
  const JumpRecord& jumpRecord() const;
  /// The impulse of the last jump, multiplier times time: (rows) of an interaction, zero before there was one.
  Vector jumpImpulse(const Interaction& interaction) const;

  /// Errors: InvalidArgument naming the interaction whose gap is negative at t0 (by more than 1e-8 length scales), or
  /// whose equality does not hold there (to 1e-6), a law, relation or system that does not fit; Error if an iteration matrix is singular.
  void initialize() override;
  /// Begins an iterate: computes the state that the step would lead to without multipliers, and the condensed
  /// operator. Of integrators that solve several problems in a step, those before "time_stepping" are solved here: by the
  /// first iterate of the step or, if they depend on what follows, by each.
  void computeFreeStep();
  /// Assembles over the active index set, solves, calls the check function. Returns the status, 0 is ok;
  /// without active relations nothing is solved and 0 is returned. Errors: SolverError; InvalidArgument for
  /// another problem's name.
  int computeOneStepNS(std::string_view problem = "time_stepping");
  /// Ends an iterate: computes forces, state and outputs from the multipliers.
  void update();
  /// True if the iterate that update() has ended is good enough. Always true for linear models.
  bool newtonConverged();
  /// Errors: SolverError, NewtonError, Error from operators; the state is then that of the start of the step.
  void computeOneStep() override;
  void nextStep() override;

  std::string stateName() const override { return "time stepping"; }
  std::string stateDescription() const override;
  std::vector<std::byte> saveState() const override;
  void checkRestorable(std::span<const std::byte> bytes, bool interactions) const override;
  void remakeInteractions(std::span<const std::byte> bytes) override;
  void restoreState(std::span<const std::byte> bytes, bool operatorsSet) override;

 protected:
  struct MayBeNull {};
  /// problem: null if the laws are to choose it.
  TimeStepping(Model& model, TimeDiscretisation discretisation, std::unique_ptr<OneStepIntegrator> integrator,
               std::unique_ptr<OneStepNSProblem> problem, MayBeNull);

  struct Implementation;
  std::unique_ptr<Implementation> impl_;

 private:
  double problemTime() const override;
};

}  // namespace nsds
