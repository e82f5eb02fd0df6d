// Rows of K x + k at a point: their values, the sums of their absolute terms, and what their sides are violated by.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "affine/box_problem.hpp"
#include "core/arena.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {

inline constexpr double rounding_of_data = 1e3 * epsilon;  // η of docs/ok.md

// A violation or a sum of terms of row i, in the unit of the caller.
inline double in_units_of_caller(const BoxProblem& problem, std::int32_t i, double value) {
  return problem.caller == nullptr ? value
                                   : value * problem.caller->product / problem.caller->unknowns[index(i)];
}

// What the side of x leaves of w: all of it inside, one sign at a bound, nothing where the bounds are equal.
inline double violation_of_side(double lower, double upper, double x, double w) {
  const double above = x > lower ? w : 0.0, below = x < upper ? -w : 0.0;
  return above > below ? above : below;
}

// Tells whether the terms of a row are so much larger than its datum that rule e has to be asked.
inline bool are_unaccounted(double terms, double datum) {
  return terms > 1e5 * std::fabs(datum);
}

inline constexpr double known_part = 1e-3;  // of a datum: what is less has lost nothing of it

// A term accounts for its unknown up to this many times a datum, or a term that is accounted for.
inline double reach_of_accounts(double tolerance) {
  constexpr double ordinary = 10.0;  // what terms may be of a datum at any tolerance
  return std::max(known_part / tolerance, ordinary);
}

struct Rows {
  // sums: (n), memory for the terms.
  Rows(const BoxProblem& problem, double* sums, Arena& arena)
      : product(problem.primal < problem.map.n ? arena.take<double>(index(problem.map.n))
                                               : std::span<double>{}),
        terms(sums, index(problem.map.n)),
        violation(arena.take<double>(index(problem.map.n))) {}

  // w: (n) out, K x + k. Tells whether all numbers are finite. What follows is of the last point.
  bool evaluate(const BoxProblem& problem, const double* x, double* w);

  // Row i against its own terms, in [0, 1].
  double backward_error(std::int32_t i) const { return ratio(violation[index(i)], terms[index(i)]); }

  // Row i less the terms of multipliers.
  double without_multipliers(const BoxProblem& problem, std::int32_t i, const double* w) const {
    return product.empty() ? w[i] : product[index(i)] + problem.map.q[i];
  }

  std::span<double> product;       // of columns of unknowns with them, where there are multipliers too
  std::span<double> terms;         // |k_i| + Σ_j |K_ij x_j|
  std::span<double> violation;     // of the side of x_i
  bool is_inside = true;           // x is within all bounds
  bool asks_for_accounts = false;  // a row has terms of which its datum says nothing

 private:
  void add_parts(const BoxProblem& problem, const double* x, double* w);
};

}  // namespace nsds::numerics::affine
