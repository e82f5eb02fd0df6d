// Saves and restores what the course of contacts depends on.
#include <array>

#include "modeling/checks.hpp"
#include "simulation/event_driven/contact_physics/contact_physics.hpp"
#include "simulation/event_driven/contacts/saved_sets.hpp"

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

}  // namespace

void ContactPhysics::write(ByteWriter& to, bool known) const {
  std::vector<SavedContact> saved;
  for (std::size_t i = 0; known && i < course_.contacts.size(); ++i) {
    const Contact& contact = course_.contacts[i];
    const ImpactHistory& history = contact.impacts;
    saved.push_back({static_cast<std::uint64_t>(contact.state), contact.slip, contact.mu, history.times,
                     history.count, history.accumulates ? 1U : 0U});
  }
  to.write(saved);
  to.write(course_.impulses);
  to.write(course_.sequence);
  writeSet(to, known ? sets_.closed : ContactSet{});
  writeSet(to, known ? sets_.atRest : ContactSet{});
}

void ContactPhysics::read(ByteReader& from) {
  // Values come in the order in which write() puts them.
  ContactStates& contacts = course_.contacts;
  std::vector<SavedContact> saved;
  from.read(saved);
  check::that(saved.empty() || saved.size() == contacts.size(),
              "the saved state has {} contacts, the model {}", saved.size(), contacts.size());
  for (std::size_t i = 0; i < saved.size(); ++i) {
    check::that(saved[i].state <= static_cast<std::uint64_t>(ContactState::pressed),
                "the saved state has a contact in a state that there is not");
    contacts.restore(i, static_cast<ContactState>(saved[i].state), saved[i].slip, saved[i].mu,
                     {saved[i].impactTimes, saved[i].impactCount, saved[i].accumulates != 0});
  }
  from.read(course_.impulses);
  const auto rows = static_cast<std::size_t>(nsds_.flat().rows());
  check::that(course_.impulses.empty() || course_.impulses.size() == rows,
              "the saved state has impulses of {} rows, the model has {}", course_.impulses.size(), rows);
  from.read(course_.sequence);
  readSet(from, contacts, sets_.closed);
  readSet(from, contacts, sets_.atRest);
  dynamics_.forgetSets();  // they may belong to operators of the capture scheme
}

}  // namespace nsds
