// The Newton loop of a step. Iterates take full steps first. Where those do not converge, an integrator that is globalised
// begins the step again, with steps as short as it takes for each iterate to come closer; at last it begins where another
// solver has found the end of the step.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "linalg/numbers.hpp"
#include "simulation/time_stepping/iterate.hpp"

namespace nsds {

namespace {

constexpr int fullSteps = 15;  // before a globalised integrator shortens them

}  // namespace

/// An iterate with the time of its phases. Contact detection is a phase of its own within the first, and so are the problems
/// of earlier levels.
void TimeStepping::Implementation::timedIterate() {
  const double others = owner.phaseTimes().changes + owner.phaseTimes().problem;
  {
    const PhaseTimer timer(owner, &PhaseTimes::motion);
    freeStep();
  }
  owner.addToPhase(&PhaseTimes::motion, others - owner.phaseTimes().changes - owner.phaseTimes().problem);
  {
    const PhaseTimer timer(owner, &PhaseTimes::problem);
    owner.computeOneStepNS();
  }
  const PhaseTimer timer(owner, &PhaseTimes::update);
  owner.update();
}

/// The bound of the residual: an absolute tolerance counts in the scale of momentum, by which residuals were divided.
double TimeStepping::Implementation::newtonBound() const {
  if (newton.absoluteTolerance == 0.0) return newton.tolerance;
  return newton.tolerance + newton.absoluteTolerance / owner.model_.scales().momentum();
}

bool TimeStepping::Implementation::isSmallEnough(double residual, int iteration) const {
  return newton.converged ? newton.converged(residual, iteration) : residual <= newtonBound();
}

NewtonError TimeStepping::Implementation::notConverged() const {
  return {stepEnd(), owner.step(), newton.maxIterations, newtonResidual,
          newton.converged ? 0.0 : newtonBound()};
}

/// True if the step is over, by convergence or because it was abandoned. A step whose last problem was not solved is over if
/// that, solved again and judged, is accepted and leaves it converged; if the problem has no solution, other iterates may
/// have one, and it is judged in the last attempt alone.
bool TimeStepping::Implementation::isOver() {
  if (phase == StepPhase::abandoned) return true;
  if (!owner.newtonConverged()) return false;
  if (failure != Failure::deferred) return true;
  if (unsolvable && !lastAttempt) return false;
  judgeDeferred();
  if (phase == StepPhase::abandoned || owner.newtonConverged()) return true;
  failure = Failure::waits;
  return false;
}

/// The last problem, which was not solved, is solved again, and judged.
void TimeStepping::Implementation::judgeDeferred() {
  failure = Failure::judged;
  phase = StepPhase::free;
  owner.computeOneStepNS();
  owner.update();
}

/// An iterate that comes no closer than the two before takes a shorter step. True if the step is over.
bool TimeStepping::Implementation::shortenedUntilBetter(double last) {
  // A merit is infinite where a function of the user is not defined.
  while ((integrator->merit() == infinity || integrator->merit() > 0.9999 * last) && integrator->shorten()) {
    phase = StepPhase::free;
    owner.computeOneStepNS();
    owner.update();
    if (isOver()) return true;
  }
  return false;
}

/// How many iterates are made, of full steps or of shorter ones. Whether an integrator is globalised is known when it has
/// taken up the model, in the first iterate.
int TimeStepping::Implementation::iterateLimit(bool globalise) const {
  return globalise || !integrator->globalised() ? newton.maxIterations
                                                : std::min(fullSteps, newton.maxIterations);
}

/// True if the step is over.
bool TimeStepping::Implementation::iterates(bool globalise) {
  double last = infinity;
  double beforeLast = infinity;
  for (int iteration = 1; iteration == 1 || iteration <= iterateLimit(globalise); ++iteration) {
    if (owner.timesPhases()) {
      timedIterate();
    } else {
      freeStep();
      solve();
      update();
    }
    if (isOver()) return true;
    if (!globalise && integrator->merit() == infinity) return false;
    if (!globalise) continue;
    if (shortenedUntilBetter(std::max(last, beforeLast))) return true;
    beforeLast = std::exchange(last, integrator->merit());
  }
  return false;
}

void TimeStepping::Implementation::beginAgain() {
  nsds.flat().returnToStart();
  integrator->beginStep(interval());
  levelsPassed = false;
}

/// True if iterates may begin at what another solver has found for the step.
bool TimeStepping::Implementation::guessed() {
  bool found = false;
  guarded([&] { found = integrator->guess(); });
  if (!found) return false;
  failure = Failure::waits;
  nsds.log(LogLevel::info,
           fmt::format("Newton's iterates do not converge in the step to t = {}; they begin again where the "
                       "step, as one mixed complementarity problem, is solved",
                       stepEnd()));
  return true;
}

/// A step of one iterate, from its start to the multipliers.
void TimeStepping::Implementation::plainIterate() {
  guarded([this] {
    start({owner.time(), owner.nextTime(), taken.step});
    integrator->activate(owner.all_, previousActive, owner.active_);
    integrator->linearise(owner.active_);
    solveActive();
    if (phase == StepPhase::abandoned) return;
    phase = StepPhase::solved;
    integrator->update(owner.active_, problem.lambda());
    phase = StepPhase::updated;
    ++owner.statistics_.newtonIterations;
    iterateCount.made = 1;
  });
}

void TimeStepping::Implementation::iterate() {
  failure = Failure::waits;
  lastAttempt = false;
  if (taken.oneIterate && phase == StepPhase::between && initialized && upToDate() && !owner.timesPhases())
    return plainIterate();
  if (iterates(false)) return;
  if (integrator->globalised()) {
    beginAgain();
    if (iterates(true)) return;
    lastAttempt = true;
    if (guessed() && iterates(true)) return;
  }
  if (failure == Failure::deferred) {
    judgeDeferred();
    if (phase == StepPhase::abandoned || owner.newtonConverged()) return;
  }
  const NewtonError error = notConverged();
  if (newton.throwOnFailure) {
    abandon();
    leave();
    throw NewtonError(error);
  }
  nsds.log(LogLevel::warning, error.what());
}

}  // namespace nsds
