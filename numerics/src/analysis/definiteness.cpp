#include "analysis/definiteness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "analysis/copy.hpp"
#include "analysis/eigenvalues.hpp"
#include "core/guard.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/dense_solve.hpp"
#include "linalg/factors/factors.hpp"

namespace nsds::numerics::analysis {
namespace {

// Operations on dense matrices are done so many times as fast as on sparse ones, as measured with OpenBLAS on
// one thread; a guess anywhere between 5 and 20 serves the purpose, a limit of the order of a second.
constexpr double dense_speed = 10.0;

// Tells whether the form is certain to take negative values and positive ones, beyond t.
nsds_definiteness by_signs(bool negative, bool positive, bool all_negative) {
  if (negative && positive) return NSDS_INDEFINITE;
  if (positive) return NSDS_POSITIVE_SEMIDEFINITE;
  if (!negative) return NSDS_ZERO_FORM;
  return all_negative ? NSDS_NEGATIVE_DEFINITE : NSDS_NEGATIVE_SEMIDEFINITE;
}

nsds_definiteness by_eigenvalues(const nsds_matrix& M, double t, double* v) {
  OwnedMatrix S;
  symmetric_part(M, 1.0, 0.0, S);
  std::vector<double> eigenvalues;
  if (!eigenvalues_of(M.rows, v != nullptr, S.values, eigenvalues)) return NSDS_DEFINITENESS_UNDECIDED;
  const double least = eigenvalues.front(), largest = eigenvalues.back();
  if (!std::isfinite(least) || !std::isfinite(largest)) return NSDS_DEFINITENESS_UNDECIDED;
  if (v != nullptr) std::copy_n(S.values.begin(), M.rows, v);
  if (least > t) return NSDS_POSITIVE_DEFINITE;
  return by_signs(least<-t, largest> t, largest < -t);
}

// sign S + shift I, by LDL'. v: (n) out, Nullable: a direction in which it is not positive.
bool is_positive(const nsds_matrix& M, double sign, double shift, LdlFactor& factor, double* v) {
  OwnedMatrix S;
  symmetric_part(M, sign, shift, S);
  factor.factorise(S, 0.0, true, {});
  const std::int32_t k = factor.first_pivot_not_positive();
  if (k >= 0 && v != nullptr) factor.direction_of_pivot(k, v);
  return k < 0;
}

// Diagonal entries are values of the form.
bool is_indefinite_by_diagonal(const nsds_matrix& M, double t, double* v) {
  std::vector<double> diagonal(index(M.rows));
  nsds_matrix_diagonal(&M, diagonal.data());
  const auto [least, largest] = std::minmax_element(diagonal.begin(), diagonal.end());
  if (!(*least<-t&& * largest> t)) return false;
  std::fill_n(v, M.rows, 0.0);
  v[least - diagonal.begin()] = 1.0;
  return true;
}

nsds_definiteness by_pivots(const nsds_matrix& M, double t, double* v) {
  if (is_indefinite_by_diagonal(M, t, v)) return NSDS_INDEFINITE;
  LdlFactor factor;
  if (is_positive(M, 1.0, -t, factor, nullptr)) return NSDS_POSITIVE_DEFINITE;
  const bool negative = !is_positive(M, 1.0, t, factor, v);
  const bool positive = !is_positive(M, -1.0, t, factor, nullptr);
  const bool all_negative = negative && !positive && is_positive(M, -1.0, -t, factor, nullptr);
  return by_signs(negative, positive, all_negative);
}

bool is_negative_somewhere(nsds_definiteness answer) {
  return answer == NSDS_INDEFINITE || answer == NSDS_NEGATIVE_DEFINITE ||
         answer == NSDS_NEGATIVE_SEMIDEFINITE;
}

const char* reason_of(nsds_definiteness answer) {
  switch (answer) {
    case NSDS_POSITIVE_DEFINITE:
      return "every eigenvalue of (M + M')/2 is above the tolerance.";
    case NSDS_POSITIVE_SEMIDEFINITE:
      return "the eigenvalues of (M + M')/2 are positive, some of them zero to the tolerance.";
    case NSDS_ZERO_FORM:
      return "(M + M')/2 is zero to the tolerance.";
    case NSDS_NEGATIVE_SEMIDEFINITE:
      return "the eigenvalues of (M + M')/2 are negative, some of them zero to the tolerance.";
    case NSDS_NEGATIVE_DEFINITE:
      return "every eigenvalue of (M + M')/2 is negative beyond the tolerance.";
    case NSDS_INDEFINITE:
      return "(M + M')/2 has eigenvalues of both signs beyond the tolerance.";
    case NSDS_DEFINITENESS_UNDECIDED:
      break;
  }
  return "rounding hides the sign of v'Mv, or the eigenvalues did not converge; a larger tolerance decides.";
}

nsds_status decide_definiteness(const nsds_matrix& given, double tolerance, nsds_definiteness* answer,
                                double* witness, const Sentence& sentence) {
  const std::int32_t n = given.rows;
  OwnedMatrix M;
  scaled_copy(given, {}, common_shift(given), M);
  std::vector<double> direction;
  if (witness != nullptr || M.storage == NSDS_CSC) direction.resize(index(n));
  double* const v = direction.empty() ? nullptr : direction.data();
  nsds_definiteness found = definiteness(M, std::max(tolerance, least_tolerance(n)), v);
  const bool negative = v != nullptr && is_negative_somewhere(found);
  if (negative && !quadratic_form(M, v).certainly_negative(n)) found = NSDS_DEFINITENESS_UNDECIDED;
  if (negative && witness != nullptr && found != NSDS_DEFINITENESS_UNDECIDED)
    std::copy(direction.begin(), direction.end(), witness);
  *answer = found;
  sentence.write("{}", reason_of(found));
  return NSDS_OK;
}

}  // namespace

double least_tolerance(std::int32_t n) {
  return 4.0 * std::numeric_limits<double>::epsilon() * std::sqrt(std::max(1.0, static_cast<double>(n)));
}

nsds_definiteness definiteness(const nsds_matrix& M, double tolerance, double* v) {
  const double t = tolerance * matrix_norm(M);
  if (M.rows > 0 && t == 0.0) return NSDS_ZERO_FORM;
  if (M.storage == NSDS_CSC) return by_pivots(M, t, v);
  if (is_positive_definite(M, -t)) return NSDS_POSITIVE_DEFINITE;
  return by_eigenvalues(M, t, v);
}

bool is_positive_definite(const nsds_matrix& M, double shift) {
  if (M.storage == NSDS_CSC) {
    LdlFactor factor;
    return is_positive(M, 1.0, shift, factor, nullptr);
  }
  if (M.rows == 0) return true;
  OwnedMatrix S;
  symmetric_part(M, 1.0, shift, S);
  return factorise_cholesky(S.values.data(), M.rows);
}

namespace {

// What the diagonal alone tells: an entry is a value of the form; a dominant one makes every value positive
// (Gershgorin). Otherwise untested.
Negative sign_by_diagonal(const nsds_matrix& M, Arena& scratch) {
  const std::size_t n = index(M.rows);
  const std::span<double> diagonal = scratch.take<double>(n, 0.0), others = scratch.take<double>(n, 0.0);
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (i == j) {
      diagonal[index(i)] = value;
    } else {
      others[index(i)] += 0.5 * std::fabs(value);
      others[index(j)] += 0.5 * std::fabs(value);
    }
  });
  bool dominant = true;
  for (std::size_t i = 0; i < n; ++i) {
    if (diagonal[i] < 0.0) return Negative::yes;
    dominant = dominant && others[i] <= diagonal[i];
  }
  return dominant ? Negative::no : Negative::untested;
}

