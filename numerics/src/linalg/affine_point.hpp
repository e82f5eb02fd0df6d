// Points of the classes whose problem is an affine map w = M x + q and a set for x.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/drive.hpp"
#include "linalg/dense_loops.hpp"

namespace nsds::numerics {

// Holds a call of one of these classes. Given: the public struct of its problem.
template <class Given>
struct AffineCall {
  CallArguments common;
  const Given* given;
  double* x;  // (n)
  double* w;  // (n), Nullable
};

struct AffinePoint {
  std::span<double> x, w;
  std::span<double> magnitude;  // |M| |x| + |q|, from which the round-off floor is taken
  nsds_residual judged;
};

// This is what drive.hpp asks for and the map has in common for all sets.
class AffineSolve : public DrivenProblem {
 public:
  template <class Given>
  AffineSolve(std::size_t n, const AffineCall<Given>& call) : n_(n), x_(call.x), w_(call.w) {}

  AffinePoint take_point(Arena& arena) const {
    return {arena.take<double>(n_), arena.take<double>(n_), arena.take<double>(n_), {}};
  }

  bool is_finite(const AffinePoint& point) const {
    return all_finite(point.x.data(), n_) && all_finite(point.w.data(), n_);
  }

  void deliver(const AffinePoint& point) const {
    std::copy(point.x.begin(), point.x.end(), x_);
    if (w_ != nullptr) std::copy(point.w.begin(), point.w.end(), w_);
  }

 protected:
  // Zero, or the point of the caller.
  void set_unknowns(AffinePoint& point, bool warm) const {
    if (warm)
      std::copy_n(x_, n_, point.x.begin());
    else
      std::fill(point.x.begin(), point.x.end(), 0.0);
  }

 private:
  std::size_t n_;
  double* x_;
  double* w_;
};

}  // namespace nsds::numerics
