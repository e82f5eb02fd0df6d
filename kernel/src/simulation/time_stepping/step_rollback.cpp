#include "simulation/time_stepping/step_rollback.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nsds {

bool StepRollback::keepInteractions(InteractionManager& manager) {
  forget();
  if (!manager.keepStart()) return false;
  manager_ = &manager;
  version_ = nsds_.structureVersion();
  firstNewId_ = nsds_.nextManagedId_;
  systems_ = nsds_.systems().size();
  newestSystem_ = nsds_.systems().empty() ? ObjectId{} : nsds_.systems().back()->id();
  values_ = nsds_.flat().values();
  nsds_.retained_ = &removed_;
  return true;
}

void StepRollback::release() {
  manager_ = nullptr;
  if (nsds_.retained_ == &removed_) nsds_.retained_ = nullptr;
  removed_.clear();
}

bool StepRollback::canReturnInteractions() const {
  // What is to be added or removed by now is the user's.
  if (manager_ == nullptr || nsds_.retained_ != &removed_) return false;  // another simulation keeps its own
  if (nsds_.structureChanged() || nsds_.nextId_ + nsds_.nextManagedId_ != nsds_.appliedId_) return false;
  if (nsds_.structureVersion() > version_ + 1) return false;
  const auto systems = nsds_.systems();
  const ObjectId newest = systems.empty() ? ObjectId{} : systems.back()->id();
  return systems.size() == systems_ && newest == newestSystem_;
}

bool StepRollback::returnInteractions() {
  if (!canReturnInteractions()) {
    forget();
    return false;
  }
  nsds_.returnTo(firstNewId_, std::move(removed_), values_, version_);
  InteractionManager* const manager = manager_;
  forget();
  manager->returnToStart();
  return true;
}

}  // namespace nsds
