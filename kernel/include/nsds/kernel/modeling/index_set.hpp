// Index sets of unitary relations: I0 all of them, I1 those whose constraint is active in the step.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/common/cxx20.hpp"

namespace nsds {

class Interaction;

/// Which part of a relation enters a problem. law: all rows, which obey the law; normal: only the first row
/// of a block, which must not penetrate; equality: all rows, which have to vanish.
enum class RelationPart : std::uint8_t { law, normal, equality };

/// One block of a law, or the part of it that `part` names: `rows` rows of the model's y, U and lambda, from
/// `row` on.
struct UnitaryRelation {
  Interaction* interaction = nullptr;
  std::int32_t interactionIndex = 0;  ///< position among the model's interactions
  std::int32_t row = 0;               ///< first row in the model's flat vectors
  std::int32_t rows = 0;              ///< block size of the law
  std::int32_t rowInInteraction = 0;  ///< first row in its interaction
  std::uint64_t id = 0;               ///< of the interaction
  RelationPart part = RelationPart::law;

  /// Compares relations of one structure of a model, in which rows tell which relation it is. After a structural
  /// change the rows may belong to another interaction.
  friend bool operator==(const UnitaryRelation& a, const UnitaryRelation& b) {
    return a.row == b.row && a.part == b.part;
  }
};

/// Unitary relations in the order of interactions and rows.
using IndexSet = std::vector<UnitaryRelation>;

}  // namespace nsds
