#include "simulation/event_driven/event_state.hpp"

#include <algorithm>
#include <array>

#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

/// What a saved state keeps of a contact and its impacts, without padding: equal contacts have equal bytes.
struct SavedContact {
  std::uint64_t state;
  double slip;
  double mu;
  std::array<double, 6> impactTimes;
  std::int64_t impactCount;
  std::uint64_t accumulates;
};

/// An address means nothing in a file; an id does.
std::vector<std::uint64_t> idsOf(const std::vector<Interaction*>& interactions) {
  std::vector<std::uint64_t> ids;
  for (const Interaction* interaction : interactions) ids.push_back(interaction->id().value);
  return ids;
}

}  // namespace

void EventState::write(ByteWriter& to, bool known) const {
  std::vector<SavedContact> saved;
  for (std::size_t i = 0; known && i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const ImpactHistory& history = impacts[i];
    saved.push_back({static_cast<std::uint64_t>(contact.state), contact.slip, contact.mu, history.times,
                     history.count, history.accumulates ? 1U : 0U});
  }
  to.write(saved);
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
  to.write(known ? idsOf(participants) : std::vector<std::uint64_t>{});
  to.write(repetition);
  to.write(events);
  to.write(eventsSinceSample);
}

void EventState::read(ByteReader& from, const NonSmoothDynamicalSystem& nsds) {
  // Values come in the order in which write() puts them.
  std::vector<SavedContact> saved;
  from.read(saved);
  check::that(saved.empty() || saved.size() == contacts.size(),
              "the saved state has {} contacts, the model {}", saved.size(), contacts.size());
  for (std::size_t i = 0; i < saved.size(); ++i) {
    check::that(saved[i].state <= static_cast<std::uint64_t>(ContactState::pressed),
                "the saved state has a contact in a state that there is not");
    contacts.restore(i, static_cast<ContactState>(saved[i].state), saved[i].slip, saved[i].mu);
    impacts[i] = {saved[i].impactTimes, saved[i].impactCount, saved[i].accumulates != 0};
  }
  from.read(impulses);
  check::that(impulses.empty() || impulses.size() == static_cast<std::size_t>(nsds.flat().rows()),
              "the saved state has impulses of {} rows, the model has {}", impulses.size(),
              nsds.flat().rows());
  from.read(sequence);
  from.read(user.nextTime);
  from.read(user.armed);
  from.read(ahead.time);
  from.read(ahead.kind);
  check::that(ahead.kind <= EventKind::accumulation,
              "the saved state has an event of a kind that there is not");
  from.read(ahead.members);
  const std::size_t candidates = ahead.kind == EventKind::user ? user.armed.size() : contacts.size();
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
