// Saves and restores what the course of contacts on a grid depends on.
#include "modeling/checks.hpp"
#include "simulation/event_capturing/contact_motion.hpp"
#include "simulation/event_driven/contacts/saved_sets.hpp"

namespace nsds {

namespace {

/// What a saved state keeps of a contact, without padding: equal contacts have equal bytes.
struct SavedGridContact {
  std::uint64_t state;
  double slip;
  double mu;
};

}  // namespace

void ContactMotion::write(ByteWriter& to, bool known) const {
  std::vector<SavedGridContact> saved;
  for (std::size_t i = 0; known && i < course_.contacts.size(); ++i) {
    const Contact& contact = course_.contacts[i];
    saved.push_back({static_cast<std::uint64_t>(contact.state), contact.slip, contact.mu});
  }
  to.write(saved);
  to.write(course_.impulses);
  to.write(course_.left);
  to.write(course_.impacts);
  writeSet(to, known ? course_.sets.closed : ContactSet{});
  writeSet(to, known ? course_.sets.atRest : ContactSet{});
}

void ContactMotion::read(ByteReader& from) {
  // Values come in the order in which write() puts them.
  ContactStates& contacts = course_.contacts;
  std::vector<SavedGridContact> saved;
  from.read(saved);
  check::that(saved.empty() || saved.size() == contacts.size(),
              "the saved state has {} contacts, the model {}", saved.size(), contacts.size());
  for (std::size_t i = 0; i < saved.size(); ++i) {
    check::that(saved[i].state <= static_cast<std::uint64_t>(ContactState::pressed),
                "the saved state has a contact in a state that there is not");
    contacts.restore(i, static_cast<ContactState>(saved[i].state), saved[i].slip, saved[i].mu, {});
  }
  const auto rows = static_cast<std::size_t>(nsds_.flat().rows());
  for (std::vector<double>* x : {&course_.impulses, &course_.left}) {
    from.read(*x);
    check::that(x->empty() || x->size() == rows,
                "the saved state has impulses or rates of {} rows, the model has {}", x->size(), rows);
  }
  from.read(course_.impacts);
  readSet(from, contacts, course_.sets.closed);
  readSet(from, contacts, course_.sets.atRest);
  dynamics_.forgetSets();
}

}  // namespace nsds
