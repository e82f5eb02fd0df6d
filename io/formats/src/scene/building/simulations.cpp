#include "scene/building/simulations.hpp"

namespace nsds::io::scene {

void addSimulation(const Node& scene, Parts& parts) {
  const Node simulation = scene["simulation"].choice();
  parts.simulation = simulation.guard([&] {
    return simulation.name() == "time_stepping" ? timeStepping(simulation, parts)
                                                : eventDriven(simulation, parts);
  });
}

}  // namespace nsds::io::scene