// u (n + 1) trace(S), and the rounding of S.
double dense_margin(std::int32_t n, double norm) {
  const double rounded = n * (n + 2.0) + norm;
  return std::max(least_tolerance(n) * norm, std::numeric_limits<double>::epsilon() * rounded);
}

Negative sign_of_sparse(const nsds_matrix& given, double most_operations) {
  OwnedMatrix M, S;
  scaled_copy(given, {}, common_shift(given), M);
  symmetric_part(M, 1.0, 2.0 * definite_margin(M), S);
  LdlFactor factor;
  factor.limit_operations(most_operations);
  factor.factorise(S, 0.0, false, {});
  if (factor.is_too_costly()) return Negative::untested;
  return factor.first_pivot_not_positive() < 0 ? Negative::no : Negative::yes;
}

Negative sign_of_dense(const nsds_matrix& given, double most_operations, Arena& scratch) {
  const std::size_t n = index(given.rows);
  const auto size = static_cast<double>(n);
  if (size * size * size / 3.0 / dense_speed > most_operations) return Negative::untested;
  const std::span<double> S = scratch.take<double>(n * n), sums = scratch.take<double>(n, 0.0);
  copy_dense(given, S.data());
  const std::int32_t shift = common_shift(given);
  double norm = 0.0;
  // The symmetric part, in its lower triangle, with entries of the order one.
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = j; i < n; ++i) {
      double& entry = S[j * n + i];
      const double upper = std::ldexp(S[i * n + j], shift), lower = std::ldexp(entry, shift);
      entry = 0.5 * lower + 0.5 * upper;
      const double largest = std::max(std::fabs(lower), std::fabs(upper));
      sums[i] += largest;
      if (i != j) sums[j] += largest;
    }
  for (const double sum : sums) norm = std::max(norm, sum);
  for (std::size_t j = 0; j < n; ++j) S[j * n + j] += 2.0 * dense_margin(given.rows, norm);
  return factorise_cholesky(S.data(), given.rows) ? Negative::no : Negative::yes;
}

}  // namespace

// Where the symmetric part S is positive semidefinite S + 2 t I has factors, t the margin that rounding needs.
Negative takes_negative_values(const nsds_matrix& given, double most_operations, Arena& scratch) {
  const Arena::Mark mark = scratch.mark();
  Negative found = sign_by_diagonal(given, scratch);
  if (found == Negative::untested)
    found = treat_as_sparse(given) ? sign_of_sparse(given, most_operations)
                                   : sign_of_dense(given, most_operations, scratch);
  scratch.rewind(mark);
  return found;
}

double definite_margin(const nsds_matrix& M) {
  const double norm = matrix_norm(M);
  return M.storage == NSDS_CSC ? least_tolerance(M.rows) * norm : dense_margin(M.rows, norm);
}

}  // namespace nsds::numerics::analysis

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_matrix_definiteness(const nsds_matrix* M, double tolerance, nsds_definiteness* answer,
                                     double* witness, char* message, size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  using namespace nsds::numerics;
  using namespace nsds::numerics::analysis;
  const Sentence sentence{message, message_size};
  return guarded([&] {
    const nsds_status status = check(M, answer != nullptr, tolerance, sentence);
    return status == NSDS_OK ? decide_definiteness(*M, tolerance, answer, witness, sentence) : status;
  });
}
