#include "simulation/event_driven/switches/switch_rows.hpp"

#include <algorithm>

#include "formulations/law_rows.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

void checkLaw(const Interaction& interaction) {
  const NonSmoothLaw& law = interaction.law();
  const AdmissibleSet set = law.admissibleSet();
  check::that(
      std::holds_alternative<FreeSet>(set) || std::holds_alternative<OrthantSet>(set) ||
          std::holds_alternative<BoxSet>(set) || std::holds_alternative<MixedSet>(set),
      "{}: event-driven simulation of first-order systems takes laws whose rows have intervals of their own "
      "(equalities, complementarity, relays, mixed rows), not {}; TimeStepping takes all laws",
      interaction.name(), law.name());
  check::that(
      law.setDependence() == SetDependence::none,
      "{}: event-driven simulation of first-order systems takes laws whose sets stay, not {} with one "
      "that depends on time or state; TimeStepping takes it",
      interaction.name(), law.name());
  Vector coefficients = Vector::Zero(law.blockSize());
  check::that(
      law.stateSize() == 0 && law.restitution(1.0, coefficients),
      "{}: event-driven simulation of first-order systems takes laws without a memory or a shift, not {}; "
      "TimeStepping takes it",
      interaction.name(), law.name());
}

}  // namespace

void SwitchRows::compile(const NonSmoothDynamicalSystem& nsds, const IndexSet& all) {
  for (const auto& interaction : nsds.interactions()) checkLaw(*interaction);
  relations_ = all;
  relation_.clear();
  for (std::size_t k = 0; k < all.size(); ++k)
    relation_.insert(relation_.end(), static_cast<std::size_t>(all[k].rows), k);
  lower_.setZero(std::ssize(relation_));
  upper_.setZero(std::ssize(relation_));
  readBounds();
}

bool SwitchRows::readBounds() {
  bool changed = false;
  for (const UnitaryRelation& relation : relations_) {
    const AdmissibleSet set = relation.interaction->law().admissibleSet();
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const BoxSet interval = intervalOf(set, r);
      double& lower = lower_[relation.row + r];
      double& upper = upper_[relation.row + r];
      changed = changed || lower != interval.lower || upper != interval.upper;
      lower = interval.lower;
      upper = interval.upper;
    }
  }
  return changed;
}

bool SwitchRows::isFixed(Index row) const {
  return lower_[row] == upper_[row];
}

bool SwitchRows::isEquality(Index row) const {
  return lower_[row] == -infinity && upper_[row] == infinity;
}

std::string SwitchRows::name(Index row) const {
  const UnitaryRelation& relation = relations_[relationOf(row)];
  std::string name = relation.interaction->name();
  if (relation.interaction->rows() == 1) return name;
  return fmt::format("{} (row {})", name, relation.rowInInteraction + row - relation.row);
}

IndexSet SwitchRows::sliding(const RowStates& states) const {
  IndexSet set;
  for (const UnitaryRelation& relation : relations_) {
    const auto first = states.begin() + relation.row;
    if (std::find(first, first + relation.rows, RowState::between) != first + relation.rows)
      set.push_back(relation);
  }
  return set;
}

}  // namespace nsds
