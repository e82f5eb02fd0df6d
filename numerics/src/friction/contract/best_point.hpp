// Keeps the best of the points that the attempts of a solve have left.
#pragma once

#include <algorithm>
#include <span>

#include "core/arena.hpp"
#include "linalg/affine_point.hpp"

namespace nsds::numerics::friction {

class BestPoint {
 public:
  BestPoint(std::size_t size, Arena& arena) : size_(size), arena_(arena) {}

  void look(const AffinePoint& point) {
    if (!(point.judged.value < least_)) return;
    if (x_.empty()) x_ = arena_.take<double>(size_);
    least_ = point.judged.value;
    std::copy(point.x.begin(), point.x.end(), x_.begin());
  }

  // The point is to be measured then.
  void return_to(AffinePoint& point) const {
    if (least_ < infinity && !(point.judged.value <= least_))
      std::copy(x_.begin(), x_.end(), point.x.begin());
  }

 private:
  std::size_t size_;
  Arena& arena_;
  std::span<double> x_;  // empty: there is none
  double least_ = infinity;
};

}  // namespace nsds::numerics::friction
