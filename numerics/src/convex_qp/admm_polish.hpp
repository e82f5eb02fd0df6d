// The end of an ADMM run over a box, where the rows at their bounds are known: the equality constrained QP
// over those rows [Stellato et al. 2020, Math. Program. Comput. 12, section 4], by the proximal method of
// multipliers [Rockafellar 1976, Math. Oper. Res. 1] with the system of ADMM and penalties so large that a
// few steps are enough.
#pragma once

#include "convex_qp/iteration.hpp"
#include "convex_qp/weights.hpp"

namespace nsds::numerics::convex_qp {

class AdmmPolish {
 public:
  AdmmPolish(const ConvexQp& problem, const Diagonals& diagonals, const SolveContext& context);

  // y: (m) the multiplier of ADMM, zero in rows that are not at a bound. False where there is nothing new to
  // try.
  bool has_new_rows(std::span<const double> y);

  // Solves from z, with the rows that has_new_rows has seen. Returns true where a solution has been found; it
  // is then the best point of the iteration.
  bool solve(std::span<const double> z, std::span<const double> y, Iteration& iteration, std::int64_t done);

 private:
  enum Side : signed char { at_lower = -1, between = 0, at_upper = 1, unknown = 2 };

  void set_penalties();
  void set_targets();

  const ConvexQp& problem_;
  const Diagonals& diagonals_;
  const SolveContext& context_;
  Arena& arena_;
  std::span<Side> side_, tried_;      // (m)
  std::span<double> z_;               // (n)
  std::span<double> xi_, y_, u_, v_;  // (m)
  std::span<double> penalty_;         // (m)
};

}  // namespace nsds::numerics::convex_qp
