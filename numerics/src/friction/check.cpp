#include "friction/check.hpp"

#include <limits>

#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "friction/islands/contact_memory.hpp"
#include "linalg/friction_coefficients.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::friction {
namespace {

// Everything but the numbers.
bool check_sizes(const nsds_friction_contact* given, const Sentence& sentence) {
  if (!check_struct(given, "nsds_friction_contact_init", sentence)) return false;
  if (given->dimension != 2 && given->dimension != 3) {
    sentence.write("problem.dimension is {}, it must be 2 or 3.", given->dimension);
    return false;
  }
  if (given->contacts < 0 || given->contacts > std::numeric_limits<std::int32_t>::max() / given->dimension) {
    sentence.write("problem.contacts is {}, it must be between 0 and {}.", given->contacts,
                   std::numeric_limits<std::int32_t>::max() / given->dimension);
    return false;
  }
  const std::int32_t size = given->dimension * given->contacts;
  if (given->W == nullptr) {
    sentence.write("problem.W is null.");
    return false;
  }
  if (given->W->rows != size || given->W->cols != size) {
    sentence.write("problem.W is {} x {}, it must be {} x {}: {} rows a contact.", given->W->rows,
                   given->W->cols, size, size, given->dimension);
    return false;
  }
  return true;
}

bool check_vectors(const nsds_friction_contact& given, const Sentence& sentence) {
  return check_vector("q", given.q, given.dimension * given.contacts, sentence) &&
         check_friction(given.mu, given.contacts, sentence);
}

// The problem with its scales, whose matrix has been measured: nothing, and a sentence, where they are no
// units.
std::optional<Problem> in_units(const nsds_friction_contact& given, double matrix_scale,
                                ContactMemory* memory, const Sentence& sentence) {
  const double s_w = vector_scale(given.dimension, given.contacts, given.q);
  const double s_r = s_w / matrix_scale;
  if (is_unit(s_w) && is_unit(s_r) && is_unit(matrix_scale))
    return Problem{given.dimension, given.contacts, *given.W, given.q, given.mu, matrix_scale, s_w, s_r,
                   memory};
  sentence.write(
      "problem: the unit of r, max |q_c| / max trace(W_cc) = {:.3g} / {:.3g}, is out of range; measure in "
      "other units.",
      s_w, matrix_scale);
  return std::nullopt;
}

template <std::int32_t dimension>
double matrix_scale(const MatrixClaim& claim) {
  const nsds_matrix& W = *claim.matrices[0].view;
  return W.storage == NSDS_OPERATOR ? 1.0 : friction::matrix_scale(dimension, W);
}

}  // namespace

std::optional<Problem> checked(const nsds_friction_contact* given, const Memories& memories,
                               const Sentence& sentence) {
  if (!check_sizes(given, sentence)) return std::nullopt;
  const NamedMatrix matrices[] = {{"problem.W", given->W}};
  const MatrixClaim claim{NSDS_CLASS_FRICTION_CONTACT, matrices, memories.workspace, memories.reuse,
                          given->dimension};
  if (memories.contacts != nullptr) memories.contacts->keep(effective_reuse(claim));
  const auto measure = given->dimension == 2 ? matrix_scale<2> : matrix_scale<3>;
  const std::optional<double> scale = checked_matrices(claim, measure, sentence);
  if (!scale || !check_vectors(*given, sentence)) return std::nullopt;
  return in_units(*given, *scale, memories.contacts, sentence);
}

bool has_entries(const Problem& problem, const Sentence& sentence) {
  const NamedMatrix W{"problem.W", &problem.W};
  return check_entries({&W, 1}, sentence);
}

}  // namespace nsds::numerics::friction
