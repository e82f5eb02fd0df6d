#include "simulation/event_driven/contacts/impact_history.hpp"

#include <algorithm>
#include <cmath>

namespace nsds {

void ImpactHistory::add(double t) {
  std::move(times.begin() + 1, times.end(), times.begin());
  times.back() = t;
  if (!full()) ++count;
}

void ImpactHistory::mark(double t, double interval) {
  accumulates = count > 0 && t - times.back() <= interval;
  if (accumulates) count = 0;
}

std::optional<double> ImpactHistory::end(double shortest) const {
  if (!full()) return std::nullopt;
  double least = 1.0;
  double most = 0.0;
  double ratio = 0.0;
  for (std::size_t i = 2; i < times.size(); ++i) {
    ratio = (times[i] - times[i - 1]) / (times[i - 1] - times[i - 2]);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  // Elastic impacts shrink by rounding alone, and would for ever.
  if (!(lastInterval() < shortest) || !(most < 0.999) || !(least > 0.8 * most)) return std::nullopt;
  return times.back() + lastInterval() * ratio / (1.0 - ratio);
}

}  // namespace nsds
