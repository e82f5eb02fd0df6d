#include "vi/normal_map_system.hpp"

#include <algorithm>

#include "linalg/entries.hpp"
#include "vi/lorentz.hpp"

namespace nsds::numerics::vi {

NormalMapSystem::NormalMapSystem(Inequality& problem, SolveContext& context)
    : problem_(problem), n_(problem.size()), sparse_(problem.F().jacobian().sparse) {
  Arena& arena = *context.arena;
  const auto n = static_cast<std::int32_t>(n_);
  std::size_t largest = 0, largest_block = 0;
  if (sparse_) {
    lay_out(arena);
    H_.sparse = true;
    H_.entries = starts_[n_];
    H_.columns = {starts_.data(), rows_.data(), values_.data()};
  } else {
    values_ = arena.take<double>(n_ * n_);
    H_.dense = values_.data();
    H_.leading = n;
  }
  for (const Block& block : problem.set().blocks()) {
    if (block.kind != BlockKind::lorentz) continue;
    const std::size_t rows = sparse_ ? index(starts_[block.begin + 1] - starts_[block.begin]) : n_;
    largest = std::max(largest, rows * block.size);
    largest_block = std::max(largest_block, block.size);
  }
  block_ = arena.take<double>(largest);
  row_ = arena.take<double>(largest_block);
  zeros_ = arena.take<double>(n_, 0.0);
  ones_ = arena.take<double>(n_, 1.0);
  system_.emplace(n, H_, 1.0, context);
}

std::size_t NormalMapSystem::lay_out_block(const Block& block, std::span<std::int32_t> rows) {
  const affine::Columns& J = problem_.F().jacobian().columns;
  std::size_t count = 0;
  const auto add = [&](std::int32_t i) {
    if (place_[index(i)] >= 0) return;
    place_[index(i)] = 0;
    rows[count++] = i;
  };
  for (std::size_t j = block.begin; j < block.begin + block.size; ++j) {
    add(static_cast<std::int32_t>(j));
    for (std::int32_t k = J.starts[j]; k < J.starts[j + 1]; ++k) add(J.rows[k]);
  }
  std::sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count));
  for (std::size_t k = 0; k < count; ++k) place_[index(rows[k])] = -1;
  return count;
}

void NormalMapSystem::lay_out(Arena& arena) {
  starts_ = arena.take<std::int32_t>(n_ + 1);
  place_ = arena.take<std::int32_t>(n_, -1);
  const std::span<std::int32_t> of_block = arena.take<std::int32_t>(n_);
  // A block of rows is laid out column by column, as blocks of one.
  const auto lay_out_all = [&](const auto& put) {
    for (const Block& block : problem_.set().blocks()) {
      const std::size_t width = block.kind == BlockKind::rows ? 1 : block.size;
      for (std::size_t begin = block.begin; begin < block.begin + block.size; begin += width) {
        Block columns = block;
        columns.begin = begin;
        columns.size = width;
        const std::size_t count = lay_out_block(columns, of_block);
        for (std::size_t j = begin; j < begin + width; ++j) put(j, of_block.first(count));
      }
    }
  };
  starts_[0] = 0;
  lay_out_all([&](std::size_t j, std::span<const std::int32_t> rows) {
    starts_[j + 1] = starts_[j] + static_cast<std::int32_t>(rows.size());
  });
  rows_ = arena.take<std::int32_t>(index(starts_[n_]));
  values_ = arena.take<double>(index(starts_[n_]));
  lay_out_all([&](std::size_t j, std::span<const std::int32_t> rows) {
    std::copy(rows.begin(), rows.end(), rows_.begin() + starts_[j]);
  });
}

template <class Visit>
void NormalMapSystem::for_each_in_column(std::size_t j, double shift, const Visit& visit) const {
  const affine::Structure& J = problem_.F().jacobian();
  if (sparse_) {
    for (std::int32_t k = J.columns.starts[j]; k < J.columns.starts[j + 1]; ++k)
      visit(index(J.columns.rows[k]), J.columns.values[k]);
  } else {
    const double* const values = J.dense_column(static_cast<std::int32_t>(j));
    for (std::size_t i = 0; i < n_; ++i) visit(i, values[i]);
  }
  visit(j, shift - 1.0);
}

// P' is 1 strictly within the bounds, else 0.
void NormalMapSystem::assemble_rows(const Block& block, std::span<const double> x, double shift) {
  const nonlinear::Map& F = problem_.F();
  for (std::size_t j = block.begin; j < block.begin + block.size; ++j) {
    double* const target = column(j);
    const std::size_t count = sparse_ ? index(starts_[j + 1] - starts_[j]) : n_;
    std::fill_n(target, count, 0.0);
    if (sparse_)
      for (std::size_t k = 0; k < count; ++k)
        place_[index(rows_[index(starts_[j]) + k])] = static_cast<std::int32_t>(k);
    if (x[j] > F.lower()[j] && x[j] < F.upper()[j])
      for_each_in_column(j, shift, [&](std::size_t i, double value) { target[place(i)] += value; });
    target[place(j)] += 1.0;
  }
}

// P' is symmetric: each row of J + s I - I in the block is multiplied by it.
void NormalMapSystem::assemble_lorentz(const Block& block, std::span<const double> x, double shift) {
  const std::size_t first = block.begin;
  const std::size_t count = sparse_ ? index(starts_[first + 1] - starts_[first]) : n_;
  const std::span<double> rows = block_.first(count * block.size);  // row by row
  std::fill(rows.begin(), rows.end(), 0.0);
  if (sparse_)
    for (std::size_t k = 0; k < count; ++k)
      place_[index(rows_[index(starts_[first]) + k])] = static_cast<std::int32_t>(k);
  for (std::size_t c = 0; c < block.size; ++c)
    for_each_in_column(first + c, shift,
                       [&](std::size_t i, double value) { rows[place(i) * block.size + c] += value; });
  const LorentzPoint point{block.mu, x.subspan(first, block.size)};
  for (std::size_t k = 0; k < count; ++k) {
    multiply_lorentz_derivative(point, rows.data() + k * block.size, row_.data());
    for (std::size_t c = 0; c < block.size; ++c) column(first + c)[k] = row_[c];
  }
  for (std::size_t c = 0; c < block.size; ++c) column(first + c)[place(first + c)] += 1.0;
}

void NormalMapSystem::assemble(std::span<const double> x, double shift) {
  for (const Block& block : problem_.set().blocks()) {
    if (block.kind == BlockKind::rows) {
      assemble_rows(block, x, shift);
    } else {
      assemble_lorentz(block, x, shift);
    }
  }
}

bool NormalMapSystem::solve(double added, std::span<double> d) {
  system_->set_shift(added);
  return system_->solve(zeros_, ones_, d);
}

void NormalMapSystem::multiply_transposed(std::span<const double> x, std::span<double> y) const {
  std::fill(y.begin(), y.end(), 0.0);
  for (std::int32_t j = 0; index(j) < n_; ++j) {
    if (sparse_) {
      for (std::int32_t k = starts_[index(j)]; k < starts_[index(j) + 1]; ++k)
        y[index(j)] += values_[index(k)] * x[index(rows_[index(k)])];
    } else {
      y[index(j)] = dot({H_.dense_column(j), n_}, x);
    }
  }
}

}  // namespace nsds::numerics::vi
