#include "global_friction/sweeps/row_blocks.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {
namespace {

// Inverts a symmetric positive semidefinite k × k matrix on the rows that are independent, with zeros on the
// others: Gauss–Jordan elimination on the largest diagonal entry that is left.
void invert_independent(std::size_t k, double* S, double* inverse) {
  double largest[8] = {};
  bool done[8] = {};
  for (std::size_t i = 0; i < k; ++i) largest[i] = std::fabs(S[i * k + i]);
  std::fill_n(inverse, k * k, 0.0);
  for (std::size_t i = 0; i < k; ++i) inverse[i * k + i] = 1.0;
  for (std::size_t step = 0; step < k; ++step) {
    // The pivot is the diagonal entry of which most is left. A row of which hardly anything is left depends
    // on those before.
    std::size_t p = k;
    double best = 1e-10;
    for (std::size_t i = 0; i < k; ++i) {
      const double relative = largest[i] > 0.0 ? std::fabs(S[i * k + i]) / largest[i] : 0.0;
      if (done[i] || !(relative > best)) continue;
      best = relative;
      p = i;
    }
    if (p == k) break;
    done[p] = true;
    // The pivot's row becomes one of the identity, and its column is eliminated from all others.
    const double pivot = S[p * k + p];
    for (std::size_t j = 0; j < k; ++j) {
      S[j * k + p] /= pivot;
      inverse[j * k + p] /= pivot;
    }
    for (std::size_t i = 0; i < k; ++i) {
      const double factor = S[p * k + i];
      if (i == p || factor == 0.0) continue;
      for (std::size_t j = 0; j < k; ++j) {
        S[j * k + i] -= factor * S[j * k + p];
        inverse[j * k + i] -= factor * inverse[j * k + p];
      }
    }
  }
  // Dependent rows get no multiplier.
  for (std::size_t j = 0; j < k; ++j)
    for (std::size_t i = 0; i < k; ++i)
      if (!done[i] || !done[j]) inverse[j * k + i] = 0.0;
}

// visit(row of w, where its values begin) for the rows of a block.
template <class Visit>
void visit_rows(const PackedBlocks& packed, std::size_t block, Visit&& visit) {
  auto at = static_cast<std::size_t>(packed.value_starts[block]);
  for (std::int32_t s = packed.segment_starts[block]; s < packed.segment_starts[block + 1]; ++s) {
    const Segment& segment = packed.segments[index(s)];
    for (std::int32_t i = 0; i < segment.count; ++i, at += packed.width(block))
      visit(index(segment.first + i), at);
  }
}

}  // namespace

RowBlocks::RowBlocks(const Problem& problem, Arena& arena) : problem_(problem) {
  const std::size_t m = index(problem.constraints);
  if (m == 0) return;
  rows_ = pack_rows(rows_of(*problem.G, arena), problem.factors, arena);
  inverse_starts_ = arena.take<std::int64_t>(rows_.count() + 1, 0);
  for (std::size_t k = 0; k < rows_.count(); ++k)
    inverse_starts_[k + 1] = inverse_starts_[k] + static_cast<std::int64_t>(rows_.width(k) * rows_.width(k));
  inverses_ = arena.take<double>(static_cast<std::size_t>(inverse_starts_[rows_.count()]));
  for (std::size_t k = 0; k < rows_.count(); ++k) {
    double S[64];
    local_matrix(rows_, k, S);
    invert_independent(rows_.width(k), S, &inverses_[static_cast<std::size_t>(inverse_starts_[k])]);
  }
  direction_ = arena.take<double>(m, 0.0);
  change_ = arena.take<double>(m, 0.0);
}

double RowBlocks::correct(const AccelerationStep& step, double* w, double* lambda) {
  if (problem_.constraints == 0) return 0.0;
  double largest = 0.0;
  // The step of acceleration moves the multipliers along their direction, as it does reactions.
  if (step.accelerates && step.is_set)
    for (std::size_t j = 0; j < change_.size(); ++j) {
      if (step.beta != 0.0) lambda[j] += step.beta * direction_[j];
      direction_[j] = step.beta != 0.0 ? step.beta * direction_[j] + change_[j] : change_[j];
    }
  for (std::size_t k = 0; k < rows_.count(); ++k) {
    const std::size_t width = rows_.width(k), first = index(rows_.columns[k]);
    const double* const inverse = &inverses_[static_cast<std::size_t>(inverse_starts_[k])];
    // The defect of a block is d − G v, read off the velocities at hand.
    double defect[8], change[8] = {};
    for (std::size_t j = 0; j < width; ++j) defect[j] = problem_.d[first + j];
    visit_rows(rows_, k, [&](std::size_t row, std::size_t at) {
      for (std::size_t j = 0; j < width; ++j) defect[j] -= rows_.read[at + j] * w[row];
    });
    // The inverse of the block's G M⁻¹ Gᵀ turns it into impulses, which the velocities follow.
    for (std::size_t j = 0; j < width; ++j) {
      largest = std::max(largest, std::fabs(defect[j]));
      for (std::size_t i = 0; i < width; ++i) change[i] += inverse[j * width + i] * defect[j];
    }
    for (std::size_t j = 0; j < width; ++j) {
      lambda[first + j] += change[j];
      change_[first + j] = change[j];
    }
    visit_rows(rows_, k, [&](std::size_t row, std::size_t at) {
      for (std::size_t j = 0; j < width; ++j) w[row] += rows_.write[at + j] * change[j];
    });
  }
  return largest / problem_.scales.s_rows;
}

}  // namespace nsds::numerics::global_friction
