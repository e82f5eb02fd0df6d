// Sparse LDL' by LDL with AMD ordering [Davis 2005, ACM TOMS 31, algorithm 849; Amestoy, Davis, Duff 2004,
// ACM TOMS 30, algorithm 837]. What is factorised is A + delta S; solves refine against A.
#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "linalg/entries.hpp"
#include "linalg/factors/factors.hpp"

namespace nsds::numerics {
namespace {

constexpr int refinement_steps = 50;
constexpr double enough = 4 * std::numeric_limits<double>::epsilon();
constexpr double contraction = 0.7;  // slower than this a further step does not pay

}  // namespace

// Gathers A by columns with every diagonal entry stored, and a copy with the regularised diagonal.
void LdlFactor::gather(const nsds_matrix& A, double delta) {
  n_ = A.rows;
  const std::size_t n = index(n_);
  flags_.assign(n, 0);  // 1 where a diagonal entry is stored
  starts_.assign(n + 1, 0);
  // A diagonal entry that is not stored gets a place too.
  for_each_entry(A, [&](std::int32_t i, std::int32_t j, double) {
    ++starts_[index(j) + 1];
    if (i == j) flags_[index(i)] = 1;
  });
  for (std::size_t j = 0; j < n; ++j) starts_[j + 1] += starts_[j] + (flags_[j] == 0 ? 1 : 0);
  rows_.resize(index(starts_[n]));
  values_.resize(index(starts_[n]));
  const auto put = [&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t k = index(starts_[index(j)]++);
    rows_[k] = i;
    values_[k] = value;
  };
  for_each_entry(A, put);
  for (std::int32_t j = 0; j < n_; ++j)
    if (flags_[index(j)] == 0) put(j, j, 0.0);
  for (std::size_t j = n; j > 0; --j) starts_[j] = starts_[j - 1];
  starts_[0] = 0;

  // The regularisation enlarges diagonal entries in the direction of their signs.
  regularised_ = values_;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = index(starts_[j]); k < index(starts_[j + 1]); ++k)
      if (index(rows_[k]) == j) regularised_[k] += values_[k] > 0.0 ? delta : -delta;
}

// Finds the elimination order, the elimination tree and the size of the pattern.
void LdlFactor::analyse() {
  const std::size_t n = index(n_);
  for (auto* vector : {&order_, &inverse_order_, &parent_, &counts_, &pattern_}) vector->resize(n);
  factor_starts_.resize(n + 1);
  if (amd_order(n_, starts_.data(), rows_.data(), order_.data(), nullptr, nullptr) == AMD_OUT_OF_MEMORY)
    throw std::bad_alloc();
  ldl_symbolic(n_, starts_.data(), rows_.data(), factor_starts_.data(), parent_.data(), counts_.data(),
               flags_.data(), order_.data(), inverse_order_.data());
  for (auto* vector : {&pivots_, &scratch_, &residual_, &x_, &previous_}) vector->resize(n);
}

bool LdlFactor::factorise(const nsds_matrix& A, double delta, bool same_structure, const Sentence& sentence) {
  gather(A, delta);
  done_ = 0;
  if (n_ == 0) return true;
  // The analysis serves as long as the structure is asserted to stay.
  if (!same_structure || order_.size() != index(n_)) analyse();
  if (is_too_costly()) {
    sentence.write("the LDL factorisation would take {:.2g} operations.", predicted_operations());
    return false;
  }
  // The numerical factorisation stops at a pivot that is exactly zero.
  factor_rows_.resize(index(factor_starts_[index(n_)]));
  factor_values_.resize(factor_rows_.size());
  done_ =
      ldl_numeric(n_, starts_.data(), rows_.data(), regularised_.data(), factor_starts_.data(),
                  parent_.data(), counts_.data(), factor_rows_.data(), factor_values_.data(), pivots_.data(),
                  scratch_.data(), pattern_.data(), flags_.data(), order_.data(), inverse_order_.data());
  for (std::int32_t k = 0; k < n_; ++k) {
    // A pivot at rounding level of its column is a zero that cancellation has left behind.
    const std::size_t column = index(order_[index(k)]);
    double largest = 0.0;
    for (std::size_t p = index(starts_[column]); p < index(starts_[column + 1]); ++p)
      largest = std::max(largest, std::fabs(values_[p]));
    const bool zero = k >= done_ || !(std::fabs(pivots_[index(k)]) >
                                      1e-3 * std::numeric_limits<double>::epsilon() * largest);
    if (!zero) continue;
    sentence.write(
        "pivot {} of the LDL factorisation is zero: singular, or in need of regularisation delta > 0.",
        order_[index(k)]);
    return false;
  }
  return true;
}

