// Tells how far the solution of an island has come.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "core/arena.hpp"
#include "friction/contact/cone.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/island.hpp"

namespace nsds::numerics::friction {

// Progress is what a method is given and leaves: the best point so far, and how far it may go. Accelerated
// sweeps and Newton steps leave the cones: a point counts as a solution only once it has been moved into
// them.
template <int D>
class Progress {
 public:
  std::span<double> r;                                     // (pad x contacts)
  double error = std::numeric_limits<double>::infinity();  // of it
  double tolerance;
  std::int64_t iterations;  // sweeps and factorisations, of the call

  // Starts from r = 0, of which nothing is known.
  Progress(const Island<D>& island, Criterion<D>& criterion, double allowed, std::int64_t done, Arena& arena)
      : r(arena.take<double>(island.vector_size(), 0.0)),
        tolerance(allowed),
        iterations(done),
        island_(island),
        criterion_(criterion),
        inside_(arena.take<double>(island.vector_size())) {}

  bool is_solved() const { return error <= tolerance; }

  // Takes a point that is better; one with NaN is not. Evaluates the criterion where the point would be a
  // solution.
  void keep(double other_error, std::span<const double> other) {
    if (!(other_error < error)) return;
    if (other_error > tolerance) return take(other_error, other);
    const bool moved = project(other);
    const double inside_error = moved ? criterion_(inside_) : other_error;
    if (inside_error < error) take(inside_error, inside_);
  }

  // Takes a point that is as good as well as one that is better: where the worst contact is as it was others
  // may be better.
  void keep_equal(double other_error, std::span<const double> other) {
    if (other_error == error && std::isfinite(error)) return take(other_error, other);
    keep(other_error, other);
  }

  // Moves r into the cones, wherever it is.
  void finish() {
    if (project(r)) take(criterion_(inside_), inside_);
  }

 private:
  void take(double of_it, std::span<const double> point) {
    error = of_it;
    std::copy(point.begin(), point.end(), r.begin());
  }

  // Writes inside_. Returns whether that is further than rounding moves a point.
  bool project(std::span<const double> point) {
    constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
    bool moved = false;
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      const double* const from = &point[pad<D> * c];
      double* const to = &inside_[pad<D> * c];
      std::copy_n(from, pad<D>, to);
      project_on_cone<D>(island_.mu[c], from, to);
      const double size = rounding * (1.0 + largest_coefficient<D>(island_.mu[c])) * to[0];
      for (std::size_t i = 0; i < D; ++i) moved = moved || !(std::fabs(to[i] - from[i]) <= size);
    }
    return moved;
  }

  const Island<D>& island_;
  Criterion<D>& criterion_;
  std::span<double> inside_;
};

}  // namespace nsds::numerics::friction
