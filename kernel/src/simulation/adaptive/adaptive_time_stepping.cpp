// The way to the next sample, from top to bottom: steps are tried until one is good enough, until the last ends at the sample
// or behind it.
#include "nsds/kernel/simulation/adaptive_time_stepping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "modeling/checks.hpp"
#include "nsds/kernel/integrators/schatzman_paoli_osi.hpp"
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
  // Its velocity after an impact is that of a gap which closes in one step, whatever the length: (1 + e) y / h.
  check::that(dynamic_cast<const SchatzmanPaoliOSI*>(stepping.integrator.get()) == nullptr,
              "SchatzmanPaoliOSI takes a penetration back in one step, with a velocity that grows as steps "
              "shrink: it needs "
              "equal steps, and adaptive time stepping another scheme");
  stepping.aim.on = true;
  setControl(given);
}

void AdaptiveTimeStepping::Steps::setControl(const StepControl& given) {
  checkStepControl(given);
  const double interval = owner.model_.T() - owner.model_.t0();
  const double first = given.firstStep > 0.0 ? given.firstStep : owner.discretisation().step(0);
  const double shortest = given.minStep > 0.0 ? given.minStep : 1e-10 * interval;
  const double last = report.accepted > 0 ? lengths.length(static_cast<int>(state.level)) : first;
  control = given;
  lengths = StepLengths(given.maxStep > 0.0 ? given.maxStep : first, shortest, given.maxStep > 0.0);
  state.level = lengths.levelBelow(last);
  stepping.aim.length = lengths.length(static_cast<int>(state.level));
}

void AdaptiveTimeStepping::setStepControl(const StepControl& control) {
  steps_->setControl(control);
}
const StepControl& AdaptiveTimeStepping::stepControl() const {
  return steps_->control;
}
const StepControlReport& AdaptiveTimeStepping::stepControlReport() const {
  return steps_->report;
}

void AdaptiveTimeStepping::endStepAt(double t) {
  check::that(std::isfinite(t) && t >= time(), "a step cannot end at t = {}, the simulation is at {}", t,
              time());
  std::vector<double>& ends = steps_->ends;
  ends.insert(std::lower_bound(ends.begin(), ends.end(), t), t);
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
    if (made == control.maxStepsBetweenSamples) {
      throw StepSizeError(
          fmt::format("{} steps have not led from one sample to the next, t = {}; the last ones are {} s "
                      "long: raise the tolerances of "
                      "StepControl, minStep or maxStepsBetweenSamples",
                      made, target, report.lastStep));
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
  return nsds.structureChanged() || seenStructure != nsds.structureVersion() ||
         seenStates != nsds.changes().states || seenOperators != nsds.changes().operators;
}

void AdaptiveTimeStepping::Steps::markSeen() {
  seenStructure = nsds.structureVersion();
  seenStates = nsds.changes().states;
  seenOperators = nsds.changes().operators;
}

/// The next instant at which a step has to end.
double AdaptiveTimeStepping::Steps::nextLimit() const {
  const double now = nsds.time();
  double limit = owner.model_.T();
  const auto asked = std::upper_bound(ends.begin(), ends.end(), now);
  if (asked != ends.end()) limit = std::min(limit, *asked);
  return std::min(limit, stepping.jumps.nextAfter(now));
}

/// The length to try, which ends at the limit or leaves at least a hundredth of itself before it.
double AdaptiveTimeStepping::Steps::trialLength(double limit) const {
  const double h = lengths.length(static_cast<int>(state.level));
  const double left = limit - nsds.time();
  return left <= 1.01 * h ? left : h;
}

/// Tries steps until one is accepted. Whatever fails leaves the model at the begin of the step.
void AdaptiveTimeStepping::Steps::acceptStep() {
  const double limit = nextLimit();
  stepping.aim.length = trialLength(limit);
  stepping.aim.end = nsds.time() + stepping.aim.length;
  stepping.takeUp();
  if (errorStructure != nsds.structureVersion()) {
    error.compile(owner.model_, owner.all_);
    if (errorStructure != 0) state.marked = 0;
    errorStructure = nsds.structureVersion();
  }
  store(start);
  for (;;) {
    const double h = trialLength(limit);
    const bool clipped = h == limit - start.values[0];
    const double to = clipped ? limit : start.values[0] + h;
    StepEstimate estimate;
    try {
      if (!attempt(to, h, estimate)) {
        if (owner.stopped_) return takeBack();
        estimate.error = std::numeric_limits<double>::infinity();  // a check function has rejected it
      }
    } catch (const InvalidArgument&) {
      takeBack();
      throw;
    } catch (const Error&) {
      takeBack();
      ++report.failed;
      if (h <= lengths.shortest()) throw;
      state.level = lengths.levelBelow(control.shrinking * h);
      state.rejected = 1;
      continue;
    }
    if (judge(estimate, h)) return keep(estimate, h, clipped);
    takeBack();
  }
}

/// True if the step is accepted; else the length for the next trial is chosen.
bool AdaptiveTimeStepping::Steps::judge(const StepEstimate& estimate, double h) {
  if (estimate.worst() <= 1.0) return true;
  const bool possible = std::isfinite(estimate.worst());
  if (h <= lengths.shortest() * (1.0 + 1e-12)) {
    if (!possible || control.atMinStep == ShortestStep::refuse) {
      takeBack();
      throw StepSizeError(
          fmt::format("the error of a step of {} s at t = {} is {} times its tolerance, {} times that of "
                      "violations, and minStep "
                      "allows no shorter one: raise the tolerances of StepControl, or let it accept such "
                      "steps (atMinStep)",
                      h, nsds.time(), estimate.error, estimate.violation));
    }
    if (report.shortest++ == 0) {
      nsds.log(
          LogLevel::warning,
          fmt::format(
              "a step of {} s at t = {}, which minStep does not let be shorter, has an error of {} times the "
              "tolerance; it is accepted, as may be others",
              h, start.values[0], estimate.worst()));
    }
    return true;
  }
  ++report.rejected;
  // What falls through a gap does so in proportion to the length.
  const int order = estimate.violation > estimate.error ? 0 : estimate.order;
  const double factor =
      possible ? lengthFactor(control, estimate.worst(), 0.0, order, false) : control.shrinking;
  const int shorter = lengths.levelBelow(factor * h);
  const int present = lengths.levelBelow(h);
  state.level = std::max(shorter, present + 1);
  state.rejected = 1;
  return false;
}

void AdaptiveTimeStepping::Steps::keep(const StepEstimate& estimate, double h, bool clipped) {
  const int order = estimate.violation > estimate.error ? 0 : estimate.order;
  double factor = lengthFactor(control, estimate.worst(), state.lastError, order, true);
  if (state.rejected != 0) factor = std::min(factor, 1.0);
  const int next = lengths.levelBelow(factor * h);
  // A step that was short because it had to end somewhere does not say that the next one has to be.
  state.level = clipped && factor >= 1.0 ? std::min<std::int64_t>(state.level, next) : next;
  state.rejected = 0;
  state.lastError = std::max(estimate.worst(), 1e-4);
  state.smooth = estimate.smooth ? 1U : 0U;
  state.marked = 1;
  marks.swap(trialMarks);
  ++report.accepted;
  if (!estimate.smooth) ++report.nonsmooth;
  report.smallestStep = report.accepted == 1 ? h : std::min(report.smallestStep, h);
  report.largestStep = std::max(report.largestStep, h);
  report.lastStep = h;
  report.lastError = estimate.error;
  report.lastViolation = estimate.violation;
  report.lastOrder = estimate.order;
}

}  // namespace nsds
