// Switches that accumulate: infinitely many in a finite time.
#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "simulation/event_driven/switches/switch_physics.hpp"

namespace nsds {

namespace {

/// A guess: fewer steps make no difference to where a sequence ends, which is predicted, more of them to where its rows
/// come to rest.
constexpr double stepsPerInterval = 50.0;

/// What a captured step says of a row; solvers may leave a multiplier beside its bound.
RowState stateOf(double lambda, double lower, double upper) {
  double size = std::abs(lambda);
  for (const double bound : {lower, upper})
    if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
  const double beside = 1e-9 * size;
  if (lambda <= lower + beside) return RowState::lower;
  return lambda >= upper - beside ? RowState::upper : RowState::between;
}

}  // namespace

/// Leaves the rest of switches that accumulate to event-capturing, unless the options ask to stop. Rows that switched within
/// two intervals are those of the sequence.
void SwitchPhysics::beginSequence(std::size_t row, double end) {
  const double now = nsds_.time();
  const std::string message = fmt::format("{}: switches accumulate at t = {}; their sequence ends at {}",
                                          rows_.name(static_cast<Index>(row)), now, end);
  if (zero_.options.accumulation == AccumulationResponse::stop) {
    throw AccumulationError(
        message +
            "; let the rest of it be captured (AccumulationResponse::capture), or step through it by "
            "TimeStepping",
        end);
  }
  nsds_.log(LogLevel::info, message);
  const double interval = course_.switches[row].lastInterval();
  for (ImpactHistory& history : course_.switches) history.mark(now, 2.0 * interval);
  const double step =
      zero_.options.captureStep > 0.0 ? zero_.options.captureStep : interval / stepsPerInterval;
  course_.sequence = {now, end, interval, step, now};
}

/// The sequence is over where its rows are between, but not before the predicted end: implicit steps are at rest too early.
/// So it is where no row has switched for as long as the last interval.
bool SwitchPhysics::takeCaptureStep(double end, double h, std::int64_t number) {
  capture_.step(end, h, all_, number);
  const double* const lambda = nsds_.flat().multiplier();
  bool rests = true;
  for (std::size_t i = 0; i < course_.states.size(); ++i) {
    const auto row = static_cast<Index>(i);
    const RowState state = stateOf(lambda[i], rows_.lower()[row], rows_.upper()[row]);
    if (course_.switches[i].accumulates) {
      if (state != course_.states[i]) course_.sequence.lastSwitch = nsds_.time();
      rests = rests && state == RowState::between;
    }
    course_.states[i] = state;
  }
  if (rests) return nsds_.time() >= course_.sequence.end;
  return nsds_.time() - course_.sequence.lastSwitch >= course_.sequence.interval;
}

void SwitchPhysics::addCaptured(Event& event) const {
  for (std::size_t i = 0; i < course_.switches.size(); ++i)
    if (course_.switches[i].accumulates) event.members.push_back(i);
}

void SwitchPhysics::endSequence() {
  course_.sequence = {};
  for (ImpactHistory& history : course_.switches) history.accumulates = false;
  capture_.problem().forgetSet();
}

}  // namespace nsds
