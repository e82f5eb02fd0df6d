#include "simulation/event_driven/contacts/impact_history.hpp"

#include <algorithm>
#include <cmath>

namespace nsds {

void ImpactHistory::add(double t) {
  std::move(times.begin() + 1, times.end(), times.begin());
  times.back() = t;
  if (!full()) ++count;
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

std::optional<Accumulation> countImpacts(const ContactStates& contacts, const double* impulses, double t,
                                         double shortest, ImpactHistories& histories) {
  std::optional<Accumulation> found;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (contacts[i].joint() || impulses[contacts[i].relation.row] <= 0.0) continue;
    histories[i].add(t);
    if (const auto end = histories[i].end(shortest)) found = Accumulation{i, *end};
  }
  return found;
}

double markSequence(const ContactStates& contacts, const double* rates, double t, double interval,
                    ImpactHistories& histories) {
  double fastest = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    ImpactHistory& history = histories[i];
    history.accumulates =
        !contacts[i].joint() && history.count > 0 && t - history.times.back() <= 2.0 * interval;
    if (!history.accumulates) continue;
    history.count = 0;
    fastest = std::max(fastest, std::abs(rates[contacts[i].relation.row]));
  }
  return fastest;
}

}  // namespace nsds
