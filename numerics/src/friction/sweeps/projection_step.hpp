// Steps of projection on the variational inequality of De Saxce: find r in K with
//
//   F(r)'(x - r) >= 0 for all x in K,   F(r) = u + mu |u_T| e_N,   u = W r + q
//
// [De Saxce, Feng 1998, Math. Comput. Modelling 28]. Steps are taken in the metric of the weights w_c of the
// contacts, a number for each, in which the projection on the cones is the same. The step length adapts
// itself [Khobotov 1987, USSR Comput. Math. Math. Phys. 27]:
//
//   bar_c = P_K(r_c - rho / w_c F_c(r)),   rho |F(bar) - F(r)|_{1/w} <= L |bar - r|_w,
//
// rho being shortened until that holds, and lengthened where it holds easily.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/arena.hpp"
#include "friction/contact/cone.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/island.hpp"

namespace nsds::numerics::friction {

template <int D>
class ProjectionStep {
 public:
  // contraction: L. from: in the cones.
  ProjectionStep(const Island<D>& island, double contraction, std::span<const double> from, Arena& arena)
      : island_(island), contraction_(contraction) {
    for (auto* vector : {&r_, &F_, &bar_, &F_bar_}) *vector = arena.take<double>(island.vector_size(), 0.0);
    for (std::size_t c = 0; c < island.contacts; ++c)
      project_on_cone<D>(island.mu[c], &from[pad<D> * c], &r_[pad<D> * c]);
    evaluate(r_, F_);
  }

  std::span<const double> r() const { return r_; }

  // bar and F(bar), with rho short enough. False where no rho is, as F is not finite.
  bool predict() {
    constexpr int most_cuts = 200;
    for (int cuts = 0; cuts < most_cuts; ++cuts) {
      step(F_, bar_);
      evaluate(bar_, F_bar_);
      ratio_ = ratio();
      if (ratio_ <= contraction_) return true;
      rho_ *= shrink * (ratio_ < infinity ? std::min(1.0, 1.0 / ratio_) : 1.0);
    }
    return false;
  }

  // The two ways to go on: r is bar, or the step from r with F(bar) in the place of F(r).
  void accept() {
    std::copy(bar_.begin(), bar_.end(), r_.begin());
    std::copy(F_bar_.begin(), F_bar_.end(), F_.begin());
    lengthen();
  }
  void correct() {
    step(F_bar_, r_);
    evaluate(r_, F_);
    lengthen();
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double shrink = 2.0 / 3.0;
  static constexpr double grow = 1.5;
  static constexpr double easily = 0.3;
  static constexpr double longest = 1e8;  // beyond it F does not change, and steps lead nowhere

  void evaluate(std::span<const double> r, std::span<double> F) {
    island_velocity(island_, r, F);
    for (std::size_t c = 0; c < island_.contacts; ++c)
      F[pad<D> * c] += shift<D>(island_.mu[c], &F[pad<D> * c]);
  }

  // to may be r.
  void step(std::span<const double> F, std::span<double> to) {
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      const double length = rho_ / island_.weights[c];
      double x[D];
      for (std::size_t i = 0; i < D; ++i) x[i] = r_[pad<D> * c + i] - length * F[pad<D> * c + i];
      project_on_cone<D>(island_.mu[c], x, &to[pad<D> * c]);
    }
  }

  // Gives the ratio of the change of F to that of r; infinite where it is not finite.
  double ratio() const {
    double change = 0.0, distance = 0.0;
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      double change_c = 0.0, distance_c = 0.0;
      for (std::size_t i = pad<D> * c; i < pad<D> * c + D; ++i) {
        change_c += (F_bar_[i] - F_[i]) * (F_bar_[i] - F_[i]);
        distance_c += (bar_[i] - r_[i]) * (bar_[i] - r_[i]);
      }
      change += change_c / island_.weights[c];
      distance += distance_c * island_.weights[c];
    }
    if (!std::isfinite(change + distance)) return infinity;
    return distance > 0.0 ? rho_ * std::sqrt(change / distance) : 0.0;
  }

  void lengthen() {
    if (ratio_ < easily) rho_ = std::min(grow * rho_, longest);
  }

  const Island<D>& island_;
  double contraction_;
  double rho_ = 1.0;
  double ratio_ = 0.0;
  std::span<double> r_, F_, bar_, F_bar_;
};

}  // namespace nsds::numerics::friction
