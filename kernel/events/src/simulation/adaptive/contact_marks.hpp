// What the relations of a model did in a step: whether their multipliers were zero, at a bound or between, whether contacts
// slid, and whether one was hit. Steps whose marks differ have an event between them.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

class ContactMarks {
 public:
  /// Takes the marks of the last step of the model; all: I0.
  void take(Model& model, const IndexSet& all);
  /// True if a contact was hit: it approached at the begin of the step, and an impulse stopped it.
  bool hit() const { return hit_; }
  /// True if a contact slid whose slip may turn, since it has two tangents.
  bool slipMayTurn() const { return slipMayTurn_; }
  /// One mark for each row of the model.
  const std::vector<std::uint8_t>& marks() const { return marks_; }

 private:
  std::vector<std::uint8_t> marks_;
  bool hit_ = false;
  bool slipMayTurn_ = false;
};

}  // namespace nsds
