// The sums that a convex program is measured by, with the sizes of what they are the sums of.
#pragma once

#include <span>

#include "convex_qp/problem.hpp"
#include "core/arena.hpp"

namespace nsds::numerics::convex_qp {

struct Sums {
  Sums(const ConvexQp& problem, Arena& arena);

  // z: (n), xi: (m).
  void evaluate(const ConvexQp& problem, const double* z, const double* xi);

  std::span<double> w, force;               // (n) M z + q, A'xi
  std::span<double> gradient, constraints;  // (n) |M||z|, |A'||xi|
  std::span<double> u;                      // (m) A z + b
  std::span<double> map;                    // (m) |A||z|
};

}  // namespace nsds::numerics::convex_qp
