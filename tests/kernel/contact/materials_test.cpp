// Contacts have the law of the materials that meet.
#include <gtest/gtest.h>

#include <nsds/kernel.hpp>

#include "kernel/error_text.hpp"

namespace nsds::test::materials_test {
namespace {

constexpr double gravity = 10.0;

NewtonEulerDS& addBall(Model& model, double y, double height, double vx) {
  Vector q = Vector::Zero(7);
  q[1] = y;
  q[2] = height;
  q[3] = 1.0;
  Vector v = Vector::Zero(6);
  v[0] = vx;
  return model.add<NewtonEulerDS>(q, v, 1.0, Matrix(Matrix::Identity(3, 3)));
}

/// Boxes that slide stop after v² / (2 µ g), each with the friction of its material on the ground.
struct Sliders {
  explicit Sliders(double T) : model(0.0, T), contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3)) {
    for (const char* material : {"ice", "rubber", ""}) {
      auto& box = addBall(model, static_cast<double>(boxes.size()), 0.1, 2.0);
      contacts.add(box, Box{{0.2, 0.2, 0.1}}, {.material = material});
      boxes.push_back(&box);
    }
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, {.name = "ground", .material = "ground"});
    contacts.setLaw("ice", "ground", NewtonImpactFrictionNSL(0.0, 0.0, 0.1, 3));
    contacts.setLaw("ground", "rubber", NewtonImpactFrictionNSL(0.0, 0.0, 0.8, 3));
    model.setGravity(Vector3(0.0, 0.0, -gravity));
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5));
    simulation->setInteractionManager(contacts);
    simulation->acceptInitialState();
  }
  Model model;
  CollisionDetection contacts;
  std::vector<NewtonEulerDS*> boxes;
  std::unique_ptr<TimeStepping> simulation;
};

TEST(Materials, HaveTheirFriction) {
  Sliders sliders(2.5);
  sliders.simulation->run();
  const std::array friction{0.1, 0.8, 0.5};
  for (std::size_t k = 0; k < 3; ++k) {
    // The scheme stops within the step in which the motion ends.
    EXPECT_NEAR(sliders.boxes[k]->q()[0], 4.0 / (2.0 * friction[k] * gravity), 2.1e-3) << k;
    EXPECT_NEAR(sliders.boxes[k]->v()[0], 0.0, 1e-9) << k;
  }
}

TEST(Materials, HaveTheirRestitution) {
  Model model(0.0, 1.0);
  std::vector<NewtonEulerDS*> balls;
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.5, 0.0, 0.0, 3));
  for (const char* material : {"steel", "lead"}) {
    balls.push_back(&addBall(model, static_cast<double>(balls.size()), 0.6, 0.0));
    contacts.add(*balls.back(), Sphere{0.1}, {.material = material});
  }
  // The two that meet are of one material.
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, {.name = "floor", .material = "steel"});
  contacts.setLaw("steel", "steel", NewtonImpactFrictionNSL(0.9, 0.0, 0.0, 3));
  model.setGravity(Vector3(0.0, 0.0, -gravity));
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-4), MoreauJeanOSI(0.5));
  simulation.setInteractionManager(contacts);
  std::array highest{0.0, 0.0};
  simulation.run([&](const Simulation& s) {
    if (s.time() < 0.35) return;  // the impact is at sqrt(2 * 0.5 / 10) = 0.316
    for (std::size_t k = 0; k < 2; ++k) highest[k] = std::max(highest[k], balls[k]->q()[2] - 0.1);
  });
  EXPECT_NEAR(highest[0], 0.81 * 0.5, 1e-3);
  EXPECT_NEAR(highest[1], 0.25 * 0.5, 1e-3);
}

/// Contacts that are made again from a state have the laws of their materials.
TEST(Materials, OutliveAState) {
  Sliders whole(0.5);
  whole.simulation->run();
  Sliders first(0.5);
  first.simulation->run([&](const Simulation& s) {
    if (s.step() == 200) first.simulation->requestEnd();
  });
  Sliders second(0.5);
  second.simulation->initialize();
  second.model.restoreState(first.model.saveState());
  second.simulation->run();
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(second.boxes[k]->q(), whole.boxes[k]->q()) << k;
}

TEST(Materials, NeedLawsOfEqualSize) {
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  const std::string text =
      errorText<InvalidArgument>([&] { contacts.setLaw("ice", "ground", NewtonImpactNSL(0.0)); });
  EXPECT_TRUE(says(text, "\"ice\" and \"ground\" has blocks of 1 rows, that of all other contacts of 3"))
      << text;
}

TEST(Materials, HaveTheirLawsBeforeTheFirstContact) {
  Sliders sliders(0.1);
  sliders.simulation->run();
  const std::string text = errorText<InvalidArgument>(
      [&] { sliders.contacts.setLaw("ice", "ground", NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 3)); });
  EXPECT_TRUE(says(text, "set before the first contacts are made")) << text;
}

}  // namespace
}  // namespace nsds::test::materials_test
