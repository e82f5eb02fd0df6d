// What schemes of second order at position, velocity and acceleration level know of the relations of a model, and which models
// they take.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "compiled_model/compiled_model.hpp"

namespace nsds {

struct SchemeRelation {
  const MechanicalRelation* relation = nullptr;
  const NonSmoothLaw* law = nullptr;
  double* lawState = nullptr;
  bool unilateral = false;        // a contact: orthant, or Coulomb's cone with one normal row in a block
  bool friction = false;          // Coulomb's cone
  bool velocityAlone = false;     // its rows hold for rates
  bool constantOperator = false;  // H, and the masses of all its systems, are constant
};

struct SchemeRelations {
  std::vector<SchemeRelation> list;  // one for every interaction of the model
  bool constantOperators = true;     // of all
  bool affine = true;                // the outputs of all are H q + b

  /// scheme: named where it does not take something. Errors: InvalidArgument naming a system that is not mechanical or has
  /// prescribed velocities, a compliant relation, a law of another set than an orthant, an equality or Coulomb's cone.
  void compile(std::string_view scheme, const CompiledModel& model);
  /// True if a row says something of positions: not along tangents, nor where rates alone are given. row: in its block.
  bool holdsForPositions(const UnitaryRelation& relation, std::int32_t row) const {
    const SchemeRelation& r = list[static_cast<std::size_t>(relation.interactionIndex)];
    return !r.velocityAlone && (!r.friction || row == 0);
  }
};

/// The rows that are joints, or where `touches` holds for the relation.
template <class Touches>
void selectRelations(const SchemeRelations& relations, const IndexSet& all, IndexSet& active,
                     const Touches& touches) {
  active.clear();
  for (const UnitaryRelation& relation : all) {
    if (!relations.list[static_cast<std::size_t>(relation.interactionIndex)].unilateral || touches(relation))
      active.push_back(relation);
  }
}

/// visit(c) for the place c of each interaction, once, that has active relations; they are in the order of I0.
template <class Visit>
void forEachInteraction(const IndexSet& active, const Visit& visit) {
  std::int32_t done = -1;
  for (const UnitaryRelation& relation : active) {
    if (std::exchange(done, relation.interactionIndex) != relation.interactionIndex)
      visit(static_cast<std::size_t>(relation.interactionIndex));
  }
}

}  // namespace nsds
