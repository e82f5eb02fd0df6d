// Shapes in space between events, without friction; saved states.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/event_driven_shapes/shape_scene.hpp"

namespace nsds::test::spatial_shapes_events_test {
namespace {

/// A box falls flat on the ground: its four corners strike at one instant, P = m √(2 g h) in all, and carry its weight.
TEST(ShapesInSpace, ABoxLandsFlatOnFourPoints) {
  SpatialScene scene(1.0);
  const double m = 2.0, h = 0.2;
  auto& box = scene.add(Box{{0.3, 0.2, 0.1}}, Vector{{0.0, 0.0, 0.1 + h, 1.0, 0.0, 0.0, 0.0}},
                        Vector(Vector::Zero(6)), m, {0.1, 0.2, 0.3});
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.05), Hem5());
  simulation.setInteractionManager(scene.contacts);
  double impulse = 0.0, hit = 0.0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    const bool impact = simulation.event() == EventKind::impact;
    simulation.nextStep();
    if (!impact) continue;
    hit = simulation.time();
    EXPECT_EQ(simulation.indexSet(1).size(), 4U);
    for (const auto& contact : scene.model.interactions()) impulse += simulation.impulse(*contact)[0];
  }
  EXPECT_NEAR(hit, std::sqrt(2.0 * h / gravity), 1e-12);
  EXPECT_NEAR(impulse, m * std::sqrt(2.0 * gravity * h), 1e-11);
  double force = 0.0;
  for (const auto& contact : scene.model.interactions()) force += contact->lambda()[0];
  EXPECT_NEAR(force, m * gravity, 1e-10);
  EXPECT_NEAR(box.q()[2], 0.1, 1e-12);
  EXPECT_NEAR(box.v().norm(), 0.0, 1e-12);
}

/// A box that is turned by 45 degrees lands on a box of its size: no corner is above the other face, eight pairs of edges cross.
TEST(ShapesInSpace, ATurnedBoxLandsOnCrossingEdges) {
  SpatialScene scene(1.0);
  const double half = 0.2, angle = std::atan(1.0);
  auto& box = scene.add(
      Box{{half, half, half}},
      Vector{{0.01, 0.02, 3.0 * half + 0.1, std::cos(0.5 * angle), 0.0, 0.0, std::sin(0.5 * angle)}},
      Vector{{0.01, 0.0, 0.0, 0.0, 0.0, 0.0}}, 1.0, {0.02, 0.02, 0.02});
  scene.contacts.addStatic(Box{{half, half, half}});
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.05), Hem5());
  simulation.setInteractionManager(scene.contacts);
  simulation.run();
  EXPECT_GE(scene.contacts.contacts(), 8);
  EXPECT_NEAR(box.q()[2], 2.0 * half, 1e-10);
  EXPECT_NEAR(box.q()[0], 0.02, 1e-10);  // without friction it goes on
  EXPECT_NEAR(box.v().tail<5>().norm(), 0.0, 1e-9);
}

/// Two boxes and a capsule collide without gravity: momentum, angular momentum and, with e = 1, energy are kept.
TEST(ShapesInSpace, MomentumIsKeptExactly) {
  SpatialScene scene(1.5, 1.0);
  std::vector<NewtonEulerDS*> bodies;
  bodies.push_back(&scene.add(Box{{0.3, 0.2, 0.1}}, Vector{{-0.6, 0.02, 0.03, 0.8, 0.6, 0.0, 0.0}},
                              Vector{{1.0, 0.0, 0.0, 0.3, 0.2, 0.5}}, 1.0, {0.02, 0.03, 0.04}));
  bodies.push_back(&scene.add(Box{{0.2, 0.2, 0.2}}, Vector{{0.5, 0.0, 0.0, 0.6, 0.0, 0.8, 0.0}},
                              Vector{{-1.0, 0.0, 0.0, 0.0, 1.0, 0.3}}, 2.0, {0.05, 0.05, 0.05}));
  bodies.push_back(&scene.add(Capsule{0.1, 0.2}, Vector{{0.0, 1.0, 0.05, 1.0, 0.0, 0.0, 0.0}},
                              Vector{{0.0, -1.0, 0.0, 0.4, 0.0, 0.0}}, 0.5, {0.01, 0.01, 0.005}));
  for (NewtonEulerDS* body : bodies) body->setFExt(Vector(Vector::Zero(3)));
  const double inertia[3][3] = {{0.02, 0.03, 0.04}, {0.05, 0.05, 0.05}, {0.01, 0.01, 0.005}};
  const double masses[3] = {1.0, 2.0, 0.5};
  const auto sums = [&] {
    Vector sum = Vector::Zero(7);
    for (std::size_t b = 0; b < 3; ++b) {
      const Vector q = bodies[b]->q(), v = bodies[b]->v();
      const Eigen::Matrix3d R = Eigen::Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix();
      const Vector3 spin = Vector3(inertia[b][0] * v[3], inertia[b][1] * v[4], inertia[b][2] * v[5]);
      const Vector3 x = q.head<3>(), p = masses[b] * v.head<3>();
      sum.head<3>() += p;
      sum.segment<3>(3) += x.cross(p) + R * spin;
      sum[6] += 0.5 * p.dot(Vector3(v.head<3>())) + 0.5 * spin.dot(Vector3(v.tail<3>()));
    }
    return sum;
  };
  const Vector before = sums();
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.05), Phem56());
  simulation.setInteractionManager(scene.contacts);
  int impacts = 0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::impact) ++impacts;
    simulation.nextStep();
  }
  EXPECT_GE(impacts, 1);
  const Vector change = (sums() - before).cwiseAbs();
  EXPECT_LE(change.head<3>().maxCoeff(), 1e-14);
  EXPECT_LE(change.tail<4>().maxCoeff(), 1e-8);  // what integration leaves of free rotations
}

/// A state is restored to the bit, also where contacts have come and gone since.
TEST(ShapesInSpace, AStateIsRestored) {
  SpatialScene scene(0.6);
  const double r = 0.2;
  auto& ball = scene.add(Sphere{r}, Vector{{0.2, 0.0, 0.5 + r, 1.0, 0.0, 0.0, 0.0}},
                         Vector{{0.8, 0.1, 0.0, 0.0, 0.0, 0.0}}, 1.0, Vector3::Constant(0.4 * r * r));
  scene.contacts.addStatic(Box{{0.5, 0.5, 0.5}});
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.02), Hem5());
  simulation.setInteractionManager(scene.contacts);
  const auto until = [&](double t) {
    while (simulation.hasNextEvent() && simulation.time() < t) {
      simulation.computeOneStep();
      simulation.nextStep();
    }
  };
  until(0.1);
  const State state = scene.model.state();
  simulation.run();
  const Vector q = ball.q(), v = ball.v();
  scene.model.setState(state);
  simulation.run();
  EXPECT_EQ(Vector(ball.q()), q);
  EXPECT_EQ(Vector(ball.v()), v);
}

TEST(ShapesInSpace, ContactsPlacedForTimeSteppingAreRefusedByName) {
  SpatialScene scene(0.6);
  scene.add(Sphere{0.2}, Vector{{0.0, 0.0, 0.2, 1.0, 0.0, 0.0, 0.0}}, Vector(Vector::Zero(6)), 1.0,
            Vector3::Ones());
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  scene.contacts.updateInteractions(scene.model, 0.01);
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.02), Hem5());
  EXPECT_TRUE(says(errorText([&] { simulation.initialize(); }), "setInteractionManager"));
}

}  // namespace
}  // namespace nsds::test::spatial_shapes_events_test
