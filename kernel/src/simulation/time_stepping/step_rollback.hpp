// Takes a model back to what it was before an InteractionManager made and removed interactions for a step that
// fails: interactions and flat vectors. Without a manager the start that FlatVectors keep is enough.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "nsds/kernel/contact/interaction_manager.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

class StepRollback {
 public:
  explicit StepRollback(NonSmoothDynamicalSystem& nsds) : nsds_(nsds) {}
  ~StepRollback() { forget(); }
  StepRollback(const StepRollback&) = delete;
  StepRollback& operator=(const StepRollback&) = delete;

  /// Keeps interactions and flat vectors before the manager looks at them. Until forget() removed interactions
  /// are not destroyed. False if the manager cannot go back: nothing is kept then. No structural change may
  /// wait to be applied.
  bool keepInteractions(InteractionManager& manager);
  /// True if interactions were kept, and they alone have changed since, in one batch at most.
  bool canReturnInteractions() const;
  /// Restores interactions, flat vectors and structure version if it can. Views become invalid, references to
  /// kept objects stay valid. False if nothing was kept, or systems have changed.
  bool returnInteractions();
  /// The step is done, or nothing is to be kept: there is no way back any more.
  void forget() {
    if (manager_ != nullptr) release();
  }

 private:
  void release();

  NonSmoothDynamicalSystem& nsds_;
  InteractionManager* manager_ = nullptr;  // null: nothing is kept
  std::uint64_t version_ = 0;
  std::uint64_t firstNewId_ = 0;
  std::size_t systems_ = 0;  // how many there were, and the last of them
  ObjectId newestSystem_;
  std::vector<double> values_;
  std::vector<std::unique_ptr<Interaction>> removed_;
};

}  // namespace nsds
