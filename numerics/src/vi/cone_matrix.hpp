// The matrix H of a Newton step over rows with bounds and Lorentz cones, dense or sparse like the Jacobian J of F.
#pragma once

#include <algorithm>
#include <span>

#include "affine/newton_system.hpp"
#include "core/solve_context.hpp"
#include "linalg/entries.hpp"
#include "vi/problem.hpp"

namespace nsds::numerics::vi {

class ConeMatrix {
 public:
  // for_each_row(j, visit): calls visit(i) for the rows of the entries of column j, in any order and more than once if need
  // be, the one of the diagonal among them. Is asked where H is sparse.
  template <class ForEachRow>
  ConeMatrix(Inequality& problem, SolveContext& context, const ForEachRow& for_each_row)
      : n_(problem.size()), J_(problem.F().jacobian()) {
    Arena& arena = *context.arena;
    if (J_.sparse) {
      lay_out(arena, for_each_row);
      H_.sparse = true;
      H_.entries = starts_[n_];
      H_.columns = {starts_.data(), rows_.data(), values_.data()};
    } else {
      values_ = arena.take<double>(n_ * n_);
      H_.dense = values_.data();
      H_.leading = static_cast<std::ptrdiff_t>(n_);
    }
    zeros_ = arena.take<double>(n_, 0.0);
    ones_ = arena.take<double>(n_, 1.0);
    system_.emplace(static_cast<std::int32_t>(n_), H_, 1.0, context);
  }

  // Makes column j the one that entries are put into; its entries are as they were.
  void open(std::size_t j) {
    column_ = values_.data() + (J_.sparse ? index(starts_[j]) : j * n_);
    count_ = J_.sparse ? index(starts_[j + 1] - starts_[j]) : n_;
    if (J_.sparse)
      for (std::size_t k = 0; k < count_; ++k)
        place_[index(rows_[index(starts_[j]) + k])] = static_cast<std::int32_t>(k);
  }
  // The entries of the open column, and which of them is that of row i.
  std::span<double> column() { return {column_, count_}; }
  std::size_t place(std::size_t i) const { return J_.sparse ? index(place_[i]) : i; }

  // Calls visit(i, value) for the entries of J + shift I in column j.
  template <class Visit>
  void for_each_of_jacobian(std::size_t j, double shift, const Visit& visit) const {
    if (J_.sparse) {
      for (std::int32_t k = J_.columns.starts[j]; k < J_.columns.starts[j + 1]; ++k)
        visit(index(J_.columns.rows[k]), J_.columns.values[k]);
    } else {
      const double* const values = J_.dense_column(static_cast<std::int32_t>(j));
      for (std::size_t i = 0; i < n_; ++i) visit(i, values[i]);
    }
    if (shift != 0.0) visit(j, shift);
  }

  // d: (n) in: r, out: the solution of (H + added I) d = r. False: singular.
  bool solve(double added, std::span<double> d) {
    system_->set_shift(added);
    return system_->solve(zeros_, ones_, d);
  }

  // y = H'x.
  void multiply_transposed(std::span<const double> x, std::span<double> y) const;

 private:
  template <class ForEachRow>
  void lay_out(Arena& arena, const ForEachRow& for_each_row) {
    starts_ = arena.take<std::int32_t>(n_ + 1);
    place_ = arena.take<std::int32_t>(n_, -1);
    const std::span<std::int32_t> of_column = arena.take<std::int32_t>(n_);
    const auto collect = [&](std::size_t j) {
      std::size_t count = 0;
      for_each_row(j, [&](std::size_t i) {
        if (place_[i] == static_cast<std::int32_t>(j)) return;
        place_[i] = static_cast<std::int32_t>(j);
        of_column[count++] = static_cast<std::int32_t>(i);
      });
      return of_column.first(count);
    };
    std::int64_t entries = 0;
    starts_[0] = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      entries += static_cast<std::int64_t>(collect(j).size());
      starts_[j + 1] = static_cast<std::int32_t>(entries);
    }
    rows_ = arena.take<std::int32_t>(static_cast<std::size_t>(entries));
    values_ = arena.take<double>(static_cast<std::size_t>(entries));
    std::fill(place_.begin(), place_.end(), -1);
    for (std::size_t j = 0; j < n_; ++j) {
      const std::span<std::int32_t> rows = collect(j);
      std::sort(rows.begin(), rows.end());
      std::copy(rows.begin(), rows.end(), rows_.begin() + starts_[j]);
    }
  }

  std::size_t n_;
  const affine::Structure& J_;
  std::span<std::int32_t> starts_, rows_;  // sparse
  std::span<std::int32_t> place_;          // (n) sparse: of a row in the open column; else empty
  std::span<double> values_;
  std::span<double> zeros_, ones_;
  double* column_ = nullptr;
  std::size_t count_ = 0;
  affine::Structure H_;
  std::optional<affine::NewtonSystem> system_;
};

}  // namespace nsds::numerics::vi
