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

// What tells the two classes apart.
template <class Given>
struct ClassOf {
  static constexpr nsds_class name = NSDS_CLASS_GLOBAL_FRICTION_CONTACT;
  static constexpr const char* init = "nsds_global_friction_contact_init";
  static constexpr std::int32_t plane = 2, space = 3;  // rows a contact
  static constexpr bool rolls = false;
};
template <>
struct ClassOf<nsds_global_rolling_friction_contact> {
  static constexpr nsds_class name = NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT;
  static constexpr const char* init = "nsds_global_rolling_friction_contact_init";
  static constexpr std::int32_t plane = 3, space = 5;
  static constexpr bool rolls = true;
};

template <class Given>
bool check_sizes(const Given& given, const Sentence& sentence) {
  if (given.dimension != ClassOf<Given>::plane && given.dimension != ClassOf<Given>::space) {
    sentence.write("problem.dimension is {}, it must be {} or {}.", given.dimension, ClassOf<Given>::plane,
                   ClassOf<Given>::space);
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
template <class Given>
bool check_problem(const Given* given, const Sentence& sentence) {
  if (!check_struct(given, ClassOf<Given>::init, sentence) || !check_sizes(*given, sentence)) return false;
  const std::int32_t n = given->size, m = given->constraints, count = given->dimension * given->contacts;
  if (!check_matrix("M", given->M, n, n, sentence) || !check_matrix("H", given->H, n, count, sentence) ||
      (m > 0 && !check_matrix("G", given->G, m, n, sentence)))
    return false;
  if (!check_vector("q", given->q, n, sentence) || !check_vector("b", given->b, count, sentence) ||
      !check_vector("d", given->d, m, sentence) || !check_friction(given->mu, given->contacts, sentence))
    return false;
  if (!check_floor(given->floor, count + n + m, sentence)) return false;
  if constexpr (ClassOf<Given>::rolls) return check_rolling(given->mu_r, given->contacts, sentence);
  return true;
}

template <class Given>
std::array<NamedMatrix, 3> matrices_of(const Given& given) {
  return {{{"problem.M", given.M},
           {"problem.H", given.H},
           {"problem.G", given.constraints > 0 ? given.G : nullptr}}};
}

template <class Given>
bool check_matrices(const Given& given, nsds_workspace* workspace, nsds_reuse reuse,
                    const Sentence& sentence) {
  const auto matrices = matrices_of(given);
  const auto nothing_to_measure = [](const MatrixClaim&) { return 1.0; };
  return checked_matrices({ClassOf<Given>::name, matrices, workspace, reuse}, nothing_to_measure, sentence)
      .has_value();
}

// Factorises M and finds the scales: NSDS_OK, NSDS_SINGULAR, NSDS_TIME_LIMIT or NSDS_INVALID_ARGUMENT. What is cheap to
// refuse is looked at first.
nsds_status factorise_and_scale(Problem& problem, LargeMass& mass, Arena& arena, const Sentence& sentence) {
  if (problem.rolls) {
    const std::span<const double> lengths = moment_lengths(problem, arena);
    if (!check_lengths(problem.mu_r, lengths, sentence)) return NSDS_INVALID_ARGUMENT;
    problem.lengths = lengths.data();
  }
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

template <class Given>
Problem view_of(const Given& given) {
  Problem problem{given.dimension,
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
  problem.floor = given.floor;
  if constexpr (ClassOf<Given>::rolls) {
    problem.rolls = true;
    problem.mu_r = given.mu_r;
  }
  return problem;
}

}  // namespace

template <class Given>
bool check(const Given* given, nsds_workspace* workspace, nsds_reuse reuse, const Sentence& sentence) {
  return check_problem(given, sentence) && check_matrices(*given, workspace, reuse, sentence);
}

template <class Given>
bool has_entries(const Given& given, const Sentence& sentence) {
  return check_entries(matrices_of(given), sentence);
}

template <class Given>
Prepared::Prepared(const Given& given, const Deadline& deadline, Arena& arena, const Sentence& sentence)
    : problem(view_of(given)), mass_(deadline) {
  status = factorise_and_scale(problem, mass_, arena, sentence);
}

template bool check(const nsds_global_friction_contact*, nsds_workspace*, nsds_reuse, const Sentence&);
template bool check(const nsds_global_rolling_friction_contact*, nsds_workspace*, nsds_reuse,
                    const Sentence&);
template bool has_entries(const nsds_global_friction_contact&, const Sentence&);
template bool has_entries(const nsds_global_rolling_friction_contact&, const Sentence&);
template Prepared::Prepared(const nsds_global_friction_contact&, const Deadline&, Arena&, const Sentence&);
template Prepared::Prepared(const nsds_global_rolling_friction_contact&, const Deadline&, Arena&,
                            const Sentence&);

}  // namespace nsds::numerics::global_friction
