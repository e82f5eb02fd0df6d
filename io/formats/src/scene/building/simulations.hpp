// The simulation of a scene.
#pragma once

#include "scene/building/parts.hpp"

namespace nsds::io::scene {

/// Errors: SceneError.
void addSimulation(const Node& scene, Parts& parts);

/// The two kinds of it.
std::unique_ptr<Simulation> timeStepping(const Node& stepping, Parts& parts);
std::unique_ptr<Simulation> eventDriven(const Node& events, Parts& parts);

}  // namespace nsds::io::scene
