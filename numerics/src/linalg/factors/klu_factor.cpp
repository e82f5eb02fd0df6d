// Sparse LU by KLU [Davis, Palamadai Natarajan 2010, ACM TOMS 37, algorithm 907].
#include <algorithm>
#include <cmath>
#include <new>

#include "linalg/factors/factors.hpp"
#include "linalg/owned.hpp"

namespace nsds::numerics {

void KluFactor::release() {
  klu_free_numeric(&numeric_, &common_);
  klu_free_symbolic(&symbolic_, &common_);
}

// Keeps the pivot order of the last factorisation where it still serves: pivots that have become small by
// comparison send the caller to a fresh choice.
bool KluFactor::refactorise() {
  if (numeric_ == nullptr) return false;
  const bool done =
      klu_refactor(starts_.data(), rows_.data(), values_.data(), symbolic_, numeric_, &common_) == 1;
  if (!done || common_.status != KLU_OK) return false;
  if (diagonal_) return true;
  return klu_rgrowth(starts_.data(), rows_.data(), values_.data(), symbolic_, numeric_, &common_) == 1 &&
         common_.rgrowth > 1e-6;
}

bool KluFactor::factorise(const nsds_matrix& A, bool same_structure, const Sentence& sentence) {
  gather_csc(A, true, starts_, rows_, values_);
  if (A.rows == 0) return true;
  if (!same_structure || symbolic_ == nullptr) {
    release();
    symbolic_ = klu_analyze(A.rows, starts_.data(), rows_.data(), &common_);
    if (symbolic_ == nullptr && common_.status == KLU_OUT_OF_MEMORY) throw std::bad_alloc();
  } else if (!is_too_costly() && refactorise()) {
    return true;
  }
  klu_free_numeric(&numeric_, &common_);
  if (is_too_costly()) {
    sentence.write("the sparse LU factorisation would take {:.2g} operations.", predicted_operations());
    return false;
  }
  if (symbolic_ != nullptr)
    numeric_ = klu_factor(starts_.data(), rows_.data(), values_.data(), symbolic_, &common_);
  if (numeric_ != nullptr && common_.status == KLU_OK) return true;
  if (common_.status == KLU_OUT_OF_MEMORY) throw std::bad_alloc();
  sentence.write("a pivot of the sparse LU factorisation is zero (column {}): the matrix is singular.",
                 common_.singular_col);
  klu_free_numeric(&numeric_, &common_);
  return false;
}

double KluFactor::predicted_operations() const {
  return symbolic_ == nullptr ? 0.0 : std::max(symbolic_->est_flops, 0.0);
}

void KluFactor::solve(double* B, std::int32_t columns, std::int32_t ldb) {
  if (symbolic_ != nullptr) klu_solve(symbolic_, numeric_, ldb, columns, B, &common_);
}

double KluFactor::rcond() {
  if (symbolic_ == nullptr) return 1.0;
  if (klu_condest(starts_.data(), values_.data(), symbolic_, numeric_, &common_) != 1) return -1.0;
  return std::min(1.0, 1.0 / common_.condest);
}

double KluFactor::least_pivot() {
  if (symbolic_ == nullptr || numeric_ == nullptr) return 1.0;
  const auto n = static_cast<std::size_t>(symbolic_->n);
  row_scale_.assign(n, 1.0);
  for (std::size_t k = 0; k < n && numeric_->Rs != nullptr; ++k)
    row_scale_[static_cast<std::size_t>(numeric_->Pnum[k])] = numeric_->Rs[k];
  const auto* const pivots = static_cast<const double*>(numeric_->Udiag);
  double least = 1.0;
  for (std::size_t k = 0; k < n; ++k) {
    const auto column = static_cast<std::size_t>(symbolic_->Q[k]);
    double largest = 0.0;
    for (auto p = static_cast<std::size_t>(starts_[column]);
         p < static_cast<std::size_t>(starts_[column + 1]); ++p)
      largest = std::max(largest, std::fabs(values_[p]) / row_scale_[static_cast<std::size_t>(rows_[p])]);
    least = std::min(least, std::fabs(pivots[k]) / largest);
  }
  return least;
}

}  // namespace nsds::numerics
