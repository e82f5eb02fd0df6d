// When a call has to end.
#pragma once

#include <chrono>
#include <limits>

namespace nsds::numerics {

struct Deadline {
  std::chrono::steady_clock::time_point begin{};
  double limit = std::numeric_limits<double>::infinity();  // seconds since then

  // Negative where it has passed.
  double seconds_left() const {
    if (limit == std::numeric_limits<double>::infinity()) return limit;
    return limit - std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
};

}  // namespace nsds::numerics
