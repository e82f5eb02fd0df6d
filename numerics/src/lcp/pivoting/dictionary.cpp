#include "lcp/pivoting/dictionary.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/dense_solve.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::lcp {
namespace {

std::size_t padded(std::size_t count) {
  return (count + dense_row_unit - 1) / dense_row_unit * dense_row_unit;
}

}  // namespace

Dictionary::Dictionary(const Lcp& problem, bool cover, Arena& arena)
    : problem_(problem),
      arena_(arena),
      n_(problem.n),
      columns_(problem.n + (cover ? 1 : 0)),
      stride_(padded(index(columns_) + 1)),
      per_z_(1.0 / problem.s_z),
      per_w_(1.0 / problem.s_w),
      values_(arena.take<double>(index(n_) * stride_)),
      per_unit_(arena.take<double>(index(n_))),
      column_unit_(arena.take<double>(index(columns_))),
      basic_(arena.take<int>(index(n_))),
      nonbasic_(arena.take<int>(index(columns_))),
      position_(arena.take<int>(2 * index(n_) + 1)),
      matrix_(problem.M.storage == NSDS_DENSE ? problem.M.as.dense.values : nullptr),
      leading_(problem.M.storage == NSDS_DENSE ? problem.M.as.dense.leading_dimension : problem.n) {
  reset();
}

void Dictionary::reset() {
  if (problem_.M.storage == NSDS_DENSE) {
    constexpr int tile = 16;  // rows and columns that stay in the cache while they are transposed
    for (int first_j = 0; first_j < n_; first_j += tile)
      for (int i = 0; i < n_; ++i)
        for (int j = first_j; j < std::min(first_j + tile, n_); ++j) row(i)[j] = matrix_[i + j * leading_];
  } else {
    std::fill(values_.begin(), values_.end(), 0.0);
    for_each_entry(problem_.M, [&](std::int32_t i, std::int32_t j, double value) { row(i)[j] = value; });
  }
  for (int i = 0; i < n_; ++i) {
    if (columns_ > n_) row(i)[n_] = 1.0;
    row(i)[columns_] = problem_.q[i];
    std::fill(row(i) + columns_ + 1, row(i) + stride_, 0.0);
    per_unit_[index(i)] = per_w_;
    basic_[index(i)] = i;
    position_[index(i)] = i;
  }
  for (int j = 0; j < columns_; ++j) {
    nonbasic_[index(j)] = n_ + j;
    column_unit_[index(j)] = unit(n_ + j);
    position_[index(n_ + j)] = ~j;
  }
}

void Dictionary::pivot(int pivot_row, int pivot_column) {
  double* const pivoting = row(pivot_row);
  const double inverse = 1.0 / pivoting[pivot_column];
  const std::size_t length = stride_;
  for (std::size_t j = 0; j < length; ++j) pivoting[j] *= -inverse;
  pivoting[pivot_column] = inverse;

  eliminate_column(values_.data(), index(n_), length, index(pivot_column), index(pivot_row), pivoting);

  std::swap(basic_[index(pivot_row)], nonbasic_[index(pivot_column)]);
  column_unit_[index(pivot_column)] = unit(nonbasic(pivot_column));
  per_unit_[index(pivot_row)] = is_z(basic(pivot_row)) ? per_z_ : per_w_;
  position_[index(basic_[index(pivot_row)])] = pivot_row;
  position_[index(nonbasic_[index(pivot_column)])] = ~pivot_column;
}

double Dictionary::row_scale(int i) const {
  return largest_product(row(i), column_unit_.data(), index(columns_));
}

void Dictionary::solution(double* z) const {
  std::fill_n(z, n_, 0.0);
  for (int i = 0; i < n_; ++i)
    if (is_z(basic(i))) z[basic(i) - n_] = std::max(constant(i), 0.0);
}

double Dictionary::original(int i, int column_variable) const {
  return column_variable == cover() ? 1.0 : matrix_[i + (column_variable - n_) * leading_];
}

