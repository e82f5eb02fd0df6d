// What makes and removes interactions while a simulation runs: contact detection.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

class NSDS_KERNEL_API InteractionManager {
 public:
  virtual ~InteractionManager();
  /// Called at the start of every step, the model at t_k: adds, places and removes interactions (Model::link,
  /// remove). h: the step to come [s].
  virtual void updateInteractions(Model& model, double h) = 0;
  /// What it remembers beyond the model and what it would find there anew: taken into the state of the model.
  virtual std::vector<std::byte> saveState() const { return {}; }
  /// bytes: as given by saveState for the same structure of the model.
  virtual void restoreState(std::span<const std::byte> bytes);

 protected:
  InteractionManager() = default;
  InteractionManager(const InteractionManager&) = default;
  InteractionManager& operator=(const InteractionManager&) = default;
};

}  // namespace nsds
