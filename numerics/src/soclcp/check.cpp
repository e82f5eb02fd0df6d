// Tells whether the arguments of a call are admissible. Nothing is written but the sentence.
#include "affine/affine_problem.hpp"
#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"
#include "soclcp/problem.hpp"
#include "vi/cones.hpp"

namespace nsds::numerics::soclcp {
namespace {

bool check_cones(const nsds_soclcp& given, const Sentence& sentence) {
  if (!vi::check_cones({given.cone_count, given.cones, given.size}, sentence)) return false;
  for (std::int32_t k = 0; k < given.cone_count; ++k) {
    if (given.cones[k].kind != NSDS_CONE_PROJECTOR) continue;
    sentence.write("problem.cones[{}].kind is that of a projector; vi.h has such cones.", k);
    return false;
  }
  return true;
}

bool check_unit(const char* name, double unit, const Sentence& sentence) {
  if (unit == 0.0 || is_unit(unit)) return true;
  sentence.write("problem.{} is {}, it must be positive and finite, or 0, for what is found from M and q.",
                 name, unit);
  return false;
}

}  // namespace

std::optional<nonlinear::ScalarUnits> checked(const nsds_soclcp* given, nsds_workspace* workspace,
                                              nsds_reuse reuse, const Sentence& sentence) {
  if (!check_struct(given, "nsds_soclcp_init", sentence) || !check_shape(given->size, given->M, sentence) ||
      !check_vector("q", given->q, given->size, sentence) || !check_cones(*given, sentence) ||
      !check_unit("scale_z", given->scale_z, sentence) || !check_unit("scale_w", given->scale_w, sentence) ||
      !check_floor(given->floor, given->size, sentence))
    return std::nullopt;
  const NamedMatrix matrix{"problem.M", given->M};
  const std::optional<double> scale = checked_matrices(
      {NSDS_CLASS_SOCLCP, {&matrix, 1}, workspace, reuse},
      [](const MatrixClaim& claim) {
        const nsds_matrix& M = *claim.matrices[0].view;
        return M.storage == NSDS_OPERATOR ? 1.0 : affine::matrix_scale(M);
      },
      sentence);
  if (!scale) return std::nullopt;
  const double w = given->scale_w > 0.0 ? given->scale_w : affine::vector_scale(given->q, given->size);
  const double z = given->scale_z > 0.0 ? given->scale_z : w / *scale;
  if (is_unit(w) && is_unit(z)) return nonlinear::ScalarUnits{z, w};
  sentence.write(
      "problem: the units of z and w, {:.3g} and {:.3g}, are out of range; measure in other units.", z, w);
  return std::nullopt;
}

bool has_entries(const nsds_soclcp& given, const Sentence& sentence) {
  const NamedMatrix M{"problem.M", given.M};
  return check_entries({&M, 1}, sentence);
}

}  // namespace nsds::numerics::soclcp
