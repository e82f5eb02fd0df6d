// Forward-backward [Lions, Mercier 1979, SIAM J. Numer. Anal. 16; with a search, Tseng 1991, SIAM J. Control Optim. 29]:
//
//   x ← J_τ(x − τ F(x)).
//
// One evaluation and one resolvent an iteration. Where F is no gradient, as that of a rotation, it may circle: it ends as soon as
// its rate would not do.
#include "monotone/forecast.hpp"
#include "monotone/iteration.hpp"
#include "monotone/methods.hpp"
#include "monotone/predictor.hpp"

namespace nsds::numerics::monotone {

SolverClaim solve_forward_backward(nonlinear::Map& map, Backward& backward, std::span<double> a,
                                   SolveContext& context) {
  Iteration iteration(backward, a, context);
  Predictor predict(map, backward, context.own[0], context);
  std::span<double> x = context.arena->take<double>(a.size());
  std::span<double> F = context.arena->take<double>(a.size());
  std::copy(a.begin(), a.end(), x.begin());
  if (!map.evaluate(x, F)) return iteration.stall();
  Forecast forecast(context);
  double estimate = infinity;
  for (std::int64_t done = 0; !iteration.ends(x, F, estimate, done); ++done) {
    if (forecast.falls_short(estimate, done) || !predict(x, F)) return iteration.stall();
    estimate = predict.estimate(x);
    predict.exchange(x, F);
    predict.lengthen();
  }
  return iteration.claim();
}

}  // namespace nsds::numerics::monotone
