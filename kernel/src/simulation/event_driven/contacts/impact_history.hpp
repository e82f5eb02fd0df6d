// The last impacts of contacts, and where those that accumulate lead.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simulation/event_driven/contacts/contact_states.hpp"

namespace nsds {

/// Keeps the times of the last impacts of one contact.
struct ImpactHistory {
  std::array<double, 6> times{};
  std::int64_t count = 0;
  bool accumulates = false;  ///< the contact is one of the sequence that is captured

  void add(double t);
  bool full() const { return count == static_cast<std::int64_t>(times.size()); }
  double lastInterval() const { return times.back() - times[times.size() - 2]; }
  /// Returns the end of the sequence if its intervals shrink geometrically, the last one below `shortest`
  /// [s].
  std::optional<double> end(double shortest) const;
};
/// There is a history for each contact.
using ImpactHistories = std::vector<ImpactHistory>;

/// A sequence of impacts that accumulate.
struct Accumulation {
  std::size_t contact;
  double end;  ///< predicted [s]
};

/// Counts the impacts of the contacts that an impulse struck: (rows) of the model. Returns the last of those
/// whose impacts accumulate.
std::optional<Accumulation> countImpacts(const ContactStates& contacts, const double* impulses, double t,
                                         double shortest, ImpactHistories& histories);

/// Marks the contacts that were hit within two intervals before t: those of one sequence, whose histories are
/// then empty. rates: (rows) of the model. Returns the largest of their normal rates.
double markSequence(const ContactStates& contacts, const double* rates, double t, double interval,
                    ImpactHistories& histories);

}  // namespace nsds
