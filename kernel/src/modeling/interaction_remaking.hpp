// Puts the interactions that managers had made in an earlier state in the place of those that they have made now.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "modeling/managing_scope.hpp"

namespace nsds {

/// Sets the present interactions of managers aside. Unless finish() succeeds they come back in the end, and what was made
/// in between goes.
class InteractionRemaking {
 public:
  explicit InteractionRemaking(NonSmoothDynamicalSystem& nsds);
  ~InteractionRemaking();
  InteractionRemaking(const InteractionRemaking&) = delete;
  InteractionRemaking& operator=(const InteractionRemaking&) = delete;

  /// Lays out the flat vectors, as applyChanges() does, if the interactions that were made have these ids; else false.
  /// nextManagedId: that of then.
  bool finish(double time, std::uint64_t nextManagedId, const std::vector<ObjectId>& ids);

 private:
  NonSmoothDynamicalSystem& nsds_;
  ManagingScope managing_;
  std::vector<std::unique_ptr<Interaction>> aside_;
  bool changed_;  // NonSmoothDynamicalSystem::structureChanged() before
  bool finished_ = false;
};

}  // namespace nsds
