// Nonsmooth Gauss-Seidel on velocities: block after block, a contact or a few bilateral rows, is solved with
// the others held, u_c = H_c' v + b_c being read off the velocities of the bodies it touches, which its
// change updates [Jourdan, Alart, Jean 1998, CMAME 155; Acary, Brogliato 2008, ch. 13]. A sweep costs two
// passes over H, however many contacts a body has. Accelerated by nonlinear conjugate gradients [Silcowitz,
// Niebe, Erleben 2010, Visual Computer 26].
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "global_friction/packed.hpp"
#include "global_friction/problem.hpp"

namespace nsds::numerics {

template <int D>
class VelocitySweeps {
 public:
  // The blocks of M are small.
  VelocitySweeps(const GlobalProblem& problem, Arena& arena);

  // Starts from, or leaves, reactions and multipliers in the order of the caller.
  void start(std::span<const double> r, std::span<const double> lambda);
  void leave(std::span<double> r, std::span<double> lambda) const;

  // One sweep. Returns an estimate of the residual of the class, by the change of r and by the bilateral rows
  // before they were corrected; not a bound.
  double plain(double relaxation);
  // The same with a step along the direction of earlier sweeps behind it. The next plain sweep puts r back
  // into the cones.
  double accelerated();
  // Forgets the direction, and computes the velocities anew from r and lambda.
  void restart();

 private:
  double correct_rows();

  const GlobalProblem& problem_;
  std::span<const std::int32_t> order_;  // (contacts): which contact is k-th
  PackedBlocks contacts_, rows_;
  std::span<double> W_;         // (D x D) a contact
  std::span<double> slip_;      // (contacts): s of the last slide of each
  std::span<double> inverses_;  // of read' write for the blocks of bilateral rows
  std::span<std::int64_t> inverse_starts_;
  std::span<double> w_, x_;  // velocities; r in this order, with lambda behind
  std::span<double> w_before_, x_before_, w_direction_, x_direction_;
  double last_change_ = -1.0;  // |change of w|^2 of the last accelerated sweep, negative: none
};

}  // namespace nsds::numerics
