#include "simulation/event_driven/contacts/contact_states.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <variant>

#include "nsds/kernel/modeling/interaction.hpp"
#include "simulation/relations.hpp"

namespace nsds {

void ContactSet::clear() {
  relations.clear();
  contacts.clear();
  joints = slides = false;
}

void ContactSet::add(std::size_t place, const Contact& contact, const UnitaryRelation& relation) {
  relations.push_back(relation);
  contacts.push_back(place);
  joints = joints || contact.joint();
  slides = slides || (contact.mu != 0.0 && relation.part == RelationPart::normal);
}

void ContactStates::compile(const IndexSet& all) {
  std::map<std::pair<std::uint64_t, std::int32_t>, Contact> known;
  for (const Contact& contact : contacts_)
    known.emplace(std::pair(contact.relation.id, contact.relation.rowInInteraction), contact);
  contacts_.clear();
  jointsAlone_ = true;
  friction_ = false;
  for (const UnitaryRelation& relation : all) {
    const bool joint = !isUnilateral(relation.interaction->law());
    Contact contact{relation, joint ? ContactState::joint : ContactState::open};
    const auto same = known.find({relation.id, relation.rowInInteraction});
    if (same != known.end() && same->second.joint() == joint) {
      contact.state = same->second.state;
      contact.slip = same->second.slip;
      contact.impacts = same->second.impacts;
    }
    jointsAlone_ = jointsAlone_ && joint;
    friction_ = friction_ || (!joint && relation.rows > 1);
    contacts_.push_back(contact);
  }
  takeFriction();
}

bool ContactStates::readFriction() {
  bool changed = false;
  for (Contact& contact : contacts_) {
    if (contact.joint() || contact.relation.rows == 1) continue;
    const AdmissibleSet set = contact.relation.interaction->law().admissibleSet();
    const auto* coulomb = std::get_if<CoulombSet>(&set);
    if (coulomb == nullptr || coulomb->mu == contact.mu) continue;
    contact.mu = coulomb->mu;
    changed = true;
  }
  return changed;
}

bool ContactStates::sameStates(const ContactStates& other) const {
  const auto same = [](const Contact& x, const Contact& y) { return x.state == y.state && x.slip == y.slip; };
  return std::equal(begin(), end(), other.begin(), other.end(), same);
}

bool ContactStates::approaching(const double* gaps, const double* rates, const Thresholds& zero) const {
  return std::any_of(contacts_.begin(), contacts_.end(), [&](const Contact& contact) {
    const std::int32_t row = contact.relation.row;
    return !contact.joint() && gaps[row] <= zero.gap() && rates[row] < -zero.velocity();
  });
}

bool ContactStates::findClosed(const double* gaps, const double* rates, const Thresholds& zero,
                               std::span<const std::size_t> closing, ContactSet& closed) const {
  closed.clear();
  bool approach = false;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    const std::int32_t row = contact.relation.row;
    const bool closes =
        gaps[row] <= zero.gap() || std::find(closing.begin(), closing.end(), i) != closing.end();
    if (contact.state == ContactState::open && !closes) continue;
    closed.add(i, contact, contact.relation);
    approach = approach || (!contact.joint() && rates[row] < -zero.velocity());
  }
  return approach;
}

void ContactStates::findAtRest(const ContactSet& closed, const double* rates, double zeroRate,
                               bool afterImpact, ContactSet& atRest) {
  atRest.clear();
  for (const std::size_t i : closed.contacts) {
    Contact& contact = contacts_[i];
    UnitaryRelation relation = contact.relation;
    const double rate = rates[relation.row];
    const bool kept = contact.joint() || contact.state == ContactState::pressed || std::abs(rate) <= zeroRate;
    if (!kept || (afterImpact && rate > zeroRate)) {
      contact.state = ContactState::open;
      continue;
    }
    contact.slip = 0.0;
    const bool rubs = !contact.joint() && relation.rows > 1;
    if (rubs && (contact.mu == 0.0 || std::abs(rates[relation.row + 1]) > zeroRate)) {
      // It slides: its force along the tangent follows from the normal one.
      if (contact.mu != 0.0) contact.slip = std::copysign(1.0, rates[relation.row + 1]);
      relation.part = RelationPart::normal;
      relation.rows = 1;
    }
    atRest.add(i, contact, relation);
  }
}

void ContactStates::decide(const ContactSet& atRest, std::span<const RestDecision> decisions) {
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    Contact& contact = contacts_[atRest.contacts[k]];
    if (contact.joint()) continue;
    contact.state = decisions[k].state;
    contact.slip = decisions[k].slip;
  }
}

void ContactStates::release(const double* gaps, const double* rates, double zeroGap, double zeroRate) {
  for (Contact& contact : contacts_) {
    if (contact.joint()) continue;
    const std::int32_t row = contact.relation.row;
    const bool closed = contact.state != ContactState::open && std::abs(gaps[row]) <= zeroGap &&
                        std::abs(rates[row]) <= zeroRate;
    if (!closed) contact.state = ContactState::open;
  }
}

