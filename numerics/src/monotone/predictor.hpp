// A step forward and backward, short enough [Khobotov 1987, USSR Comput. Math. Math. Phys. 27; Tseng 2000]:
//
//   x̄ = J_τ(x − τ F(x)),   τ ‖F(x̄) − F(x)‖ ≤ ν ‖x̄ − x‖.
#pragma once

#include <span>
#include <utility>

#include "core/solve_context.hpp"
#include "monotone/backward.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::monotone {

class Predictor {
 public:
  Predictor(nonlinear::Map& map, Backward& backward, double nu, SolveContext& context);

  // x, F: (n). Leaves bar() and F_bar(). False: no step is short enough, or the time is over.
  bool operator()(std::span<const double> x, std::span<const double> F);

  // Gives bar() and F_bar() for x and F, which are its own from then on.
  void exchange(std::span<double>& x, std::span<double>& F) {
    std::swap(bar_, x);
    std::swap(F_bar_, F);
  }

  std::span<double> bar() { return bar_; }
  std::span<double> F_bar() { return F_bar_; }
  double tau() const { return tau_; }
  double ratio() const { return ratio_; }  // of the two sides above, at most nu

  // An estimate of the residual at x, from the length of the step: J_τ moves x by at most max(1, τ) times as much as J_1 does, and
  // at least by min(1, τ) times that [Calamai, Moré 1987, Math. Program. 39, lemma 2.2].
  double estimate(std::span<const double> x) const;

  // Where the ratio is small the next step may be longer.
  void lengthen();
  // Where what follows the step is outside the domain. False: it is too short already.
  bool shorten();

 private:
  // x̄ for the tau that is set; false: it was not found, or F is not defined there.
  bool try_step(std::span<const double> x, std::span<const double> F);

  nonlinear::Map& map_;
  Backward& backward_;
  SolveContext& context_;
  double nu_;
  double tau_ = 1.0;
  double ratio_ = 0.0;
  std::span<double> bar_, F_bar_, moved_;
};

}  // namespace nsds::numerics::monotone
