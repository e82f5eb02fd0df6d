#include "qvi/problem.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"

namespace nsds::numerics::qvi {

QuasiInequality::QuasiInequality(const nsds_qvi& given, Arena& arena)
    : units_(nonlinear::ScalarUnits::of(given.scale_z, given.scale_w)),
      functions_(given, units_, arena),
      conditions_(functions_, units_.z, {}, arena),
      x_(arena.take<double>(inequality().unknowns())),
      values_(arena.take<double>(inequality().size())),
      box_values_(arena.take<double>(inequality().unknowns())),
      unnoticed_(arena.take<double>(index(given.size))) {}

double QuasiInequality::unit_of(std::size_t k) {
  if (k < size()) return units_.z;
  const std::size_t row = k - size();
  if (row < functions_.g().count()) return units_.w * units_.z / functions_.g().unit(row);
  return units_.w * inequality().conditions().unit(row - functions_.g().count());
}

bool QuasiInequality::place(std::span<const double> y, std::span<double> x, double near) {
  const Blocks& blocks = conditions_.blocks();
  std::copy(y.begin(), y.end(), y_of(x).begin());
  if (blocks.free == 0) return true;
  const std::span<double> c = box_values_.first(size());
  if (!functions_.evaluate_c(y.first(size()), c)) return false;
  const std::span<double> moved = values_;
  std::fill(moved.begin(), moved.end(), 0.0);
  for (std::size_t i = 0; i < size(); ++i) moved[i] = y[i] - c[i];
  if (near > 0.0) {
    for (std::size_t i = 0; i < size(); ++i) unnoticed_[i] = near * (std::fabs(y[i]) + std::fabs(c[i]));
  }
  const std::span<double> projected = box_values_.first(moved.size());
  inequality().set().project(moved, projected);
  std::copy_n(projected.begin(), size(), x.begin());
  if (near > 0.0) put_on_faces(x.first(size()));
  return true;
}

// Entries of p go to the bound, or blocks to the apex, from which they are not told.
void QuasiInequality::put_on_faces(std::span<double> p) const {
  const nonlinear::Map& map = conditions_.inequality().F();
  for (const vi::Block& block : conditions_.inequality().set().blocks()) {
    if (block.begin >= p.size() || block.kind == vi::BlockKind::given) continue;
    const std::size_t end = std::min(block.begin + block.size, p.size());
    bool is_apex = block.kind == vi::BlockKind::lorentz;
    for (std::size_t i = block.begin; i < end; ++i) {
      is_apex = is_apex && std::fabs(p[i]) <= unnoticed_[i];
      if (block.kind != vi::BlockKind::rows) continue;
      if (std::fabs(p[i] - map.lower()[i]) <= unnoticed_[i])
        p[i] = map.lower()[i];
      else if (std::fabs(map.upper()[i] - p[i]) <= unnoticed_[i])
        p[i] = map.upper()[i];
    }
    if (is_apex)
      std::fill(p.begin() + static_cast<std::ptrdiff_t>(block.begin),
                p.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
  }
}

bool QuasiInequality::evaluate_at(std::span<const double> y) {
  const Blocks& blocks = conditions_.blocks();
  std::copy(y.begin(), y.end(), y_of(x_).begin());
  if (blocks.free > 0) {
    if (!functions_.evaluate_c(y.first(size()), x_.first(size()))) return false;
    for (std::size_t i = 0; i < size(); ++i) x_[i] = y[i] - x_[i];
  }
  return conditions_.evaluate(std::span<const double>(x_).first(blocks.total()), values_);
}

// The rows that say where K is are zero: p is z - c(z). The worst one is counted without them.
bool QuasiInequality::measure(std::span<const double> y, double tolerance, nsds_residual& residual) {
  nsds_residual_init(&residual);
  residual.value = infinity;
  if (!evaluate_at(y)) return false;
  const bool has_jacobian = functions_.F().counts().jacobians > 0;
  residual = inequality().residual(x_, values_, box_values_, has_jacobian ? tolerance : infinity);
  const auto n = static_cast<std::int32_t>(size());
  if (residual.worst >= n && conditions_.blocks().free > 0) residual.worst -= n;
  return true;
}

}  // namespace nsds::numerics::qvi
