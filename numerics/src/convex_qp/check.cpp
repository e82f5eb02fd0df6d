#include "convex_qp/check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/symmetry.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::convex_qp {
namespace {

bool check_sizes(const nsds_convex_qp& problem, const Sentence& sentence) {
  // Sizes come first, since all arrays are read by them.
  if (problem.size < 0 || problem.rows < 0) {
    sentence.write("problem.{} is {}, it must be at least 0.", problem.size < 0 ? "size" : "rows",
                   problem.size < 0 ? problem.size : problem.rows);
    return false;
  }
  if (problem.M == nullptr) {
    sentence.write("problem.M is null.");
    return false;
  }
  if (problem.M->rows != problem.size || problem.M->cols != problem.size) {
    sentence.write("problem.M is {} x {}, problem.size is {}.", problem.M->rows, problem.M->cols,
                   problem.size);
    return false;
  }
  // A null A stands for the identity.
  if (problem.A == nullptr && problem.rows != problem.size) {
    sentence.write("problem.rows is {} and problem.size {}; they must be equal where A is null.",
                   problem.rows, problem.size);
    return false;
  }
  if (problem.A != nullptr && (problem.A->rows != problem.rows || problem.A->cols != problem.size)) {
    sentence.write("problem.A is {} x {}, it must be problem.rows x problem.size, {} x {}.", problem.A->rows,
                   problem.A->cols, problem.rows, problem.size);
    return false;
  }
  // Systems of the solvers have a row for each unknown and for each row of A.
  if (std::int64_t{problem.size} + problem.rows > std::numeric_limits<std::int32_t>::max()) {
    sentence.write("problem.size + problem.rows is {}, more than 32 bits hold.",
                   std::int64_t{problem.size} + problem.rows);
    return false;
  }
  return true;
}

bool check_matrix(const char* name, const nsds_matrix& matrix, const Sentence& sentence) {
  char fault[200] = "";
  if (well_formed(matrix, {fault, sizeof fault})) return true;
  sentence.write("problem.{}: {}", name, fault);
  return false;
}

bool check_box(const nsds_convex_qp& problem, const Sentence& sentence) {
  if (problem.project != nullptr || problem.rows == 0) return true;
  if (problem.lower == nullptr || problem.upper == nullptr) {
    sentence.write("problem.{} is null, and there is no projector.",
                   problem.lower == nullptr ? "lower" : "upper");
    return false;
  }
  return check_bounds(problem.rows, problem.lower, problem.upper, sentence);
}

bool has_scales(const nsds_convex_qp& problem) {
  return problem.scale_z != 0.0 || problem.scale_w != 0.0;
}

bool check_scales(const nsds_convex_qp& problem, const Sentence& sentence) {
  if (!has_scales(problem)) return true;
  const bool good = is_unit(problem.scale_z);
  if (good && is_unit(problem.scale_w)) return true;
  sentence.write("problem.{} is {}, it must be positive and finite, or both scales zero.",
                 good ? "scale_w" : "scale_z", good ? problem.scale_w : problem.scale_z);
  return false;
}

bool check_diagonal(const nsds_matrix& M, const Sentence& sentence) {
  double largest = 0.0;
  double smallest = 0.0;
  std::int32_t where = 0;
  for_each_diagonal_entry(M, [&](std::int32_t i, double value) {
    largest = std::max(largest, std::fabs(value));
    if (!(value < smallest)) return;
    smallest = value;
    where = i;
  });
  if (smallest >= -1e-12 * largest) return true;
  sentence.write("problem.M is not positive semidefinite: M[{}][{}] is {}.", where, where, smallest);
  return false;
}

// Gives max |A_ij|, or 1 for the identity and for A = 0.
double unit_of(const nsds_matrix* A) {
  if (A == nullptr) return 1.0;
  double largest = 0.0;
  for_each_entry(
      *A, [&](std::int32_t, std::int32_t, double value) { largest = std::max(largest, std::fabs(value)); });
  return largest == 0.0 ? 1.0 : largest;
}

}  // namespace

std::optional<ConvexQp> check(const nsds_convex_qp* problem, Arena& arena, const Sentence& sentence) {
  if (!check_struct(problem, "nsds_convex_qp_init", sentence)) return std::nullopt;
  const nsds_convex_qp& given = *problem;
  // Each check reads only what an earlier one has found to be there.
  if (!check_sizes(given, sentence) || !check_matrix("M", *given.M, sentence) ||
      (given.A != nullptr && !check_matrix("A", *given.A, sentence)) ||
      !check_vector("q", given.q, given.size, sentence) ||
      (given.b != nullptr && !check_vector("b", given.b, given.rows, sentence)) ||
      !check_box(given, sentence) || !check_scales(given, sentence) ||
      !check_floor(given.floor, given.size + given.rows, sentence) ||
      !check_symmetry("problem.M", *given.M, arena, sentence) || !check_diagonal(*given.M, sentence))
    return std::nullopt;
  // The units of u = A z and of its multiplier follow from those of z and w by the size of A.
  const double unit = unit_of(given.A);
  const bool scaled = has_scales(given);
  const double s_z = scaled ? given.scale_z : 1.0;
  const double s_w = scaled ? given.scale_w : 1.0;
  const ConvexQp checked{given.size,
                         given.rows,
                         *given.M,
                         given.q,
                         given.A,
                         given.b,
                         {given.rows, given.lower, given.upper, given.project, given.user},
                         s_z,
                         s_w,
                         unit * s_z,
                         s_w / unit,
                         !scaled,
                         given.floor};
  if (is_unit(checked.s_u) && is_unit(checked.s_xi) && is_unit(checked.s_u / checked.s_xi)) return checked;
  sentence.write(
      "problem: scale_z {:.3g}, scale_w {:.3g} and max |A_ij| {:.3g} together are out of range; measure in "
      "other "
      "units.",
      checked.s_z, checked.s_w, unit);
  return std::nullopt;
}

bool has_entries(const ConvexQp& problem, const Sentence& sentence) {
  const NamedMatrix matrices[] = {{"problem.M", &problem.M}, {"problem.A", problem.A}};
  return check_entries(matrices, sentence);
}

}  // namespace nsds::numerics::convex_qp
