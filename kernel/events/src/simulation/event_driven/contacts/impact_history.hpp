// The last impacts of a contact, or switches of a row, and where those that accumulate lead.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace nsds {

/// Keeps the times of the last impacts of one contact, or of the last switches of one row.
struct ImpactHistory {
  std::array<double, 6> times{};
  std::int64_t count = 0;
  bool accumulates = false;  ///< it is one of the sequence that is captured

  void add(double t);
  /// Marks it if its last impact was not earlier than `interval` [s] before t: the sequence that is captured then has it,
  /// and it counts anew.
  void mark(double t, double interval);
  bool full() const { return count == static_cast<std::int64_t>(times.size()); }
  double lastInterval() const { return times.back() - times[times.size() - 2]; }
  /// Returns the end of the sequence if its intervals shrink geometrically, the last one below `shortest`
  /// [s].
  std::optional<double> end(double shortest) const;
};

}  // namespace nsds
