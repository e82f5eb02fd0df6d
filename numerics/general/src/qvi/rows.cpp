#include "qvi/rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::qvi {
namespace {

// Takes the places that the caller gives, or all of (rows x columns).
Places places_of(const nsds_qvi_jacobian& given, std::size_t rows, std::size_t columns, Arena& arena) {
  if (given.column_starts != nullptr)
    return {{given.column_starts, columns + 1}, {given.row_indices, index(given.column_starts[columns])}};
  if (rows * columns > index(std::numeric_limits<std::int32_t>::max()))
    throw std::length_error("a dense Jacobian of g");
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(columns + 1);
  const std::span<std::int32_t> indices = arena.take<std::int32_t>(rows * columns);
  for (std::size_t j = 0; j <= columns; ++j) starts[j] = static_cast<std::int32_t>(j * rows);
  for (std::size_t k = 0; k < indices.size(); ++k) indices[k] = static_cast<std::int32_t>(k % rows);
  return {starts, indices};
}

bool is_pair(const Pair& at, std::span<const double> remembered) {
  const std::size_t n = at.y.size();
  return std::equal(at.y.begin(), at.y.end(), remembered.begin()) &&
         std::equal(at.z.begin(), at.z.end(), remembered.begin() + static_cast<std::ptrdiff_t>(n));
}

void remember(const Pair& at, std::span<double> place) {
  std::copy(at.y.begin(), at.y.end(), place.begin());
  std::copy(at.z.begin(), at.z.end(), place.begin() + static_cast<std::ptrdiff_t>(at.y.size()));
}

}  // namespace

GivenRows::GivenRows(const nsds_qvi& given, const nonlinear::Map& F, Arena& arena) : given_(given), F_(F) {
  const std::size_t n = index(given.size), m = index(given.rows);
  values_ = arena.take<double>(m);
  if (m == 0) return;
  places_y_ = places_of(given.g_by_y, m, n, arena);
  places_z_ = places_of(given.g_by_z, m, n, arena);
  for (std::span<double>* vector : {&y_, &z_}) *vector = arena.take<double>(n);
  for (std::span<double>* pair : {&at_, &tangent_}) *pair = arena.take<double>(2 * n);
  for (std::span<double>* entries : {&entries_y_, &beside_})
    *entries = arena.take<double>(places_y_.rows.size(), 0.0);
  if (has_by_z()) entries_z_ = arena.take<double>(places_z_.rows.size(), 0.0);
}

// Runs a callback. Entries it leaves unwritten stay NaN and are refused. False: outside the domain, or
// not finite.
bool GivenRows::call(const char* name, nsds_qvi_function function, const Pair& at, std::span<double> values) {
  for (std::size_t i = 0; i < y_.size(); ++i) {
    y_[i] = F_.given(i, at.y[i]);
    z_[i] = F_.given(i, at.z[i]);
  }
  std::fill(values.begin(), values.end(), std::nan(""));
  const auto function_at = [&] { return function(given_.g_user, y_.data(), z_.data(), values.data()); };
  return nonlinear::call_behind_wall("", name, function_at) == NSDS_MAP_EVALUATED &&
         all_finite(values.data(), values.size());
}

void GivenRows::put_in_units(const Places& places, std::span<double> entries) const {
  for (std::size_t j = 0; j < y_.size(); ++j)
    for (std::size_t k = places.begin(j); k < places.end(j); ++k)
      entries[k] *= F_.units().of_z(j) / unit(index(places.rows[k]));
}

bool GivenRows::evaluate(const Pair& at, std::span<double> values) {
  if (count() == 0) return true;
  if (!has_values_ || !is_pair(at, at_)) {
    has_values_ = false;
    if (!call("g", given_.g, at, values_)) return false;
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] /= unit(i);
    remember(at, at_);
    has_values_ = true;
  }
  std::copy(values_.begin(), values_.end(), values.begin());
  return true;
}

bool GivenRows::fetch_by_y(const Pair& at, std::span<double> entries) {
  if (!call("g_by_y.evaluate", given_.g_by_y.evaluate, at, entries)) return false;
  put_in_units(places_y_, entries);
  return true;
}

bool GivenRows::differentiate_by_y(const Pair& at) {
  if (count() == 0 || (has_entries_ && is_pair(at, tangent_))) return true;
  has_entries_ = false;
  if (!fetch_by_y(at, entries_y_)) return false;
  remember(at, tangent_);
  has_entries_ = true;
  return true;
}

bool GivenRows::differentiate_by_z(const Pair& at) {
  if (count() == 0) return true;
  if (!call("g_by_z.evaluate", given_.g_by_z.evaluate, at, entries_z_)) return false;
  put_in_units(places_z_, entries_z_);
  return true;
}

void GivenRows::add_product(std::span<const double> entries, double factor, std::span<const double> lambda,
                            std::span<double> out) const {
  for (std::size_t j = 0; j < y_.size(); ++j) {
    double sum = 0.0;
    for (std::size_t k = places_y_.begin(j); k < places_y_.end(j); ++k)
      sum += entries[k] * lambda[index(places_y_.rows[k])];
    out[j] += factor * sum;
  }
}

bool GivenRows::add_gradient(const Pair& at, double factor, std::span<const double> lambda,
                             std::span<double> out) {
  if (count() == 0) return true;
  const bool is_known = has_entries_ && is_pair(at, tangent_);
  if (!is_known && !fetch_by_y(at, beside_)) return false;
  add_product(is_known ? entries_y_ : beside_, factor, lambda, out);
  return true;
}

}  // namespace nsds::numerics::qvi
