// An island has to fulfil this criterion: the residual of the class, in its own units where the contract is asked for, or the norm of FCLIB, evaluated on
// packed vectors at the cost of one product with W.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "core/arena.hpp"
#include "friction/contact/cone.hpp"
#include "friction/islands/island.hpp"
#include "linalg/dense_loops.hpp"

namespace nsds::numerics::friction {

// u = W r + q, (pad x contacts).
template <int D>
void island_velocity(const Island<D>& island, std::span<const double> r, std::span<double> u);

template <int D>
class Criterion {
 public:
  // q_norm: ||q||_2 of the whole problem in the caller's units. share: what the island may use of the
  // tolerance in FCLIB's norm, which is a sum over contacts.
  Criterion(const Island<D>& island, Norm norm, double q_norm, double share, Arena& arena)
      : island_(island),
        norm_(norm),
        q_norm_(q_norm),
        share_(share),
        r_unit_(norm == Norm::fclib ? island.s_r : island.r_unit),
        u_unit_(norm == Norm::fclib ? island.s_w : island.u_unit),
        u_(arena.take<double>(island.vector_size())) {
    if (norm == Norm::contract) take_own_units();
  }

  // The error of r, which is to be at most the tolerance; leaves u = W r + q behind. NaN becomes infinity.
  double operator()(std::span<const double> r);
  std::span<const double> velocity() const { return u_; }

  // Gives what a change of r_c by that much stands for in the error: the map of a contact is not larger than
  // the change of r, nor than that of u.
  double of_change(std::size_t c, double change) const {
    return std::min(r_unit_, island_.weights[c] * u_unit_) * change;
  }
  // The squares of all contacts: the largest, or their sum.
  double join(double sum, double square) const {
    return norm_ == Norm::fclib ? sum + square : std::max(sum, square);
  }
  // r_square: sum of |r_c|^2.
  double error(double sum, double r_square, double u_square = 0.0) const {
    if (norm_ != Norm::fclib) return std::sqrt(sum);
    const double scale = std::max({q_norm_, r_unit_ * std::sqrt(r_square), u_unit_ * std::sqrt(u_square)});
    return (scale == 0.0 ? std::sqrt(sum) : std::sqrt(sum) / scale) / share_;
  }

 private:
  // For the contract an island is measured in units of its own, as one that is small beside others counts as much as they do.
  void take_own_units() {
    double velocity = 0.0, weight = 0.0;
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      velocity = std::max(velocity, norm_2(island_.q.subspan(pad<D> * c, D)));
      weight = std::max(weight, island_.weights[c]);
    }
    if (!(velocity > 0.0)) return;
    u_unit_ = 1.0 / velocity;
    r_unit_ = weight / velocity;
  }

  const Island<D>& island_;
  Norm norm_;
  double q_norm_, share_;
  double r_unit_, u_unit_;
  std::span<double> u_;
};

}  // namespace nsds::numerics::friction
