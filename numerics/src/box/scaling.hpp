// Gives a problem in units in which the rows and columns of M are of size 1. The scaled problem knows the
// units of the given one.
#pragma once

#include <span>

#include "box/registry.hpp"

namespace nsds::numerics::box {

class ScaledBox {
 public:
  // arena: must outlive it, and what problem() refers to.
  ScaledBox(const Problem& problem, Arena& arena);

  Problem problem() const;

  // z of the given problem to that of the scaled one, and back, in place.
  void carry_over(std::span<double> z) const;
  void carry_back(std::span<double> z) const;

 private:
  bool is_linear_program() const;
  void balance();

  const Problem& given_;
  std::span<double> row_, col_;
  std::span<double> q_, lower_, upper_, z_unit_, w_unit_;
  nsds_matrix matrix_{};
};

// A solver on the scaled problem.
class ScaledSolve {
 public:
  ScaledSolve(const Problem& problem, Solve solve, Arena& arena);
  // z: (n) in/out, in the units of the problem; it may be rounded across a bound.
  SolverClaim operator()(double* z, SolveContext& context) const;

 private:
  const Problem& problem_;
  Solve solve_;
  ScaledBox scaled_;
  Problem inner_;
  std::span<double> w_, magnitude_;
};

}  // namespace nsds::numerics::box
