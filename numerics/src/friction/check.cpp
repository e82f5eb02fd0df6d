#include "friction/check.hpp"

#include <limits>

#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "friction/islands/contact_memory.hpp"
#include "friction/rolling/rolling.hpp"
#include "linalg/friction_coefficients.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::friction {
namespace {

// Everything but the numbers. init: the name of the initialiser; plane, space: the two dimensions that there are.
template <class Given>
bool check_sizes(const Given* given, const char* init, std::int32_t plane, std::int32_t space,
                 const Sentence& sentence) {
  if (!check_struct(given, init, sentence)) return false;
  if (given->dimension != plane && given->dimension != space) {
    sentence.write("problem.dimension is {}, it must be {} or {}.", given->dimension, plane, space);
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

template <class Given>
bool check_vectors(const Given& given, const Sentence& sentence) {
  return check_vector("q", given.q, given.dimension * given.contacts, sentence) &&
         check_friction(given.mu, given.contacts, sentence);
}

// The problem with its scales, whose matrix has been measured: nothing, and a sentence, where they are no
// units.
template <class Given>
std::optional<Problem> in_units(const Given& given, double matrix_scale, double s_w, ContactMemory* memory,
                                const Sentence& sentence) {
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

double rolling_matrix_scale(const MatrixClaim& claim) {
  const nsds_matrix& W = *claim.matrices[0].view;
  return W.storage == NSDS_OPERATOR ? 1.0 : rolling_scales(claim.dimension, W).matrix;
}

// Checks the matrix, and says to the memory what of it is unchanged. Returns its scale.
template <class Given>
std::optional<double> checked_matrix(const Given& given, nsds_class problem_class,
                                     double (*measure)(const MatrixClaim& claim), const Memories& memories,
                                     const Sentence& sentence) {
  const NamedMatrix matrices[] = {{"problem.W", given.W}};
  const MatrixClaim claim{problem_class, matrices, memories.workspace, memories.reuse, given.dimension};
  if (memories.contacts != nullptr) memories.contacts->keep(effective_reuse(claim));
  return checked_matrices(claim, measure, sentence);
}

}  // namespace

std::optional<Problem> checked(const nsds_friction_contact* given, const Memories& memories,
                               const Sentence& sentence) {
  if (!check_sizes(given, "nsds_friction_contact_init", 2, 3, sentence)) return std::nullopt;
  const auto measure = given->dimension == 2 ? matrix_scale<2> : matrix_scale<3>;
  const std::optional<double> scale =
      checked_matrix(*given, NSDS_CLASS_FRICTION_CONTACT, measure, memories, sentence);
  if (!scale || !check_vectors(*given, sentence)) return std::nullopt;
  const double s_w = vector_scale(given->dimension, given->contacts, given->q);
  return in_units(*given, *scale, s_w, memories.contacts, sentence);
}

std::optional<Problem> checked(const nsds_rolling_friction_contact* given, const Memories& memories,
                               const Sentence& sentence) {
  if (!check_sizes(given, "nsds_rolling_friction_contact_init", 3, rolling_rows, sentence))
    return std::nullopt;
  const std::optional<double> scale =
      checked_matrix(*given, NSDS_CLASS_ROLLING_FRICTION_CONTACT, rolling_matrix_scale, memories, sentence);
  if (!scale || !check_vectors(*given, sentence)) return std::nullopt;
  const double length =
      given->W->storage == NSDS_OPERATOR ? 1.0 : rolling_scales(given->dimension, *given->W).length;
  if (!check_rolling(given->mu_r, given->contacts, length, sentence)) return std::nullopt;
  const double s_w =
      rolling_velocity_scale(index(given->dimension), index(given->contacts), given->q, length);
  std::optional<Problem> problem =
      in_units(*given, *scale, s_w == 0.0 ? 1.0 : s_w, memories.contacts, sentence);
  if (!problem) return std::nullopt;
  problem->rolls = true;
  problem->mu_r = given->mu_r;
  problem->length = length;
  return problem;
}

bool has_entries(const Problem& problem, const Sentence& sentence) {
  const NamedMatrix W{"problem.W", &problem.W};
  return check_entries({&W, 1}, sentence);
}

}  // namespace nsds::numerics::friction
