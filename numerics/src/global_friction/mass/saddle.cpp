#include "global_friction/mass/saddle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "linalg/entries.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/symmetry.hpp"

namespace nsds::numerics::global_friction {
namespace {

// The regularisation is relative to rows and columns of size one.
constexpr double regularisation = 1e-10;

// Below this an LU factorisation of such a matrix is one of rounding errors; redundant rows of G leave more.
constexpr double least_rcond = 4.0 * std::numeric_limits<double>::epsilon();
constexpr double least_rcond_with_rows = 1e-13;

}  // namespace

void Saddle::set_scales(const nsds_matrix& M, const nsds_matrix* G) {
  scale_.assign(index(size()), 0.0);
  for_each_diagonal_entry(M, [&](std::int32_t i, double value) { scale_[index(i)] = std::fabs(value); });
  for (double& scale : scale_) scale = scale > 0.0 ? 1.0 / std::sqrt(scale) : 0.0;
  // Rows that lack a diagonal entry are scaled by their largest.
  std::vector<double> largest(index(n_), 0.0);
  numerics::for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    const double other = scale_[index(j)] > 0.0 ? scale_[index(j)] : 1.0;
    largest[index(i)] = std::max(largest[index(i)], other * std::fabs(value));
  });
  for (std::size_t i = 0; i < index(n_); ++i)
    if (scale_[i] == 0.0) scale_[i] = largest[i] > 0.0 ? 1.0 / largest[i] : 1.0;
  if (G != nullptr)
    numerics::for_each_entry(*G, [&](std::int32_t i, std::int32_t j, double value) {
      double& scale = scale_[index(n_ + i)];
      scale = std::max(scale, scale_[index(j)] * std::fabs(value));
    });
  for (std::size_t j = index(n_); j < scale_.size(); ++j) scale_[j] = scale_[j] > 0.0 ? 1.0 / scale_[j] : 1.0;
}

// Gathers the scaled symmetric form [M Gᵀ; G 0] by columns.
void Saddle::gather(const nsds_matrix& M, const nsds_matrix* G) {
  const auto each = [&](auto&& visit) {
    const auto scaled = [&](std::int32_t i, std::int32_t j, double value) {
      if (value != 0.0) visit(i, j, scale_[index(i)] * value * scale_[index(j)]);
    };
    numerics::for_each_entry(M, scaled);
    if (G == nullptr) return;
    numerics::for_each_entry(*G, [&](std::int32_t i, std::int32_t j, double value) {
      scaled(n_ + i, j, value);
      scaled(j, n_ + i, value);
    });
  };
  // Entries get sorted within a column by sorting by rows first.
  const std::size_t count = index(size());
  std::vector<std::int32_t> row_starts(count + 1, 0);
  each([&](std::int32_t i, std::int32_t, double) { ++row_starts[index(i) + 1]; });
  for (std::size_t i = 0; i < count; ++i) row_starts[i + 1] += row_starts[i];
  const std::size_t entries = index(row_starts[count]);
  std::vector<std::int32_t> columns(entries), next(row_starts.begin(), row_starts.end());
  std::vector<double> by_rows(entries);
  each([&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t place = index(next[index(i)]++);
    columns[place] = j;
    by_rows[place] = value;
  });
  // Taken row after row, entries go to their columns, in which rows then increase.
  starts_.assign(count + 1, 0);
  for (const std::int32_t j : columns) ++starts_[index(j) + 1];
  for (std::size_t j = 0; j < count; ++j) starts_[j + 1] += starts_[j];
  rows_.resize(entries);
  values_.resize(entries);
  next.assign(starts_.begin(), starts_.end());
  for (std::size_t i = 0; i < count; ++i) {
    for (std::int32_t k = row_starts[i]; k < row_starts[i + 1]; ++k) {
      const std::size_t place = index(next[index(columns[index(k)])]++);
      rows_[place] = static_cast<std::int32_t>(i);
      values_[place] = by_rows[index(k)];
    }
  }
}

bool Saddle::attempt(nsds_factorization_kind kind, double delta) {
  const nsds_matrix K = nsds_matrix_csc(size(), size(), starts_.data(), rows_.data(), values_.data());
  const nsds_status status =
      factorize_within(operations_within(deadline_.seconds_left()), *factors_, K, kind, delta);
  if (status == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  lacked_time_ = lacked_time_ || status == NSDS_TIME_LIMIT;
  if (status != NSDS_OK) return false;
  if (kind == NSDS_LDL) return true;
  return nsds_factorization_rcond(factors_.get()) > (m_ == 0 ? least_rcond : least_rcond_with_rows);
}

void Saddle::set(const nsds_matrix& M, const nsds_matrix* G) {
  lacked_time_ = false;
  n_ = M.rows;
  m_ = G == nullptr ? 0 : G->rows;
  if (size() == 0) return;
  set_scales(M, G);
  gather(M, G);
  if (factors_ == nullptr) factors_.reset(nsds_factorization_create());
  if (factors_ == nullptr) throw std::bad_alloc();
}

bool Saddle::factorise_definite(const nsds_matrix& M, const nsds_matrix* G) {
  set(M, G);
  return size() == 0 || attempt(NSDS_LDL, m_ == 0 ? 0.0 : regularisation);
}

bool Saddle::factorise(const nsds_matrix& M, const nsds_matrix* G, const Sentence& sentence) {
  set(M, G);
  if (size() == 0) return true;
  if (m_ == 0) {
    if (attempt(NSDS_LU, 0.0)) return true;
    if (lacked_time_)
      say_no_time_for_mass(sentence);
    else
      sentence.write("problem.M is singular to working precision.");
    return false;
  }
  if (attempt(NSDS_LU, 0.0)) return true;
  Arena arena;
  if (check_symmetry("problem.M", M, arena, {}) && attempt(NSDS_LDL, regularisation)) return true;
  if (lacked_time_) {
    sentence.write("the time limit leaves no time to factorise M with the bilateral rows");
    return false;
  }
  sentence.write(
      "M with the bilateral rows G is singular to working precision; redundant rows need a "
      "symmetric M.");
  return false;
}

bool Saddle::solve(double* X, std::int32_t columns) const {
  if (size() == 0) return true;
  const auto scale_columns = [&] {
    for (std::int32_t c = 0; c < columns; ++c) {
      double* const x = X + index(c) * index(size());
      for (std::size_t i = 0; i < scale_.size(); ++i) x[i] *= scale_[i];
    }
  };
  scale_columns();
  if (nsds_factorization_solve(factors_.get(), X, columns, size()) != NSDS_OK) return false;
  scale_columns();
  for (std::int32_t c = 0; c < columns; ++c) {
    double* const lambda = X + index(c) * index(size()) + index(n_);
    for (std::size_t j = 0; j < index(m_); ++j) lambda[j] = -lambda[j];
  }
  return true;
}

}  // namespace nsds::numerics::global_friction
