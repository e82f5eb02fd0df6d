// The matrix of a step is H = (J + s I - I) P' + I, P' one element of the derivative of the projection onto K, block by block.
#include <algorithm>

#include "vi/cone_equation.hpp"
#include "vi/lorentz.hpp"

namespace nsds::numerics::vi {

// z - F(z), which the projection of a solution z comes from.
void NormalMap::start(std::span<const double> z, std::span<const double> f, double length,
                      std::span<double> x) const {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = z[i] - length * f[i];
}

void NormalMap::write_point(std::span<double> x, std::span<double> z) const {
  problem_.set().project(x, z);
}

void NormalMap::write_values(const ConePoint& point, std::span<double> G) const {
  for (std::size_t i = 0; i < G.size(); ++i) G[i] = point.f[i] + point.x[i] - point.z[i];
}

// The columns of a Lorentz cone have the rows of all of them.
void NormalMap::lay_out() {
  const std::span<const Block> blocks = problem_.set().blocks();
  const affine::Columns& J = problem_.F().jacobian().columns;
  Arena& arena = *context_.arena;
  const std::span<std::int32_t> block_of = arena.take<std::int32_t>(problem_.size());
  for (std::size_t k = 0; k < blocks.size(); ++k)
    std::fill_n(block_of.begin() + static_cast<std::ptrdiff_t>(blocks[k].begin), blocks[k].size,
                static_cast<std::int32_t>(k));
  H_.emplace(problem_, context_, [&](std::size_t j, const auto& visit) {
    const Block& block = blocks[index(block_of[j])];
    const bool is_cone = block.kind == BlockKind::lorentz;
    const std::size_t begin = is_cone ? block.begin : j, end = is_cone ? block.begin + block.size : j + 1;
    for (std::size_t c = begin; c < end; ++c) {
      visit(c);
      for (std::int32_t k = J.starts[c]; k < J.starts[c + 1]; ++k) visit(index(J.rows[k]));
    }
  });
  std::size_t largest = 0, largest_block = 0;
  for (const Block& block : blocks) {
    if (block.kind != BlockKind::lorentz) continue;
    H_->open(block.begin);
    largest = std::max(largest, H_->column().size() * block.size);
    largest_block = std::max(largest_block, block.size);
  }
  block_ = arena.take<double>(largest);
  row_ = arena.take<double>(largest_block);
}

void NormalMap::assemble(const ConePoint& point, double shift) {
  if (!H_) lay_out();
  for (const Block& block : problem_.set().blocks()) {
    if (block.kind == BlockKind::lorentz) {
      assemble_lorentz(block, point.x, shift);
      continue;
    }
    for (std::size_t j = block.begin; j < block.begin + block.size; ++j) assemble_row(j, point.x[j], shift);
  }
}

// P' is 1 strictly within the bounds, else 0.
void NormalMap::assemble_row(std::size_t j, double x, double shift) {
  const nonlinear::Map& F = problem_.F();
  H_->open(j);
  const std::span<double> target = H_->column();
  std::fill(target.begin(), target.end(), 0.0);
  if (x > F.lower()[j] && x < F.upper()[j])
    H_->for_each_of_jacobian(j, shift - 1.0,
                             [&](std::size_t i, double value) { target[H_->place(i)] += value; });
  target[H_->place(j)] += 1.0;
}

// P' is symmetric: each row of J + s I - I in the block is multiplied by it.
void NormalMap::assemble_lorentz(const Block& block, std::span<const double> x, double shift) {
  const std::size_t first = block.begin;
  H_->open(first);
  const std::size_t count = H_->column().size();
  const std::span<double> rows = block_.first(count * block.size);  // row by row
  std::fill(rows.begin(), rows.end(), 0.0);
  for (std::size_t c = 0; c < block.size; ++c)
    H_->for_each_of_jacobian(first + c, shift - 1.0, [&](std::size_t i, double value) {
      rows[H_->place(i) * block.size + c] += value;
    });
  const LorentzPoint point{block.mu, x.subspan(first, block.size)};
  for (std::size_t k = 0; k < count; ++k) {
    const std::span<double> row = rows.subspan(k * block.size, block.size);
    multiply_lorentz_derivative(point, row.data(), row_.data());
    std::copy_n(row_.begin(), block.size, row.begin());
  }
  for (std::size_t c = 0; c < block.size; ++c) {
    H_->open(first + c);
    const std::span<double> target = H_->column();
    for (std::size_t k = 0; k < count; ++k) target[k] = rows[k * block.size + c];
    target[H_->place(first + c)] += 1.0;
  }
}

}  // namespace nsds::numerics::vi
