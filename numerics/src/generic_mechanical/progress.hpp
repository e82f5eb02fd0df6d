// Tells how far the solution of an island has come, and what it has to fulfil: the residual of the class, on
// packed vectors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "generic_mechanical/island.hpp"

namespace nsds::numerics::generic_mechanical {

// Moves lambda into the boxes and cones.
inline void project(const Island& island, std::span<double> lambda) {
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    double* const at = &lambda[island.first(block)];
    project(island.law(block), at, at);
  }
}

class Progress {
 public:
  std::span<double> lambda;  // the best point so far, in the boxes and cones
  double error = infinity;   // of it
  double tolerance;
  std::int64_t iterations;  // of the call
  std::span<const double> start;

  Progress(const Island& island, double allowed, std::int64_t done, Arena& arena)
      : lambda(arena.take<double>(island.size())),
        tolerance(allowed),
        iterations(done),
        island_(island),
        inside_(arena.take<double>(island.size())),
        w_(arena.take<double>(island.size())) {}

  bool is_solved() const { return error <= tolerance; }

  // The error of a point, wherever it is; leaves w = W x + q behind. NaN becomes infinity.
  double measure(std::span<const double> x) {
    velocity(island_, x.data(), w_.data());
    double largest = 0.0;
    for (std::size_t block = 0; block < island_.blocks(); ++block) {
      const std::size_t first = island_.first(block);
      const double value = natural_map(island_.law(block), &x[first], &w_[first]);
      for (std::size_t i = first; i < first + island_.rows(block); ++i)
        if (!(0.0 * x[i] == 0.0) || !(0.0 * w_[i] == 0.0)) return infinity;
      largest = std::max(largest, value);
    }
    return largest;
  }
  std::span<const double> w() const { return w_; }  // of the last point measured

  // Takes a point, moved into the boxes and cones, where it is better. Returns its error there.
  double keep(std::span<const double> x) {
    std::copy(x.begin(), x.end(), inside_.begin());
    project(island_, inside_);
    const double found = measure(inside_);
    if (found < error) {
      error = found;
      std::copy(inside_.begin(), inside_.end(), lambda.begin());
    }
    return found;
  }

 private:
  const Island& island_;
  std::span<double> inside_, w_;
};

}  // namespace nsds::numerics::generic_mechanical
