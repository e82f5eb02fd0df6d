// An interaction manager makes and removes interactions while a simulation runs, as contact detection does.
#pragma once

#include <cstddef>
#include <span>
#include <string>
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
  /// What the bytes of saveState() depend on, as far as it is fixed: laws, what does not move.
  virtual std::string stateDescription() const { return "interactions of a manager"; }
  /// What the manager remembers and could not find again from the model; it becomes part of the state of the
  /// model.
  virtual std::vector<std::byte> saveState() const { return {}; }
  /// bytes: as given by saveState; the interactions are those of then.
  virtual void restoreState(std::span<const std::byte> bytes);
  /// False if remakeInteractions() cannot make the interactions that there were when the bytes were saved; a state is
  /// then refused where others have come or gone.
  virtual bool canRemake(std::span<const std::byte>) const { return false; }
  /// Makes the interactions anew that there were when the bytes were saved, each by model.nsds().remakeAs(its id then) and
  /// Model::link; the present ones have been set aside. Their numbers follow from the state, then restoreState() is
  /// called. Nothing of the manager is changed if this throws.
  virtual void remakeInteractions(Model& model, std::span<const std::byte> bytes);

 protected:
  InteractionManager() = default;
  InteractionManager(const InteractionManager&) = default;
  InteractionManager& operator=(const InteractionManager&) = default;
};

}  // namespace nsds
