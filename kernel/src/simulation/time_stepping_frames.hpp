// The frames that the parts of a step run in.
#pragma once

#include "nsds/kernel/simulation/time_stepping.hpp"

namespace nsds {

/// A failure inside a step takes the state back to its start before it is passed on.
template <class Function>
void TimeStepping::guarded(Function&& function) {
  try {
    function();
  } catch (...) {
    if (phase_ != Phase::between) abandonStep();
    phase_ = Phase::between;
    throw;
  }
}

/// Solves until the check functions accept; abandons the step if they want that.
template <class Solve>
SolverStatus TimeStepping::judged(const OneStepNSProblem& problem, std::string_view name, Solve&& solve) {
  phase_ = Phase::solving;
  for (int attempt = 0;; ++attempt) {
    SolverOutcome outcome = solve();
    switch (judge(problem, name, attempt, outcome)) {
      case SolverAction::retry:
        break;
      case SolverAction::accept:
        return outcome.status;
      default:
        abandonStep();
        return outcome.status;
    }
  }
}

}  // namespace nsds
