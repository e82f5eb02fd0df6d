// Step control of event-capturing: a step of the grid made of shorter ones, each made once and as two halves, of which the
// halves are kept.
#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "simulation/event_capturing/implementation.hpp"

namespace nsds {

namespace {

/// What the error of two halves is part of the difference from the whole step by; order 0 has no such part, and is doubled.
double shareOfDifference(int order) {
  return order == 0 ? 2.0 : 1.0 / (std::ldexp(1.0, order) - 1.0);
}

}  // namespace

void EventCapturing::setStepControl(const StepControl& control) {
  Implementation& d = *impl_;
  if (d.stepped) throw Error("step control is set between steps; finish the step with nextStep()");
  check::that(
      control.order != ErrorOrder::observed && control.extrapolation == 1,
      "StepControl: observed orders and extrapolation are those of AdaptiveTimeStepping; with {} take an "
      "integrator of "
      "higher order",
      stateName());
  check::that(
      showsLateImpacts(),
      "impacts in the middle of a step leave nothing at its end that tells how late they are: Strang's "
      "composition has no step control; take Lie's");
  auto next = std::make_unique<ControlledSteps>();
  if (d.controlled != nullptr) {
    next->selection = d.controlled->selection;
    next->error = d.controlled->error;
  } else if (!d.changes.structureDiffers(d.nsds)) {
    next->error.compile(d.model, all_);
  }
  next->selection.set(control, discretisation().step(0), model_.T() - model_.t0());
  d.controlled = std::move(next);
}

const StepControlReport& EventCapturing::stepControlReport() const {
  static const StepControlReport none;
  if (impl_->controlled == nullptr) return none;
  return impl_->controlled->selection.report;
}

void EventCapturing::Implementation::advanceControlled(double end) {
  StepSelection& selection = controlled->selection;
  for (std::int64_t made = 0; nsds.time() < end; ++made) {
    if (made == selection.control().maxStepsBetweenSamples) {
      throw StepSizeError(fmt::format(
          "{} steps have not led to the end of the step of the grid, t = {}; the last ones are {} "
          "s long: raise the "
          "tolerances of StepControl, minStep or maxStepsBetweenSamples",
          made, end, selection.report.lastStep));
    }
    backUp(controlled->start);
    selection.takeStep(end, nsds, *this);
  }
}

bool EventCapturing::Implementation::attempt(double to, double, StepEstimate& made) {
  ControlledSteps& c = *controlled;
  StepControl control = c.selection.control();
  const double half = 0.5 * (nsds.time() + to);
  motion.forgetDisplacement();
  const bool smoothAsWhole = advanceSmoothly(to);
  takeMotion(c.whole);
  takeBack();
  motion.forgetDisplacement();
  const bool smoothBefore = advanceSmoothly(half);
  const bool smoothBehind = advanceSmoothly(to);
  takeMotion(c.halves);
  c.selection.report.computed += 3;
  made.smooth = smoothAsWhole && smoothBefore && smoothBehind;
  made.order = control.order != ErrorOrder::indicator ? static_cast<int>(control.order)
               : made.smooth                          ? integrator->order()
                                                      : owner.orderThroughEvents();
  // An impact at the end of a step, by the velocity of its begin, shows in velocities alone.
  control.velocities = control.velocities || (!made.smooth && owner.orderThroughEvents() == 0);
  made.error = c.error.difference(control, shareOfDifference(made.order), c.halves, c.whole, c.start.values);
  made.violation = c.error.violation(control, outputsIn(c.start.values, nsds.flat()),
                                     outputsIn(nsds.flat().values(), nsds.flat()));
  return true;
}

/// The numbers of the model, without what bodies were taken back to surfaces: that happens at one instant, whatever the length of
/// steps is, and would stay in the difference of two lengths.
void EventCapturing::Implementation::takeMotion(std::vector<double>& values) const {
  values = nsds.flat().values();
  const auto position = static_cast<std::size_t>(nsds.flat().position() - nsds.flat().values().data());
  Eigen::Map<Vector>(values.data() + position, nsds.flat().positions()) -= motion.displacement();
}

/// True if the step had no impact and no change of contacts.
bool EventCapturing::Implementation::advanceSmoothly(double end) {
  if (!integrating) begin();
  const std::int64_t impacts = motion.course().impacts;
  controlled->before = motion.course().contacts;
  owner.advanceTo(end);
  return motion.course().impacts == impacts && motion.course().contacts.sameStates(controlled->before);
}

}  // namespace nsds
