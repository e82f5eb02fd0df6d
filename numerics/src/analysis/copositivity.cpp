// nsds_matrix_is_copositive: what pairs of rows show, then block by block of rows that hinder each other.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "analysis/copy.hpp"
#include "analysis/definiteness.hpp"
#include "analysis/hadeler.hpp"
#include "core/arena.hpp"
#include "core/disjoint_sets.hpp"
#include "core/guard.hpp"
#include "linalg/entries.hpp"
#include "nsds/numerics/analysis.h"

namespace nsds::numerics::analysis {
namespace {

constexpr std::int32_t largest_dense_block = 2000;

// A finding is what is known of a matrix or one of its blocks.
struct Finding {
  nsds_copositivity answer = NSDS_STRICTLY_COPOSITIVE;
  std::vector<double> x;   // (n) where not copositive
  bool too_large = false;  // a block was not examined
};

// x >= 0 on one or two rows with x'Sx < 0, empty if there is none: for a = S_ii, b = S_ij < 0, c = S_jj with
// a c < b^2 the form at (-c/b, 1) is c (a c / b^2 - 1), at (1, -a/b) it is a (a c / b^2 - 1), at (1, 1) it is
// a + 2 b + c.
std::vector<double> negative_pair(const nsds_matrix& S) {
  std::vector<double> diagonal(index(S.rows)), x;
  nsds_matrix_diagonal(&S, diagonal.data());
  for_each_entry(S, [&](std::int32_t i, std::int32_t j, double b) {
    if (!x.empty() || i > j || !(b < 0.0)) return;
    const double a = diagonal[index(i)], c = diagonal[index(j)];
    const double x_i = i == j ? 1.0 : c > 0.0 ? -c / b : 1.0;
    const double x_j = i == j ? 0.0 : c > 0.0 || !(a > 0.0) ? 1.0 : -a / b;
    const double straight = a * x_i * x_i + c * x_j * x_j, crossed = 2.0 * b * x_i * x_j;
    constexpr double enough = 16.0 * std::numeric_limits<double>::epsilon();
    if (!(straight + crossed < -enough * (std::fabs(straight) + std::fabs(crossed)))) return;
    x.assign(index(S.rows), 0.0);
    x[index(j)] = x_j;
    x[index(i)] = x_i;
  });
  return x;
}

// Gives the rows of each block, blocks by their first rows; rows i, j with S_ij < 0 are in the same one.
std::vector<std::vector<std::int32_t>> blocks_of(const nsds_matrix& S) {
  Arena arena;
  DisjointSets sets(index(S.rows), arena);
  for_each_entry(S, [&](std::int32_t i, std::int32_t j, double value) {
    if (value < 0.0) sets.unite(i, j);
  });
  const std::span<std::int32_t> block_of = arena.take<std::int32_t>(index(S.rows));
  std::vector<std::vector<std::int32_t>> blocks(index(sets.number(block_of)));
  for (std::int32_t i = 0; i < S.rows; ++i) blocks[index(block_of[index(i)])].push_back(i);
  return blocks;
}

void drop_positive(OwnedMatrix& S) {
  std::vector<double>& values = S.values;
  if (S.storage == NSDS_CSC) {
    for (std::int32_t j = 0; j < S.cols; ++j)
      for (std::size_t k = index(S.starts[index(j)]); k < index(S.starts[index(j) + 1]); ++k)
        if (S.indices[k] != j) values[k] = std::min(values[k], 0.0);
    return;
  }
  for (std::size_t j = 0; j < index(S.cols); ++j)
    for (std::size_t i = 0; i < index(S.rows); ++i)
      if (i != j) values[j * index(S.rows) + i] = std::min(values[j * index(S.rows) + i], 0.0);
}

// Decides by definiteness alone, of S and of S without its positive entries beside the diagonal, below which
// S is not on x ≥ 0.
nsds_copositivity by_definiteness(const nsds_matrix& S, double t) {
  OwnedMatrix negative;
  scaled_copy(S, {}, 0, negative);
  drop_positive(negative);
  const double margin = definite_margin(S);
  if (is_positive_definite(S, -margin) || is_positive_definite(negative, -margin))
    return NSDS_STRICTLY_COPOSITIVE;
  if (is_positive_definite(S, t) || is_positive_definite(negative, t)) return NSDS_COPOSITIVE;
  return NSDS_COPOSITIVITY_UNDECIDED;
}

// Decides for a block of few rows. T: (n x n).
Finding small_block(std::vector<double> T, std::int32_t n, double t) {
  HadelerAnswer answer = hadeler(T, n, false);
  if (answer.strict) return {};
  if (!answer.x.empty()) return {NSDS_NOT_COPOSITIVE, std::move(answer.x)};
  for (std::int32_t i = 0; i < n; ++i) T[index(i) * index(n + 1)] += t;
  return {hadeler(T, n, true).strict ? NSDS_COPOSITIVE : NSDS_COPOSITIVITY_UNDECIDED, {}};
}

// whole: what definiteness says of S.
Finding examine_block(const nsds_matrix& S, const std::vector<std::int32_t>& rows, double t,
                      nsds_copositivity whole) {
  const auto n = static_cast<std::int32_t>(rows.size());
  if (n > largest_dense_block) return {whole, {}, whole == NSDS_COPOSITIVITY_UNDECIDED};
  std::vector<std::int32_t> place(index(S.rows), -1);
  for (std::int32_t k = 0; k < n; ++k) place[index(rows[index(k)])] = k;
  std::vector<double> T(index(n) * index(n), 0.0);
  for_each_entry(S, [&](std::int32_t i, std::int32_t j, double value) {
    if (place[index(i)] < 0 || place[index(j)] < 0) return;
    T[index(place[index(j)]) * index(n) + index(place[index(i)])] = value;
  });
  if (n > largest_hadeler) {
    const nsds_copositivity answer = by_definiteness(nsds_matrix_dense(n, n, T.data(), n), t);
    if (answer != NSDS_COPOSITIVITY_UNDECIDED) return {answer, {}};
    return {whole, {}, whole == NSDS_COPOSITIVITY_UNDECIDED};
  }
  Finding finding = small_block(std::move(T), n, t);
  std::vector<double> x(finding.x.empty() ? 0 : index(S.rows), 0.0);
  for (std::size_t k = 0; k < finding.x.size(); ++k) x[index(rows[k])] = finding.x[k];
  finding.x = std::move(x);
  return finding;
}

// The weakest of the answers for blocks; one that is not copositive decides.
Finding examine_blocks(const nsds_matrix& S, double t, nsds_copositivity whole) {
  Finding all;
  std::vector<double> diagonal(index(S.rows));
  nsds_matrix_diagonal(&S, diagonal.data());
  for (const std::vector<std::int32_t>& rows : blocks_of(S)) {
    if (rows.size() == 1) {
      if (!(diagonal[index(rows[0])] > 0.0) && all.answer == NSDS_STRICTLY_COPOSITIVE)
        all.answer = NSDS_COPOSITIVE;
      continue;
    }
    Finding block = examine_block(S, rows, t, whole);
    if (block.answer == NSDS_NOT_COPOSITIVE) return block;
    all.too_large = all.too_large || block.too_large;
    if (block.answer == NSDS_COPOSITIVITY_UNDECIDED || all.answer == NSDS_COPOSITIVITY_UNDECIDED)
      all.answer = NSDS_COPOSITIVITY_UNDECIDED;
    else if (block.answer == NSDS_COPOSITIVE)
      all.answer = NSDS_COPOSITIVE;
  }
  return all;
}

Finding find(const nsds_matrix& M, double t) {
  OwnedMatrix S;
  symmetric_part(M, 1.0, 0.0, S);
  if (std::vector<double> x = negative_pair(S); !x.empty()) return {NSDS_NOT_COPOSITIVE, std::move(x)};
  nsds_copositivity whole = NSDS_COPOSITIVITY_UNDECIDED;
  if (S.storage == NSDS_CSC) {
    whole = by_definiteness(S, t);
    if (whole == NSDS_STRICTLY_COPOSITIVE) return {};
  }
  return examine_blocks(S, t, whole);
}

const char* reason(nsds_copositivity answer) {
  switch (answer) {
    case NSDS_STRICTLY_COPOSITIVE:
      return "x'Mx > 0 for all x >= 0 other than 0.";
    case NSDS_COPOSITIVE:
      return "x'Mx >= 0 for all x >= 0 to the tolerance; it is not shown that zero is not reached.";
    case NSDS_NOT_COPOSITIVE:
      return "x'Mx < 0 for some x >= 0.";
    case NSDS_COPOSITIVITY_UNDECIDED:
      break;
  }
  return "rounding hides the sign of x'Mx for some x >= 0; a larger tolerance may decide.";
}

nsds_status decide(const nsds_matrix& given, double tolerance, nsds_copositivity* answer, double* witness,
                   const Sentence& sentence) {
  const std::int32_t n = given.rows;
  const std::vector<std::int32_t> exponents = exponents_to_unit_diagonal(given);
  OwnedMatrix M;
  if (!scaled_copy(given, exponents, 0, M)) {
    sentence.write("with a diagonal of ones M has entries beyond the range of a double.");
    *answer = NSDS_COPOSITIVITY_UNDECIDED;
    return NSDS_OK;
  }
  const double least = 64.0 * n * std::numeric_limits<double>::epsilon();
  Finding finding = find(M, std::max(tolerance, least));
  if (finding.too_large) {
    sentence.write("a block of more than {} rows is neither semidefinite nor otherwise settled.",
                   largest_hadeler);
    return NSDS_NOT_APPLICABLE;
  }
  if (finding.answer == NSDS_NOT_COPOSITIVE &&
      witness != nullptr)  // the form of D M D at x is that of M at D x
    for (std::size_t i = 0; i < index(n); ++i) witness[i] = std::ldexp(finding.x[i], exponents[i]);
  *answer = finding.answer;
  sentence.write("{}", reason(finding.answer));
  return NSDS_OK;
}

}  // namespace
}  // namespace nsds::numerics::analysis

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_matrix_is_copositive(const nsds_matrix* M, double tolerance, nsds_copositivity* answer,
                                      double* witness, char* message, size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  using namespace nsds::numerics;
  using namespace nsds::numerics::analysis;
  const Sentence sentence{message, message_size};
  return guarded([&] {
    const nsds_status status = check(M, answer != nullptr, tolerance, sentence);
    return status == NSDS_OK ? decide(*M, tolerance, answer, witness, sentence) : status;
  });
}
