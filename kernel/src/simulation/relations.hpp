// The unitary relations of a model.
#pragma once

#include <optional>

#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// I0, in the order of interactions and rows.
IndexSet allRelations(const NonSmoothDynamicalSystem& nsds);

/// Finds relations that were active where they are now: `active` are those of `all` with the ids and rows that it
/// had, for interactions may be gone or have moved. scratch: any set, empty afterwards.
void placeAgain(const IndexSet& all, IndexSet& active, IndexSet& scratch);

/// True if the first row of the law's block is a gap that may open.
bool isUnilateral(const NonSmoothLaw& law);

/// What a law says of positions: that the first row of each block is a gap (normal), or that all rows are zero
/// (equality). Nothing where it holds for velocities alone, or for a compliant output.
std::optional<RelationPart> positionPart(const Interaction& interaction);

}  // namespace nsds
