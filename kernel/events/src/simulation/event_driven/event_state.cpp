#include "simulation/event_driven/event_state.hpp"

#include <algorithm>

#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

/// An address means nothing in a file; an id does.
std::vector<std::uint64_t> idsOf(const std::vector<Interaction*>& interactions) {
  std::vector<std::uint64_t> ids;
  for (const Interaction* interaction : interactions) ids.push_back(interaction->id().value);
  return ids;
}

}  // namespace

void EventState::write(ByteWriter& to, bool known) const {
  to.write(user.nextTime);
  to.write(user.armed);
  // The event ahead was found within the integrator's step, which is saved with the integrator.
  to.write(ahead.time);
  to.write(ahead.kind);
  to.write(ahead.members);
  to.write(searched);
  to.write(reached);
  to.write(known ? idsOf(participants) : std::vector<std::uint64_t>{});
  to.write(repetition);
  to.write(accumulationEnd);
  to.write(events);
  to.write(eventsSinceSample);
}

void EventState::read(ByteReader& from, const NonSmoothDynamicalSystem& nsds, std::size_t members) {
  // Values come in the order in which write() puts them.
  from.read(user.nextTime);
  from.read(user.armed);
  from.read(ahead.time);
  from.read(ahead.kind);
  check::that(ahead.kind <= EventKind::features, "the saved state has an event of a kind that there is not");
  from.read(ahead.members);
  const std::size_t candidates = ahead.kind == EventKind::user ? user.armed.size() : members;
  check::that(std::all_of(ahead.members.begin(), ahead.members.end(),
                          [&](std::size_t member) { return member < candidates; }),
              "the saved state has an event of what the model has not");
  from.read(searched);
  from.read(reached);
  participants.clear();
  std::vector<std::uint64_t> ids;
  from.read(ids);
  for (const std::uint64_t id : ids) {
    participants.push_back(nsds.findInteraction(ObjectId{id}));
    check::that(participants.back() != nullptr, "the saved state has a contact that the model has not");
  }
  from.read(repetition);
  from.read(accumulationEnd);
  from.read(events);
  from.read(eventsSinceSample);
}

std::int64_t countRepetition(const EventState& now, double t) {
  constexpr std::int64_t allowed = 2;
  if (t != now.repetition.time) return 0;
  const std::int64_t count = now.repetition.count + 1;
  if (count <= allowed) return count;
  throw Error(fmt::format(
      "{}: its force, or multiplier, says again and again that it changes, and the problem that decides says "
      "that it does not, at t = {}; loosen forceThreshold, or use TimeStepping",
      now.participants.empty() ? "a contact" : now.participants.front()->name(), t));
}

}  // namespace nsds
