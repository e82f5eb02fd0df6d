// The part of space in which the bodies of a run move.
#pragma once

#include "trajectory/body_states.hpp"

namespace nsds::io::vtk {

struct SceneBox {
  Vector3 centre = Vector3::Zero();
  double diagonal = 1.0;  ///< > 0 [m]
};

/// Looks at frames here and there. A body among a hundred that falls for ever does not count.
SceneBox sceneBoxOf(const TrajectoryFile& run, BodyStates& states);

}  // namespace nsds::io::vtk
