// The check of the matrices of a problem, and what of it a workspace remembers for a caller who says by
// `reuse` that they are unchanged.
#pragma once

#include <optional>
#include <span>

#include "core/sentence.hpp"
#include "core/workspace.hpp"
#include "nsds/numerics/matrix.h"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

struct NamedMatrix {
  const char* name;         // "problem.M"
  const nsds_matrix* view;  // Nullable: nothing to check
};

struct MatrixClaim {
  nsds_class problem_class;
  std::span<const NamedMatrix> matrices;
  nsds_workspace* workspace;  // Nullable
  nsds_reuse reuse;
  std::int32_t dimension = 0;  // how a class reads the rows, where there are several ways
};

// Gives what is left of the caller's claim: nothing about a workspace that remembers nothing, or something of
// another shape. To be asked before checked_matrices, which remembers this problem.
nsds_reuse effective_reuse(const MatrixClaim& claim);

// Returns nothing, and a sentence, where a matrix is not well formed, or, in builds with assertions, the
// claim is false. Else what `measure` says of the matrices, which the workspace remembers.
std::optional<double> checked_matrices(const MatrixClaim& claim, double (*measure)(const MatrixClaim& claim),
                                       const Sentence& sentence);

// Tells whether every matrix has entries to look at. An operator has none: false, and a sentence.
bool check_entries(std::span<const NamedMatrix> matrices, const Sentence& sentence);

// Tells whether M is a square matrix of that size.
bool check_shape(std::int32_t size, const nsds_matrix* M, const Sentence& sentence);

}  // namespace nsds::numerics
