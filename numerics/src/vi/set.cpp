#include "vi/set.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/norms.hpp"
#include "vi/lorentz.hpp"

namespace nsds::numerics::vi {
namespace {

constexpr double far_away = 1e-6;  // rounding of a point that has run away, in units

// What a point of K may be moved by where it is projected: an operation or two a component, and the change of units.
constexpr double rounding = 8.0 * epsilon;

// |a| + |b| in the norm of the block.
double size_of(const Block& block, const double* a, const double* b) {
  const auto row = [a, b](std::size_t i) { return std::fabs(a[i]) + std::fabs(b[i]); };
  if (block.kind != BlockKind::rows) return euclidean_norm(block.size, row);
  double largest = 0.0;
  for (std::size_t i = 0; i < block.size; ++i) largest = std::max(largest, row(i));
  return largest;
}

}  // namespace

ConvexSet::ConvexSet(const nsds_vi& given, double s_z, std::span<const double> block_units, Arena& arena)
    : s_z_(s_z) {
  const std::size_t n = index(given.size);
  lower_ = arena.take<double>(n, -infinity);
  upper_ = arena.take<double>(n, infinity);
  moved_ = arena.take<double>(n);
  projected_ = arena.take<double>(n);
  if (given.set == NSDS_VI_CONES) {
    take_cones(given, block_units, arena);
    return;
  }
  blocks_ = arena.take<Block>(1, Block{BlockKind::rows, false, 0, n, 1.0, 0.0, nullptr, nullptr, nullptr});
  if (given.set != NSDS_VI_PROJECTOR) {
    take_bounds(given);
    return;
  }
  blocks_[0].project = given.project;
  blocks_[0].user = given.user;
  add_operator(blocks_[0], {"project"}, arena);
}

void ConvexSet::take_bounds(const nsds_vi& given) {
  if (given.lower != nullptr) std::copy_n(given.lower, lower_.size(), lower_.begin());
  if (given.upper != nullptr) std::copy_n(given.upper, upper_.size(), upper_.begin());
}

void ConvexSet::take_cones(const nsds_vi& given, std::span<const double> block_units, Arena& arena) {
  a_ = arena.take<double>(block_units.empty() ? 0 : size());
  b_ = arena.take<double>(a_.size());
  blocks_ = arena.take<Block>(index(given.cone_count));
  std::size_t begin = 0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const nsds_cone& cone = given.cones[k];
    const std::size_t size = index(cone.size);
    const double unit = block_units.empty() ? 1.0 : block_units[k];
    blocks_[k] = {BlockKind::rows, true, begin, size, unit, cone.mu, cone.project, cone.user, nullptr};
    if (cone.kind == NSDS_CONE_NONNEGATIVE) std::fill_n(lower_.data() + begin, size, 0.0);
    if (cone.kind == NSDS_CONE_LORENTZ) {
      blocks_[k].kind = BlockKind::lorentz;
      only_rows_ = false;
    }
    if (cone.kind == NSDS_CONE_PROJECTOR)
      add_operator(blocks_[k], {"project", static_cast<std::int32_t>(k)}, arena);
    begin += size;
  }
}

void ConvexSet::add_operator(Block& block, monotone::OperatorName name, Arena& arena) {
  block.kind = BlockKind::given;
  block.is_cone = false;
  const std::span<monotone::GivenOperator> place = arena.take<monotone::GivenOperator>(1);
  place[0] = monotone::GivenOperator(name, block.size, arena);
  block.operator_of = place.data();
  only_rows_ = false;
  has_projector_ = true;
}

// A projector works in the units of the caller.
void ConvexSet::project_block(const Block& block, const double* x, double* out) {
  switch (block.kind) {
    case BlockKind::rows:
      for (std::size_t i = 0; i < block.size; ++i)
        out[i] = std::clamp(x[i], lower_[block.begin + i] / s_z_, upper_[block.begin + i] / s_z_);
      return;
    case BlockKind::lorentz:
      return project_onto_lorentz({block.mu, {x, block.size}}, out);
    case BlockKind::given:
      break;
  }
  if (block.size == 0) return;
  monotone::GivenOperator& given = *block.operator_of;
  const std::span<double> argument = given.argument();
  for (std::size_t i = 0; i < block.size; ++i) argument[i] = s_z_ * x[i];
  const auto call = [&block](const double* from, double* to) { return block.project(block.user, from, to); };
  given(call, 1.0, argument, {out, block.size});
  for (std::size_t i = 0; i < block.size; ++i) out[i] /= s_z_;
}

void ConvexSet::project(std::span<const double> x, std::span<double> out) {
  for (const Block& block : blocks_) project_block(block, x.data() + block.begin, out.data() + block.begin);
}

void ConvexSet::project_start(std::span<const double> x, std::span<double> out) {
  project(x, out);
  double moved = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) moved = std::max(moved, std::fabs(x[i] - out[i]));
  if (moved <= rounding * largest_magnitude(out)) std::copy(x.begin(), x.end(), out.begin());
}

