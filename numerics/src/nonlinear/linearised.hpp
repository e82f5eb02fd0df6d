// The affine problem over the box that touches a map at a point: b + A (x - a), x within the bounds.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::nonlinear {

class Linearised {
 public:
  Linearised(Map& map, Arena& arena);

  // x: (n) in: where the solvers of affine problems start, out: the solution, for A + delta I, A being that of the map
  // at its last linearisation, a: (n), and b the value there; or the best point where none was found. What a step of
  // Newton's method does not need of its accuracy is not asked for.
  void solve(std::span<const double> a, std::span<const double> b, double delta, std::span<double> x,
             SolveContext& context);

 private:
  nsds_matrix shifted(double delta);

  Map& map_;
  std::span<double> q_;
  std::span<double> values_;               // of A + delta I
  std::span<std::int32_t> starts_, rows_;  // with every diagonal entry, where A is sparse
};

}  // namespace nsds::numerics::nonlinear
