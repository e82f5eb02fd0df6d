#include "simulation/event_driven/event_state.hpp"

#include <algorithm>

#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

/// Interactions are written as the places of their first contacts.
std::vector<std::uint64_t> placesOf(const std::vector<Interaction*>& interactions,
                                    const ContactStates& contacts) {
  std::vector<std::uint64_t> places;
  for (const Interaction* interaction : interactions) {
    const auto at = std::find_if(contacts.begin(), contacts.end(), [&](const Contact& contact) {
      return contact.relation.interaction == interaction;
    });
    if (at != contacts.end()) places.push_back(static_cast<std::uint64_t>(at - contacts.begin()));
  }
  return places;
}

}  // namespace

void EventState::write(ByteWriter& to) const {
  // Contacts and impact histories lie in the order of the model, so that their numbers need no names.
  for (const Contact& contact : contacts) {
    to.write(contact.state);
    to.write(contact.slip);
    to.write(contact.mu);
  }
  for (const ImpactHistory& history : impacts) {
    to.write(history.times);
    to.write(history.count);
    to.write(history.accumulates);
  }
  to.write(impulses);
  to.write(sequence);
  to.write(user.nextTime);
  to.write(user.armed);
  // The event ahead was found within the integrator's step, which is saved with the integrator.
  to.write(ahead.time);
  to.write(ahead.kind);
  to.write(ahead.members);
  to.write(searched);
  to.write(reached);
  // An address means nothing in a file.
  to.write(placesOf(participants, contacts));
  to.write(repetition);
  to.write(events);
  to.write(eventsSinceSample);
}

void EventState::read(ByteReader& from) {
  // Values come in the order in which write() puts them.
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto state = from.read<ContactState>();
    const auto slip = from.read<double>();
    contacts.restore(i, state, slip, from.read<double>());
  }
  for (ImpactHistory& history : impacts) {
    from.read(history.times);
    from.read(history.count);
    from.read(history.accumulates);
  }
  from.read(impulses);
  from.read(sequence);
  from.read(user.nextTime);
  from.read(user.armed);
  from.read(ahead.time);
  from.read(ahead.kind);
  from.read(ahead.members);
  from.read(searched);
  from.read(reached);
  // Participants were written as the places of their first contacts.
  std::vector<std::uint64_t> places;
  from.read(places);
  participants.clear();
  for (const std::uint64_t place : places)
    participants.push_back(contacts[static_cast<std::size_t>(place)].relation.interaction);
  from.read(repetition);
  from.read(events);
  from.read(eventsSinceSample);
}

std::int64_t countRepetition(const EventState& before, const EventState& now, double t) {
  constexpr std::int64_t allowed = 2;
  if (t != now.repetition.time) return 0;
  const auto same = [](const Contact& x, const Contact& y) { return x.state == y.state && x.slip == y.slip; };
  if (!std::equal(now.contacts.begin(), now.contacts.end(), before.contacts.begin(), before.contacts.end(),
                  same))
    return 0;
  const std::int64_t count = now.repetition.count + 1;
  if (count <= allowed) return count;
  throw Error(
      fmt::format("{}: its force says again and again that it changes, and the problem of accelerations that "
                  "it does not, at "
                  "t = {}; loosen forceThreshold, or use TimeStepping",
                  now.participants.empty() ? "a contact" : now.participants.front()->name(), t));
}

}  // namespace nsds
