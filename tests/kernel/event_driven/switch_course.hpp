// What tests of events of first-order systems share.
#pragma once

#include <nsds/kernel.hpp>
#include <vector>

#include "kernel/event_driven/event_driven.hpp"

namespace nsds::test {

inline const SmoothOptions close{.relativeTolerance = 1e-12, .absoluteTolerance = 1e-14};

/// The events of a simulation that is run to its end, sampling instants left out.
struct SwitchCourse {
  struct Item {
    EventKind kind;
    double time;
    std::size_t participants;
  };
  explicit SwitchCourse(EventDriven& simulation) {
    simulation.initialize();
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      if (simulation.event() != EventKind::sampling)
        items.push_back({simulation.event(), simulation.time(), simulation.eventInteractions().size()});
      simulation.nextStep();
    }
  }
  std::vector<Item> items;
};

/// x' in -B Sgn x, which turns ever faster about the origin and reaches it at t = 3/2.
struct Spiral {
  explicit Spiral(double end) : model(0.0, end) {
    const Matrix B{{2.0, -52.0}, {52.0, 2.0}};
    system = &model.add<FirstOrderLinearDS>(Vector{{3.0, 3.0}}, Matrix::Zero(2, 2));
    relay = &model.link(RelayNSL(), FirstOrderLinearTIR(Matrix::Identity(2, 2), B), *system);
  }
  Model model;
  FirstOrderLinearDS* system = nullptr;
  Interaction* relay = nullptr;
};

}  // namespace nsds::test
