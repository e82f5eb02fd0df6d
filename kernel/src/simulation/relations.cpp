#include "simulation/relations.hpp"

#include <utility>

namespace nsds {

IndexSet allRelations(const NonSmoothDynamicalSystem& nsds) {
  IndexSet all;
  std::int32_t index = 0;
  for (const auto& interaction : nsds.interactions()) {
    const auto size = static_cast<std::int32_t>(interaction->law().blockSize());
    const auto row = static_cast<std::int32_t>(nsds.row(*interaction));
    for (std::int32_t k = 0; k < interaction->unitaryRelations(); ++k) {
      all.push_back({interaction.get(), index, row + k * size, size, k * size, interaction->id().value});
    }
    ++index;
  }
  return all;
}

std::vector<RelationMark> marksOf(const IndexSet& relations) {
  std::vector<RelationMark> marks;
  for (const UnitaryRelation& relation : relations) marks.push_back({relation.id, relation.rowInInteraction});
  return marks;
}

void findMarked(const IndexSet& all, const std::vector<RelationMark>& marks, IndexSet& relations) {
  relations.clear();
  for (const RelationMark& mark : marks)
    relations.push_back(
        {.rowInInteraction = static_cast<std::int32_t>(mark.rowInInteraction), .id = mark.id});
  IndexSet scratch;
  placeAgain(all, relations, scratch);
}

void placeAgain(const IndexSet& all, IndexSet& active, IndexSet& scratch) {
  scratch.clear();
  scratch.reserve(all.size());
  const auto key = [](const UnitaryRelation& r) { return std::pair(r.id, r.rowInInteraction); };
  auto known = active.begin();
  for (const UnitaryRelation& relation : all) {
    while (known != active.end() && key(*known) < key(relation)) ++known;
    if (known != active.end() && key(*known) == key(relation)) scratch.push_back(relation);
  }
  active.swap(scratch);
  scratch.clear();
  scratch.reserve(all.size());
}

bool isUnilateral(const NonSmoothLaw& law) {
  const AdmissibleSet set = law.admissibleSet();
  return std::holds_alternative<OrthantSet>(set) || isFrictional(set);
}

std::optional<RelationPart> positionPart(const Interaction& interaction) {
  const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction.relation());
  if (relation == nullptr || relation->compliance().size() != 0 || relation->holdsForVelocityAlone())
    return {};
  if (isUnilateral(interaction.law())) return RelationPart::normal;
  if (std::holds_alternative<FreeSet>(interaction.law().admissibleSet())) return RelationPart::equality;
  return {};
}

}  // namespace nsds