double Dictionary::drift() {
  if (drift_.empty()) drift_ = arena_.take<double>(2 * index(n_));
  const std::span<double> violation = drift_.first(index(n_));
  const std::span<double> z = drift_.last(index(n_));
  const double z0 = columns_ > n_ && is_basic(cover()) ? constant(row_of(cover())) : 0.0;
  std::fill(z.begin(), z.end(), 0.0);
  for (int i = 0; i < n_; ++i) violation[index(i)] = problem_.q[i] + z0;
  for (int i = 0; i < n_; ++i) {
    if (is_z(basic(i))) z[index(basic(i) - n_)] = constant(i);
    if (basic(i) < n_) violation[index(basic(i))] -= constant(i);
  }
  add_product(problem_.M, 1.0, z.data(), violation.data());
  double largest = 0.0;
  for (const double value : violation) largest = std::max(largest, std::fabs(value));
  return largest / problem_.s_w;
}

// Gathers the kernel K = [M e], restricted to the rows of nonbasic w and the columns of basic z and z0, and
// the right-hand sides that give x_F as a function of the nonbasic variables and the constant.
int Dictionary::gather_kernel() {
  if (kernel_.empty()) {
    kernel_ = arena_.take<double>(index(n_) * index(n_));
    images_ = arena_.take<double>(index(n_) * stride_);
    pivots_ = arena_.take<int>(index(n_));
    kernel_rows_ = arena_.take<int>(index(n_));
    kernel_variables_ = arena_.take<int>(index(n_));
  }
  // The basis has as many z and z0 as it lacks w, so that K is square.
  int rows = 0;
  int variables = 0;
  for (int c = 0; c < columns_; ++c)
    if (nonbasic(c) < n_) kernel_rows_[index(rows++)] = nonbasic(c);
  for (int i = 0; i < n_; ++i)
    if (basic(i) >= n_) kernel_variables_[index(variables++)] = basic(i);

  const int size = rows;
  for (int b = 0; b < size; ++b)
    for (int a = 0; a < size; ++a)
      kernel_[index(b) * index(size) + index(a)] =
          original(kernel_rows_[index(a)], kernel_variables_[index(b)]);
  // In w − M z − e z0 = q everything but x_F goes to the right: e_i for a nonbasic w_i, minus its column for
  // any other variable, and −q.
  for (int c = 0; c <= columns_; ++c) {
    double* image = images_.data() + index(c) * index(size);
    for (int a = 0; a < size; ++a) {
      const int i = kernel_rows_[index(a)];
      if (c == columns_) {
        image[a] = -problem_.q[i];
      } else {
        image[a] = nonbasic(c) < n_ ? (nonbasic(c) == i ? 1.0 : 0.0) : -original(i, nonbasic(c));
      }
    }
  }
  return size;
}

// Rows of basic z are the images; rows of basic w follow by substitution into the original equations.
void Dictionary::spread_kernel(int size) {
  std::fill(values_.begin(), values_.end(), 0.0);
  int b = 0;
  for (int i = 0; i < n_; ++i) {
    double* const target = row(i);
    if (basic(i) >= n_) {
      for (int c = 0; c <= columns_; ++c) target[c] = images_[index(c) * index(size) + index(b)];
      ++b;
      continue;
    }
    for (int c = 0; c < columns_; ++c)
      if (nonbasic(c) >= n_) target[c] = original(basic(i), nonbasic(c));
    target[columns_] = problem_.q[basic(i)];
    for (int c = 0; c <= columns_; ++c) {
      const double* image = images_.data() + index(c) * index(size);
      for (int a = 0; a < size; ++a) target[c] += original(basic(i), kernel_variables_[index(a)]) * image[a];
    }
  }
}

bool Dictionary::refactorise() {
  if (matrix_ == nullptr) {
    const std::span<double> dense = arena_.take<double>(index(n_) * index(n_));
    copy_dense(problem_.M, dense.data());
    matrix_ = dense.data();
    leading_ = n_;
  }
  const int size = gather_kernel();
  if (size > 0) {
    if (!factorise_lu(kernel_.data(), size, pivots_.data())) return false;
    solve_lu(kernel_.data(), size, pivots_.data(), images_.data(), columns_ + 1);
  }
  spread_kernel(size);
  return true;
}

}  // namespace nsds::numerics::lcp
