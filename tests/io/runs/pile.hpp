// A small run with contacts that come and go, for what records and saves runs.
#pragma once

#include <memory>
#include <nsds/kernel.hpp>

namespace nsds::test {

/// Boxes that fall on the ground and on each other, 200 steps.
struct Pile {
  explicit Pile(int boxes = 3, double T = 1.0)
      : model(0.0, T), contacts(NewtonImpactFrictionNSL(0.2, 0.0, 0.5, 3)) {
    for (int k = 0; k < boxes; ++k) {
      Vector q = Vector::Zero(7);
      q.head(3) = Vector3(0.1 * (k % 2), 0.05 * k, 0.4 + 0.7 * k);
      q[3] = 1.0;
      auto& box = model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(Matrix::Identity(3, 3) / 24.0));
      box.setName("box" + std::to_string(k));
      contacts.add(box, Box{{0.25, 0.25, 0.25}});
    }
    model.setGravity(Vector3(0.0, 0.0, -9.81));
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, {.name = "ground"});
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5));
    simulation->setInteractionManager(contacts);
  }
  NewtonEulerDS& box(std::size_t k) { return dynamic_cast<NewtonEulerDS&>(*model.nsds().systems()[k]); }

  Model model;
  CollisionDetection contacts;
  std::unique_ptr<TimeStepping> simulation;
};

}  // namespace nsds::test
