// A variational inequality after it has been checked.
#pragma once

#include <optional>
#include <span>

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "nonlinear/map.hpp"
#include "nonlinear/scalar_units.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/vi.h"
#include "vi/conditions.hpp"
#include "vi/set.hpp"

namespace nsds::numerics::vi {

class NSDS_NUMERICS_API Inequality {
 public:
  // given has been checked, and outlives it. block_units: as ConvexSet has them. It stays where it is.
  Inequality(const nsds_vi& given, Arena& arena, std::span<const double> block_units = {});
  Inequality(const Inequality&) = delete;
  Inequality& operator=(const Inequality&) = delete;
  ~Inequality() = default;

  std::size_t size() const { return F_.size(); }  // n
  std::size_t unknowns() const {
    return size() + inequalities_ + equalities_;
  }  // with the multipliers of a polyhedron
  bool is_polyhedron() const { return conditions_.has_value(); }
  // Tells whether the conditions of optimality are a problem over a box.
  bool is_in_box() const { return set_.is_box(); }

  nonlinear::Map& F() { return F_; }
  const nonlinear::Map& F() const { return F_; }
  ConvexSet& set() { return set_; }
  const ConvexSet& set() const { return set_; }
  // Over a polyhedron.
  Conditions& conditions() { return *conditions_; }
  // The conditions of optimality as a map over a box: F itself, but for a polyhedron.
  nonlinear::Map& box_map() { return is_polyhedron() ? conditions_->map() : F_; }

  // The residual of the class at x, where F is b. x, values: (unknowns), values is scratch. The floor looks at the Jacobian where
  // the residual is above the tolerance; infinity: at the sizes of the unknowns and values alone.
  nsds_residual residual(std::span<const double> x, std::span<const double> b, std::span<double> values,
                         double tolerance);

  const nonlinear::ScalarUnits& units() const { return units_; }
  // What one of an unknown without block units, a multiplier too, is in the units of the caller.
  double unit_of(std::size_t k) const { return k < size() ? units_.z : conditions_->unit(k - size()); }

 private:
  nonlinear::ScalarUnits units_;
  std::size_t inequalities_, equalities_;
  ConvexSet set_;
  nonlinear::Map F_;
  std::optional<Conditions> conditions_;
};

// NSDS_OK: the problem is admissible. Else a sentence, and NSDS_INVALID_ARGUMENT, or NSDS_NOT_APPLICABLE for an operator.
NSDS_NUMERICS_API nsds_status check(const nsds_vi* problem, const Sentence& sentence);

}  // namespace nsds::numerics::vi
