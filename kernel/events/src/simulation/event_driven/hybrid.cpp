// In hybrid mode, where events accumulate, steps of event-capturing take the place of events.
#include <algorithm>
#include <cmath>

#include "simulation/event_driven/implementation.hpp"

namespace nsds {

/// Steps until what accumulates is over, or the target or an event of the user is reached.
void EventDriven::Implementation::capture(double target) {
  state.ahead.clear();
  const double begin = nsds.time();
  // Equal steps to the first of what they may end at
  const double timeEvent = users.nextTime(state.user);
  const double stop = std::min({target, timeEvent, std::max(physics->latestEnd(), begin)});
  const double steps = std::ceil((stop - begin) / physics->captureStep() * (1.0 - 1e-9));
  const double h = (stop - begin) / std::max(steps, 1.0);
  physics->prepareCapture(h);
  EventKind kind = target <= stop      ? EventKind::sampling
                   : timeEvent <= stop ? EventKind::user
                                       : EventKind::accumulation;
  for (double k = 1.0; k <= steps; ++k) {
    const bool over = physics->takeCaptureStep(k < steps ? begin + k * h : stop, h, owner.step());
    if (!over) users.findPassed(nsds.time(), state.user, state.ahead);
    if (!over && state.ahead.members.empty()) continue;
    kind = over ? EventKind::accumulation : EventKind::user;
    break;
  }
  if (steps > 0.0) physics->showCaptured(h);
  if (kind == EventKind::accumulation) {
    physics->addCaptured(state.ahead);
    state.accumulationEnd = physics->predictedEnd();
  }
  reach(kind);
}

}  // namespace nsds
