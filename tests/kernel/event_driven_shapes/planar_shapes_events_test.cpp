// Planar shapes between events.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/event_driven_shapes/shape_scene.hpp"

namespace nsds::test::planar_shapes_events_test {
namespace {

/// A disk falls with speed and spin: μ is too small to stop its slip, so that it slides until it rolls.
TEST(ShapesBetweenEvents, ADiskFallsSlidesAndRolls) {
  const double r = 0.5, mu = 0.2, h = 0.45, v0 = 4.0;
  PlanarScene scene(2.0, mu);
  auto& disk = scene.addDisk(r, Vector{{0.0, r + h, 0.0}}, Vector{{v0, 0.0, 0.0}});
  scene.addGround();
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.05), Hem5());
  simulation.setInteractionManager(scene.contacts);
  simulation.run();
  // Impulses m √(2 g h) up and μ of it back; then slip u = v + ω r is lost at 3 μ g.
  const double down = std::sqrt(2.0 * gravity * h);
  const double t1 = down / gravity, v1 = v0 - mu * down, u1 = v0 - 3.0 * mu * down;
  const double slide = u1 / (3.0 * mu * gravity);
  ASSERT_LT(t1 + slide, 2.0);
  const double v2 = v1 - mu * gravity * slide;
  const double x = v0 * t1 + v1 * slide - 0.5 * mu * gravity * slide * slide + v2 * (2.0 - t1 - slide);
  EXPECT_NEAR(disk.v()[0], v2, 1e-9);
  EXPECT_NEAR(disk.v()[2], -v2 / r, 1e-8);
  EXPECT_NEAR(disk.q()[0], x, 1e-9);
  EXPECT_NEAR(disk.q()[1], r, 1e-10);
  EXPECT_EQ(simulation.stickingContacts().size(), 1U);
  EXPECT_EQ(simulation.slidingContacts().size(), 0U);
}

/// A box falls flat on a table of its own size, and stays there: its corners are at the ends of the other's side.
TEST(ShapesBetweenEvents, ABoxLandsFlatOnABoxOfItsSize) {
  PlanarScene scene(1.0, 0.5);
  auto& box = scene.addBox(0.2, 0.1, Vector{{0.0, 0.6, 0.0}}, Vector(Vector::Zero(3)));
  scene.contacts.addStatic(boxOf(0.2, 0.3));
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.05), Hem5());
  simulation.setInteractionManager(scene.contacts);
  simulation.run();
  EXPECT_NEAR(box.q()[1], 0.4, 1e-10);
  EXPECT_NEAR(box.q()[2], 0.0, 1e-10);
  EXPECT_NEAR(box.v().norm(), 0.0, 1e-10);
  EXPECT_EQ(simulation.heldFeatures(), 0);
}

/// A block slides over the end of a table: while its centre of mass is above the table it does not tip. Where its leading corner
/// passes the corner of the table, the table's corner takes over; once the centre is past it the block tips about that corner.
TEST(ShapesBetweenEvents, ABlockSlidesOverTheEndOfATableAndTips) {
  const double v0 = 1.0, a = 0.3;
  PlanarScene scene(0.9);
  auto& block = scene.addBox(a, 0.1, Vector{{-0.5, 0.1, 0.0}}, Vector{{v0, 0.0, 0.0}});
  scene.contacts.addStatic(boxOf(1.0, 0.5), {.pose = {{-1.0, -0.5, 0.0}}});
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.01), Hem5());
  simulation.setInteractionManager(scene.contacts);
  std::vector<double> features;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::features) features.push_back(simulation.time());
    simulation.nextStep();
    if (simulation.time() < 0.49) {
      EXPECT_NEAR(block.q()[1], 0.1, 1e-10) << simulation.time();
      EXPECT_NEAR(block.q()[2], 0.0, 1e-10);
    }
  }
  // The leading corner reaches the end at t = 0.2.
  ASSERT_GE(features.size(), 1U);
  const bool found =
      std::any_of(features.begin(), features.end(), [](double t) { return std::abs(t - 0.2) < 1e-8; });
  EXPECT_TRUE(found);
  EXPECT_LT(block.q()[2], -0.05);
  EXPECT_LT(block.q()[1], 0.1);
  // Without friction energy is kept.
  const double m = 1.0, J = (a * a + 0.01) / 3.0;
  const double energy = 0.5 * m * block.v().head<2>().squaredNorm() + 0.5 * J * block.v()[2] * block.v()[2] +
                        m * gravity * block.q()[1];
  EXPECT_NEAR(energy, 0.5 + gravity * 0.1, 1e-7);
}

