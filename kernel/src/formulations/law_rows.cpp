#include "formulations/law_rows.hpp"

#include <algorithm>
#include <limits>

#include "linalg/numbers.hpp"
#include "linalg/prefetch.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

namespace {

BoxSet boundsOf(const AdmissibleSet& set) {
  if (const auto* box = std::get_if<BoxSet>(&set)) return *box;
  if (std::holds_alternative<OrthantSet>(set)) return {0.0, infinity};
  return {-infinity, infinity};
}

AdmissibleSet setOf(const UnitaryRelation& relation) {
  if (relation.part == RelationPart::normal) return OrthantSet{};
  if (relation.part == RelationPart::equality) return FreeSet{};
  return relation.interaction->law().admissibleSet();
}

/// Asks for the interaction of the relation that is number k among those to come, and for the law of a nearer
/// one, whose interaction is there by now.
void expectLaw(const Delassus& delassus, const IndexSet& active, std::size_t k) {
  const auto interactionOf = [&](std::size_t number) {
    return active[static_cast<std::size_t>(delassus.order()[number])].interaction;
  };
  if (k + 2 * prefetchDistance >= delassus.order().size()) return;
  prefetch<sizeof(Interaction)>(interactionOf(k + 2 * prefetchDistance));
  prefetch<128>(&interactionOf(k + prefetchDistance)->law());
}

}  // namespace

void LawRows::read(const Delassus& delassus, const IndexSet& active) {
  lower.clear();
  upper.clear();
  mu.clear();
  rows.clear();
  polyhedra.clear();
  for (const std::int32_t index : delassus.order()) {
    const UnitaryRelation& relation = active[static_cast<std::size_t>(index)];
    AdmissibleSet set = setOf(relation);
    const auto* coulomb = std::get_if<CoulombSet>(&set);
    if (auto* polyhedron = std::get_if<PolyhedronSet>(&set)) {
      polyhedra.push_back({static_cast<std::int32_t>(mu.size()), static_cast<std::int32_t>(lower.size()),
                           std::move(*polyhedron)});
    }
    const BoxSet bounds = boundsOf(set);
    lower.insert(lower.end(), static_cast<std::size_t>(relation.rows), bounds.lower);
    upper.insert(upper.end(), static_cast<std::size_t>(relation.rows), bounds.upper);
    rows.push_back(relation.rows);
    mu.push_back(coulomb == nullptr ? -1.0 : coulomb->mu);
  }
}

void LawRows::refresh(const Delassus& delassus, const IndexSet& active) {
  auto polyhedron = polyhedra.begin();
  std::ptrdiff_t row = 0;
  for (std::size_t k = 0; k < rows.size(); row += rows[k++]) {
    expectLaw(delassus, active, k);
    if (polyhedron != polyhedra.end() && polyhedron->relation == static_cast<std::int32_t>(k)) {
      ++polyhedron;
      continue;
    }
    const AdmissibleSet set = setOf(active[static_cast<std::size_t>(delassus.order()[k])]);
    const BoxSet bounds = boundsOf(set);
    std::fill_n(lower.begin() + row, rows[k], bounds.lower);
    std::fill_n(upper.begin() + row, rows[k], bounds.upper);
    if (const auto* coulomb = std::get_if<CoulombSet>(&set)) mu[k] = coulomb->mu;
  }
}

}  // namespace nsds
