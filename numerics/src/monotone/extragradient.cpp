// Extragradient with a step that adapts itself [Korpelevich 1976; Khobotov 1987, USSR Comput. Math. Math. Phys. 27]:
//
//   x̄ = J_τ(x − τ F(x)),   x ← J_τ(x − τ F(x̄)).
//
// Two evaluations and two resolvents an iteration.
#include "monotone/iteration.hpp"
#include "monotone/methods.hpp"
#include "monotone/predictor.hpp"

namespace nsds::numerics::monotone {
namespace {

class Extragradient {
 public:
  Extragradient(nonlinear::Map& map, Backward& backward, std::span<double> a, SolveContext& context)
      : map_(map),
        backward_(backward),
        iteration_(backward, a, context),
        predict_(map, backward, context.own[0], context) {
    for (auto* vector : {&x_, &F_, &next_, &moved_}) *vector = context.arena->take<double>(a.size());
    std::copy(a.begin(), a.end(), x_.begin());
  }

  SolverClaim solve() {
    if (!map_.evaluate(x_, F_)) return iteration_.stall();
    double estimate = infinity;
    for (std::int64_t done = 0; !iteration_.ends(x_, F_, estimate, done); ++done) {
      if (!step()) return iteration_.stall();
      estimate = predict_.estimate(x_);
      std::swap(x_, next_);
      predict_.lengthen();
    }
    return iteration_.claim();
  }

 private:
  // Leaves the next point and F there.
  bool step() {
    do {
      if (!predict_(x_, F_)) return false;
      const std::span<const double> F_bar = predict_.F_bar();
      for (std::size_t i = 0; i < x_.size(); ++i) moved_[i] = x_[i] - predict_.tau() * F_bar[i];
      if (backward_.resolve(predict_.tau(), moved_, next_) && map_.evaluate(next_, F_)) return true;
      map_.evaluate(x_, F_);
    } while (predict_.shorten());
    return false;
  }

  nonlinear::Map& map_;
  Backward& backward_;
  Iteration iteration_;
  Predictor predict_;
  std::span<double> x_, F_, next_, moved_;
};

}  // namespace

SolverClaim solve_extragradient(nonlinear::Map& map, Backward& backward, std::span<double> a,
                                SolveContext& context) {
  return Extragradient(map, backward, a, context).solve();
}

}  // namespace nsds::numerics::monotone
