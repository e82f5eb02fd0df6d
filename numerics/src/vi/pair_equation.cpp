// The matrix of a step is H = D_z + D_w (J + s I), D_z and D_w one element of the derivative of Phi by z and by w, block by block.
#include <algorithm>

#include "affine/newton_functions.hpp"
#include "vi/cone_equation.hpp"
#include "vi/jordan.hpp"

namespace nsds::numerics::vi {
namespace {

// How many entries D_z has in the block.
std::size_t entries_of(const Block& block) {
  return block.kind == BlockKind::lorentz ? block.size * block.size : block.size;
}

}  // namespace

PairEquation::PairEquation(PairFunction function, Inequality& problem, SolveContext& context)
    : function_(function), problem_(problem), context_(context) {
  std::size_t largest = 0;
  for (const Block& block : problem.set().blocks()) largest = std::max(largest, block.size);
  values_ = context.arena->take<double>(largest);
  scratch_ = context.arena->take<double>(jordan_scratch * largest);
}

void PairEquation::start(std::span<const double> z, std::span<const double> /*f*/, double /*length*/,
                         std::span<double> x) const {
  std::copy(z.begin(), z.end(), x.begin());
}

void PairEquation::write_point(std::span<double> x, std::span<double> z) const {
  const nonlinear::Map& F = problem_.F();
  for (std::size_t i = 0; i < x.size(); ++i) z[i] = x[i] = std::clamp(x[i], F.lower()[i], F.upper()[i]);
}

void PairEquation::write_values(const ConePoint& point, std::span<double> G) const {
  for (const Block& block : problem_.set().blocks())
    evaluate(block, point, G.subspan(block.begin, block.size), {}, {});
}

void PairEquation::evaluate(const Block& block, const ConePoint& point, std::span<double> values,
                            std::span<double> by_z, std::span<double> by_w) const {
  if (block.kind == BlockKind::lorentz) {
    const LorentzPair pair{block.mu, point.x.subspan(block.begin, block.size),
                           point.f.subspan(block.begin, block.size)};
    if (function_ == PairFunction::minimum) return jordan_minimum(pair, {values, by_z, by_w}, scratch_);
    return jordan_fischer_burmeister(pair, smoothing_, {values, by_z, by_w}, scratch_);
  }
  const nonlinear::Map& F = problem_.F();
  for (std::size_t k = 0; k < block.size; ++k) {
    const std::size_t i = block.begin + k;
    const double l = F.lower()[i], u = F.upper()[i];
    const affine::Value row = function_ == PairFunction::minimum
                                  ? affine::middle(point.x[i], point.f[i], l, u)
                                  : affine::MeritFunction{1.0, smoothing_}(point.x[i], point.f[i], l, u);
    values[k] = row.value;
    if (by_z.empty()) continue;
    by_z[k] = row.by_a;
    by_w[k] = row.by_b;
  }
}

// A column of J that has an entry in a Lorentz cone has all rows of it.
void PairEquation::lay_out() {
  const std::span<const Block> blocks = problem_.set().blocks();
  const affine::Columns& J = problem_.F().jacobian().columns;
  Arena& arena = *context_.arena;
  block_of_ = arena.take<std::int32_t>(problem_.size());
  first_ = arena.take<std::size_t>(blocks.size());
  std::size_t entries = 0;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    std::fill_n(block_of_.begin() + static_cast<std::ptrdiff_t>(blocks[k].begin), blocks[k].size,
                static_cast<std::int32_t>(k));
    first_[k] = entries;
    entries += entries_of(blocks[k]);
  }
  by_z_ = arena.take<double>(entries);
  by_w_ = arena.take<double>(entries);
  H_.emplace(problem_, context_, [&](std::size_t j, const auto& visit) {
    const auto visit_all = [&](std::size_t i) {
      const Block& block = blocks[index(block_of_[i])];
      if (block.kind != BlockKind::lorentz) return visit(i);
      for (std::size_t r = 0; r < block.size; ++r) visit(block.begin + r);
    };
    visit_all(j);
    for (std::int32_t k = J.starts[j]; k < J.starts[j + 1]; ++k) visit_all(index(J.rows[k]));
  });
}

void PairEquation::assemble(const ConePoint& point, double shift) {
  if (!H_) lay_out();
  const std::span<const Block> blocks = problem_.set().blocks();
  for (std::size_t k = 0; k < blocks.size(); ++k)
    evaluate(blocks[k], point, values_.first(blocks[k].size), by_z_.subspan(first_[k], entries_of(blocks[k])),
             by_w_.subspan(first_[k], entries_of(blocks[k])));
  shift_ = shift;
  assemble_matrix(shift);
}

void PairEquation::assemble_matrix(double shift) {
  const std::span<const Block> blocks = problem_.set().blocks();
  // Adds value times column c of the derivative of its block, which is that of unknown i.
  const auto add = [&](std::span<const double> derivative, std::size_t i, double value,
                       std::span<double> target) {
    const std::size_t k = index(block_of_[i]);
    const Block& block = blocks[k];
    const std::size_t c = i - block.begin;
    if (block.kind != BlockKind::lorentz) {
      target[H_->place(i)] += value * derivative[first_[k] + c];
      return;
    }
    // The rows of a block lie side by side.
    double* const rows = target.data() + H_->place(block.begin);
    const double* const column = derivative.data() + first_[k] + c * block.size;
    for (std::size_t r = 0; r < block.size; ++r) rows[r] += value * column[r];
  };
  for (std::size_t j = 0; j < problem_.size(); ++j) {
    H_->open(j);
    const std::span<double> target = H_->column();
    std::fill(target.begin(), target.end(), 0.0);
    add(by_z_, j, 1.0, target);
    H_->for_each_of_jacobian(j, shift, [&](std::size_t i, double value) { add(by_w_, i, value, target); });
  }
}

bool PairEquation::solve(double added, std::span<double> d) {
  if (added == 0.0) return H_->solve(0.0, d);
  assemble_matrix(shift_ + added);
  const bool solved = H_->solve(0.0, d);
  assemble_matrix(shift_);
  return solved;
}

}  // namespace nsds::numerics::vi
