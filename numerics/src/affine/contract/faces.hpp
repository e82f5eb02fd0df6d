// Solves a box problem on given faces: each unknown at a bound, or its row zero.
#pragma once

#include <span>

#include "affine/box_problem.hpp"
#include "affine/newton_system.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::affine {

enum Face : signed char { at_lower = -1, between = 0, at_upper = 1 };

class Faces {
 public:
  // problem, context: must outlive it.
  Faces(const BoxProblem& problem, const SolveContext& context);

  // face: (n), at finite bounds alone. z: (n) out, not yet in the box between the bounds. False where the rows between are
  // singular, or there is no time.
  bool solve(std::span<const signed char> face, std::span<double> z);
  // One step of iterative refinement of that solution. w: (n) its rows.
  bool refine(std::span<const signed char> face, std::span<const double> w, std::span<double> z);

 private:
  const BoxProblem& problem_;
  std::span<double> a_, b_, correction_, diagonal_;
  Structure structure_;
  NewtonSystem system_;
};

// Goes on from a point that is nearly a solution, z: (n) in/out, by the linear systems of the faces that it stands on, and of
// those that their solutions point at [Hintermueller, Ito, Kunisch 2002]; a few at most. True, and z is replaced, where
// the residual of the call is content with one of them.
bool solve_on_faces(const BoxProblem& problem, std::span<double> z, double tolerance,
                    const SolveContext& context);

}  // namespace nsds::numerics::affine
