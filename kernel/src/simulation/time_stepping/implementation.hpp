// What TimeStepping is made of. The course of a step stands in time_stepping.cpp.
#pragma once

#include <memory>
#include <string_view>

#include "nsds/kernel/simulation/time_stepping.hpp"
#include "simulation/time_stepping/earlier_level.hpp"
#include "simulation/time_stepping/initial_constraints.hpp"
#include "simulation/time_stepping/jumps.hpp"
#include "simulation/time_stepping/managed_interactions.hpp"
#include "simulation/time_stepping/projector.hpp"
#include "simulation/time_stepping/step_impact.hpp"
#include "simulation/time_stepping/step_memory.hpp"
#include "simulation/time_stepping/step_problem.hpp"
#include "simulation/time_stepping/taken_up.hpp"

namespace nsds {

/// The last call of a step that was made, or that the step was abandoned.
enum class StepPhase { between, free, solving, solved, updated, abandoned };

/// How the Newton loop of a step is run by the user of a manual loop.
struct IterateCount {
  int made = 0;
  bool judged = false;  // newtonConverged() was asked
  bool told = false;    // that one iterate is not enough
};

/// The end of a step that is not one between two instants of the discretisation, such as adaptive control tries.
struct StepAim {
  bool on = false;
  double end = 0.0;     // [s]
  double length = 0.0;  // [s] nominal
};

/// An integrator that is compiled for another length of step.
struct CompiledStep {
  double h;
  std::unique_ptr<OneStepIntegrator> integrator;
};

/// What becomes of a problem that is not solved, or only as well as rounding allows. In iterates that are globalised it waits
/// for the last one, since on the way multipliers may be of any size, and problems without a solution.
enum class Failure { judged, waits, deferred };

/// True if a problem is not solved because it may have no solution, not for limits of a solver.
inline bool hasNoSolution(SolverStatus status) {
  return status == SolverStatus::infeasible || status == SolverStatus::ray ||
         status == SolverStatus::stalled || status == SolverStatus::singular;
}

struct TimeStepping::Implementation {
  Implementation(TimeStepping& simulation, std::unique_ptr<OneStepIntegrator> integrator,
                 std::unique_ptr<OneStepNSProblem> problem);

  // The step (time_stepping.cpp; a part of an iterate: iterate.hpp)
  void begin();
  inline void start(const StepInterval& interval);
  inline void freeStep();
  inline SolverStatus solve();
  inline SolverStatus solveActive();
  inline void update();
  void plainIterate();
  inline void finish();
  void finishExtras();
  void abandon();
  void leave();
  /// The sentence says what to call first.
  void require(bool right, const char* sentence) const {
    if (!right) refuse(sentence);
  }
  [[noreturn, gnu::cold]] void refuse(const char* sentence) const;
  void tellOfOneIterate();
  template <class Function>
  void guarded(Function&& function);
  template <class Solve>
  inline SolverStatus judged(const OneStepNSProblem& formulation, std::string_view name, Solve&& attempt);

  // Levels before the last one (earlier_levels.cpp)
  void makeEarlierLevels();
  void chooseEarlierLevels();
  void resizeEarlierLevels();
  void passEarlierLevels();
  void passLevel(EarlierLevel& level);
  void levelIterate(EarlierLevel& level);

  // The Newton loop (newton_loop.cpp)
  void iterate();
  bool iterates(bool globalise);
  int iterateLimit(bool globalise) const;
  bool shortenedUntilBetter(double last);
  void beginAgain();
  bool guessed();
  double newtonBound() const;
  bool isSmallEnough(double residual, int iteration) const;
  NewtonError notConverged() const;
  bool isOver();
  void judgeDeferred();
  void timedIterate();

  // Impacts by a law of their own (step_impact.cpp)
  void leaveImpacts();
  void addImpact();

  // Positions projected in a step (projection.cpp)
  void combinedStep();
  void project();
  void projectStart();
  bool projectOnce();
  void closeIterate();