/// On the ground two disks on a body are the ends of a rounded segment: both fall turned, strike with one end and then with the
/// other, and slide to rest alike.
TEST(ShapesBetweenEvents, ABodyOfTwoDisksMovesAsTheSegmentBetweenThem) {
  const double d = 0.4, r = 0.1;
  const auto run = [&](bool disks) {
    PlanarScene scene(1.5, 0.3, 0.2);
    const Vector q{{0.0, 1.0, 0.3}}, v{{1.0, 0.0, -0.5}};
    auto& body = disks ? scene.add(Disk{r}, q, v, 1.0, 0.1, {.pose = {{d, 0.0, 0.0}}})
                       : scene.add(Polygon{{{-d, 0.0}, {d, 0.0}}, r}, q, v, 1.0, 0.1);
    if (disks) scene.contacts.add(body, Disk{r}, {.pose = {{-d, 0.0, 0.0}}});
    scene.addGround();
    EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.05), Hem5());
    simulation.setInteractionManager(scene.contacts);
    simulation.run();
    return std::pair<Vector, Vector>(body.q(), body.v());
  };
  const auto [q, v] = run(true);
  const auto [expectedQ, expectedV] = run(false);
  EXPECT_NEAR((q - expectedQ).norm(), 0.0, 1e-9);
  EXPECT_NEAR((v - expectedV).norm(), 0.0, 1e-8);
  EXPECT_NEAR(q[1], r, 1e-9);
}

/// Two bodies of a plate and a nose each, turned in their frames, meet nose to plate: momentum and, without friction and loss,
/// energy are kept.
TEST(ShapesBetweenEvents, PlacedShapesOfTwoBodiesKeepMomentumAndEnergy) {
  PlanarScene scene(1.0, 0.0, 1.0);
  const double turned = 0.5;
  const auto add = [&](const Vector& q, const Vector& v) -> LagrangianDS& {
    auto& body = scene.add(boxOf(0.3, 0.05), q, v, 1.0, 0.05,
                           {.pose = {{0.0, 0.1, 0.0}, {std::cos(turned), 0.0, 0.0, std::sin(turned)}}});
    scene.contacts.add(body, Disk{0.1}, {.pose = {{0.2, -0.2, 0.0}}});
    body.setFExt(Vector(Vector::Zero(3)));
    return body;
  };
  auto& a = add(Vector{{0.0, 0.0, 0.0}}, Vector{{0.0, 1.0, 0.0}});
  auto& b = add(Vector{{0.1, 1.2, 0.3}}, Vector{{0.0, -1.0, 0.4}});
  const auto totals = [&] {
    double turn = 0.0, energy = 0.0;
    for (const LagrangianDS* body : {&a, &b}) {
      turn += body->q()[0] * body->v()[1] - body->q()[1] * body->v()[0] + 0.05 * body->v()[2];
      energy += body->kineticEnergy();
    }
    return Vector{{a.v()[0] + b.v()[0], a.v()[1] + b.v()[1], turn, energy}};
  };
  const Vector before = totals();
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.02), Hem5());
  simulation.setInteractionManager(scene.contacts);
  int impacts = 0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    impacts += simulation.event() == EventKind::impact ? 1 : 0;
    simulation.nextStep();
  }
  EXPECT_GE(impacts, 1);
  EXPECT_NEAR((totals() - before).norm(), 0.0, 1e-9);
}

/// A beam slides on two blocks at rest, and rides on a roller between them: who carries how much of it, and with that how fast it is braked, is left
/// open by rigid bodies. What is chosen holds for the motion and for the forces that are shown: these do its work.
TEST(ShapesBetweenEvents, AnIndeterminateLoadIsTheOneThatBrakes) {
  const double mu = 0.3, r = 0.1, v0 = 0.3, step = 1e-3;
  PlanarScene scene(0.3, mu);
  scene.addBox(0.1, r, Vector{{-0.4, r, 0.0}}, Vector::Zero(3));
  scene.addBox(0.1, r, Vector{{0.4, r, 0.0}}, Vector::Zero(3));
  const auto& roller = scene.addDisk(r, Vector{{0.05, r, 0.0}}, Vector{{0.5 * v0, 0.0, -0.5 * v0 / r}});
  const auto& beam = scene.addBox(0.45, 0.05, Vector{{0.0, 2.0 * r + 0.05, 0.0}}, Vector{{v0, 0.0, 0.0}});
  scene.addGround();
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, step),
                         Mdop5({.relativeTolerance = 1e-11, .absoluteTolerance = 1e-12}));
  simulation.setInteractionManager(scene.contacts);
  double work = 0.0;
  double power = 0.0;
  simulation.run([&](const Simulation& s) {
    double now = 0.0;
    for (const auto& contact : scene.model.interactions()) {
      EXPECT_GE(contact->lambda()[0], 0.0) << contact->name() << " at " << s.time();
      EXPECT_LE(std::abs(contact->lambda()[1]), mu * contact->lambda()[0] + 1e-9) << contact->name();
      now += contact->lambda()[1] * contact->velocity()[1];
    }
    EXPECT_LE(now, 1e-12) << "at " << s.time();
    if (s.time() > 0.0) work += 0.5 * step * (power + now);
    power = now;
  });
  const auto kinetic = [&](double v) { return 0.5 * (1.0 + 1.5 / 4.0) * v * v; };
  EXPECT_LT(beam.v()[0], v0 - 1e-3);
  EXPECT_NEAR(roller.v()[0], 0.5 * beam.v()[0], 1e-9);
  EXPECT_NEAR(kinetic(beam.v()[0]) - kinetic(v0), work, 1e-4);
}

}  // namespace
}  // namespace nsds::test::planar_shapes_events_test
