#include "soclcp/problem.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::soclcp {
namespace {

nsds_vi as_vi(const nsds_soclcp& given, const nsds_map& map, nonlinear::ScalarUnits units) {
  nsds_vi made;
  nsds_vi_init(&made);
  made.size = given.size;
  made.F = map;
  made.set = NSDS_VI_CONES;
  made.cone_count = given.cone_count;
  made.cones = given.cones;
  made.scale_z = units.z;
  made.scale_w = units.w;
  return made;
}

// Units d in which solvers see the cones: the largest diagonal entry of M is about one in each block. Of 379 problems of contacts
// auto lost 7 without them, all with masses 1 : 1e6, and loses 1 with them. Powers of two, which round nothing.
std::span<const double> block_units(const nsds_soclcp& given, nonlinear::ScalarUnits units, Arena& arena) {
  const std::span<double> largest = arena.take<double>(index(given.cone_count), 0.0);
  std::size_t k = 0;
  std::int64_t end = given.cone_count > 0 ? given.cones[0].size : 0;
  for_each_diagonal_entry(*given.M, [&](std::int32_t i, double value) {
    while (i >= end) end += given.cones[++k].size;
    largest[k] = std::max(largest[k], std::fabs(value) * (units.z / units.w));
  });
  for (double& unit : largest)
    unit = unit > 0.0 ? std::exp2(std::clamp(std::round(-0.5 * std::log2(unit)), -30.0, 30.0)) : 1.0;
  return largest;
}

}  // namespace

AffineMap::AffineMap(const nsds_matrix& M, const double* q, Arena& arena) : M_(M), q_(q) {
  if (M.storage == NSDS_CSC) {
    starts_ = M.as.csc.column_starts;
    rows_ = M.as.csc.row_indices;
    values_ = M.as.csc.values;
  } else if (M.storage == NSDS_BSR) {
    gather(arena);
  }
}

// Blocks come row of blocks by row of blocks, so that the rows of a column increase.
void AffineMap::gather(Arena& arena) {
  const std::size_t n = index(M_.cols);
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(n + 1, 0);
  for_each_entry(M_, [&](std::int32_t, std::int32_t j, double) { ++starts[index(j) + 1]; });
  for (std::size_t j = 0; j < n; ++j) starts[j + 1] += starts[j];
  const std::size_t entries = index(starts[n]);
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(std::max<std::size_t>(entries, 1), 0);
  const std::span<double> values = arena.take<double>(entries);
  const std::span<std::int32_t> next = arena.take<std::int32_t>(n);
  std::copy_n(starts.begin(), n, next.begin());
  for_each_entry(M_, [&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t place = index(next[index(j)]++);
    rows[place] = i;
    values[place] = value;
  });
  starts_ = starts.data();
  rows_ = rows.data();
  values_ = values.data();
}

nsds_map AffineMap::map() {
  return {evaluate, jacobian, starts_, rows_, this};
}

int AffineMap::evaluate(void* user, const double* z, double* w) {
  const AffineMap& self = *static_cast<const AffineMap*>(user);
  std::copy_n(self.q_, self.M_.rows, w);
  add_product(self.M_, 1.0, z, w);
  return NSDS_MAP_EVALUATED;
}

int AffineMap::jacobian(void* user, const double* /*z*/, double* values) {
  const AffineMap& self = *static_cast<const AffineMap*>(user);
  if (self.starts_ == nullptr)
    copy_dense(self.M_, values);
  else
    std::copy_n(self.values_, self.starts_[self.M_.cols], values);
  return NSDS_MAP_EVALUATED;
}

AffineInequality::AffineInequality(const nsds_soclcp& given, nonlinear::ScalarUnits units, Arena& arena)
    : given_(given),
      map_(*given.M, given.q, arena),
      as_vi_(as_vi(given, map_.map(), units)),
      inequality_(as_vi_, arena, block_units(given, units, arena)) {}

void AffineInequality::evaluate(std::span<const double> z, std::span<double> w,
                                std::span<double> magnitude) const {
  for (std::size_t i = 0; i < z.size(); ++i) {
    w[i] = given_.q[i];
    magnitude[i] = std::fabs(given_.q[i]);
  }
  const bool at_rest = std::all_of(z.begin(), z.end(), [](double x) { return x == 0.0; });  // a cold start
  if (!at_rest) add_product_and_magnitude(*given_.M, z.data(), w.data(), magnitude.data());
}

nsds_residual AffineInequality::class_residual(std::span<const double> z, std::span<const double> w,
                                               std::span<const double> magnitude, std::span<double> scratch) {
  const std::size_t n = size();
  const std::span<double> a = scratch.first(n), b = scratch.subspan(n, n);
  nsds_residual residual;
  nsds_residual_init(&residual);
  residual.value = infinity;
  if (!all_finite(w.data(), n) || !all_finite(magnitude.data(), n)) return residual;
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = z[i] / units().z;
    b[i] = w[i] / units().w;
  }
  residual = inequality_.set().residual(a, b);
  residual.roundoff_floor = roundoff_floor(z, magnitude);
  return residual;
}

double AffineInequality::roundoff_floor(std::span<const double> z, std::span<const double> magnitude) const {
  double largest = 0.0;
  std::size_t i = 0;
  for (std::int32_t k = 0; k < given_.cone_count; ++k) {
    const bool is_lorentz = given_.cones[k].kind == NSDS_CONE_LORENTZ;
    double block = 0.0;
    for (const std::size_t end = i + index(given_.cones[k].size); i < end; ++i) {
      const double row = std::fabs(z[i]) / units().z + magnitude[i] / units().w;
      block = is_lorentz ? std::hypot(block, row) : std::max(block, row);
    }
    largest = std::max(largest, block);
  }
  return epsilon * largest;
}

}  // namespace nsds::numerics::soclcp