  // Jumps (state_jumps.cpp)
  StepInterval interval() const {
    const StepInterval whole{owner.time(), stepEnd(), taken.step};
    return jumps.declares() ? besideJumps(whole) : whole;
  }
  StepInterval besideJumps(StepInterval interval) const;
  void jump(bool declared, bool changed);
  void endDamping();

  // What changed between steps (changes.cpp)
  bool upToDate() const {
    return taken.plain && !taken.stale && !nsds.structureChanged() &&
           taken.structure == nsds.structureVersion() && taken.operators == nsds.changes().operators &&
           taken.states == nsds.changes().states && owner.hasNextEvent() && taken.step == owner.timeStep() &&
           nsds.time() == owner.expectedTime();
  }
  void refresh();
  void takeUp();
  void refreshManaged();
  void returnInteractions();
  void compile(double h);
  void seeWhatStepsAskFor();
  void refuseForces() const;
  void checkNewtonOptions(const NewtonOptions& options) const;
  void evaluateState();
  bool exchangeIntegrator(double h);
  double stepEnd() const { return aim.on ? aim.end : owner.nextTime(); }
  double stepToCome() const {
    if (aim.on) return aim.length;
    return owner.step() < owner.steps() ? owner.timeStep() : taken.step;
  }
  /// No step has been made from the first instant.
  bool atStart() const { return nsds.time() == owner.discretisation().t0(); }

  TimeStepping& owner;
  NonSmoothDynamicalSystem& nsds;
  std::unique_ptr<OneStepIntegrator> integrator;
  StepProblem problem;
  std::vector<EarlierLevel> earlier;  // empty: the step has one problem
  bool levelsPassed = false;          // the earlier levels of this step are solved
  StepMemory memory;                  // of integrators that have one
  NewtonOptions newton;
  double newtonResidual = 0.0;
  Failure failure = Failure::judged;
  bool unsolvable = false;   // the deferred failure is that of a problem without a solution
  bool lastAttempt = false;  // of the Newton loop to solve the step
  StepPhase phase = StepPhase::between;
  IterateCount iterateCount;
  bool initialized = false;
  bool projectsStart = false;  // positions are to be projected before the first step
  TakenUp taken;
  StepAim aim;
  std::vector<double>
      unprojected;  // (rows) outputs of the last step that had an aim, before positions were projected; empty: they are not
  std::vector<CompiledStep>
      spare;  // for lengths that may come again, where steps have an aim; the latest last
  InitialConstraints constraints;
  Jumps jumps;
  bool damped = false;  // the step damps what oscillates, after a jump, or finds multipliers anew
  StepImpact impact;
  ManagedInteractions managed{nsds};
  IndexSet previousActive;
  std::unique_ptr<Projector> projector;  // null: positions are not projected
};

/// A failure inside a step takes the state back to its start before it is passed on.
template <class Function>
[[gnu::always_inline]] inline void TimeStepping::Implementation::guarded(Function&& function) {
  try {
    function();
  } catch (...) {
    if (phase != StepPhase::between) abandon();
    leave();
    throw;
  }
}

/// Solves until the check functions accept; abandons the step if they want that.
template <class Solve>
[[gnu::always_inline]] inline SolverStatus TimeStepping::Implementation::judged(
    const OneStepNSProblem& formulation, std::string_view name, Solve&& attempt) {
  phase = StepPhase::solving;
  for (int attempts = 0;; ++attempts) {
    SolverOutcome outcome = attempt();
    if (failure == Failure::deferred) failure = Failure::waits;
    if (failure == Failure::waits && outcome.status != SolverStatus::ok && integrator->globalised()) {
      failure = Failure::deferred;
      unsolvable = hasNoSolution(outcome.status);
      ++owner.statistics_.solves;
      owner.statistics_.solverIterations += outcome.iterations;
      return outcome.status;
    }
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
