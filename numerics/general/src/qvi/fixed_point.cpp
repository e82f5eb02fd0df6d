// Fixed point on the set [Chan, Pang 1982, Math. Oper. Res. 7]: z ← the solution of the inequality over K(z), in which the set
// does not move. It converges where the solution moves less than z does [Nesterov, Scrimali 2011]. Where the points circle, as the
// players of a game do who all give way at once, it goes on with the mean of z and the solution [Krasnosel'skii 1955].
#include <algorithm>

#include "qvi/outer.hpp"
#include "qvi/registry.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::qvi {
namespace {

// A circle is suspected after more than that many steps without progress. It is a guess: two players who give way at once come
// back to where they were after two steps.
constexpr int patient_steps = 3;
// Krasnosel'skii's mean: half of the way to the solution over K(z).
constexpr double mean = 0.5;

class FixedPoint {
 public:
  FixedPoint(QuasiInequality& problem, std::span<double> y, SolveContext& context)
      : problem_(problem),
        arena_(*context.arena),
        outer_(problem, y, context),
        y_(arena_.take<double>(y.size())),
        frozen_(arena_.take<double>(problem.size())),
        shift_(arena_.take<double>(problem.functions().moves() ? problem.size() : 0)),
        x_(arena_.take<double>(problem.inequality().unknowns())) {
    std::copy(y.begin(), y.end(), y_.begin());
  }

  SolverClaim solve() {
    while (!outer_.ends(y_)) {
      const Arena::Mark mark = arena_.mark();
      const bool found = step();
      arena_.rewind(mark);
      if (!found) return outer_.stall();
    }
    return outer_.claim();
  }

 private:
  // Replaces y by the solution of the problem that is frozen at it. False: the problem is not defined at its start.
  bool step() {
    const std::size_t n = problem_.size();
    // The nearest point of K(z) is the start. x = (p, multipliers) of the frozen problem are the ends of (p, z, multipliers).
    if (!problem_.place(y_, x_)) return false;
    std::copy_n(y_.begin(), n, frozen_.begin());
    if (!shift_.empty() && !problem_.functions().evaluate_c(frozen_, shift_)) return false;
    const std::span<double> x = problem_.y_of(x_);
    std::copy_n(x_.begin(), n, x.begin());
    Conditions conditions(problem_.functions(), problem_.units().z, {frozen_, shift_}, arena_);
    vi::Inequality& inequality = conditions.inequality();
    if (!inequality.F().evaluate(x.first(inequality.size()), arena_.take<double>(inequality.size())))
      return false;

    SolveContext inner = outer_.inner();
    outer_.add(vi::solve_auto(inequality, x, inner));
    if (!shift_.empty())
      for (std::size_t i = 0; i < n; ++i) x[i] += shift_[i];
    if (outer_.idle() > patient_steps) relaxation_ = mean;
    for (std::size_t k = 0; k < x.size(); ++k) y_[k] += relaxation_ * (x[k] - y_[k]);
    return true;
  }

  QuasiInequality& problem_;
  Arena& arena_;
  OuterIteration outer_;
  double relaxation_ = 1.0;
  std::span<double> y_, frozen_, shift_;
  std::span<double> x_;  // of the conditions of the problem itself
};

}  // namespace

SolverClaim solve_fixed_point(QuasiInequality& problem, std::span<double> y, SolveContext& context) {
  return FixedPoint(problem, y, context).solve();
}

}  // namespace nsds::numerics::qvi
