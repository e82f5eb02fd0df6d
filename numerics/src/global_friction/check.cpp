#include "global_friction/check.hpp"

#include <array>
#include <cstdint>
#include <limits>

#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "linalg/friction_coefficients.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::global_friction {
namespace {

using Given = nsds_global_friction_contact;

bool check_sizes(const Given& given, const Sentence& sentence) {
  if (given.dimension != 2 && given.dimension != 3) {
    sentence.write("problem.dimension is {}, it must be 2 or 3.", given.dimension);
    return false;
  }
  // Rows are numbered contacts first, then momentum, then bilateral rows.
  const std::int64_t rows = static_cast<std::int64_t>(given.dimension) * given.contacts + given.size +
                            static_cast<std::int64_t>(given.constraints);
  if (given.contacts >= 0 && given.size >= 0 && given.constraints >= 0 &&
      rows <= std::numeric_limits<std::int32_t>::max())
    return true;
  sentence.write(
      "problem.contacts is {}, size {} and constraints {}; none may be negative, nor the rows, dimension * "
      "contacts + "
      "size + constraints, more than {}.",
      given.contacts, given.size, given.constraints, std::numeric_limits<std::int32_t>::max());
  return false;
}

bool check_matrix(const char* name, const nsds_matrix* A, std::int32_t rows, std::int32_t cols,
                  const Sentence& sentence) {
  if (A == nullptr) {
    sentence.write("problem.{} is null.", name);
    return false;
  }
  if (A->rows == rows && A->cols == cols) return true;
  sentence.write("problem.{} is {} x {}, it must be {} x {}.", name, A->rows, A->cols, rows, cols);
  return false;
}

// Checks everything but the entries of the matrices.
bool check_problem(const Given* given, const Sentence& sentence) {
  if (!check_struct(given, "nsds_global_friction_contact_init", sentence) || !check_sizes(*given, sentence))
    return false;
  const std::int32_t n = given->size, m = given->constraints, count = given->dimension * given->contacts;
  if (!check_matrix("M", given->M, n, n, sentence) || !check_matrix("H", given->H, n, count, sentence) ||
      (m > 0 && !check_matrix("G", given->G, m, n, sentence)))
    return false;
  return check_vector("q", given->q, n, sentence) && check_vector("b", given->b, count, sentence) &&
         check_vector("d", given->d, m, sentence) && check_friction(given->mu, given->contacts, sentence);
}

std::array<NamedMatrix, 3> matrices_of(const Given& given) {
  return {{{"problem.M", given.M},
           {"problem.H", given.H},
           {"problem.G", given.constraints > 0 ? given.G : nullptr}}};
}

bool check_matrices(const Given& given, nsds_workspace* workspace, nsds_reuse reuse,
                    const Sentence& sentence) {
  const auto matrices = matrices_of(given);
  const auto nothing_to_measure = [](const MatrixClaim&) { return 1.0; };
  return checked_matrices({NSDS_CLASS_GLOBAL_FRICTION_CONTACT, matrices, workspace, reuse},
                          nothing_to_measure, sentence)
      .has_value();
}

// Factorises M and finds the scales: NSDS_OK, NSDS_SINGULAR, NSDS_TIME_LIMIT or NSDS_INVALID_ARGUMENT.
nsds_status factorise_and_scale(Problem& problem, LargeMass& mass, Arena& arena, const Sentence& sentence) {
  problem.blocks = mass_blocks(problem.M, arena);
  if (problem.blocks.largest <= largest_small_block && problem.blocks.entries <= most_entries_of_blocks) {
    if (!factorise_blocks(problem.M, problem.blocks, arena, sentence, problem.factors)) return NSDS_SINGULAR;
  } else {
    const nsds_status status = mass.factorise(problem, arena, sentence);
    if (status != NSDS_OK) return status;
    problem.mass = &mass;
  }
  problem.scales = global_friction::scales(problem, arena);
  const Scales& scales = problem.scales;
  if (is_unit(scales.s_u) && is_unit(scales.s_r) && is_unit(scales.s_momentum) && is_unit(scales.s_rows) &&
      is_unit(scales.s_u / scales.s_r))
    return NSDS_OK;
  sentence.write("problem: the unit of r, {:.3g}, or of u, {:.3g}, is out of range; measure in other units.",
                 scales.s_r, scales.s_u);
  return NSDS_INVALID_ARGUMENT;
}

Problem view_of(const Given& given) {
  return {given.dimension,
          given.contacts,
          given.size,
          given.constraints,
          *given.M,
          *given.H,
          given.constraints > 0 ? given.G : nullptr,
          given.q,
          given.b,
          given.d,
          given.mu};
}

}  // namespace

bool check(const Given* given, nsds_workspace* workspace, nsds_reuse reuse, const Sentence& sentence) {
  return check_problem(given, sentence) && check_matrices(*given, workspace, reuse, sentence);
}

bool has_entries(const Given& given, const Sentence& sentence) {
  return check_entries(matrices_of(given), sentence);
}

Prepared::Prepared(const Given& given, const Deadline& deadline, Arena& arena, const Sentence& sentence)
    : problem(view_of(given)), mass_(deadline) {
  status = factorise_and_scale(problem, mass_, arena, sentence);
}

}  // namespace nsds::numerics::global_friction
