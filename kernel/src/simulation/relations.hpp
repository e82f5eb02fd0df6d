// The unitary relations of a model.
#pragma once

#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// I0, in the order of interactions and rows.
IndexSet allRelations(const NonSmoothDynamicalSystem& nsds);

/// True if the first row of the law's block is a gap that may open.
bool isUnilateral(const NonSmoothLaw& law);

}  // namespace nsds
