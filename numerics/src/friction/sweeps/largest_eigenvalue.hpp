// Tells how far W reaches beyond the weights of its contacts.
#pragma once

#include <cmath>
#include <span>

#include "friction/islands/criterion.hpp"
#include "friction/islands/island.hpp"

namespace nsds::numerics::friction {

// Estimates the largest eigenvalue of diag(w)^-1/2 W diag(w)^-1/2 by a few steps of the power method; 1 where
// that has none. x, y: (pad x contacts), overwritten.
template <int D>
double largest_eigenvalue(const Island<D>& island, std::span<double> x, std::span<double> y) {
  constexpr int steps = 20;
  double norm = 1.0;
  for (std::size_t c = 0; c < island.contacts; ++c)
    for (std::size_t i = 0; i < pad<D>; ++i)
      x[pad<D> * c + i] = i < D ? 1.0 + 0.1 * static_cast<double>((c + i) % 7) : 0.0;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t c = 0; c < island.contacts; ++c)
      for (std::size_t i = pad<D> * c; i < pad<D> * c + D; ++i) x[i] /= norm * std::sqrt(island.weights[c]);
    island_velocity<D>(island, x, y);
    double sum = 0.0;
    for (std::size_t c = 0; c < island.contacts; ++c)
      for (std::size_t i = pad<D> * c; i < pad<D> * c + D; ++i) {
        x[i] = (y[i] - island.q[i]) / std::sqrt(island.weights[c]);
        sum += x[i] * x[i];
      }
    norm = std::sqrt(sum);
    if (!(norm > 0.0) || !std::isfinite(norm)) return 1.0;
  }
  return norm;
}

}  // namespace nsds::numerics::friction
