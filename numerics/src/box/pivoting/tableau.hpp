// The equations w = A z + c solved for n of their 2 n unknowns: basic = T nonbasic + constant, dense, by
// exchanges of one basic unknown with one that is not [Cottle, Pang, Stone 1992, 2.3].
//
// Unknown i < n is z_i, n + i is w_i, its complement.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "core/arena.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {

class Tableau {
 public:
  // w basic. One more column, `extra()`, is at the caller's disposal; it starts at zero.
  Tableau(std::size_t n, Arena& arena)
      : n_(n),
        stride_((n + 1 + dense_row_unit - 1) / dense_row_unit * dense_row_unit),
        values_(arena.take<double>(n * stride_, 0.0)),
        row_(arena.take<double>(stride_)),
        basic_(arena.take<std::int32_t>(n)),
        nonbasic_(arena.take<std::int32_t>(n + 1)) {
    const auto size = static_cast<std::int32_t>(n);
    for (std::int32_t i = 0; i < size; ++i) basic_[index(i)] = size + i;
    for (std::int32_t i = 0; i <= size; ++i) nonbasic_[index(i)] = i == size ? 2 * size : i;
  }

  std::size_t extra() const { return n_; }
  double& operator()(std::size_t row, std::size_t column) { return values_[row * stride_ + column]; }
  std::int32_t basic(std::size_t row) const { return basic_[row]; }
  std::int32_t nonbasic(std::size_t column) const { return nonbasic_[column]; }

  // Solves row `row` for the unknown of that column, whose entry there is not zero.
  void exchange(std::size_t row, std::size_t column) {
    double* const pivot_row = values_.data() + row * stride_;
    const double pivot = pivot_row[column];
    for (std::size_t k = 0; k < stride_; ++k) row_[k] = -pivot_row[k] / pivot;
    row_[column] = 1.0 / pivot;
    eliminate_column(values_.data(), n_, stride_, column, row, row_.data());
    std::copy(row_.begin(), row_.end(), pivot_row);
    std::swap(basic_[row], nonbasic_[column]);
  }

 private:
  std::size_t n_, stride_;
  std::span<double> values_;  // row after row
  std::span<double> row_;
  std::span<std::int32_t> basic_;     // unknown of a row
  std::span<std::int32_t> nonbasic_;  // unknown of a column, 2 n for the extra one
};

}  // namespace nsds::numerics::box
