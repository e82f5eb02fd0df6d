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

// Is asked before callbacks that nobody waits for one by one, such as those of differences. From when a deadline has been seen to
// have passed there is no more time.
class Watch {
 public:
  void set(const Deadline& deadline) { deadline_ = deadline; }
  bool has_time() {
    ran_out_ = ran_out_ || deadline_.seconds_left() <= 0.0;
    return !ran_out_;
  }
  bool ran_out() const { return ran_out_; }

 private:
  Deadline deadline_;
  bool ran_out_ = false;
};

}  // namespace nsds::numerics