ConstraintRows ContactStates::stopMicroBounces(std::span<const std::size_t> closing, const double* rates,
                                               double zeroRate) {
  const auto bounces = [&](std::size_t i) {
    const Contact& contact = contacts_[i];
    return contact.state == ContactState::open && rates[contact.relation.row] > zeroRate;
  };
  ConstraintRows rows;
  if (std::none_of(closing.begin(), closing.end(), bounces)) return rows;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& contact = contacts_[i];
    const UnitaryRelation& relation = contact.relation;
    const bool parts = contact.state == ContactState::open || rates[relation.row] > zeroRate;
    const bool stops = bounces(i) && std::find(closing.begin(), closing.end(), i) != closing.end();
    if (!contact.joint() && parts && !stops) continue;
    for (std::int32_t r = 0; r < contact.constraintRows(); ++r) {
      rows.push_back(
          {relation.interactionIndex, relation.rowInInteraction + r, 0.0, !contact.joint() && r > 0});
    }
    if (!contact.joint()) contact.state = ContactState::resting;
  }
  return rows;
}

ConstraintRows ContactStates::stopReversedSlip(const double* rates, double zeroRate) {
  bool reversed = false;
  for (Contact& contact : contacts_) {
    if (contact.state != ContactState::pressed || contact.slip == 0.0 || contact.mu == 0.0) continue;
    if (contact.slip * rates[contact.relation.row + 1] >= -zeroRate) continue;
    contact.slip = 0.0;
    reversed = true;
  }
  return reversed ? constraintRows() : ConstraintRows{};
}

ConstraintRows ContactStates::constraintRows() const {
  ConstraintRows rows;
  for (const Contact& contact : contacts_) {
    if (!contact.joint() && contact.state != ContactState::pressed) continue;
    for (std::int32_t r = 0; r < contact.constraintRows(); ++r) {
      rows.push_back({contact.relation.interactionIndex, contact.relation.rowInInteraction + r, 0.0,
                      !contact.joint() && r > 0});
    }
  }
  return rows;
}

void ContactStates::takeCapturedStep(const IndexSet& active, const double* rates, double zeroRate) {
  auto next = active.begin();
  for (Contact& contact : contacts_) {
    const std::int32_t row = contact.relation.row;
    const bool tookPart = next != active.end() && next->row == row;
    if (tookPart) ++next;
    if (contact.joint()) continue;
    if (!tookPart || rates[row] > zeroRate)
      contact.state = ContactState::open;
    else if (contact.state == ContactState::open)
      contact.state = ContactState::resting;
  }
}

std::optional<Accumulation> ContactStates::countImpacts(const double* impulses, double t, double shortest) {
  std::optional<Accumulation> found;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& contact = contacts_[i];
    if (contact.joint() || impulses[contact.relation.row] <= 0.0) continue;
    contact.impacts.add(t);
    if (const auto end = contact.impacts.end(shortest)) found = Accumulation{i, *end};
  }
  return found;
}

double ContactStates::markSequence(const double* rates, double t, double interval) {
  double fastest = 0.0;
  for (Contact& contact : contacts_) {
    contact.impacts.mark(t, interval);
    if (contact.impacts.accumulates) fastest = std::max(fastest, std::abs(rates[contact.relation.row]));
  }
  return fastest;
}

bool ContactStates::sequenceRests() const {
  return std::none_of(begin(), end(), [](const Contact& contact) {
    return contact.impacts.accumulates && contact.state == ContactState::open;
  });
}

void ContactStates::endSequence() {
  for (Contact& contact : contacts_) contact.impacts.accumulates = false;
}

void ContactStates::restUnlessPressed(std::span<const std::size_t> contacts) {
  for (const std::size_t i : contacts)
    if (contacts_[i].state == ContactState::open) contacts_[i].state = ContactState::resting;
}

PressedPairs ContactStates::pressedPairs() const {
  PressedPairs pairs;
  for (const Contact& contact : contacts_) {
    if (contact.state != ContactState::pressed) continue;
    const auto systems = contact.relation.interaction->systems();
    pairs.emplace_back(systems.begin(), systems.end());
  }
  return pairs;
}

void ContactStates::goOn(std::size_t contact, const PressedPairs& pressed) {
  const auto systems = contacts_[contact].relation.interaction->systems();
  const bool found = std::any_of(pressed.begin(), pressed.end(), [&](const auto& pair) {
    return std::equal(pair.begin(), pair.end(), systems.begin(), systems.end());
  });
  if (found) contacts_[contact].state = ContactState::pressed;
}

void ContactStates::restore(std::size_t contact, ContactState state, double slip, double mu,
                            const ImpactHistory& impacts) {
  contacts_[contact].state = state;
  contacts_[contact].slip = slip;
  contacts_[contact].mu = mu;
  contacts_[contact].impacts = impacts;
}

}  // namespace nsds
