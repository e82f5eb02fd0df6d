#include "nonlinear/map.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::nonlinear {
namespace {

constexpr std::int32_t smallest_sparse = 24;  // below, a dense factorisation is as fast as any
constexpr double mostly_zero = 0.15;          // entries that make a sparse matrix a dense one

bool is_sparse(const Pattern& pattern) {
  if (pattern.starts == nullptr || pattern.n < smallest_sparse) return false;
  const double full = static_cast<double>(pattern.n) * pattern.n;
  return static_cast<double>(pattern.entries()) <= mostly_zero * full;
}

}  // namespace

Map::Map(std::int32_t size, const nsds_map& given, Bounds bounds, Units units, Arena& arena,
         const char* where)
    : given_(given), where_(where), bounds_(bounds), units_(units) {
  const std::size_t n = index(size);
  const Pattern pattern{size, given.column_starts, given.row_indices};
  lower_ = arena.take<double>(n);
  upper_ = arena.take<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    lower_[i] = bounds_.below(i) / units_.of_z(i);
    upper_[i] = bounds_.above(i) / units_.of_z(i);
  }
  point_ = arena.take<double>(n);
  value_ = arena.take<double>(n);
  tangent_ = arena.take<double>(n);
  z_ = arena.take<double>(n);
  entries_ = arena.take<double>(pattern.entries());
  if (given.jacobian == nullptr) differences_.group_columns(pattern, arena);
  structure_.sparse = is_sparse(pattern);
  if (structure_.sparse) {
    structure_.entries = static_cast<std::int64_t>(entries_.size());
    structure_.columns = {given.column_starts, given.row_indices, entries_.data()};
    return;
  }
  if (pattern.starts != nullptr) dense_ = arena.take<double>(n * n, 0.0);
  structure_.dense = dense_.empty() ? entries_.data() : dense_.data();
  structure_.leading = pattern.n;
}

bool Map::call_map(const double* z, double* w) {
  ++counts_.evaluations;
  const auto call = [&] { return given_.evaluate(given_.user, z, w); };
  return call_behind_wall(where_, "evaluate", call) == NSDS_MAP_EVALUATED;
}

bool Map::evaluate(std::span<const double> a, std::span<double> b) {
  if (has_value_ && std::equal(a.begin(), a.end(), point_.begin())) {
    std::copy(value_.begin(), value_.end(), b.begin());
    return true;
  }
  for (std::size_t i = 0; i < a.size(); ++i) z_[i] = given(i, a[i]);
  std::fill(b.begin(), b.end(), std::nan(""));  // a value that is forgotten shows
  if (!call_map(z_.data(), b.data())) return false;
  if (units_.w != nullptr)
    for (std::size_t i = 0; i < b.size(); ++i) b[i] /= units_.w[i];
  if (!all_finite(b.data(), b.size())) return false;
  std::copy(a.begin(), a.end(), point_.begin());
  std::copy(b.begin(), b.end(), value_.begin());
  has_value_ = true;
  return true;
}

bool Map::linearise(std::span<const double> a, std::span<const double> b) {
  if (has_jacobian_ && std::equal(a.begin(), a.end(), tangent_.begin())) return true;
  has_jacobian_ = false;
  ++counts_.jacobians;
  if (!call_jacobian(a, b) || !all_finite(entries_.data(), entries_.size())) return false;
  if (!dense_.empty()) {
    const std::size_t n = size();
    for (std::size_t j = 0; j < n; ++j)
      for (std::int32_t k = given_.column_starts[j]; k < given_.column_starts[j + 1]; ++k)
        dense_[j * n + index(given_.row_indices[k])] = entries_[index(k)];
  }
  std::copy(a.begin(), a.end(), tangent_.begin());
  has_jacobian_ = true;
  return true;
}

bool Map::call_jacobian(std::span<const double> a, std::span<const double> b) {
  if (given_.jacobian == nullptr) {
    const auto evaluate_beside = [this](std::span<const double> moved, std::span<double> value) {
      if (!watch_.has_time()) return false;
      for (std::size_t i = 0; i < moved.size(); ++i) z_[i] = given(i, moved[i]);
      if (!call_map(z_.data(), value.data())) return false;
      for (std::size_t i = 0; i < value.size(); ++i) value[i] /= units_.of_w(i);
      return all_finite(value.data(), value.size());
    };
    return differences_(evaluate_beside, a, b, lower_, upper_, entries_);
  }
  for (std::size_t i = 0; i < a.size(); ++i) z_[i] = given(i, a[i]);
  std::fill(entries_.begin(), entries_.end(), std::nan(""));
  const auto call = [&] { return given_.jacobian(given_.user, z_.data(), entries_.data()); };
  if (call_behind_wall(where_, "jacobian", call) != NSDS_MAP_EVALUATED) return false;
  put_in_units();
  return true;
}

void Map::put_in_units() {
  if (units_.z == nullptr && units_.w == nullptr) return;
  const std::size_t n = size();
  for (std::size_t j = 0; j < n; ++j) {
    const double column = units_.of_z(j);
    if (given_.column_starts == nullptr) {
      for (std::size_t i = 0; i < n; ++i) entries_[j * n + i] *= column / units_.of_w(i);
      continue;
    }
    for (std::int32_t k = given_.column_starts[j]; k < given_.column_starts[j + 1]; ++k)
      entries_[index(k)] *= column / units_.of_w(index(given_.row_indices[k]));
  }
}

nsds_matrix Map::matrix() const {
  const auto n = static_cast<std::int32_t>(size());
  if (structure_.sparse)
    return nsds_matrix_csc(n, n, structure_.columns.starts, structure_.columns.rows,
                           structure_.columns.values);
  return nsds_matrix_dense(n, n, structure_.dense, std::max(n, 1));
}

}  // namespace nsds::numerics::nonlinear
