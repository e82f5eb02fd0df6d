#include "integrators/moreau_jean/free_output.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "modeling/checks.hpp"

namespace nsds {

void FreeOutput::compile() {
  restitution_.assign(static_cast<std::size_t>(model_.nsds->flat().rows()), 0.0);
  callsLaw_.assign(contacts_.list.size(), 0);
  Index largest = 1;
  for (std::size_t c = 0; c < contacts_.list.size(); ++c) {
    const StepContact& contact = contacts_.list[c];
    const Index size = contact.law->blockSize();
    largest = std::max(largest, size);
    if (contact.relation == nullptr) continue;
    if (leavesImpacts_ && std::holds_alternative<OrthantSet>(contact.law->admissibleSet())) continue;
    const CondensedInteraction& record = model_.condensed.interactions[c];
    for (std::int32_t row = record.row; row < record.row + record.rows;
         row += static_cast<std::int32_t>(size))
      callsLaw_[c] = contact.law->restitution(theta_, view(restitution_.data() + row, size)) ? 0 : 1;
  }
  for (auto* block : {&slow_, &shift_}) block->assign(static_cast<std::size_t>(largest), 0.0);
}

void FreeOutput::evaluate(const IndexSet& active, const double* before, double* w) {
  const double* const v = model_.nsds->flat().velocity();
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    const StepContact& contact = contacts_.list[c];
    if (contact.relation == nullptr) {
      w += relation.rows;
      continue;
    }
    // Contacts at rest, or too slow, are not restituted along the normal.
    const double* minus = before + relation.row;
    const double closing = activation_.closingRate(relation.row);
    if (closing >= 0.0 || std::abs(*minus) < activation_.settings().restitutionThreshold)
      minus = withoutApproach(relation, minus);
    const double* const called = callsLaw_[c] != 0 ? callLaw(contact, relation, minus) : nullptr;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const auto row = static_cast<std::size_t>(relation.row + r);
      const double change = called != nullptr ? called[r] : restitution_[row] * minus[r];
      w[r] = rates_.rate(relation, r, v) + change;
    }
    if (closing > 0.0) *w += closing;
    w += relation.rows;
  }
}

/// A block of U- that is zero along the normal, its first row.
const double* FreeOutput::withoutApproach(const UnitaryRelation& relation, const double* before) {
  std::copy_n(before, relation.rows, slow_.data());
  slow_.front() = 0.0;
  return slow_.data();
}

/// The shift of a law that is more than a multiple of U-.
const double* FreeOutput::callLaw(const StepContact& contact, const UnitaryRelation& relation,
                                  const double* before) {
  const Index stateSize = contact.law->stateSize();
  const double* const state = contact.lawState + relation.rowInInteraction / relation.rows * stateSize;
  contact.law->shift(theta_, view(before, relation.rows), view(state, stateSize),
                     view(shift_.data(), relation.rows));
  check::finiteResult(*contact.law, "the shift", shift_.data(), relation.rows);
  return shift_.data();
}

}  // namespace nsds
