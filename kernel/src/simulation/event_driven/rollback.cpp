// Gives back the state before a step or an event that fails, and says when one is to fail.
#include <algorithm>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

/// Goes back, and has the integrator, which may have gone on, start from there.
void EventDriven::Implementation::returnToBackup() {
  if (!backup.state.sequence.on()) integrating = false;
  UserEventState user = state.user;
  user.returnTo(backup.state.user);
  nsds.time() = backup.values.front();
  if (backup.structure == nsds.structureVersion()) {
    std::copy(backup.values.begin(), backup.values.end(), nsds.values().begin());
    state = backup.state;
  } else {  // a user's action has had it changed
    state.repetition = backup.state.repetition;
    changes.markPending();
  }
  state.user = std::move(user);
}

/// Counts how often an event of forces at one instant has changed no contact, and refuses what would go on for
/// ever.
std::int64_t EventDriven::Implementation::countRepetition() const {
  constexpr std::int64_t allowed = 2;
  if (nsds.time() != state.repetition.time) return 0;
  const auto same = [](const Contact& x, const Contact& y) { return x.state == y.state && x.slip == y.slip; };
  const ContactStates& before = backup.state.contacts;
  if (!std::equal(state.contacts.begin(), state.contacts.end(), before.begin(), before.end(), same)) return 0;
  const std::int64_t count = state.repetition.count + 1;
  if (count <= allowed) return count;
  throw Error(fmt::format(
      "{}: its force says again and again that it changes, and the problem of accelerations that "
      "it does not, at "
      "t = {}; loosen forceThreshold, or use TimeStepping",
      state.participants.empty() ? "a contact" : state.participants.front()->name(), nsds.time()));
}

void EventDriven::Implementation::refuseChatter() const {
  throw Error(fmt::format(
      "{} events between two samples, at t = {}, the last of {}: contacts chatter, or events accumulate "
      "without a pattern; step through this by TimeStepping, or raise the thresholds",
      zero.options.maxEventsBetweenSamples, nsds.time(),
      state.participants.empty() ? "the user" : state.participants.front()->name()));
}

}  // namespace nsds
