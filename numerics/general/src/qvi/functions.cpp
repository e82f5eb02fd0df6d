#include "qvi/functions.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics::qvi {
namespace {

// The unknowns stay within the bounds of K where there is no c; else they are anywhere.
nonlinear::Bounds bounds_of_z(const nsds_qvi& given, std::span<const double> elsewhere) {
  const std::size_t n = index(given.size);
  const bool moves = given.c.evaluate != nullptr;
  return {moves || given.lower == nullptr ? elsewhere.data() : given.lower,
          moves || given.upper == nullptr ? elsewhere.data() + n : given.upper};
}

// The bounds of points where no vector of the caller has any: none, but for half-lines of a product of cones that stays.
std::span<double> bounds_without_vectors(const nsds_qvi& given, Arena& arena) {
  const std::size_t n = index(given.size);
  const std::span<double> bounds = arena.take<double>(2 * n, infinity);
  std::fill_n(bounds.begin(), n, -infinity);
  if (given.c.evaluate != nullptr) return bounds;
  std::size_t begin = 0;
  for (std::int32_t k = 0; k < given.cone_count; ++k) {
    const nsds_cone& cone = given.cones[k];
    if (cone.kind == NSDS_CONE_NONNEGATIVE) std::fill_n(bounds.data() + begin, index(cone.size), 0.0);
    begin += index(cone.size);
  }
  return bounds;
}

}  // namespace

Functions::Functions(const nsds_qvi& given, nonlinear::ScalarUnits units, Arena& arena)
    : given_(given),
      bounds_(bounds_without_vectors(given, arena)),
      units_of_F_(units.spread(index(given.size), arena)),
      units_of_c_(nonlinear::ScalarUnits{units.z, units.z}.spread(index(given.size), arena)),
      F_(given.size, given.F, bounds_of_z(given, bounds_), units_of_F_, arena),
      g_(given, F_, arena) {
  const nonlinear::Bounds none{bounds_.data(), bounds_.data() + size()};
  if (given.c.evaluate != nullptr) c_.emplace(given.size, given.c, none, units_of_c_, arena, "c.");
}

void Functions::set_deadline(const Deadline& deadline) {
  F_.watch().set(deadline);
  if (moves()) c_->watch().set(deadline);
}

bool Functions::evaluate_F(std::span<const double> a, std::span<double> b) {
  return F_.evaluate(a, b);
}

bool Functions::evaluate_c(std::span<const double> a, std::span<double> out) {
  if (!moves()) return true;
  return c_->evaluate(a, out);
}

// Differences begin from the value, which the map remembers where it is the last one.
bool Functions::linearise_F(std::span<const double> a, std::span<double> scratch) {
  if (given_.F.jacobian == nullptr && !evaluate_F(a, scratch)) return false;
  return F_.linearise(a, scratch);
}

bool Functions::linearise_c(std::span<const double> a, std::span<double> scratch) {
  if (!moves()) return true;
  if (given_.c.jacobian == nullptr && !evaluate_c(a, scratch)) return false;
  return c_->linearise(a, scratch);
}

}  // namespace nsds::numerics::qvi