void ConvexSet::project_start_inside(std::span<const double> x, double distance, std::span<double> out) {
  std::copy(x.begin(), x.end(), moved_.begin());
  for (const Block& block : blocks_)
    if (block.kind == BlockKind::lorentz) moved_[block.begin] += distance;
  project_start(moved_, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double l = lower_[i] / s_z_, u = upper_[i] / s_z_;
    const double inside = std::min(distance, 0.5 * (u - l));
    out[i] = std::clamp(out[i], l + inside, std::max(l + inside, u - inside));
  }
}

double ConvexSet::distance(const Block& block, const double* x, const double* y, std::size_t& worst) {
  worst = 0;
  if (block.kind != BlockKind::rows) return euclidean_distance({x, block.size}, {y, block.size});
  double norm = 0.0;
  for (std::size_t i = 0; i < block.size; ++i) {
    const double row = std::fabs(x[i] - y[i]);
    if (row <= norm) continue;
    norm = row;
    worst = i;
  }
  return norm;
}

// Row by row it is mid(a - u, b, a - l), in which nothing is lost; in a norm rounding is counted where it might hide b.
double ConvexSet::natural_of_block(const Block& block, const double* a, const double* b,
                                   const double* projected, std::size_t& worst) const {
  if (block.kind != BlockKind::rows) {
    const double size = size_of(block, a, b);
    const double natural = distance(block, a, projected, worst);
    return epsilon * size > far_away ? std::max(natural, epsilon * size) : natural;
  }
  double largest = 0.0;
  worst = 0;
  for (std::size_t i = 0; i < block.size; ++i) {
    const double l = lower_[block.begin + i] / s_z_, u = upper_[block.begin + i] / s_z_;
    const double row = std::fabs(std::clamp(b[i], a[i] - u, a[i] - l));
    if (row <= largest) continue;
    largest = row;
    worst = i;
  }
  return largest;
}

double ConvexSet::natural_map(std::span<const double> a, std::span<const double> b) {
  if (a_.empty()) return natural_in_units(a, b);
  for (const Block& block : blocks_) {
    for (std::size_t i = block.begin; i < block.begin + block.size; ++i) {
      a_[i] = a[i] * block.unit;
      b_[i] = b[i] / block.unit;
    }
  }
  return natural_in_units(a_, b_);
}

double ConvexSet::natural_in_units(std::span<const double> a, std::span<const double> b) {
  for (std::size_t i = 0; i < a.size(); ++i) moved_[i] = a[i] - b[i];
  if (!all_finite(moved_.data(), moved_.size())) return std::nan("");
  project(moved_, projected_);
  double largest = 0.0;
  std::size_t worst = 0;
  for (const Block& block : blocks_)
    largest = std::max(largest, natural_of_block(block, a.data() + block.begin, b.data() + block.begin,
                                                 projected_.data() + block.begin, worst));
  return largest;
}

void ConvexSet::require_idempotent(const Block& block, const double* projection) {
  if (block.kind != BlockKind::given || block.size == 0) return;
  monotone::GivenOperator& given = *block.operator_of;
  const std::span<double> argument = given.argument();
  for (std::size_t i = 0; i < block.size; ++i) argument[i] = s_z_ * projection[i];
  const auto call = [&block](const double* from, double* to) { return block.project(block.user, from, to); };
  given.require_idempotent(call, argument, {moved_.data() + block.begin, block.size});
}

nsds_residual ConvexSet::residual(std::span<const double> a, std::span<const double> b) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  residual.value = natural_in_units(a, b);
  if (!std::isfinite(residual.value)) {
    residual.value = infinity;
    return residual;
  }
  std::size_t worst = 0;
  for (const Block& block : blocks_) {
    const double* const x = a.data() + block.begin;
    double* const projected = projected_.data() + block.begin;
    double* const moved = moved_.data() + block.begin;
    // P(a - b) is in projected.
    const double natural = natural_of_block(block, x, b.data() + block.begin, projected, worst);
    if (natural == residual.value && residual.worst < 0 && block.size > 0)
      residual.worst = static_cast<std::int32_t>(block.begin + worst);
    residual.complementarity = std::max(residual.complementarity, natural);
    require_idempotent(block, projected);
    // The distances of a to K and, by Moreau's decomposition, of b to K*, which is | P(-b) |.
    project_block(block, x, projected);
    residual.primal = std::max(residual.primal, distance(block, x, projected, worst));
    const double size = size_of(block, x, b.data() + block.begin);
    residual.roundoff_floor = std::max(residual.roundoff_floor, epsilon * size);
    for (std::size_t i = 0; i < block.size; ++i) moved[i] = -b[block.begin + i];
    if (!block.is_cone) continue;
    project_block(block, moved, projected);
    std::fill_n(moved, block.size, 0.0);
    residual.dual = std::max(residual.dual, distance(block, moved, projected, worst));
  }
  return residual;
}

}  // namespace nsds::numerics::vi
