// The conditions of optimality over a polyhedron, as a map over a box: with the rows R = (A; C), r = (b; d) divided by their
// largest entries, in units,
//
//   x = (a, lambda, mu),   x -> (F(a) - R'(lambda, mu), R a - r),   bounds of a, lambda ≥ 0, mu free.
#pragma once

#include <optional>
#include <span>

#include "core/arena.hpp"
#include "nonlinear/assembly.hpp"
#include "nonlinear/map.hpp"
#include "nonlinear/scalar_units.hpp"
#include "nsds/numerics/vi.h"

namespace nsds::numerics::vi {

class Conditions {
 public:
  // given, F: must outlive it, and it must stay where it is.
  Conditions(const nsds_vi& given, nonlinear::Map& F, nonlinear::ScalarUnits units, Arena& arena);
  Conditions(const Conditions&) = delete;
  Conditions& operator=(const Conditions&) = delete;
  ~Conditions() = default;

  nonlinear::Map& map() { return *map_; }
  // What failed inside of the map, which itself sees a callback of this class.
  const std::optional<nonlinear::CallbackFailed>& failure() const { return failure_; }

  // What one of the multiplier of a row is in the units of the caller.
  double unit(std::size_t row) const { return units_[row]; }

  // The values at x: (n + m + e), where F is b: (n).
  void write_values(std::span<const double> x, std::span<const double> b, std::span<double> values) const;

  // For the projection of a point onto the polyhedron, F(a) = a - point: the matrix, in the arena, and the constant q: (n + m + e).
  nsds_matrix projection_matrix(Arena& arena) const;
  void write_projection_constant(std::span<const double> point, std::span<double> q) const;

 private:
  struct Columns {
    std::span<std::int32_t> starts, rows;
    std::span<double> values;
  };

  void take_rows(const nsds_vi& given, nonlinear::ScalarUnits units, Arena& arena);
  void take_box(std::size_t multipliers, std::size_t inequalities, Arena& arena);

  static int call_evaluate(void* user, const double* x, double* values);
  static int call_jacobian(void* user, const double* x, double* values);
  bool evaluate(std::span<const double> x, std::span<double> values);
  bool linearise(std::span<const double> a, std::span<double> values);
  template <class Visit>
  void for_each_of_rows(const Visit& visit) const;
  template <class Visit>
  void walk_rows(const Visit& visit) const;
  template <class Visit>
  void walk(const Visit& visit) const;

  nonlinear::Map& F_;
  bool by_differences_;
  std::size_t n_, total_;
  Columns columns_;  // of R
  std::span<double> r_, units_;
  std::span<double> lower_, upper_;
  std::optional<nonlinear::Assembly> assembly_;
  std::span<double> b_;
  nsds_map as_given_{};
  std::optional<nonlinear::Map> map_;
  std::optional<nonlinear::CallbackFailed> failure_;
};

}  // namespace nsds::numerics::vi
