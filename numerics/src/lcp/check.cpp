// Tells whether the arguments of a call are admissible. Nothing is written but the sentence.
#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "lcp/call.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::lcp {

std::optional<Lcp> checked(const nsds_lcp* given, nsds_workspace* workspace, nsds_reuse reuse,
                           const Sentence& sentence) {
  if (!check_struct(given, "nsds_lcp_init", sentence) || !check_shape(given->size, given->M, sentence) ||
      !check_vector("q", given->q, given->size, sentence) ||
      !check_floor(given->floor, given->size, sentence))
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
