// Which changes that the user made to the model an event-driven simulation has taken up.
#pragma once

#include <cstdint>

#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

class ModelChanges {
 public:
  /// Structure or operators are not those that were compiled last.
  bool structureDiffers(const NonSmoothDynamicalSystem& nsds) const {
    return structure_ != nsds.structureVersion();
  }
  bool operatorsDiffer(const NonSmoothDynamicalSystem& nsds) const {
    return structureDiffers(nsds) || operators_ != nsds.changes().operators;
  }
  void markCompiled(const NonSmoothDynamicalSystem& nsds) {
    structure_ = nsds.structureVersion();
    operators_ = nsds.changes().operators;
  }

  /// The state of contacts may have changed: by the user, or by what markPending() told.
  bool statesDiffer(const NonSmoothDynamicalSystem& nsds) const {
    return pending_ || states_ != nsds.changes().states;
  }
  void markPending() { pending_ = true; }
  void markTaken(const NonSmoothDynamicalSystem& nsds) {
    pending_ = false;
    states_ = nsds.changes().states;
  }

 private:
  std::uint64_t structure_ = 0;
  std::uint64_t operators_ = 0;
  std::uint64_t states_ = 0;
  bool pending_ = false;
};

}  // namespace nsds
