#include "box/reduction.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::box {
namespace {

constexpr double singular = 1e-13;  // a pivot below this fraction of the largest is rounding

}  // namespace

Reduction::Reduction(const Problem& problem, Arena& arena)
    : problem_(problem),
      arena_(arena),
      n_(index(problem.map.n)),
      dense_(arena.take<double>(n_ * n_)),
      base_(arena.take<double>(n_)),
      shifted_(arena.take<double>(n_)),
      columns_(arena.take<Column>(n_)),
      bounded_(arena.take<std::int32_t>(n_)),
      free_(arena.take<std::int32_t>(n_)) {
  copy_dense(problem.map.M, dense_.data());
  choose_columns();
}

void Reduction::choose_columns() {
  const double s_z = problem_.map.s_z;
  const double s_w = problem_.map.s_w;
  for (std::size_t i = 0; i < n_; ++i) {
    const auto row = static_cast<std::int32_t>(i);
    const double low = problem_.lower[i];
    const double high = problem_.upper[i];
    base_[i] = low > -infinity ? low : high < infinity ? high : 0.0;
    if (affine::is_free(problem_, row)) {
      free_[free_count_++] = row;
      continue;
    }
    if (low > -infinity && high < infinity) bounded_[bounded_count_++] = static_cast<std::int32_t>(count_);
    const double sign = low > -infinity ? 1.0 : -1.0;
    columns_[count_++] = {row, sign * s_z, sign / s_w};
  }
  for (std::size_t i = 0; i < n_; ++i) shifted_[i] = problem_.map.q[i];
  for (std::size_t j = 0; j < n_; ++j) {
    if (base_[j] == 0.0) continue;
    for (std::size_t i = 0; i < n_; ++i) shifted_[i] += dense_[j * n_ + i] * base_[j];
  }
}

bool Reduction::build() {
  if (free_count_ > 0 && !eliminate()) return false;
  size_ = count_ + bounded_count_;
  matrix_ = arena_.take<double>(size_ * size_, 0.0);
  vector_ = arena_.take<double>(size_, 0.0);
  fill();
  const auto n = static_cast<std::int32_t>(size_);
  view_ = nsds_matrix_dense(n, n, matrix_.data(), std::max<std::int32_t>(1, n));
  return true;
}

// Factorises M_EE and finds what it makes of the columns that stay and of the constant.
bool Reduction::eliminate() {
  const std::size_t e = free_count_;
  factor_ = arena_.take<double>(e * e);
  pivots_ = arena_.take<std::int32_t>(e);
  response_ = arena_.take<double>(e * (count_ + 1));
  for (std::size_t b = 0; b < e; ++b)
    for (std::size_t a = 0; a < e; ++a) factor_[b * e + a] = dense_[index(free_[b]) * n_ + index(free_[a])];
  const auto order = static_cast<std::int32_t>(e);
  if (!factorise_lu(factor_.data(), order, pivots_.data())) return false;
  if (!is_regular_lu(factor_.data(), e, singular)) return false;
  for (std::size_t c = 0; c < count_; ++c)
    for (std::size_t a = 0; a < e; ++a)
      response_[c * e + a] = columns_[c].step * dense_[index(columns_[c].i) * n_ + index(free_[a])];
  for (std::size_t a = 0; a < e; ++a) response_[count_ * e + a] = shifted_[index(free_[a])];
  solve_lu(factor_.data(), order, pivots_.data(), response_.data(), static_cast<std::int32_t>(count_ + 1));
  return true;
}

// Fills in the LCP [S E; −Eᵀ 0] and [s; upper − lower], with S = D (M_CC − M_CE M_EE⁻¹ M_EC) D.
void Reduction::fill() {
  const std::size_t e = free_count_;
  const auto entry = [&](std::size_t row, const double* eliminated) {
    double sum = 0.0;
    for (std::size_t a = 0; a < e; ++a) sum += dense_[index(free_[a]) * n_ + row] * eliminated[a];
    return sum;
  };
  // S is M without what the eliminated unknowns answer.
  for (std::size_t c = 0; c < count_; ++c) {
    const double* column = dense_.data() + index(columns_[c].i) * n_;
    const double* eliminated = response_.data() + c * e;
    for (std::size_t r = 0; r < count_; ++r) {
      const std::size_t row = index(columns_[r].i);
      matrix_[c * size_ + r] = columns_[r].row * (columns_[c].step * column[row] - entry(row, eliminated));
    }
  }
  // The constant s loses their answer to it in the same way.
  for (std::size_t r = 0; r < count_; ++r) {
    const std::size_t row = index(columns_[r].i);
    vector_[r] = columns_[r].row * (shifted_[row] - entry(row, response_.data() + count_ * e));
  }
  // A second bound is a row of its own, and its multiplier a column with the opposite sign.
  for (std::size_t k = 0; k < bounded_count_; ++k) {
    const std::size_t c = index(bounded_[k]);
    const std::size_t i = index(columns_[c].i);
    matrix_[(count_ + k) * size_ + c] = 1.0;
    matrix_[c * size_ + count_ + k] = -1.0;
    vector_[count_ + k] = (problem_.upper[i] - problem_.lower[i]) / problem_.map.s_z;
  }
}

affine::Problem Reduction::lcp() const {
  const auto n = static_cast<std::int32_t>(size_);
  const double s_w = affine::vector_scale(vector_.data(), n);
  return {n, view_, vector_.data(), s_w, s_w / affine::matrix_scale(view_)};
}

void Reduction::carry_back(std::span<const double> x, std::span<double> z) const {
  std::copy(base_.begin(), base_.end(), z.begin());
  for (std::size_t c = 0; c < count_; ++c) z[index(columns_[c].i)] += columns_[c].step * x[c];
  const std::size_t e = free_count_;
  for (std::size_t a = 0; a < e; ++a) {
    double value = -response_[count_ * e + a];
    for (std::size_t c = 0; c < count_; ++c) value -= response_[c * e + a] * x[c];
    z[index(free_[a])] = value;
  }
  for (std::size_t i = 0; i < n_; ++i) z[i] = affine::project(problem_, static_cast<std::int32_t>(i), z[i]);
}

void Reduction::carry_over(std::span<const double> z, std::span<double> x) const {
  std::fill(x.begin(), x.end(), 0.0);
  for (std::size_t c = 0; c < count_; ++c)
    x[c] = std::max(0.0, (z[index(columns_[c].i)] - base_[index(columns_[c].i)]) / columns_[c].step);
}

}  // namespace nsds::numerics::box