// A column with k entries below its pivot changes what k of them reach.
double LdlFactor::predicted_operations() const {
  double operations = 0.0;
  for (std::size_t j = 0; j + 1 < factor_starts_.size(); ++j) {
    const double entries = factor_starts_[j + 1] - factor_starts_[j];
    operations += entries * (entries + 2.0);
  }
  return operations;
}

std::int32_t LdlFactor::first_pivot_not_positive() const {
  for (std::int32_t k = 0; k < n_; ++k)
    if (k >= done_ || !(pivots_[index(k)] > 0.0)) return k;
  return -1;
}

// With P A P' = L D L' the solution of L'y = e_k has y'P A P'y = D_kk; rows of L after k do not enter. The
// column of a pivot that is zero was never begun, those before it reach row k.
void LdlFactor::direction_of_pivot(std::int32_t k, double* v) const {
  std::vector<double> y(index(n_), 0.0);
  y[index(k)] = 1.0;
  for (std::int32_t j = k - 1; j >= 0; --j) {
    const std::size_t begin = index(factor_starts_[index(j)]);
    for (std::size_t p = begin; p < begin + index(counts_[index(j)]); ++p)
      if (factor_rows_[p] <= k) y[index(j)] -= factor_values_[p] * y[index(factor_rows_[p])];
  }
  for (std::int32_t j = 0; j < n_; ++j) v[order_[index(j)]] = y[index(j)];
}

void LdlFactor::substitute(double* x) {
  ldl_perm(n_, scratch_.data(), x, order_.data());
  ldl_lsolve(n_, scratch_.data(), factor_starts_.data(), factor_rows_.data(), factor_values_.data());
  ldl_dsolve(n_, scratch_.data(), pivots_.data());
  ldl_ltsolve(n_, scratch_.data(), factor_starts_.data(), factor_rows_.data(), factor_values_.data());
  ldl_permt(n_, x, scratch_.data(), order_.data());
}

// residual_ = b - A x; returns its size against |A||x| + |b|.
double LdlFactor::defect(const double* b, const double* x) {
  std::copy_n(b, n_, residual_.data());
  double scale = 0.0;
  for (std::int32_t i = 0; i < n_; ++i) scale = std::max(scale, std::fabs(b[i]));
  for (std::int32_t j = 0; j < n_; ++j) {
    for (std::size_t k = index(starts_[index(j)]); k < index(starts_[index(j) + 1]); ++k) {
      const double term = values_[k] * x[j];
      residual_[index(rows_[k])] -= term;
      scale = std::max(scale, std::fabs(term));
    }
  }
  double largest = 0.0;
  for (const double value : residual_) largest = std::max(largest, std::fabs(value));
  return scale == 0.0 ? 0.0 : largest / scale;
}

void LdlFactor::solve(double* B, std::int32_t columns, std::int32_t ldb) {
  for (std::int32_t column = 0; column < columns && n_ > 0; ++column) {
    double* const b = B + static_cast<std::ptrdiff_t>(column) * ldb;
    std::copy_n(b, n_, x_.data());
    substitute(x_.data());
    double error = defect(b, x_.data());
    for (int step = 0; step < refinement_steps && error > enough; ++step) {
      substitute(residual_.data());
      std::copy_n(x_.data(), n_, previous_.data());
      for (std::size_t i = 0; i < index(n_); ++i) x_[i] += residual_[i];
      const double corrected = defect(b, x_.data());
      if (!(corrected < error)) {
        std::swap(x_, previous_);
        break;
      }
      const bool slow = corrected > contraction * error;
      error = corrected;
      if (slow) break;
    }
    std::copy_n(x_.data(), n_, b);
  }
}

}  // namespace nsds::numerics
