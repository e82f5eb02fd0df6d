#include "nlp/check.hpp"

#include <limits>

#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"
#include "nonlinear/check.hpp"

namespace nsds::numerics::nlp {
namespace {

bool check_program_sizes(const nsds_nlp& given, const Sentence& sentence) {
  const std::int32_t sizes[] = {given.size, given.inequalities, given.equalities};
  const char* const names[] = {"size", "inequalities", "equalities"};
  std::int64_t total = 0;
  for (int k = 0; k < 3; ++k) {
    total += sizes[k];
    if (sizes[k] >= 0) continue;
    sentence.write("problem.{} is {}, it must be at least 0.", names[k], sizes[k]);
    return false;
  }
  if (total <= std::numeric_limits<std::int32_t>::max() / 2) return true;
  sentence.write("problem has {} unknowns and multipliers, more than 32-bit indices hold.", total);
  return false;
}

bool check_callbacks(const nsds_nlp& given, const Sentence& sentence) {
  const bool has_rows = given.inequalities + given.equalities > 0;
  const char* const missing = given.objective == nullptr                 ? "objective"
                              : given.gradient == nullptr                ? "gradient"
                              : has_rows && given.constraints == nullptr ? "constraints"
                              : has_rows && given.jacobian == nullptr    ? "jacobian"
                                                                         : nullptr;
  if (missing != nullptr) sentence.write("problem.{} is null.", missing);
  return missing == nullptr;
}

// The Hessian is symmetric in its places too.
bool check_symmetric(const nsds_nlp_pattern& pattern, std::int32_t n, const Sentence& sentence) {
  if (pattern.column_starts == nullptr) return true;
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      const std::int32_t i = pattern.row_indices[k];
      const std::int32_t* const first = pattern.row_indices + pattern.column_starts[i];
      const std::int32_t* const last = pattern.row_indices + pattern.column_starts[i + 1];
      if (std::binary_search(first, last, j)) continue;
      sentence.write("problem.hessian_pattern has an entry ({}, {}) and none at ({}, {}).", i, j, j, i);
      return false;
    }
  }
  return true;
}

}  // namespace

bool check(const nsds_nlp* problem, const Sentence& sentence) {
  if (!check_struct(problem, "nsds_nlp_init", sentence)) return false;
  const nsds_nlp& given = *problem;
  if (!check_program_sizes(given, sentence) || !check_callbacks(given, sentence)) return false;
  const std::int32_t n = given.size, rows = given.inequalities + given.equalities;
  const nsds_nlp_pattern& J = given.jacobian_pattern;
  const nsds_nlp_pattern& H = given.hessian_pattern;
  if (!nonlinear::check_pattern("problem.jacobian_pattern", {rows, n, J.column_starts, J.row_indices},
                                sentence) ||
      !nonlinear::check_pattern("problem.hessian_pattern", {n, n, H.column_starts, H.row_indices},
                                sentence) ||
      !check_symmetric(H, n, sentence) || !check_bounds(n, given.lower, given.upper, sentence) ||
      !nonlinear::check_units("scale_x", given.scale_x, n, sentence) ||
      !nonlinear::check_units("scale_c", given.scale_c, rows, sentence))
    return false;
  if (given.scale_f == 0.0 || is_unit(given.scale_f)) return true;
  sentence.write("problem.scale_f is {}, it must be positive and finite, or 0 for 1.", given.scale_f);
  return false;
}

}  // namespace nsds::numerics::nlp
