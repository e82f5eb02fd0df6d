// The way to the next sample, from top to bottom: steps are tried until one is good enough, until the last ends at the sample
// or behind it.
#include "nsds/kernel/simulation/adaptive_time_stepping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "modeling/checks.hpp"
#include "nsds/kernel/integrators/smooth_integrator.hpp"
#include "simulation/adaptive/steps.hpp"

namespace nsds {

AdaptiveTimeStepping::AdaptiveTimeStepping(Model& model, TimeDiscretisation sampling,
                                           std::unique_ptr<OneStepIntegrator> integrator,
                                           std::unique_ptr<OneStepNSProblem> problem,
                                           const StepControl& control)
    : TimeStepping(model, std::move(sampling), std::move(integrator), std::move(problem), MayBeNull{}),
      steps_(std::make_unique<Steps>(*this, control)) {}
AdaptiveTimeStepping::~AdaptiveTimeStepping() = default;

AdaptiveTimeStepping::Steps::Steps(AdaptiveTimeStepping& simulation, const StepControl& given)
    : owner(simulation), stepping(*simulation.impl_), nsds(simulation.model_.nsds()) {
  check::that(stepping.integrator->takesVaryingSteps(),
              "{} needs equal steps, and adaptive time stepping a scheme that does not",
              stepping.integrator->name());
  stepping.aim.on = true;
  setControl(given);
}

void AdaptiveTimeStepping::Steps::setControl(const StepControl& given) {
  const OneStepIntegrator& scheme = *stepping.integrator;
  check::that(given.extrapolation == 1 || scheme.smoothOrder({}) == 1 || scheme.symmetric(),
              "StepControl: results of {} are not extrapolated, its error is not a series in even powers of "
              "the step; "
              "take extrapolation = 1, or another scheme",
              scheme.name());
  selection.set(given, owner.discretisation().step(0), owner.model_.T() - owner.model_.t0());
  stepping.aim.length = selection.length();
}

void AdaptiveTimeStepping::setStepControl(const StepControl& control) {
  steps_->setControl(control);
}
const StepControl& AdaptiveTimeStepping::stepControl() const {
  return steps_->selection.control();
}
const StepControlReport& AdaptiveTimeStepping::stepControlReport() const {
  return steps_->selection.report;
}

void AdaptiveTimeStepping::endStepAt(double t) {
  check::that(std::isfinite(t) && t >= time(), "a step cannot end at t = {}, the simulation is at {}", t,
              time());
  std::vector<double>& ends = steps_->ends;
  ends.insert(std::lower_bound(ends.begin(), ends.end(), t), t);
}

double AdaptiveTimeStepping::forcesPerMultiplier() const {
  const double h = steps_->state.multiplierStep;
  return h > 0.0 ? 1.0 / h : 0.0;
}

void AdaptiveTimeStepping::computeOneStep() {
  Steps& s = *steps_;
  if (s.waiting) throw Error("computeOneStep() must be followed by nextStep()");
  if (!hasNextEvent()) {
    const char* reason = stopped() ? "the check function stopped the simulation" : "there is no step left";
    throw Error(fmt::format("{} at t = {}", reason, time()));
  }
  if (!impl_->initialized) initialize();
  s.arrived = false;
  s.reach(nextTime());
  s.waiting = true;
  model_.nsds().setInStep(true);
}

void AdaptiveTimeStepping::nextStep() {
  Steps& s = *steps_;
  if (!s.waiting) throw Error("nextStep() must be called after computeOneStep()");
  s.waiting = false;
  model_.nsds().setInStep(false);
  if (!s.arrived) return;
  moveOn();
  if (step() == steps()) impl_->constraints.summarise(model_.nsds());
}

/// Steps until the last one ends at the target or behind it, and shows the model there. If a check function stops the
/// simulation, the model is at the begin of the step that it has stopped.
void AdaptiveTimeStepping::Steps::reach(double target) {
  begin();
  // The end of a step that differs from the target by rounding is the target.
  const double rounding = 64.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(target), 1e-300);
  for (std::int64_t made = 0; nsds.time() < target - rounding; ++made) {
    if (made == selection.control().maxStepsBetweenSamples) {
      throw StepSizeError(
          fmt::format("{} steps have not led from one sample to the next, t = {}; the last ones are {} s "
                      "long: raise the tolerances of "
                      "StepControl, minStep or maxStepsBetweenSamples",
                      made, target, selection.report.lastStep));
    }
    acceptStep();
    if (owner.stopped_) return;
  }
  if (nsds.time() > target + rounding) {
    store(end);
    state.ahead = 1;
    show(target);
  }
  nsds.flat().time() = target;
  owner.stayAt(target);
  markSeen();
  arrived = true;
}

/// Goes on from the end of the last step, unless the user has changed something where it was shown.
void AdaptiveTimeStepping::Steps::begin() {
  const bool valid = state.ahead != 0 && !isChanged();
  state.ahead = 0;
  if (!valid) return;
  restore(end);
  owner.stayAt(nsds.time());
}

bool AdaptiveTimeStepping::Steps::isChanged() const {
  return nsds.structureChanged() || seen.operatorsDiffer(nsds) || seen.statesDiffer(nsds);
}

void AdaptiveTimeStepping::Steps::markSeen() {
  seen.markCompiled(nsds);
  seen.markTaken(nsds);
}

/// The next instant at which a step has to end.
double AdaptiveTimeStepping::Steps::nextLimit() const {
  const double now = nsds.time();
  double limit = owner.model_.T();
  const auto asked = std::upper_bound(ends.begin(), ends.end(), now);
  if (asked != ends.end()) limit = std::min(limit, *asked);
  return std::min(limit, stepping.jumps.nextAfter(now));
}

/// Makes one step. Whatever fails leaves the model at its begin.
void AdaptiveTimeStepping::Steps::acceptStep() {
  const double limit = nextLimit();
  stepping.aim.length = selection.lengthBefore(limit, nsds.time());
  stepping.aim.end = nsds.time() + stepping.aim.length;
  stepping.takeUp();
  if (errorStructure != nsds.structureVersion()) {
    error.compile(owner.model_, owner.all_);
    if (errorStructure != 0) state.marked = 0;
    errorStructure = nsds.structureVersion();
  }
  store(start);
  const std::optional<StepEstimate> taken = selection.takeStep(limit, nsds, *this);
  if (!taken) return;
  state.smooth = taken->smooth ? 1U : 0U;
  state.marked = 1;
  state.multiplierStep = stepping.aim.length;
  marks.swap(trialMarks);
}

}  // namespace nsds
