#include "linalg/matrix_claim.hpp"

#include <algorithm>

#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

// Rows, columns and storage of every matrix.
std::uint64_t shape_of(const MatrixClaim& claim) {
  std::uint64_t shape = 14695981039346656037U;
  const auto mix = [&](std::uint64_t part) { shape = (shape ^ part) * 1099511628211U; };
  mix(static_cast<std::uint64_t>(claim.dimension));
  for (const NamedMatrix& matrix : claim.matrices) {
    const bool given = matrix.view != nullptr;
    mix(given ? static_cast<std::uint64_t>(matrix.view->rows) : 0U);
    mix(given ? static_cast<std::uint64_t>(matrix.view->cols) : 0U);
    mix(given ? static_cast<std::uint64_t>(matrix.view->storage) : 0U);
  }
  return shape;
}

bool same_shape(const ProblemRecord& record, const MatrixClaim& claim) {
  return record.problem_class == claim.problem_class && record.shape == shape_of(claim);
}

#ifndef NDEBUG
std::uint64_t hash(const MatrixClaim& claim, std::uint64_t (*of)(const nsds_matrix& A)) {
  std::uint64_t all = 0;
  for (const NamedMatrix& matrix : claim.matrices)
    if (matrix.view != nullptr) all = 31 * all + of(*matrix.view);
  return all;
}

bool check_claim(const MatrixClaim& claim, const Sentence& sentence) {
  if (claim.reuse == NSDS_REUSE_NONE || claim.workspace == nullptr || !claim.workspace->record.valid)
    return true;
  const ProblemRecord& record = claim.workspace->record;
  const char* const name = claim.matrices.front().name;
  if (!same_shape(record, claim)) {
    sentence.write(
        "reuse claims an unchanged structure, but size or storage of {}, or the dimension, have changed.",
        name);
    return false;
  }
  if (claim.reuse >= NSDS_REUSE_STRUCTURE && record.structure_hash != hash(claim, structure_hash)) {
    sentence.write("reuse claims an unchanged structure, but the index arrays of {} have changed.", name);
    return false;
  }
  if (claim.reuse >= NSDS_REUSE_VALUES && record.value_hash != hash(claim, value_hash)) {
    sentence.write("reuse claims unchanged values, but the values of {} have changed.", name);
    return false;
  }
  return true;
}
#endif

void remember(const MatrixClaim& claim, double measured) {
  if (claim.workspace == nullptr) return;
  ProblemRecord& record = claim.workspace->record;
  record = {true, claim.problem_class, shape_of(claim), 0, 0, measured, 0};
#ifndef NDEBUG
  record.structure_hash = hash(claim, structure_hash);
  record.value_hash = hash(claim, value_hash);
#endif
}

// check: well_formed or its part.
bool check_entries(const MatrixClaim& claim, bool (*check)(const nsds_matrix& A, const Sentence& sentence),
                   const Sentence& sentence) {
  for (const NamedMatrix& matrix : claim.matrices) {
    char fault[200];
    if (matrix.view == nullptr || check(*matrix.view, {fault, sizeof fault})) continue;
    sentence.write("{}: {}", matrix.name, fault);
    return false;
  }
  return true;
}

}  // namespace

nsds_reuse effective_reuse(const MatrixClaim& claim) {
  if (claim.workspace == nullptr || !claim.workspace->record.valid) return NSDS_REUSE_NONE;
  return same_shape(claim.workspace->record, claim) ? claim.reuse : NSDS_REUSE_NONE;
}

std::optional<double> checked_matrices(const MatrixClaim& claim, double (*measure)(const MatrixClaim& claim),
                                       const Sentence& sentence) {
  const nsds_reuse reuse = effective_reuse(claim);
#ifndef NDEBUG  // Builds with assertions do not take the caller's word.
  if (!check_entries(claim, well_formed, sentence) || !check_claim(claim, sentence)) return std::nullopt;
#else
  if (reuse == NSDS_REUSE_NONE && !check_entries(claim, well_formed, sentence)) return std::nullopt;
  if (reuse == NSDS_REUSE_STRUCTURE && !check_entries(claim, finite_entries, sentence)) return std::nullopt;
#endif
  if (reuse == NSDS_REUSE_VALUES) return claim.workspace->record.matrix_scale;
  const double measured = measure(claim);
  remember(claim, measured);
  return measured;
}

bool check_entries(std::span<const NamedMatrix> matrices, const Sentence& sentence) {
  const auto bare = std::ranges::find_if(matrices, [](const NamedMatrix& matrix) {
    return matrix.view != nullptr && matrix.view->storage == NSDS_OPERATOR;
  });
  if (bare == matrices.end()) return true;
  sentence.write("the solvers need the entries of {}, which is an operator; convert it to dense, CSC or BSR.",
                 bare->name);
  return false;
}

bool check_shape(std::int32_t size, const nsds_matrix* M, const Sentence& sentence) {
  if (size < 0) {
    sentence.write("problem.size is {}, it must be at least 0.", size);
    return false;
  }
  if (M == nullptr) {
    sentence.write("problem.M is null.");
    return false;
  }
  if (M->rows != size || M->cols != size) {
    sentence.write("problem.M is {} x {}, problem.size is {}.", M->rows, M->cols, size);
    return false;
  }
  return true;
}

}  // namespace nsds::numerics
