// The unitary relations of a model.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// I0, in the order of interactions and rows.
NSDS_KERNEL_API IndexSet allRelations(const NonSmoothDynamicalSystem& nsds);

/// A relation as a saved state knows it.
struct RelationMark {
  std::uint64_t id;
  std::int64_t rowInInteraction;
};
NSDS_KERNEL_API std::vector<RelationMark> marksOf(const IndexSet& relations);

/// Finds relations where they are now: those of `all` with the ids and rows of the marks, for interactions may be gone or have
/// moved. relations: out, in its memory.
NSDS_KERNEL_API void findMarked(const IndexSet& all, const std::vector<RelationMark>& marks,
                                IndexSet& relations);
/// Finds relations that were active where they are now, as above. scratch: any set, empty afterwards.
void placeAgain(const IndexSet& all, IndexSet& active, IndexSet& scratch);

/// True if the first row of the law's block is a gap that may open.
NSDS_KERNEL_API bool isUnilateral(const NonSmoothLaw& law);

/// What a law says of positions: that the first row of each block is a gap (normal), or that all rows are zero
/// (equality). Nothing where it holds for velocities alone, or for a compliant output.
NSDS_KERNEL_API std::optional<RelationPart> positionPart(const Interaction& interaction);

}  // namespace nsds
