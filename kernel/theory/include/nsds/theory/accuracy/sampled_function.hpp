// A function of bounded variation over time, such as a velocity with impacts, by samples: at each instant its left and its
// right limit. Between instants it is affine, from the right limit of one to the left limit of the next. Its filled-in graph,
//
//   gr*(f) = { (t, x) : x ∈ [f(t⁻), f(t⁺)] },
//
// has a vertical segment at each jump and is a polyline. Reference: Moreau (1978), Approximation en graphe d'une évolution
// discontinue, RAIRO Analyse numérique 12.
#pragma once

#include <cstddef>
#include <vector>

#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

class NSDS_THEORY_API SampledFunction {
 public:
  /// Values are in R^dimension. Errors: InvalidArgument if dimension < 1.
  explicit SampledFunction(Index dimension = 1);

  /// Adds an instant t [s] at which the function is continuous. value: (dimension). Errors: InvalidArgument if t is not
  /// later than the last instant, on another dimension, or on a number that is not finite; nothing is added then.
  void append(double t, VectorConstRef value) { append(t, value, value); }
  /// Adds an instant at which it may jump: from left to right, both (dimension). Errors as above.
  void append(double t, VectorConstRef left, VectorConstRef right);
  /// For dimension 1. Errors as above.
  void append(double t, double value) { append(t, value, value); }
  void append(double t, double left, double right);
  void reserve(std::size_t instants);

  Index dimension() const { return dimension_; }
  std::size_t size() const { return times_.size(); }
  bool empty() const { return times_.empty(); }
  /// i < size(); views are valid until the next append.
  double time(std::size_t i) const { return times_[i]; }
  VectorView left(std::size_t i) const { return {limitsOf(i), dimension_}; }
  VectorView right(std::size_t i) const { return {limitsOf(i) + dimension_, dimension_}; }

 private:
  const double* limitsOf(std::size_t i) const {
    return limits_.data() + 2 * i * static_cast<std::size_t>(dimension_);
  }

  Index dimension_;
  std::vector<double> times_;
  std::vector<double> limits_;  // (2 dimension) an instant: left, right
};

}  // namespace nsds
