#include "simulation/adaptive/step_selection.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

namespace {

/// A step goes as far beyond its length as this, relative to it, to end at a limit.
constexpr double reach = 1.01;

/// The order by which the length follows. What falls through a gap does so in proportion to the length.
int governingOrder(const StepEstimate& estimate) {
  return estimate.violation > estimate.error ? 0 : estimate.order;
}

}  // namespace

void StepSelection::set(const StepControl& control, double first, double interval) {
  checkStepControl(control);
  if (control.firstStep > 0.0) first = control.firstStep;
  const double shortest = control.minStep > 0.0 ? control.minStep : 1e-10 * interval;
  const double last = report.accepted > 0 ? length() : first;
  control_ = control;
  lengths_ = StepLengths(control.maxStep > 0.0 ? control.maxStep : first, shortest, control.maxStep > 0.0);
  state_.level = lengths_.levelBelow(last);
}

double StepSelection::lengthBefore(double limit, double now) const {
  const double h = length();
  const double left = limit - now;
  return left <= reach * h ? left : h;
}

bool StepSelection::isShortest(double h) const {
  return h <= reach * lengths_.shortest();
}

std::optional<StepEstimate> StepSelection::takeStep(double limit, const NonSmoothDynamicalSystem& nsds,
                                                    StepTrial& trial) {
  const double from = nsds.time();
  for (;;) {
    const double h = lengthBefore(limit, from);
    const bool clipped = h == limit - from;
    StepEstimate estimate;
    try {
      if (!trial.attempt(clipped ? limit : from + h, h, estimate)) {
        trial.takeBack();
        return {};
      }
    } catch (const InvalidArgument&) {
      trial.takeBack();
      throw;
    } catch (const Error&) {
      trial.takeBack();
      ++report.failed;
      if (trial.stopped() || !shorten(control_.shrinking, h)) throw;
      continue;
    } catch (...) {
      trial.takeBack();
      throw;
    }
    if (accepts(estimate, from, h, nsds)) {
      keep(estimate, h, clipped);
      return estimate;
    }
    trial.takeBack();
    ++report.rejected;
    const bool possible = std::isfinite(estimate.worst());
    const double factor = possible
                              ? lengthFactor(control_, estimate.worst(), 0.0, governingOrder(estimate), false)
                              : control_.shrinking;
    if (shorten(factor, h)) continue;
    throw StepSizeError(fmt::format(
        "the error of a step of {} s at t = {} is {} times its tolerance, {} times that of violations, and "
        "minStep allows no shorter one: raise the tolerances of StepControl, or let it accept such steps "
        "(atMinStep)",
        h, from, estimate.error, estimate.violation));
  }
}

/// True if the error is small enough, or minStep allows no shorter step and the user takes that. nsds: takes a warning.
bool StepSelection::accepts(const StepEstimate& estimate, double t, double h,
                            const NonSmoothDynamicalSystem& nsds) {
  if (estimate.worst() <= 1.0) return true;
  const bool refused = !std::isfinite(estimate.worst()) || control_.atMinStep == ShortestStep::refuse;
  if (refused || !isShortest(h)) return false;
  if (report.shortest++ == 0) {
    nsds.log(
        LogLevel::warning,
        fmt::format(
            "a step of {} s at t = {}, which minStep does not let be shorter, has an error of {} times the "
            "tolerance; it is accepted, as may be others",
            h, t, estimate.worst()));
  }
  return true;
}

/// Lets the next trial be shorter than h; false if it may not.
bool StepSelection::shorten(double factor, double h) {
  if (isShortest(h)) return false;
  state_.level = lengths_.levelBelow(std::min(factor * h, std::sqrt(0.5) * h));
  state_.rejected = 1;
  return true;
}

void StepSelection::keep(const StepEstimate& estimate, double h, bool clipped) {
  double factor = lengthFactor(control_, estimate.worst(), state_.lastError, governingOrder(estimate), true);
  if (state_.rejected != 0) factor = std::min(factor, 1.0);
  const int next = lengths_.levelBelow(factor * h);
  // A step that was short because it had to end somewhere does not say that the next one has to be.
  state_.level = clipped && factor >= 1.0 ? std::min<std::int64_t>(state_.level, next) : next;
  state_.rejected = 0;
  state_.lastError = std::max(estimate.worst(), 1e-4);
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
