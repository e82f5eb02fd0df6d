// What users change of a model between steps is counted, so that what was computed from it is computed again.
#pragma once

#include <cstdint>

#include "nsds/common/cxx20.hpp"

namespace nsds {

struct ChangeCounters {
  std::uint64_t operators = 0;  ///< an operator of a system or a constant of a relation was set
  std::uint64_t states = 0;     ///< a state was overwritten
  bool inStep = false;          ///< a simulation is in the middle of a step
};

/// Where a part of a model reports that it was changed. A copy belongs to no model until it is inserted itself; what
/// is assigned to stays where it is, and reports the change.
class ChangeReport {
 public:
  ChangeReport() = default;
  ChangeReport(const ChangeReport&) {}
  ChangeReport& operator=(const ChangeReport& other) {
    if (this != &other) operatorsChanged();
    return *this;
  }

  void reportTo(ChangeCounters& changes) { changes_ = &changes; }
  bool linked() const { return changes_ != nullptr; }
  void operatorsChanged() {
    if (changes_ != nullptr) ++changes_->operators;
  }

 private:
  ChangeCounters* changes_ = nullptr;
};

}  // namespace nsds
