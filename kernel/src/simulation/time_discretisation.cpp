#include "nsds/kernel/simulation/time_discretisation.hpp"

#include <algorithm>

#include "modeling/checks.hpp"

namespace nsds {

TimeDiscretisation::TimeDiscretisation(double t0, double h) : t0_(t0), h_(h), end_(t0) {
  check::finite("TimeDiscretisation", "t0", t0);
  check::that(std::isfinite(h) && h > 0.0, "TimeDiscretisation: the step h = {} is not positive", h);
}

TimeDiscretisation::TimeDiscretisation(std::vector<double> instants)
    : t0_(0.0), h_(0.0), end_(0.0), instants_(std::move(instants)) {
  check::that(instants_.size() >= 2, "TimeDiscretisation: a list needs at least two instants");
  for (std::size_t k = 0; k < instants_.size(); ++k) {
    check::finite("TimeDiscretisation", "an instant", instants_[k]);
    check::that(k == 0 || instants_[k - 1] < instants_[k],
                "TimeDiscretisation: instant {} does not increase: {} after {}", k, instants_[k],
                k == 0 ? 0.0 : instants_[k - 1]);
  }
  t0_ = instants_.front();
}

void TimeDiscretisation::setEnd(double T) {
  check::that(T > t0_, "TimeDiscretisation: it begins at {}, the model ends at {}", t0_, T);
  if (!instants_.empty()) {
    check::that(instants_.back() == T, "TimeDiscretisation: it ends at {}, the model at {}", instants_.back(),
                T);
    steps_ = static_cast<std::int64_t>(instants_.size()) - 1;
  } else {
    const double quotient = (T - t0_) / h_;
    check::that(quotient < 9e15, "TimeDiscretisation: {} steps of {} cannot be counted", quotient, h_);
    // A quotient that is an integer but for rounding counts as that integer.
    const double nearest = std::round(quotient);
    const bool whole = std::abs(quotient - nearest) <= 1e-9 * std::max(1.0, nearest) && nearest >= 1.0;
    steps_ = static_cast<std::int64_t>(whole ? nearest : std::ceil(quotient));
  }
  end_ = T;
}

double TimeDiscretisation::listedInstant(std::int64_t k) const {
  check::that(k >= 0 && k <= steps_, "TimeDiscretisation: there is no instant {}; they are numbered to {}", k,
              steps_);
  if (!instants_.empty()) return instants_[static_cast<std::size_t>(k)];
  return end_;
}

double TimeDiscretisation::listedStep(std::int64_t k) const {
  const double length = instant(k + 1) - instant(k);
  if (!instants_.empty()) return length;
  // Equal steps have equal bits, whatever rounding does to their ends.
  return std::abs(length - h_) <= 1e-6 * h_ ? h_ : length;
}

}  // namespace nsds
