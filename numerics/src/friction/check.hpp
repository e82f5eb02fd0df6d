// Makes a checked problem with its units of the caller's struct.
#pragma once

#include <optional>

#include "core/arena.hpp"
#include "friction/problem.hpp"
#include "nsds/numerics/reuse.h"
#include "nsds/numerics/workspace.h"

namespace nsds::numerics::friction {

// A call says this of its matrix, and where solvers pack it; nothing of either for residuals.
struct Memories {
  nsds_workspace* workspace = nullptr;  // Nullable
  nsds_reuse reuse = NSDS_REUSE_NONE;
  ContactMemory* contacts = nullptr;  // Nullable
};

// Returns nothing, and a sentence, where the problem is not admissible. Operators come through; see
// has_entries. given: Nullable. arena: for what the problem has beside the caller's arrays.
std::optional<Problem> checked(const nsds_friction_contact* given, const Memories& memories, Arena& arena,
                               const Sentence& sentence);

std::optional<Problem> checked(const nsds_rolling_friction_contact* given, const Memories& memories,
                               Arena& arena, const Sentence& sentence);

std::optional<Problem> checked(const nsds_cone_plasticity* given, const Memories& memories, Arena& arena,
                               const Sentence& sentence);

// False, and a sentence, where the matrix is an operator.
bool has_entries(const Problem& problem, const Sentence& sentence);

}  // namespace nsds::numerics::friction
