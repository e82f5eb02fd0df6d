// Bodies whose contacts are found while they move: physics, identity of contacts, removal, repetition.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

namespace nsds::test::contact_detection_test {
namespace {

struct Scene {
  explicit Scene(double T, double mu = 0.5, double e = 0.0, const CollisionOptions& options = {})
      : model(0.0, T), contacts(NewtonImpactFrictionNSL(e, 0.0, mu, 3), options) {}
  NewtonEulerDS& add(const Shape& shape, const Vector3& x, double inertia = 0.1, double m = 1.0) {
    Vector q = Vector::Zero(7);
    q.head(3) = x;
    q[3] = 1.0;
    auto& body = model.add<NewtonEulerDS>(q, Vector::Zero(6), m, Matrix(inertia * Matrix::Identity(3, 3)));
    body.setFExt(Vector{{0.0, 0.0, -10.0 * m}});
    contacts.add(body, shape);
    return body;
  }
  void simulate(double h, double tolerance = 1e-12) {
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                                                FrictionContact(Solver("auto").set("tolerance", tolerance)));
    simulation->setInteractionManager(contacts);
    simulation->initialize();
  }
  void step() {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  void finish() {
    while (simulation->hasNextEvent()) step();
  }
  Model model;
  CollisionDetection contacts;
  std::unique_ptr<TimeStepping> simulation;
};

/// A ball thrown along a plane slides, then rolls: with J = 2/5 m r^2 it ends at 5/7 of its speed (whatever
/// mu).
TEST(ThrownBall, RollsAtFiveSeventhsOfItsSpeed) {
  Scene scene(1.0, 0.5);
  auto& ball = scene.add(Sphere{0.5}, {0.0, 0.0, 0.5}, 0.4 * 0.25);
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  ball.setV(Vector{{2.0, 0.0, 0.0, 0.0, 0.0, 0.0}});
  scene.simulate(1e-3);
  scene.finish();
  EXPECT_NEAR(ball.v()[0], 2.0 * 5.0 / 7.0, 1e-9);
  const Vector3 omega = ball.rotation() * ball.v().tail<3>();
  EXPECT_NEAR(omega[1], 2.0 * 5.0 / 7.0 / 0.5, 1e-8);
  EXPECT_NEAR(ball.q()[2], 0.5, 1e-12);
}

/// Two equal balls collide head on with e = 1: they exchange their velocities, momentum and energy are kept.
TEST(TwoBalls, ExchangeTheirVelocities) {
  Scene scene(0.5, 0.0, 1.0);
  auto& left = scene.add(Sphere{0.5}, {0.0, 0.0, 0.0});
  auto& right = scene.add(Sphere{0.5}, {1.5, 0.0, 0.0});
  for (NewtonEulerDS* ball : {&left, &right}) ball->setFExt(Vector::Zero(3));
  left.setV(Vector{{3.0, 0.2, 0.0, 0.0, 0.0, 0.0}});
  right.setV(Vector{{0.0, 0.2, 0.0, 0.0, 0.0, 0.0}});
  scene.simulate(1e-3);
  scene.finish();
  EXPECT_NEAR(left.v()[0], 0.0, 1e-12);
  EXPECT_NEAR(right.v()[0], 3.0, 1e-12);
  EXPECT_NEAR(left.v()[1], 0.2, 1e-12);
}

/// A box on a slope below the angle of friction stays; its four contacts carry its weight.
TEST(BoxOnASlope, SticksOnFourPoints) {
  Scene scene(0.2, 0.6);
  auto& box = scene.add(Box{{0.5, 0.5, 0.25}}, {0.0, 0.0, 0.25}, 0.1, 2.0);
  box.setFExt(Vector{{2.0 * 5.0, 0.0, -2.0 * 10.0}});  // tan of the slope 0.5, in the frame of the slope
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  scene.simulate(1e-3);
  scene.finish();
  EXPECT_EQ(scene.simulation->indexSet(1).size(), 4U);
  EXPECT_LE(box.v().norm(), 1e-10);
  EXPECT_NEAR(box.q()[0], 0.0, 1e-11);
  EXPECT_NEAR(box.p()[2], 2.0 * 10.0 * 1e-3, 1e-12);
  EXPECT_NEAR(box.p()[0], -2.0 * 5.0 * 1e-3, 1e-12);
}

/// While the same features touch, a contact stays the same interaction and nothing is built anew.
TEST(Contacts, KeepTheirIdentity) {
  Scene scene(1.0);
  for (int k = 0; k < 3; ++k) scene.add(Box{Vector3::Constant(0.5)}, {0.01 * k, 0.0, 0.5 + k}, 1.0 / 6.0);
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  scene.simulate(1e-3);
  scene.step();
  ASSERT_EQ(scene.contacts.contacts(), 12);
  const auto version = scene.model.nsds().structureVersion();
  for (int k = 0; k < 100; ++k) scene.step();
  EXPECT_EQ(scene.model.nsds().structureVersion(), version);
  EXPECT_EQ(scene.contacts.contacts(), 12);
}

/// A ball that leaves takes its contact with it; one that is removed while it touches leaves no trace, and
/// what lay on it falls.
TEST(RemovedBody, TakesItsContacts) {
  Scene scene(0.3);
  auto& lower = scene.add(Sphere{0.5}, {0.0, 0.0, 0.5});
  auto& upper = scene.add(Sphere{0.5}, {0.0, 0.0, 1.5});
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  scene.simulate(1e-3);
  for (int k = 0; k < 10; ++k) scene.step();
  EXPECT_EQ(scene.contacts.contacts(), 2);
  EXPECT_NEAR(upper.q()[2], 1.5, 1e-12);
  scene.model.remove(lower);
  scene.step();
  EXPECT_EQ(scene.contacts.contacts(), 0);
  EXPECT_NEAR(upper.v()[2], -10.0 * 1e-3, 1e-12);
}

/// Another simulation of the model may be the one that takes up what the user removes.
TEST(RemovedContact, IsFoundAnewWhoeverTookUpThatItWasRemoved) {
  Scene scene(1.0);
  auto& ball = scene.add(Sphere{0.1}, {0.0, 0.0, 0.1});
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  scene.simulate(0.01);
  TimeStepping other(scene.model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
  ASSERT_EQ(scene.contacts.contacts(), 1);
  scene.model.remove(*scene.model.nsds().interactions().back());
  other.initialize();
  static_cast<void>(scene.model.state());
  EXPECT_EQ(scene.contacts.contacts(), 0);
  for (int k = 0; k < 3; ++k) {
    scene.step();
    EXPECT_EQ(scene.contacts.contacts(), 1);
    EXPECT_NEAR(ball.q()[2], 0.1, 1e-12);
  }
}

/// The same bits on repetition, and after going back to a state.
TEST(Pile, RepeatsToTheBit) {
  const auto run = [](bool goBack) {
    Scene scene(0.2, 0.3);
    for (int k = 0; k < 8; ++k)
      scene.add(Sphere{0.5}, {0.3 * (k % 2), 0.2 * (k % 3), 0.6 + 0.95 * k}, 0.1, 1.0 + k);
    scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
    scene.simulate(2e-3, 1e-10);
    while (scene.simulation->hasNextEvent()) {
      if (goBack && !scene.model.nsds().structureChanged()) {
        const State state = scene.model.state();
        const auto version = scene.model.nsds().structureVersion();
        scene.step();
        if (scene.model.nsds().structureVersion() == version) {
          scene.model.setState(state);
          scene.step();
        }
      } else {
        scene.step();
      }
    }
    return scene.model.nsds().flat().values();
  };
  const auto once = run(false);
  EXPECT_EQ(once, run(false));
  EXPECT_EQ(once, run(true));
}

/// What is moved between initialize() and the first step is looked at again; what is removed there is
/// forgotten.
TEST(ChangedBeforeTheFirstStep, IsDetectedAnew) {
  Scene scene(1.0);
  auto& ball = scene.add(Sphere{1.0}, {0.0, 0.0, 5.0});
  auto& other = scene.add(Sphere{1.0}, {9.0, 0.0, 1.0});
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  scene.simulate(1e-2);
  Vector q = ball.q();
  q[2] = 1.0;
  ball.setQ(q);
  ball.setV(Vector{{0.0, 0.0, -10.0, 0.0, 0.0, 0.0}});
  scene.step();
  EXPECT_NEAR(ball.q()[2], 1.0 - 0.5 * 10.0 * 1e-2, 1e-12);
  EXPECT_NEAR(ball.v()[2], 0.0, 1e-12);
  scene.model.remove(other);
  scene.simulation->initialize();
  EXPECT_EQ(scene.contacts.contacts(), 1);
  EXPECT_NO_THROW(scene.model.state());
}

TEST(BadShapes, AreNamed) {
  Scene scene(1.0);
  EXPECT_THROW(scene.contacts.addStatic(Sphere{0.0}), InvalidArgument);
  EXPECT_THROW(scene.contacts.addStatic(Box{{1.0, -1.0, 1.0}}), InvalidArgument);
  EXPECT_THROW(scene.contacts.addStatic(HalfSpace{{0.0, 0.0, 2.0}, 0.0}), InvalidArgument);
  EXPECT_THROW(scene.contacts.addStatic(Sphere{1.0}, {.pose = {Vector3::Zero(), {1.0, 1.0, 0.0, 0.0}}}),
               InvalidArgument);
  EXPECT_THROW(Scene(1.0, 0.5, 0.0, {.margin = -1.0}), InvalidArgument);
  EXPECT_THROW(Scene(1.0, 0.5, 0.0, {.breaking = 0.5}), InvalidArgument);
}

/// Bodies that overlap at the start are refused by name, unless that is accepted.
TEST(OverlappingStart, IsRefusedByName) {
  Scene scene(1.0);
  auto& ball = scene.add(Sphere{0.5}, {0.0, 0.0, 0.4});
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  try {
    scene.simulate(1e-3);
    FAIL() << "accepted";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("gap"), std::string::npos);
  }
  scene.simulation->acceptInitialState();
  scene.finish();
  EXPECT_NEAR(ball.q()[2], 0.4, 1e-12);  // kept, not made larger
}

}  // namespace
}  // namespace nsds::test::contact_detection_test
