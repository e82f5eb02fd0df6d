// Gives back the state before a step or an event that fails, and says when one is to fail.
#include <algorithm>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

void EventDriven::Implementation::backUp() {
  backup.state = state;
  backup.values = nsds.values();
  backup.structure = nsds.structureVersion();
}

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

/// Refuses to repeat events of forces at one instant that change no contact: they would go on for ever.
void EventDriven::Implementation::countRepetition() {
  constexpr int allowed = 3;
  const bool forces = state.reached == EventKind::opening || state.reached == EventKind::friction;
  const auto same = [](const Contact& x, const Contact& y) { return x.state == y.state && x.slip == y.slip; };
  const ContactStates& before = backup.state.contacts;
  const bool unchanged =
      forces && nsds.time() == state.repetition.time &&
      std::equal(state.contacts.begin(), state.contacts.end(), before.begin(), before.end(), same);
  state.repetition = {nsds.time(), unchanged ? state.repetition.count + 1 : 0};
  if (state.repetition.count < allowed) return;
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
