// A call of the class LCP has arguments, and their check, which is the only one of the class.
#pragma once

#include <optional>

#include "core/options.hpp"
#include "core/workspace.hpp"
#include "lcp/problem.hpp"
#include "lcp/registry.hpp"

namespace nsds::numerics::lcp {

// Every call has this, with or without unknowns.
struct Arguments {
  const nsds_lcp* problem;
  const nsds_options& options;
  nsds_workspace* workspace;  // Nullable

  const Solver& solver() const { return solvers()[static_cast<std::size_t>(options.solver_index)]; }
};

// The problem with its scales; nothing, and a sentence, where it is not admissible. Operators come through; see
// has_entries. The scale of M comes out of the workspace where the caller says that M is unchanged, a claim that
// builds with assertions check. given, workspace: Nullable.
std::optional<Lcp> checked(const nsds_lcp* given, nsds_workspace* workspace, nsds_reuse reuse,
                           const Sentence& sentence);

// False, and a sentence, where M is an operator.
bool has_entries(const Lcp& problem, const Sentence& sentence);

}  // namespace nsds::numerics::lcp
