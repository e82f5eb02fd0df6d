// Tells whether the arguments of a call are admissible. Nothing is written but the sentence.
#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "lcp/call.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::lcp {

namespace {

bool check_units(const char* name, const double* unit, std::int32_t n, const Sentence& sentence) {
  if (!check_vector(name, unit, n, sentence)) return false;
  for (std::int32_t i = 0; i < n; ++i) {
    if (is_unit(unit[i])) continue;
    sentence.write("problem.{}[{}] is {}, it must be positive.", name, i, unit[i]);
    return false;
  }
  return true;
}

// Both kinds of units, or none.
bool check_units(const nsds_lcp& given, const Sentence& sentence) {
  if (given.z_unit == nullptr && given.w_unit == nullptr) return true;
  return check_units("z_unit", given.z_unit, given.size, sentence) &&
         check_units("w_unit", given.w_unit, given.size, sentence);
}

}  // namespace

std::optional<Lcp> checked(const nsds_lcp* given, nsds_workspace* workspace, nsds_reuse reuse,
                           const Sentence& sentence) {
  if (!check_struct(given, "nsds_lcp_init", sentence) || !check_shape(given->size, given->M, sentence) ||
      !check_vector("q", given->q, given->size, sentence) || !check_units(*given, sentence))
    return std::nullopt;
  const NamedMatrix matrix{"problem.M", given->M};
  const std::optional<double> scale = checked_matrices(
      {NSDS_CLASS_LCP, {&matrix, 1}, workspace, reuse},
      [](const MatrixClaim& claim) {
        const nsds_matrix& M = *claim.matrices[0].view;
        return M.storage == NSDS_OPERATOR ? 1.0 : affine::matrix_scale(M);
      },
      sentence);
  if (!scale) return std::nullopt;
  return affine::in_its_units({given->size, *given->M, given->q, 0.0, 0.0}, *scale, sentence);
}

bool has_entries(const Lcp& problem, const Sentence& sentence) {
  const NamedMatrix M{"problem.M", &problem.M};
  return check_entries({&M, 1}, sentence);
}

}  // namespace nsds::numerics::lcp
