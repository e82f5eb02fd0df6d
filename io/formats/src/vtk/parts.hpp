// The parts of a frame as poly data.
#pragma once

#include "nsds/io/vtk.hpp"
#include "trajectory/body_states.hpp"
#include "vtk/poly_data.hpp"
#include "vtk/scene_box.hpp"

namespace nsds::io::vtk {

/// Whether a run has anything for a part.
bool hasBodies(const TrajectoryFile& run);
bool hasContacts(const TrajectoryFile& run);
bool hasJoints(const TrajectoryFile& run);
bool hasFixed(const TrajectoryFile& run);

/// The parts in the present frame of `states`.
PolyData bodiesOf(const TrajectoryFile& run, const BodyStates& states, int segments);
PolyData contactsOf(const TrajectoryFile& run, std::size_t frame);
PolyData jointsOf(const TrajectoryFile& run, const BodyStates& states);

/// What does not move.
PolyData fixedOf(const TrajectoryFile& run, const SceneBox& box, int segments);

}  // namespace nsds::io::vtk
