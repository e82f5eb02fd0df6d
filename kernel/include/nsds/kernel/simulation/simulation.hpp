// A simulation takes a model through its instants. The base knows time, the check functions and the
// observers; TimeStepping knows the steps.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "nsds/kernel/formulations/one_step_ns_problem.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/failures.hpp"
#include "nsds/kernel/simulation/observers.hpp"
#include "nsds/kernel/simulation/time_discretisation.hpp"

namespace nsds {

/// The work of a simulation so far.
struct Statistics {
  std::int64_t steps = 0;
  std::int64_t newtonIterations = 0;
  std::int64_t solves = 0;            ///< one-step problems, retries included
  std::int64_t solverIterations = 0;  ///< summed over the solves
  std::int64_t retries = 0;
  std::int64_t rejectedSteps = 0;
  std::int64_t indexSetChanges = 0;  ///< steps whose active set differs from the one before
  /// Largest residual of a solve that was accepted, dimensionless. Passes of a projection do not count: its report says what they leave.
  double worstResidual = 0.0;
};

/// Wall time [s] of the steps so far, by what they do. The iterates of computeOneStep() are timed, and events; nextStep() of
/// time stepping and a combined projection are not.
struct PhaseTimes {
  double changes = 0.0;  ///< an interaction manager is asked, contacts are detected, what changed is taken up
  double motion =
      0.0;  ///< forces, motion without multipliers, Jacobians; event-driven: integration, search for events
  double problem = 0.0;  ///< one-step problems are assembled and solved; event-driven: events take place
  double update = 0.0;   ///< states and outputs follow from the multipliers
};

class NSDS_KERNEL_API Simulation : public StateParticipant {
 public:
  ~Simulation() override;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  Model& model() { return model_; }
  const Model& model() const { return model_; }
  /// The present instant t_k [s].
  double time() const { return model_.nsds().time(); }
  /// The next instant of the discretisation [s]: where a step of time stepping leads.
  double nextTime() const { return nextTime_; }
  /// Length of the next step [s].
  double timeStep() const { return step_ < steps() ? discretisation_.step(step_) : 0.0; }
  /// Length of the last step [s], without the rounding of a difference of instants.
  double lastTimeStep() const { return step_ > 0 ? discretisation_.step(step_ - 1) : 0.0; }
  /// What the present multipliers of contacts and joints are times this are forces: the inverse of the length of the step whose
  /// impulses they are [1/s], 0 where there has been none; 1 where they are forces.
  virtual double forcesPerMultiplier() const { return step_ > 0 ? 1.0 / lastTimeStep() : 0.0; }
  /// False if steps are made that observers do not see, between the instants of the discretisation.
  virtual bool showsEveryStep() const { return true; }
  /// k: steps completed.
  std::int64_t step() const { return step_; }
  /// Steps from t0 to T.
  std::int64_t steps() const { return discretisation_.steps(); }
  const Statistics& statistics() const { return statistics_; }
  /// Measures the wall time of phases from now on, or no longer: two readings of the clock a phase.
  void timePhases(bool measured) { timed_ = measured; }
  bool timesPhases() const { return timed_; }
  const PhaseTimes& phaseTimes() const { return phaseTimes_; }
  /// Counts on from the work of an earlier process, whose state was restored. It changes nothing else.
  void continueStatistics(const Statistics& earlier) { statistics_ = earlier; }

  /// Ends run() after the present step, as an observer may want it; a later run() goes on from there.
  void requestEnd() { endRequested_ = true; }

  /// False at T, and after a check function asked to stop.
  bool hasNextEvent() const { return !stopped_ && step_ < steps(); }
  /// True after a check function asked to stop.
  bool stopped() const { return stopped_; }

  /// I0 (level 0): all unitary relations; I1 (level 1): those active in the last step.
  virtual const IndexSet& indexSet(int level) const;

  /// Sets a function that is called after every solve; info 0 is ok. Returning accepts the result of the
  /// solver. The function may change the solver for the next solve.
  void setCheckSolverFunction(std::function<void(int info, Simulation&)> function);
  /// Sets a function that is called after every solve and says what to do. After maxRetries retries of one
  /// problem SolverError is thrown.
  void setCheckSolverFunction(std::function<SolverAction(const SolverOutcome&)> function,
                              int maxRetries = 10);
  /// Tells the two forms apart by the arguments that a lambda takes.
  template <class Function>
  requires std::invocable<Function, int, Simulation&>
  void setCheckSolverFunction(Function function) {
    setCheckSolverFunction(std::function<void(int, Simulation&)>(std::move(function)));
  }
  template <class Function>
  requires std::is_invocable_r_v<SolverAction, Function, const SolverOutcome&>
  void setCheckSolverFunction(Function function, int maxRetries = 10) {
    setCheckSolverFunction(std::function<SolverAction(const SolverOutcome&)>(std::move(function)),
                           maxRetries);
  }
  /// No check function: any status but ok throws SolverError before the state changes.
  void clearCheckSolverFunction();

