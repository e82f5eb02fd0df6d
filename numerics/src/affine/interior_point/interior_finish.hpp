// The last digits of the interior point method on sparse problems.
#pragma once

#include <span>

#include "affine/box_problem.hpp"
#include "affine/interior_point/interior_system.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::affine {

// Semismooth Newton on the natural map a - mid(l, a - b, u) from the active set that the interior point
// guesses, without a line search: it succeeds soon, or is given up. Its equations are solved by the system of
// the interior point method, which knows an order with little fill.
class InteriorFinish {
 public:
  // structure: of the matrix, sparse.
  InteriorFinish(const BoxProblem& box, const Structure& structure, InteriorSystem& system, Arena& arena);

  // Tells where z is held at one of its bounds; the guess at the start, to be filled in. (n)
  std::span<unsigned char> held() { return held_; }

  // z: (n) in: the iterate, at its bounds where it is held; out: where NSDS_OK a solution.
  SolverClaim solve(std::span<double> z, const SolveContext& context);

 private:
  bool step(std::span<double> z);
  void choose(std::span<double> z);

  const BoxProblem& box_;
  const Structure& structure_;
  InteriorSystem& system_;
  std::span<unsigned char> held_;
  std::span<double> w_, change_;
};

}  // namespace nsds::numerics::affine
