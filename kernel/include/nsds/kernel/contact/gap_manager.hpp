// A gap manager makes interactions for event-driven simulation: their gaps are functions of the coordinates, and the same functions
// from event to event.
#pragma once

#include "nsds/kernel/contact/interaction_manager.hpp"

namespace nsds {

class NSDS_KERNEL_API GapManager : public InteractionManager {
 public:
  /// Called at events, the model at the event: makes interactions (Model::link) for what may meet before the next call, has those
  /// that stay follow the features that are nearest now, and removes others. h: the longest time [s] until gapsDiffer() is asked
  /// again. Returns true if something changed.
  virtual bool updateGaps(Model& model, double h) = 0;
  /// Called between events, the systems of the model in a state ahead: true if updateGaps() would have to change something there. It is
  /// false after updateGaps(). h: as there.
  virtual bool gapsDiffer(double h) = 0;
};

}  // namespace nsds
