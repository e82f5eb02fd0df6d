// The best of the points that a solver has left and that were made of them.
#pragma once

#include <algorithm>
#include <span>

#include "affine/box_problem.hpp"
#include "core/arena.hpp"

namespace nsds::numerics::affine {

// Where a solve leaves its point, in memory of its caller, and what that is worth.
struct Found {
  std::span<double> z;             // (n), in: the start
  std::span<double> w, magnitude;  // (n), of box_residual
  nsds_residual& judged;
};

inline void measure(const BoxProblem& problem, const Found& found) {
  found.judged = box_residual(problem, found.z.data(), found.w.data(), found.magnitude.data());
}

// found: must outlive it.
class Best {
 public:
  Best(const BoxProblem& problem, const Found& found, Arena& arena)
      : problem_(problem), found_(found), arena_(arena) {}

  double residual() const { return least_; }
  bool is_content(double tolerance) const { return least_ <= std::max(tolerance, rounding_); }

  // An attempt that ends early may leave a point that is worse than that of the one before.
  void look() {
    measure(problem_, found_);
    is_there_ = found_.judged.value < least_;
    if (!is_there_) return;
    least_ = found_.judged.value;
    rounding_ = found_.judged.roundoff_floor;
  }

  // Before the point is written over.
  void keep() {
    if (!is_there_) return;
    if (z_.empty()) z_ = arena_.take<double>(found_.z.size());
    std::copy(found_.z.begin(), found_.z.end(), z_.begin());
  }

  void return_to() {
    if (is_there_ || !(least_ < infinity)) return;
    std::copy(z_.begin(), z_.end(), found_.z.begin());
    measure(problem_, found_);
    is_there_ = true;
  }

 private:
  const BoxProblem& problem_;
  const Found& found_;
  Arena& arena_;
  std::span<double> z_;  // empty: nothing was kept
  double least_ = infinity, rounding_ = 0.0;
  bool is_there_ = false;  // found_ holds it
};

}  // namespace nsds::numerics::affine
