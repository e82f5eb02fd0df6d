// The unitary relations of a model.
#pragma once

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

}  // namespace nsds
