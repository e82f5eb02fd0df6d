#include "formulations/law_rows.hpp"

#include <limits>

#include "linalg/numbers.hpp"
#include "linalg/prefetch.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

namespace {

AdmissibleSet setOf(const UnitaryRelation& relation) {
  if (relation.part == RelationPart::normal) return OrthantSet{};
  if (relation.part == RelationPart::equality) return FreeSet{};
  return relation.interaction->law().admissibleSet();
}

}  // namespace

BoxSet intervalOf(const AdmissibleSet& set, Index row) {
  if (const auto* mixed = std::get_if<MixedSet>(&set)) return {mixed->lower[row], mixed->upper[row]};
  if (const auto* box = std::get_if<BoxSet>(&set)) return *box;
  if (std::holds_alternative<OrthantSet>(set)) return {0.0, infinity};
  return {-infinity, infinity};
}

void LawRows::read(const Delassus& delassus, const IndexSet& active) {
  lower.clear();
  upper.clear();
  mu.clear();
  rows.clear();
  interactions.clear();
  polyhedra.clear();
  varying.clear();
  for (const std::int32_t index : delassus.order()) {
    const UnitaryRelation& relation = active[static_cast<std::size_t>(index)];
    const auto number = static_cast<std::int32_t>(mu.size());
    const auto row = static_cast<std::int32_t>(lower.size());
    AdmissibleSet set = setOf(relation);
    const auto* coulomb = std::get_if<CoulombSet>(&set);
    // The kind of a set is for good; numbers are part of these two alone, but for polyhedra and mixed rows, which stay.
    if (coulomb != nullptr || std::holds_alternative<BoxSet>(set))
      varying.push_back({&relation.interaction->law(), number, row});
    // Every row has bounds, every relation a coefficient, −1 where it has no friction.
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const BoxSet bounds = intervalOf(set, r);
      lower.push_back(bounds.lower);
      upper.push_back(bounds.upper);
    }
    rows.push_back(relation.rows);
    interactions.push_back(relation.interaction);
    mu.push_back(coulomb == nullptr ? -1.0 : coulomb->mu);
    if (auto* polyhedron = std::get_if<PolyhedronSet>(&set))
      polyhedra.push_back({number, row, std::move(*polyhedron)});
  }
}

std::vector<std::string> namesOf(std::span<const Interaction* const> interactions) {
  std::vector<std::string> names;
  const Interaction* last = nullptr;
  for (const Interaction* interaction : interactions) {
    if (interaction != last) names.push_back(interaction->name());
    last = interaction;
  }
  return names;
}

void LawRows::refresh() {
  for (std::size_t i = 0; i < varying.size(); ++i) {
    if (i + prefetchDistance < varying.size()) prefetch<128>(varying[i + prefetchDistance].law);
    const Varying& entry = varying[i];
    const AdmissibleSet set = entry.law->admissibleSet();
    if (const auto* coulomb = std::get_if<CoulombSet>(&set)) {
      mu[static_cast<std::size_t>(entry.relation)] = coulomb->mu;
    } else if (const auto* box = std::get_if<BoxSet>(&set)) {  // one row
      lower[static_cast<std::size_t>(entry.row)] = box->lower;
      upper[static_cast<std::size_t>(entry.row)] = box->upper;
    }
  }
}

}  // namespace nsds
