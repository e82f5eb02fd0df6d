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

// What the fields of a public struct are called, and what they say.
struct Sizes {
  const char* matrix_name;  // "problem.W"
  const nsds_matrix* matrix;
  const char* count_name;  // "problem.contacts"
  std::int32_t count;
  std::int32_t rows;  // of a contact
  const char* one;    // "contact"
};

template <class Contacts>
Sizes sizes_of(const Contacts& given) {
  return {"problem.W", given.W, "problem.contacts", given.contacts, given.dimension, "contact"};
}

Sizes sizes_of(const nsds_cone_plasticity& given) {
  return {"problem.M", given.M, "problem.points", given.points, 3, "point"};
}

bool check_sizes(const Sizes& sizes, const Sentence& sentence) {
  const std::int32_t most = std::numeric_limits<std::int32_t>::max() / sizes.rows;
  if (sizes.count < 0 || sizes.count > most) {
    sentence.write("{} is {}, it must be between 0 and {}.", sizes.count_name, sizes.count, most);
    return false;
  }
  const std::int32_t size = sizes.rows * sizes.count;
  if (sizes.matrix == nullptr) {
    sentence.write("{} is null.", sizes.matrix_name);
    return false;
  }
  if (sizes.matrix->rows != size || sizes.matrix->cols != size) {
    sentence.write("{} is {} x {}, it must be {} x {}: {} rows a {}.", sizes.matrix_name, sizes.matrix->rows,
                   sizes.matrix->cols, size, size, sizes.rows, sizes.one);
    return false;
  }
  return true;
}

// Everything but the numbers. init: the name of the initialiser; plane, space: the two dimensions that there are.
template <class Contacts>
bool check_contacts(const Contacts* given, const char* init, std::int32_t plane, std::int32_t space,
                    const Sentence& sentence) {
  if (!check_struct(given, init, sentence)) return false;
  if (given->dimension == plane || given->dimension == space) return check_sizes(sizes_of(*given), sentence);
  sentence.write("problem.dimension is {}, it must be {} or {}.", given->dimension, plane, space);
  return false;
}

bool check_points(const nsds_cone_plasticity* given, const Sentence& sentence) {
  if (!check_struct(given, "nsds_cone_plasticity_init", sentence)) return false;
  if (given->law == NSDS_DRUCKER_PRAGER || given->law == NSDS_VON_MISES)
    return check_sizes(sizes_of(*given), sentence);
  sentence.write("problem.law is {}, it must be NSDS_DRUCKER_PRAGER, {}, or NSDS_VON_MISES, {}.", given->law,
                 static_cast<int>(NSDS_DRUCKER_PRAGER), static_cast<int>(NSDS_VON_MISES));
  return false;
}

// The numbers of the law, and none of the other.
bool check_yield(const nsds_cone_plasticity& given, const Sentence& sentence) {
  if (given.law == NSDS_VON_MISES) {
    if (given.eta == nullptr && given.theta == nullptr)
      return check_coefficients("sigma_y", given.sigma_y, given.points, sentence);
    sentence.write(
        "problem.eta and problem.theta must be null for von Mises, they are Drucker and Prager's.");
    return false;
  }
  if (given.sigma_y == nullptr)
    return check_coefficients("eta", given.eta, given.points, sentence) &&
           check_coefficients("theta", given.theta, given.points, sentence);
  sentence.write("problem.sigma_y must be null for Drucker and Prager, it is von Mises's.");
  return false;
}

template <class Given>
bool check_vectors(const Given& given, const Sentence& sentence) {
  return check_vector("q", given.q, given.dimension * given.contacts, sentence) &&
         check_friction(given.mu, given.contacts, sentence) &&
         check_floor(given.floor, given.dimension * given.contacts, sentence);
}

// The problem with s_r, whose other scales are known: nothing, and a sentence, where they are no units.
std::optional<Problem> in_units(Problem problem, const Sentence& sentence) {
  problem.s_r = problem.s_w / problem.matrix_scale;
  if (is_unit(problem.s_w) && is_unit(problem.s_r) && is_unit(problem.matrix_scale)) return problem;
  sentence.write(
      "problem: the unit of r, max |q_c| / max trace of a diagonal block = {:.3g} / {:.3g}, is out of range; "
      "measure in "
      "other units.",
      problem.s_w, problem.matrix_scale);
  return std::nullopt;
}

template <std::int32_t dimension>
double matrix_scale(const MatrixClaim& claim) {
  const nsds_matrix& W = *claim.matrices[0].view;
  return W.storage == NSDS_OPERATOR ? 1.0 : friction::matrix_scale(dimension, W);
}

