// Forward-backward-forward [Tseng 2000, SIAM J. Control Optim. 38]:
//
//   x̄ = J_τ(x − τ F(x)),   x ← P_B(x̄ − τ (F(x̄) − F(x))),
//
// B the bounds within which F is defined. Two evaluations and one resolvent an iteration; x̄ is what is measured, for x need not
// be in the domain of T.
#include "monotone/iteration.hpp"
#include "monotone/methods.hpp"
#include "monotone/predictor.hpp"

namespace nsds::numerics::monotone {
namespace {

class Tseng {
 public:
  Tseng(nonlinear::Map& map, Backward& backward, std::span<double> a, SolveContext& context)
      : map_(map), iteration_(backward, a, context), predict_(map, backward, context.own[0], context) {
    for (auto* vector : {&x_, &F_, &next_, &F_next_}) *vector = context.arena->take<double>(a.size());
    std::copy(a.begin(), a.end(), x_.begin());
  }

  SolverClaim solve() {
    if (!map_.evaluate(x_, F_)) return iteration_.stall();
    if (iteration_.ends(x_, F_, infinity, 0)) return iteration_.claim();
    for (std::int64_t done = 1;; ++done) {
      if (!step()) return iteration_.stall();
      if (iteration_.ends(predict_.bar(), predict_.F_bar(), predict_.estimate(x_), done))
        return iteration_.claim();
      std::swap(x_, next_);
      std::swap(F_, F_next_);
      predict_.lengthen();
    }
  }

 private:
  bool step() {
    do {
      if (!predict_(x_, F_)) return false;
      const std::span<const double> bar = predict_.bar(), F_bar = predict_.F_bar();
      for (std::size_t i = 0; i < x_.size(); ++i)
        next_[i] = std::clamp(bar[i] - predict_.tau() * (F_bar[i] - F_[i]), map_.lower()[i], map_.upper()[i]);
      if (map_.evaluate(next_, F_next_)) return true;
    } while (predict_.shorten());
    return false;
  }

  nonlinear::Map& map_;
  Iteration iteration_;
  Predictor predict_;
  std::span<double> x_, F_, next_, F_next_;
};

}  // namespace

SolverClaim solve_tseng(nonlinear::Map& map, Backward& backward, std::span<double> a, SolveContext& context) {
  return Tseng(map, backward, a, context).solve();
}

}  // namespace nsds::numerics::monotone
