// Asks a solver for more where the contract is not content with what it has left.
#pragma once

#include <algorithm>

#include "linalg/entries.hpp"
#include "nonlinear/box_map.hpp"
#include "nonlinear/settle.hpp"

namespace nsds::numerics::nonlinear {

inline constexpr int most_attempts_of_maps = 4;
// Of the natural map where an attempt has ended: zeros of second order are near by what the square of their distance is.
inline constexpr double of_last_natural = 1e-4;
inline constexpr double near_natural = 1e-3;  // a natural map above is no place to settle at

// What the loop below has to know of a point that solvers move about.
class MapJudge {
 public:
  // a: (n) in units, which attempts write.
  MapJudge(Map& map, std::span<double> a, const MapContract& contract, Arena& arena)
      : map_(map), a_(a), contract_(contract), arena_(arena), b_(arena.take<double>(a.size())) {}

  // Infinite where the map is not defined.
  double value() { return map_.evaluate(a_, b_) ? judge(map_, a_, b_, contract_, arena_).value : infinity; }
  double natural() {
    return map_.evaluate(a_, b_) ? natural_map(a_, b_, map_.lower(), map_.upper()) : infinity;
  }
  bool settle(const SolveContext& context) { return nonlinear::settle(map_, a_, contract_, context); }

 private:
  Map& map_;
  std::span<double> a_;
  const MapContract& contract_;
  Arena& arena_;
  std::span<double> b_;
};

// once(): one attempt of the solver from where the point is, whose claim it returns. Solvers judge themselves by the natural map, which may be
// coarser than the contract: they are asked for more from where they ended, after points beside it have been tried.
template <class Judge, class Once>
SolverClaim solve_until_content(Judge&& judge, SolveContext& context, const Once& once) {
  const double tolerance = context.tolerance;
  SolverClaim claim{NSDS_OK, 0};
  for (int attempt = 0; attempt < most_attempts_of_maps && claim.status == NSDS_OK; ++attempt) {
    const std::int64_t before = claim.iterations;
    context.done_before += before;
    claim = once();
    context.done_before -= before;
    claim.iterations += before;
    if (claim.status == NSDS_NOT_APPLICABLE || context.certified != Proof::none) break;
    claim.verified = judge.value() <= tolerance;
    if (claim.verified) break;
    const double natural = judge.natural();
    if (!ends_the_call(claim.status) && natural <= near_natural && judge.settle(context))
      claim.verified = true;
    if (claim.verified) break;
    context.tolerance = of_last_natural * std::min(context.tolerance, natural);
  }
  context.tolerance = tolerance;
  if (claim.verified)
    claim.status = NSDS_OK;
  else if (claim.status == NSDS_OK)
    claim.status = NSDS_STALLED;
  return claim;
}

}  // namespace nsds::numerics::nonlinear
