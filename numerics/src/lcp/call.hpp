// One call of the class LCP: its arguments, checked, and where its report goes.
#pragma once

#include <optional>

#include "core/options.hpp"
#include "core/solve_context.hpp"
#include "core/workspace.hpp"
#include "lcp/problem.hpp"
#include "lcp/registry.hpp"

namespace nsds::numerics {

// What every call has, with or without unknowns.
struct LcpArguments {
  const nsds_lcp* problem;
  const nsds_options& options;
  nsds_workspace* workspace;  // Nullable

  const LcpSolver& solver() const { return lcp_solvers()[static_cast<std::size_t>(options.solver_index)]; }
};

// Checks problem and options, but for the entries of M. NSDS_OK, or the status of the refusal with a sentence
// that names the culprit.
nsds_status check_lcp_arguments(const LcpArguments& arguments, const Sentence& sentence);

// z: (n), the unknowns of a solve. Comes after check_lcp_arguments.
nsds_status check_lcp_unknowns(const LcpArguments& arguments, const double* z, const Sentence& sentence);

// The problem with its scales; nothing where M is not well formed. The scale of M comes out of the workspace
// where the caller says that M is unchanged, a claim that builds with assertions check.
std::optional<LcpProblem> scaled_problem(const LcpArguments& arguments, const Sentence& sentence);

}  // namespace nsds::numerics
