// A quasi-variational inequality after it has been checked, in units.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "nonlinear/scalar_units.hpp"
#include "nsds/numerics/qvi.h"
#include "nsds/numerics/report.h"
#include "qvi/conditions.hpp"
#include "qvi/functions.hpp"

namespace nsds::numerics::qvi {

// Its points are y = (z, multipliers), those of g before those of the rows of a polyhedron. The unknowns x of its conditions
// end with them: x = (p, y) where K moves, else x = y.
class QuasiInequality {
 public:
  // given has been checked, and outlives it. It stays where it is.
  QuasiInequality(const nsds_qvi& given, Arena& arena);
  QuasiInequality(const QuasiInequality&) = delete;
  QuasiInequality& operator=(const QuasiInequality&) = delete;
  ~QuasiInequality() = default;

  std::size_t size() const { return functions_.size(); }                          // n
  std::size_t unknowns() const { return x_.size() - conditions_.blocks().free; }  // with multipliers
  Functions& functions() { return functions_; }
  // The conditions of the problem itself, neither frozen nor with a penalty.
  Conditions& conditions() { return conditions_; }
  vi::Inequality& inequality() { return conditions_.inequality(); }
  const nonlinear::ScalarUnits& units() const { return units_; }
  // What one of y_k is in the units of the caller.
  double unit_of(std::size_t k);

  // Writes the x whose p is the point of K, of a polyhedron within its bounds, nearest to z - c(z); where K stays, y itself.
  // On a bound, and at the apex of a cone, where it is no further from it than near times |z| + |c(z)|. x: (unknowns of the conditions) out. False:
  // outside the domain.
  bool place(std::span<const double> y, std::span<double> x, double near = 0.0);
  // The y that x ends with.
  template <class T>
  std::span<T> y_of(std::span<T> x) const {
    return x.subspan(conditions_.blocks().free);
  }

  // The residual of the class, infinite where a sum overflows. False, and an infinite one: outside the domain. The Jacobian
  // serves the floor where it has been evaluated anyway.
  bool measure(std::span<const double> y, double tolerance, nsds_residual& residual);

 private:
  void put_on_faces(std::span<double> p) const;
  // Leaves in x_ the unknowns of the conditions with p = z - c(z), and in values_ the values there.
  bool evaluate_at(std::span<const double> y);

  nonlinear::ScalarUnits units_;
  Functions functions_;
  Conditions conditions_;
  std::span<double> x_, values_, box_values_;  // of the conditions; box_values: with the rows of a polyhedron
  std::span<double> unnoticed_;                // (n), of place
};

}  // namespace nsds::numerics::qvi
