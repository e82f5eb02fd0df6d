// Index sets of unitary relations: I0 all of them, I1 those whose constraint is active in the step.
#pragma once

#include <cstdint>
#include <vector>

namespace nsds {

class Interaction;

/// One block of a law: `rows` rows of the model's y, U and lambda, from `row` on.
struct UnitaryRelation {
  Interaction* interaction = nullptr;
  std::int32_t interactionIndex = 0;  ///< position among the model's interactions
  std::int32_t row = 0;               ///< first row in the model's flat vectors
  std::int32_t rows = 0;              ///< block size of the law
  std::int32_t rowInInteraction = 0;  ///< first row in its interaction

  friend bool operator==(const UnitaryRelation&, const UnitaryRelation&) = default;
};

/// In the order of interactions and rows.
using IndexSet = std::vector<UnitaryRelation>;

}  // namespace nsds
