// Tells which terms of a convex program hold rounding alone, in units in which the entries of its conditions of optimality
// are about one.
#pragma once

#include <span>

#include "affine/residual/row_units.hpp"
#include "convex_qp/problem.hpp"

namespace nsds::numerics::convex_qp {

class BlockUnits {
 public:
  // arena: must outlive it.
  BlockUnits(const ConvexQp& problem, Arena& arena);

  // Looks at a point. z: (n), xi: (m).
  void measure(const double* z, const double* xi);

  // The terms of row j of stationarity, or of row i of u; what they might be where they are rounding beside that.
  double stationarity(std::size_t j, double terms) const { return row(j, terms); }
  double image(std::size_t i, double terms) const { return row(n_ + i, terms); }

 private:
  double row(std::size_t k, double terms) const {
    return units_.unless_rounding(terms, units_.possible_terms(static_cast<std::int32_t>(k)));
  }

  std::size_t n_;
  std::span<double> x_;            // (n + m), z and xi
  affine::BoxProblem conditions_;  // [M, -A'; A, 0] (z, xi) + (q, b), without bounds
  affine::RowUnits units_;
};

}  // namespace nsds::numerics::convex_qp
