// An interaction manager makes and removes interactions while a simulation runs, as contact detection does.
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
  /// Called before updateInteractions at the start of a step: keeps what returnToStart restores. Returns
  /// false if the manager cannot do that; interactions that it makes and removes for a step that fails then
  /// stay as they are.
  virtual bool keepStart() { return false; }
  /// Called after a step has failed, when the interactions of the model are those of keepStart again.
  virtual void returnToStart() {}
  /// What the manager remembers and could not find again from the model; it becomes part of the state of the
  /// model.
  virtual std::vector<std::byte> saveState() const { return {}; }
  /// bytes: as given by saveState for the same structure of the model.
  virtual void restoreState(std::span<const std::byte> bytes);

 protected:
  InteractionManager() = default;
  InteractionManager(const InteractionManager&) = default;
  InteractionManager& operator=(const InteractionManager&) = default;
};

}  // namespace nsds
