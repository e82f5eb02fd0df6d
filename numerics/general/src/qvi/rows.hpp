// The rows g(y, z) of a problem, in units: g / s_g of y / s_z and z / s_z.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "nonlinear/map.hpp"
#include "nsds/numerics/qvi.h"

namespace nsds::numerics::qvi {

// The places of the entries of a matrix, column by column.
struct Places {
  std::span<const std::int32_t> starts, rows;

  std::size_t begin(std::size_t column) const { return static_cast<std::size_t>(starts[column]); }
  std::size_t end(std::size_t column) const { return static_cast<std::size_t>(starts[column + 1]); }
};

// Two points of which g is a function.
struct Pair {
  std::span<const double> y, z;
};

class GivenRows {
 public:
  // F: knows the bounds and units of points; it must outlive this.
  GivenRows(const nsds_qvi& given, const nonlinear::Map& F, Arena& arena);

  std::size_t count() const { return values_.size(); }  // m
  bool has_by_z() const { return given_.g_by_z.evaluate != nullptr; }
  bool is_affine() const { return given_.g_is_affine != 0; }
  double unit(std::size_t i) const { return given_.scale_g == nullptr ? 1.0 : given_.scale_g[i]; }
  const Places& places_y() const { return places_y_; }
  const Places& places_z() const { return places_z_; }

  // values: (m) out. False: outside the domain, or not finite. Throw nonlinear::CallbackFailed, as all below.
  bool evaluate(const Pair& at, std::span<double> values);
  // Makes entries_y(), entries_z() those at the pair; what is there is not evaluated again.
  bool differentiate_by_y(const Pair& at);
  bool differentiate_by_z(const Pair& at);
  std::span<const double> entries_y() const { return entries_y_; }
  std::span<const double> entries_z() const { return entries_z_; }

  // out += factor ∇_y g lambda at the pair. What differentiate_by_y has made stays. out: (n), lambda: (m).
  bool add_gradient(const Pair& at, double factor, std::span<const double> lambda, std::span<double> out);

 private:
  bool call(const char* name, nsds_qvi_function function, const Pair& at, std::span<double> values);
  bool fetch_by_y(const Pair& at, std::span<double> entries);
  void put_in_units(const Places& places, std::span<double> entries) const;
  void add_product(std::span<const double> entries, double factor, std::span<const double> lambda,
                   std::span<double> out) const;

  const nsds_qvi& given_;
  const nonlinear::Map& F_;
  Places places_y_, places_z_;
  std::span<double> y_, z_;         // arguments of callbacks, in the units of the caller
  std::span<double> values_;        // g at the last pair
  std::span<double> at_, tangent_;  // (2 n): that pair, and the one where entries_y was made
  bool has_values_ = false, has_entries_ = false;
  std::span<double> entries_y_, entries_z_, beside_;  // beside: entries by y at another pair
};

}  // namespace nsds::numerics::qvi
