// Tells which changes that the user made to the model a simulation has taken up.
#pragma once

#include <cstdint>

#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

class ModelChanges {
 public:
  /// These tell whether structure and operators are not those that were compiled last.
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
  void forgetStructure() { structure_ = 0; }

  /// Tells whether the user may have changed what contacts do, also where markPending() said so.
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
