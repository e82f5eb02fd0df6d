// When sweeps should end: the error has not halved for long, as rounding or a cycle holds it.
#pragma once

#include <cstdint>

#include "core/numbers.hpp"

namespace nsds::numerics::friction {

class Stagnation {
 public:
  explicit Stagnation(std::int64_t patience = 20000) : patience_(patience) {}

  bool operator()(std::int64_t sweep, double error) {
    if (error < 0.5 * best_) {
      best_ = error;
      since_ = sweep;
    }
    return sweep - since_ > patience_;
  }

 private:
  std::int64_t patience_;  // sweeps
  double best_ = infinity;
  std::int64_t since_ = 0;
};

}  // namespace nsds::numerics::friction
