// What mlcp.h and relay.h have in common: an affine variational inequality over a box,
//
//   w = M z + q,   lower <= z <= upper,   w_i >= 0 where z_i = lower_i, w_i <= 0 where z_i = upper_i, else 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "affine/affine_problem.hpp"
#include "core/arena.hpp"
#include "core/numbers.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/report.h"

namespace nsds::numerics::affine {

struct Contract;

// What one of each unknown and multiplier of a problem is in the units of the caller, and one of their products with
// their rows.
struct CallerUnits {
  std::span<const double> unknowns;  // (n)
  double product;
};

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): an aggregate
struct BoxProblem {
  Problem map;          // M, q and the units; the orthant is not its set
  const double* lower;  // (n), may be -infinite
  const double* upper;  // (n), may be infinite
  double s_e;           // the unit of the rows whose z is free
  // Counts the unknowns that come before the multipliers of the constraints, in a program whose conditions of
  // optimality this is (kkt.hpp). Otherwise n.
  std::int32_t primal;
  // A scaled problem (scaling.hpp) has the units of z_i and w_i in the given one, in which given_natural_map
  // measures. Nullable: s_z; s_w, or s_e where z_i is free.
  const double* z_unit = nullptr;       // (n)
  const double* w_unit = nullptr;       // (n)
  const Contract* contract = nullptr;   // judges points; Nullable: by the natural map
  const CallerUnits* caller = nullptr;  // Nullable: the problem is in the units of the caller
  // (n), in the units of the caller: what a row may be violated by whatever its terms. Nullable: 0.
  const double* floor = nullptr;
};

inline bool is_free(const BoxProblem& problem, std::int32_t i) {
  return problem.lower[i] == -infinity && problem.upper[i] == infinity;
}

inline double project(const BoxProblem& problem, std::int32_t i, double z) {
  return std::clamp(z, problem.lower[i], problem.upper[i]);
}

// The bound of z_i that a w_i other than zero leans on.
inline double bound_against(const BoxProblem& problem, std::int32_t i, double w) {
  return w > 0.0 ? problem.lower[i] : problem.upper[i];
}

// What of w_i no finite bound can carry.
inline double uncarried(const BoxProblem& problem, std::int32_t i, double w) {
  const double bound = bound_against(problem, i, w);
  return bound == infinity || bound == -infinity ? std::fabs(w) : 0.0;
}

// The unit of the rows whose z is free: max |q_i| over them, s_w where that is zero.
double free_row_unit(std::int32_t n, const double* q, const double* lower, const double* upper, double s_w);

// max_i of |z_i/s_z - mid(lower_i/s_z, z_i/s_z - w_i/s_w, upper_i/s_z)|, of |w_i|/s_e where z_i is free; NaN
// where a number is not finite.
double natural_map(const BoxProblem& problem, const double* z, const double* w);

// Measures the natural map of the problem as given, before scaling changed its units.
double given_natural_map(const BoxProblem& problem, const double* z, const double* w);

// Evaluates the residual with its parts, by the contract or that of the class, and with w = M z + q recomputed. w: (n) out. magnitude:
// (n) scratch.
NSDS_NUMERICS_API nsds_residual box_residual(const BoxProblem& problem, const double* z, double* w,
                                             double* magnitude);

}  // namespace nsds::numerics::affine
