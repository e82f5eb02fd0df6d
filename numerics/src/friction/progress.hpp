// How far the solution of an island has come.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace nsds::numerics {

// What a method is given and leaves: the best point so far, and how far it may go.
template <int D>
struct Progress {
  std::span<double> r;  // (pad x contacts)
  double error = 0.0;   // of it
  double tolerance = 0.0;
  std::int64_t iterations = 0;  // sweeps and factorisations, of the call

  // Takes a point that is better; one with NaN is not.
  void keep(double other_error, std::span<const double> other) {
    if (!(other_error < error)) return;
    error = other_error;
    std::copy(other.begin(), other.end(), r.begin());
  }
};

}  // namespace nsds::numerics