  /// Applies structural changes, compiles operators, evaluates the first outputs. Called by the first step if
  /// need be.
  virtual void initialize() = 0;
  /// One step up to, not including, nextStep.
  virtual void computeOneStep() = 0;
  /// Moves on to the instant the step led to; does nothing after a rejected step.
  virtual void nextStep() = 0;

  /// Runs until T or requestEnd(): initialize, then computeOneStep and nextStep, the observers in the order given.
  /// Errors: what the steps throw; Error after 10 rejected steps in a row.
  template <class... Observers>
  void run(Observers&&... observers) {
    static_assert((detail::isObserver<std::remove_reference_t<Observers>> && ...),
                  "an observer has begin, step or end taking const Simulation&, or is callable with it");
    initialize();
    (detail::observeBegin(observers, *this), ...);
    endRequested_ = false;
    while (hasNextEvent() && !endRequested_) {
      if (advance()) (detail::observeStep(observers, *this), ...);
    }
    (detail::observeEnd(observers, *this), ...);
  }

 protected:
  const TimeDiscretisation& discretisation() const { return discretisation_; }
  Simulation(Model& model, TimeDiscretisation discretisation);

  /// Asks the check functions what to do with the outcome of a solve: accept; retry; reject or stop, after
  /// which the step is to be abandoned. attempt: solves of the same problem before this one. Errors:
  /// SolverError.
  SolverAction judge(const OneStepNSProblem& problem, std::string_view problemName, int attempt,
                     SolverOutcome& outcome) {
    outcome.problem = problemName;
    outcome.attempt = attempt;
    outcome.time = problemTime();
    outcome.step = step_;
    ++statistics_.solves;
    statistics_.solverIterations += outcome.iterations;
    const bool asks = informing_ || deciding_;
    const bool simple = !asks && outcome.status == SolverStatus::ok;
    const SolverAction action = simple ? SolverAction::accept : judgeOutcome(problem, outcome);
    if (action == SolverAction::accept && !outcome.isPass && outcome.residual > statistics_.worstResidual)
      statistics_.worstResidual = outcome.residual;
    return action;
  }

  void addToPhase(double PhaseTimes::*phase, double seconds) { phaseTimes_.*phase += seconds; }
  /// Adds the time of its life to a phase, if phases are timed.
  class PhaseTimer {
   public:
    PhaseTimer(Simulation& simulation, double PhaseTimes::*phase)
        : seconds_(simulation.timed_ ? &(simulation.phaseTimes_.*phase) : nullptr) {
      if (seconds_ != nullptr) start_ = Clock::now();
    }
    PhaseTimer(const PhaseTimer&) = delete;
    PhaseTimer& operator=(const PhaseTimer&) = delete;
    ~PhaseTimer() {
      if (seconds_ != nullptr) *seconds_ += std::chrono::duration<double>(Clock::now() - start_).count();
    }

   private:
    using Clock = std::chrono::steady_clock;
    double* seconds_;  // null: not timed
    Clock::time_point start_{};
  };

  /// Sets the number of steps completed, and t_k and t_{k+1} with it; the state of the model stays.
  void moveTo(std::int64_t step);
  /// Counts one step more, as moveTo() does.
  void moveOn();
  /// The model is between two instants, at t.
  void stayAt(double t) { expectedTime_ = t; }
  /// "5000 steps from 0 to 5 s", which a saved state belongs to.
  std::string instantsText() const;
  /// The instant that a one-step problem is about [s].
  virtual double problemTime() const { return nextTime_; }
  /// Grows with every step that was not rejected.
  virtual std::int64_t progress() const { return step_; }
  /// t_k: where the model is unless another simulation has moved it.
  double expectedTime() const { return expectedTime_; }

  Model& model_;
  TimeDiscretisation discretisation_;
  bool stopped_ = false;
  Statistics statistics_;
  IndexSet all_;
  IndexSet active_;

 private:
  bool advance();
  SolverAction judgeOutcome(const OneStepNSProblem& problem, const SolverOutcome& outcome);
  SolverAction ask(const SolverOutcome& outcome);

  bool endRequested_ = false;
  bool timed_ = false;
  PhaseTimes phaseTimes_;
  std::int64_t step_ = 0;
  double expectedTime_ = 0.0;
  double nextTime_ = 0.0;

  // Shared, so that a check function lives until it returns even if it replaces itself.
  std::shared_ptr<const std::function<void(int, Simulation&)>> informing_;
  std::shared_ptr<const std::function<SolverAction(const SolverOutcome&)>> deciding_;
  int maxRetries_ = 10;
  int consecutiveRejections_ = 0;
};

}  // namespace nsds
