// Knows what each row of w = M z + q is made of at a point.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "affine/box_problem.hpp"
#include "affine/residual/row_units.hpp"
#include "core/arena.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {

struct RowTerms {
  RowTerms(std::size_t n, Arena& arena);

  // w: (n) out, M z + q. Tells whether the point and all its terms are finite.
  bool evaluate(const BoxProblem& problem, const double* z, double* w);
  // Chooses what rows are measured against. Comes after evaluate; the units have measured the same point.
  void choose_scales(const BoxProblem& problem, const RowUnits& units);

  double sum(const BoxProblem& problem, std::int32_t i) const {
    return std::fabs(problem.map.q[i]) + unknowns[index(i)] + multipliers[index(i)];
  }

  std::span<double> product;      // of the columns of unknowns with z
  std::span<double> unknowns;     // sum of |M_ij z_j| over the columns of unknowns
  std::span<double> multipliers;  // sum of |M_ij z_j| over the columns of multipliers
  std::span<double> scale;        // what a row is measured against
};

// Part of a whole. 0 / 0 is a row without terms that holds.
inline double ratio(double part, double whole) {
  return part == 0.0 ? 0.0 : part / whole;
}

}  // namespace nsds::numerics::affine
