// nsds_matrix_is_p: structures that settle the matter for any size, then minors.
#include <algorithm>
#include <cmath>
#include <vector>

#include "analysis/comparison.hpp"
#include "analysis/copy.hpp"
#include "analysis/definiteness.hpp"
#include "analysis/minors.hpp"
#include "analysis/reversal.hpp"
#include "core/guard.hpp"
#include "linalg/entries.hpp"
#include "nsds/numerics/analysis.h"

namespace nsds::numerics::analysis {
namespace {

constexpr std::int32_t largest_all = 24;       // all 2^n minors
constexpr std::int32_t largest_leading = 500;  // n^3 operations with bounds

struct Witness {
  std::vector<unsigned char> index_set;
  std::vector<double> x;
};

// Makes the witness of a minor that is not positive: its index set, and a vector on its rows whose sign M
// reverses. A: scaled; exponents: by which powers of two.
Witness make_witness(const std::vector<double>& A, std::int32_t n, const std::vector<std::int32_t>& indices,
                     const std::vector<std::int32_t>& exponents) {
  Witness witness{std::vector<unsigned char>(index(n), 0), std::vector<double>(index(n))};
  for (const std::int32_t i : indices) witness.index_set[index(i)] = 1;
  reversed_vector(A, n, indices, witness.x.data());
  // A = D M D: the vector of M is D x, and M D x has the signs of A x.
  for (std::size_t i = 0; i < index(n); ++i) witness.x[i] = std::ldexp(witness.x[i], exponents[i]);
  return witness;
}

const char* structure_of_p(const nsds_matrix& M) {
  if (is_triangular_reordered(M)) return "M is triangular, up to reordering, with positive diagonal.";
  if (is_h_matrix(M)) return "M is an H-matrix with positive diagonal.";
  if (is_positive_definite(M, -definite_margin(M))) return "(M + M')/2 is positive definite.";
  return nullptr;
}

nsds_status too_large(std::int32_t n, const Sentence& sentence) {
  sentence.write("no structure of M settles it, and all minors are searched for n <= {} only, n = {}.",
                 largest_all, n);
  return NSDS_NOT_APPLICABLE;
}

// Searches the minors that this size allows. settled: whether they are all that matter.
MinorSearch search(const std::vector<double>& A, const nsds_matrix& M, bool& settled) {
  const std::int32_t n = M.rows;
  settled = true;
  if (n <= largest_all) return search_all_minors(A, n);
  MinorSearch pairs = search_minors_of_pairs(A, n);
  if (!pairs.indices.empty()) return pairs;
  MinorSearch leading = search_leading_minors(A, n);
  // A Z-matrix is P where its leading minors are positive [Berman, Plemmons 1994, 6.2.3, E17].
  settled = !leading.indices.empty() || is_z_matrix(M);
  return leading;
}

struct MinorFinding {
  nsds_status status = NSDS_OK;
  nsds_p_answer answer = NSDS_P_UNDECIDED;
  Witness witness;
};

MinorFinding find_minor(const nsds_matrix& given, const Sentence& sentence) {
  const std::int32_t n = given.rows;
  // Diagonal entries are minors of one row, with a unit vector as the witness.
  std::vector<double> diagonal(index(n));
  nsds_matrix_diagonal(&given, diagonal.data());
  const auto low = std::find_if(diagonal.begin(), diagonal.end(), [](double d) { return !(d > 0.0); });
  if (low != diagonal.end()) {
    Witness witness{std::vector<unsigned char>(index(n), 0), std::vector<double>(index(n), 0.0)};
    const auto i = static_cast<std::size_t>(low - diagonal.begin());
    witness.index_set[i] = 1;
    witness.x[i] = 1.0;
    sentence.write("diagonal entry {} is {}.", i, *low);
    return {NSDS_OK, NSDS_P_NO, std::move(witness)};
  }
  // D M D is P where M is, for any positive diagonal D. A diagonal of about one makes minors comparable.
  const std::vector<std::int32_t> exponents = exponents_to_unit_diagonal(given);
  OwnedMatrix M;
  if (!scaled_copy(given, exponents, 0, M)) {
    sentence.write("with a diagonal of ones M has entries beyond the range of a double.");
    return {};
  }
  // Some structures are P at any size.
  if (const char* structure = structure_of_p(M)) {
    sentence.write("{}", structure);
    return {NSDS_OK, NSDS_P_YES, {}};
  }
  // A matrix without such a structure has its minors searched in a dense copy, as far as its size allows.
  if (n > largest_leading) return {too_large(n, sentence), NSDS_P_UNDECIDED, {}};
  std::vector<double> A(index(n) * index(n));
  copy_dense(M, A.data());
  bool settled = true;
  const MinorSearch minors = search(A, M, settled);
  if (!settled) return {too_large(n, sentence), NSDS_P_UNDECIDED, {}};
  if (!minors.indices.empty()) {
    sentence.write("the minor of {} rows that index_set names is not positive.", minors.indices.size());
    return {NSDS_OK, NSDS_P_NO, make_witness(A, n, minors.indices, exponents)};
  }
  sentence.write("{}", minors.unknown     ? "a principal minor is too close to zero for its sign to be known."
                       : n <= largest_all ? "all principal minors are positive."
                                          : "M has no positive entry beside its diagonal, and its leading "
                                            "minors are positive.");
  return {NSDS_OK, minors.unknown ? NSDS_P_UNDECIDED : NSDS_P_YES, {}};
}

}  // namespace
}  // namespace nsds::numerics::analysis

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_matrix_is_p(const nsds_matrix* M, nsds_p_answer* answer, unsigned char* index_set, double* x,
                             char* message, size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  using namespace nsds::numerics;
  using namespace nsds::numerics::analysis;
  const Sentence sentence{message, message_size};
  return guarded([&] {
    const nsds_status status = check(M, answer != nullptr, 0.0, sentence);
    if (status != NSDS_OK) return status;
    const MinorFinding finding = find_minor(*M, sentence);
    if (finding.status != NSDS_OK) return finding.status;
    *answer = finding.answer;
    if (finding.answer != NSDS_P_NO) return NSDS_OK;
    if (index_set != nullptr)
      std::copy(finding.witness.index_set.begin(), finding.witness.index_set.end(), index_set);
    if (x != nullptr) std::copy(finding.witness.x.begin(), finding.witness.x.end(), x);
    return NSDS_OK;
  });
}
