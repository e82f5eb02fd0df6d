// What TimeStepping is made of. The course of a step stands in time_stepping.cpp.
#pragma once

#include <memory>
#include <string_view>

#include "nsds/kernel/simulation/time_stepping.hpp"
#include "simulation/time_stepping/initial_gaps.hpp"
#include "simulation/time_stepping/projector.hpp"
#include "simulation/time_stepping/step_problem.hpp"
#include "simulation/time_stepping/step_rollback.hpp"

namespace nsds {

/// The last call of a step that was made, or that the step was abandoned.
enum class StepPhase { between, free, solving, solved, updated, abandoned };

/// The versions of the model that operators, forces and outputs belong to.
struct TakenUp {
  std::uint64_t structure = 0;  // 0: compiled for none, or interactions have been taken back since
  std::uint64_t operators = 0;
  std::uint64_t states = 0;
  double step = 0.0;  // [s] that the integrator is compiled for; 0: for none
  bool stale = true;  // forces and outputs do not belong to the present state and operators
};

/// What else is that of the last good step where interactions are taken back.
struct StartOfManagedStep {
  IndexSet active;
  InitialGaps gaps;
  bool stale = false;
};

struct TimeStepping::Implementation {
  Implementation(TimeStepping& simulation, std::unique_ptr<OneStepIntegrator> integrator,
                 std::unique_ptr<OneStepNSProblem> problem);

  // The step (time_stepping.cpp)
  void begin();
  void freeStep();
  SolverStatus solve();
  void iterate();
  void finish();
  void abandon();
  void require(StepPhase expected, const char* call, const char* before) const;
  template <class Function>
  void guarded(Function&& function);
  template <class Solve>
  SolverStatus judged(const OneStepNSProblem& formulation, std::string_view name, Solve&& attempt);

  // Positions projected in a step (projection.cpp)
  void combinedStep();
  void project();
  bool projectOnce();
  void closeIterate();

  // What changed between steps (changes.cpp), interactions by a manager included (managed.cpp)
  void refresh();
  void compile(double h);
  void evaluateState();
  void placeActive();
  bool asksManager() const;
  void manage();
  void refreshManaged();
  void returnInteractions();

  TimeStepping& owner;
  NonSmoothDynamicalSystem& nsds;
  std::unique_ptr<OneStepIntegrator> integrator;
  StepProblem problem;
  NewtonOptions newton;
  double newtonResidual = 0.0;
  StepPhase phase = StepPhase::between;
  bool initialized = false;
  TakenUp taken;
  InitialGaps gaps;
  InteractionManager* manager = nullptr;
  std::int64_t managedStep = -1;  // the step that the manager has seen the start of
  StepRollback rollback{nsds};
  StartOfManagedStep start;
  IndexSet previousActive;
  std::unique_ptr<Projector> projector;  // null: positions are not projected
};

/// A failure inside a step takes the state back to its start before it is passed on.
template <class Function>
void TimeStepping::Implementation::guarded(Function&& function) {
  try {
    function();
  } catch (...) {
    if (phase != StepPhase::between) abandon();
    phase = StepPhase::between;
    throw;
  }
}

/// Solves until the check functions accept; abandons the step if they want that.
template <class Solve>
SolverStatus TimeStepping::Implementation::judged(const OneStepNSProblem& formulation, std::string_view name,
                                                  Solve&& attempt) {
  phase = StepPhase::solving;
  for (int attempts = 0;; ++attempts) {
    SolverOutcome outcome = attempt();
    switch (owner.judge(formulation, name, attempts, outcome)) {
      case SolverAction::retry:
        break;
      case SolverAction::accept:
        return outcome.status;
      default:
        abandon();
        return outcome.status;
    }
  }
}

}  // namespace nsds
