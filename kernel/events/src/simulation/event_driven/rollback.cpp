// Gives back the state before a step or an event that fails, and says when one is to fail.
#include <algorithm>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

/// Goes back, and has the integrator, which may have gone on, start from there.
void EventDriven::Implementation::returnToBackup() {
  UserEventState user = state.user;
  user.returnTo(backup.state.user);
  nsds.flat().time() = backup.values.front();
  if (backup.structure == nsds.structureVersion()) {
    std::copy(backup.values.begin(), backup.values.end(), nsds.flat().values().begin());
    state = backup.state;
    physics->returnToBackup();
  } else {  // a user's action has had it changed
    state.repetition = backup.state.repetition;
    changes.markPending();
  }
  state.user = std::move(user);
  if (!physics->capturing()) integrating = false;
}

void EventDriven::Implementation::refuseChatter() const {
  throw Error(fmt::format(
      "{} events between two samples, at t = {}, the last of {}: contacts chatter, or events accumulate "
      "without a pattern; step through this by TimeStepping, or raise the thresholds",
      zero.options.maxEventsBetweenSamples, nsds.time(),
      state.participants.empty() ? "the user" : state.participants.front()->name()));
}

}  // namespace nsds
