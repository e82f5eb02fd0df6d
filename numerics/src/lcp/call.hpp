// One call of the class LCP: its arguments, checked, and where its report goes.
#pragma once

#include <optional>

#include "core/options.hpp"
#include "core/solve_context.hpp"
#include "core/workspace.hpp"
#include "lcp/problem.hpp"
#include "lcp/registry.hpp"

namespace nsds::numerics {

struct LcpArguments {
  const nsds_lcp* problem;
  double* z;
  const nsds_options* options;  // Nullable
  nsds_workspace* workspace;    // Nullable
};

// Checks all of them. NSDS_OK, or the status of the refusal with a sentence that names the culprit.
nsds_status check_lcp_arguments(const LcpArguments& arguments, const Sentence& sentence);

// max_i |M_ii| and relatives, out of the workspace where the caller says that M is unchanged. Checks M,
// and in builds with assertions the claim.
std::optional<double> checked_matrix_scale(const LcpArguments& arguments, const Sentence& sentence);

}  // namespace nsds::numerics
