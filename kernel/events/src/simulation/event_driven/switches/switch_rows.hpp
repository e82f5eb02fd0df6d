// The rows of a first-order model: the interval of each multiplier, −y ∈ N_[lower, upper](λ), and whether the multiplier is
// at a bound or between, where the output is zero.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

enum class RowState : std::uint8_t {
  unknown,  ///< nothing has decided yet
  lower,    ///< λ is at its lower bound, y ≥ 0
  upper,    ///< λ is at its upper bound, y ≤ 0
  between,  ///< y = 0
};
using RowStates = std::vector<RowState>;

class SwitchRows {
 public:
  /// Errors: InvalidArgument naming a law that is not for event-driven simulation.
  void compile(const NonSmoothDynamicalSystem& nsds, const IndexSet& all);
  /// Takes the bounds that the laws have now; true if one changed.
  bool readBounds();

  Index size() const { return lower_.size(); }
  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }
  bool isEquality(Index row) const;
  /// True if the interval is one point.
  bool isFixed(Index row) const;
  /// The bound that a state other than between has its multiplier at.
  double bound(Index row, RowState state) const {
    return state == RowState::lower ? lower_[row] : upper_[row];
  }
  Interaction* interaction(Index row) const { return relations_[relationOf(row)].interaction; }
  /// "the diode", or "the bridge (row 2)"
  std::string name(Index row) const;
  /// The relations some of whose rows are between.
  IndexSet sliding(const RowStates& states) const;

 private:
  std::size_t relationOf(Index row) const { return relation_[static_cast<std::size_t>(row)]; }

  IndexSet relations_;
  std::vector<std::size_t> relation_;  // (rows)
  Vector lower_, upper_;
};

}  // namespace nsds