// The lengths of moments, and the scales that are measured in them. False, and a sentence, where a length is no unit.
bool measure_rolling_scales(Problem& problem, Arena& arena, const Sentence& sentence) {
  const auto lengths = arena.take<double>(index(problem.contacts));
  problem.lengths = lengths.data();
  const Arena::Mark mark = arena.mark();
  const auto diagonal = arena.take<double>(problem.size(), 0.0);
  for_each_diagonal_entry(problem.W, [&](std::int32_t i, double value) { diagonal[index(i)] = value; });
  problem.matrix_scale = rolling_scales(index(problem.dimension), diagonal, problem.mu_r, lengths);
  arena.rewind(mark);
  if (problem.matrix_scale == 0.0) nsds_matrix_max_abs(&problem.W, &problem.matrix_scale);
  if (problem.matrix_scale == 0.0) problem.matrix_scale = 1.0;
  if (!check_lengths(problem.mu_r, lengths, sentence)) return false;
  const double s_w = rolling_velocity_scale(cone_contacts(problem), problem.q);
  problem.s_w = s_w == 0.0 ? 1.0 : s_w;
  return true;
}

// Checks the matrix, and says to the memory what of it is unchanged. Returns its scale.
std::optional<double> checked_matrix(const Sizes& sizes, nsds_class problem_class,
                                     double (*measure)(const MatrixClaim& claim), const Memories& memories,
                                     const Sentence& sentence) {
  const NamedMatrix matrices[] = {{sizes.matrix_name, sizes.matrix}};
  const MatrixClaim claim{problem_class, matrices, memories.workspace, memories.reuse, sizes.rows};
  if (memories.contacts != nullptr) memories.contacts->keep(effective_reuse(claim));
  return checked_matrices(claim, measure, sentence);
}

}  // namespace

std::optional<Problem> checked(const nsds_friction_contact* given, const Memories& memories, Arena&,
                               const Sentence& sentence) {
  if (!check_contacts(given, "nsds_friction_contact_init", 2, 3, sentence)) return std::nullopt;
  const auto measure = given->dimension == 2 ? matrix_scale<2> : matrix_scale<3>;
  const std::optional<double> scale =
      checked_matrix(sizes_of(*given), NSDS_CLASS_FRICTION_CONTACT, measure, memories, sentence);
  if (!scale || !check_vectors(*given, sentence)) return std::nullopt;
  const double s_w = vector_scale(given->dimension, given->contacts, given->q);
  Problem problem{given->dimension, given->contacts, *given->W, given->q, given->mu, *scale, s_w};
  problem.memory = memories.contacts;
  problem.floor = given->floor;
  return in_units(problem, sentence);
}

std::optional<Problem> checked(const nsds_rolling_friction_contact* given, const Memories& memories,
                               Arena& arena, const Sentence& sentence) {
  if (!check_contacts(given, "nsds_rolling_friction_contact_init", 3, rolling_rows, sentence))
    return std::nullopt;
  // The scale of W is a matter of mu_r as well, so that a workspace has nothing to remember of it.
  const auto nothing_to_measure = [](const MatrixClaim&) { return 1.0; };
  if (!checked_matrix(sizes_of(*given), NSDS_CLASS_ROLLING_FRICTION_CONTACT, nothing_to_measure, memories,
                      sentence) ||
      !check_vectors(*given, sentence) || !check_rolling(given->mu_r, given->contacts, sentence))
    return std::nullopt;
  Problem problem{given->dimension, given->contacts, *given->W, given->q, given->mu};
  problem.memory = memories.contacts;
  problem.five_rows = true;
  problem.mu_r = given->mu_r;
  problem.floor = given->floor;
  if (!measure_rolling_scales(problem, arena, sentence)) return std::nullopt;
  return in_units(problem, sentence);
}

std::optional<Problem> checked(const nsds_cone_plasticity* given, const Memories& memories, Arena& arena,
                               const Sentence& sentence) {
  constexpr std::int32_t rows = 3;
  if (!check_points(given, sentence)) return std::nullopt;
  const std::optional<double> scale =
      checked_matrix(sizes_of(*given), NSDS_CLASS_CONE_PLASTICITY, matrix_scale<rows>, memories, sentence);
  if (!scale || !check_vector("q", given->q, rows * given->points, sentence) ||
      !check_yield(*given, sentence) || !check_floor(given->floor, rows * given->points, sentence))
    return std::nullopt;
  const bool is_cone = given->law == NSDS_DRUCKER_PRAGER;
  Problem problem{rows, given->points, *given->M, given->q, is_cone ? given->eta : given->sigma_y, *scale};
  problem.s_w = vector_scale(rows, given->points, given->q);
  problem.memory = memories.contacts;
  problem.matrix_name = "problem.M";
  problem.five_rows = true;
  problem.has_moments = false;
  problem.mu_r = arena.take<double>(index(given->points), 0.0).data();
  problem.lengths = arena.take<double>(index(given->points), 1.0).data();
  problem.theta = is_cone ? given->theta : nullptr;
  problem.cylinder = !is_cone;
  problem.floor = given->floor;
  return in_units(problem, sentence);
}

bool has_entries(const Problem& problem, const Sentence& sentence) {
  const NamedMatrix matrix{problem.matrix_name, &problem.W};
  return check_entries({&matrix, 1}, sentence);
}

}  // namespace nsds::numerics::friction
