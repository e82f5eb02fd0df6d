// Bodies of several shapes, groups of shapes, and sensors.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

#include "kernel/error_text.hpp"

namespace nsds::test::body_shapes_test {
namespace {

constexpr double gravity = 10.0;

struct Yard {
  explicit Yard(double T, double mu = 0.5)
      : model(0.0, T), contacts(NewtonImpactFrictionNSL(0.0, 0.0, mu, 3)) {}
  /// A body of mass 1 whose inertia is that of a ball of radius 1/2.
  NewtonEulerDS& body(const Vector3& x, const Vector3& velocity = Vector3::Zero()) {
    Vector q = Vector::Zero(7), v = Vector::Zero(6);
    q.head(3) = x;
    q[3] = 1.0;
    v.head(3) = velocity;
    auto& made = model.add<NewtonEulerDS>(q, v, 1.0, Matrix(0.1 * Matrix::Identity(3, 3)));
    made.setFExt(Vector{{0.0, 0.0, -gravity}});
    return made;
  }
  void addGround(const ShapeOptions& options = {}) {
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, options);
  }
  TimeStepping& simulate(double h) {
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                                                FrictionContact(Solver("auto").set("tolerance", 1e-12)));
    simulation->setInteractionManager(contacts);
    return *simulation;
  }
  Model model;
  CollisionDetection contacts;
  std::unique_ptr<TimeStepping> simulation;
};

Pose at(double x, double y, double z) {
  return {{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

/// Two halves of a box are the box: it slides until v² / (2 mu g), and does not turn.
TEST(BodyOfSeveralShapes, SlidesAsTheirUnion) {
  constexpr double h = 1e-3, speed = 2.0, mu = 0.5;
  Yard yard(1.0, mu);
  auto& box = yard.body({0.0, 0.0, 0.1}, {speed, 0.0, 0.0});
  for (const double side : {-1.0, 1.0})
    yard.contacts.add(box, Box{{0.1, 0.2, 0.1}}, {.pose = at(0.1 * side, 0.0, 0.0)});
  yard.addGround();
  yard.simulate(h).run();
  EXPECT_NEAR(box.q()[0], speed * speed / (2.0 * mu * gravity), speed * h);
  EXPECT_NEAR(box.q()[2], 0.1, 1e-9);
  EXPECT_NEAR(box.q()[3], 1.0, 1e-9);
  EXPECT_LE(box.v().norm(), 1e-9);
}

/// A dumbbell that slides leans on its front ball: by moments about the centre, (N_1 - N_2) d = mu m g R.
TEST(BodyOfSeveralShapes, LeansOnItsFront) {
  constexpr double h = 1e-3, mu = 0.25, R = 0.2, d = 0.5;
  Yard yard(0.1, mu);
  auto& dumbbell = yard.body({0.0, 0.0, R}, {5.0, 0.0, 0.0});
  for (const double side : {1.0, -1.0})
    yard.contacts.add(dumbbell, Sphere{R}, {.pose = at(d * side, 0.0, 0.0)});
  yard.addGround();
  yard.simulate(h).run();
  ASSERT_EQ(yard.contacts.contacts(), 2);
  const auto links = yard.model.nsds().interactions();
  const double front = links[0]->lambda()[0] / h, back = links[1]->lambda()[0] / h;
  EXPECT_NEAR(front + back, gravity, 1e-7);
  EXPECT_NEAR((front - back) * d, mu * gravity * R, 1e-5);
  EXPECT_NEAR(dumbbell.v()[0], 5.0 - mu * gravity * 0.1, 1e-9);
}

/// The shape that is turned and moved in the frame of its body is where the frames say: a rod that stands on its end.
TEST(BodyOfSeveralShapes, HasShapesAtTheirPoses) {
  const double s = std::sqrt(0.5);
  Yard yard(0.5);
  auto& post = yard.body({0.0, 0.0, 1.0});
  // The axis of the capsule, z, lies along x in the body, whose x points up.
  yard.contacts.add(post, Box{{0.1, 0.3, 0.3}}, {.pose = at(-0.2, 0.0, 0.0)});
  yard.contacts.add(post, Capsule{0.1, 0.5}, {.name = "rod", .pose = {{0.7, 0.0, 0.0}, {s, 0.0, s, 0.0}}});
  Vector q = post.q();
  q.tail(4) = Eigen::Vector4d(s, 0.0, -s, 0.0);
  post.setQ(q);
  yard.addGround();
  yard.simulate(1e-3).run();
  EXPECT_NEAR(post.q()[2], 0.3, 1e-2);  // on the face of the box; it closes a gap of one step
  const auto shapes = yard.contacts.shapes();
  ASSERT_EQ(shapes.size(), 3U);
  EXPECT_EQ(shapes[1].name, "rod");
  EXPECT_LE((shapes[1].pose.x - (post.q().head<3>() + Vector3(0.0, 0.0, 0.7))).norm(), 1e-9);
  EXPECT_EQ(shapes[1].local.x, Vector3(0.7, 0.0, 0.0));
}

/// Saved and restored: shapes of a body are told apart, whatever contacts have come and gone since.
TEST(BodyOfSeveralShapes, IsRestoredToTheBit) {
  Yard yard(1.0);
  for (int k = 0; k < 3; ++k) {
    auto& dumbbell = yard.body({0.1 * k, 0.3 * k, 0.4 + 0.6 * k});
    for (const double side : {1.0, -1.0})
      yard.contacts.add(dumbbell, Box{{0.1, 0.1, 0.1}}, {.pose = at(0.3 * side, 0.0, 0.05 * side)});
  }
  yard.addGround();
  TimeStepping& simulation = yard.simulate(5e-3);
  simulation.initialize();
  const auto steps = [&](int n) {
    for (int k = 0; k < n; ++k) {
      simulation.computeOneStep();
      simulation.nextStep();
    }
  };
  steps(80);
  ASSERT_GE(yard.contacts.contacts(), 4);
  const State middle = yard.model.state();
  steps(60);
  const State end = yard.model.state();
  yard.model.setState(middle);
  steps(60);
  EXPECT_TRUE(yard.model.state() == end);
}

/// A state whose contacts are of shapes that the detection has not is none of its own.
TEST(BodyOfSeveralShapes, HasNoContactsOfShapesThatItHasNot) {
  const auto made = [](int disks) {
    auto yard = std::make_unique<Yard>(1.0);
    auto& body = yard->body({0.0, 0.0, 0.1});
    for (int k = 0; k < disks; ++k)
      yard->contacts.add(body, Sphere{0.1}, {.pose = at(0.3 * (k - 1), 0.0, 0.0)});
    yard->addGround();
    yard->simulate(1e-3).run();
    return yard;
  };
  const auto three = made(3), one = made(1);
  const std::vector<std::byte> ofThree = three->contacts.saveState();
  EXPECT_TRUE(three->contacts.canRemake(ofThree));
  EXPECT_TRUE(one->contacts.canRemake(one->contacts.saveState()));
  EXPECT_FALSE(one->contacts.canRemake(ofThree));
}

TEST(BodyOfSeveralShapes, LeavesNothingWhenItGoes) {
  Yard yard(1.0);
  const auto dumbbell = [&](double x) -> NewtonEulerDS& {
    auto& made = yard.body({x, 0.0, 0.2});
    for (const double side : {1.0, -1.0})
      yard.contacts.add(made, Sphere{0.2}, {.pose = at(0.5 * side, 0.0, 0.0)});
    return made;
  };
  auto& first = dumbbell(0.0);
  dumbbell(5.0);
  yard.addGround();
  TimeStepping& simulation = yard.simulate(1e-2);
  simulation.run([&](const Simulation& s) {
    if (s.step() == 20) yard.model.remove(first);
    if (s.step() == 40) dumbbell(-5.0);
    if (s.step() == 30) {
      EXPECT_EQ(yard.contacts.shapes().size(), 3U);
    }
  });
  EXPECT_EQ(yard.contacts.shapes().size(), 5U);
  EXPECT_EQ(yard.contacts.contacts(), 4);
}

/// What is in no group that the ground meets falls through it, be it that the ground or the ball says so.
TEST(Groups, DecideWhatMeets) {
  Yard yard(1.0);
  auto& meets = yard.body({0.0, 0.0, 0.5});
  auto& other = yard.body({2.0, 0.0, 0.5});
  auto& shy = yard.body({4.0, 0.0, 0.5});
  yard.contacts.add(meets, Sphere{0.5}, {.groups = 1});
  yard.contacts.add(other, Sphere{0.5}, {.groups = 2});
  yard.contacts.add(shy, Sphere{0.5}, {.groups = 1, .mask = 2});
  yard.addGround({.groups = 4, .mask = 1});
  yard.simulate(1e-2).run();
  EXPECT_NEAR(meets.q()[2], 0.5, 1e-9);
  EXPECT_NEAR(other.q()[2], 0.5 - 0.5 * gravity, 1e-9);
  EXPECT_NEAR(shy.q()[2], 0.5 - 0.5 * gravity, 1e-9);
}

/// A ball falls freely through a sensor, which has it from the step after it comes in to that before it is out.
TEST(Sensors, TellWhatIsInThem) {
  constexpr double h = 1e-3, R = 0.1;
  Yard yard(1.0);
  auto& ball = yard.body({0.0, 0.0, 2.0});
  yard.contacts.add(ball, Sphere{R});
  yard.contacts.addStatic(Box{{1.0, 1.0, 0.25}}, {.name = "gate", .pose = at(0.0, 0.0, 0.5), .sensor = true});
  std::vector<double> times;
  yard.simulate(h).run([&](const Simulation& s) {
    for (const SensedPair& pair : yard.contacts.sensed()) {
      EXPECT_EQ(pair.sensorName, "gate");
      EXPECT_EQ(pair.sensorBody, nullptr);
      EXPECT_EQ(pair.body, &ball);
      times.push_back(s.time());
    }
  });
  EXPECT_EQ(yard.contacts.contacts(), 0);
  EXPECT_NEAR(ball.q()[2], 2.0 - 0.5 * gravity, 1e-9);
  ASSERT_FALSE(times.empty());
  EXPECT_NEAR(times.front(), std::sqrt(2.0 * (2.0 - 0.75 - R) / gravity), h);
  EXPECT_NEAR(times.back(), std::sqrt(2.0 * (2.0 - 0.25 + R) / gravity), h);
}

/// A feeler on a body: it is where the body is, does not see its own body, and obeys groups.
TEST(Sensors, MoveWithTheirBodies) {
  Yard yard(1.0);
  auto& car = yard.body({0.0, 0.0, 0.5});
  yard.contacts.add(car, Sphere{0.5});
  yard.contacts.add(car, Sphere{0.6}, {.name = "feeler", .pose = at(1.0, 0.0, 0.0), .sensor = true});
  auto& far = yard.body({5.0, 0.0, 0.5});
  yard.contacts.add(far, Sphere{0.5});
  yard.contacts.addStatic(Box{{0.1, 1.0, 1.0}}, {.name = "wall", .pose = at(1.5, 0.0, 0.5)});
  yard.contacts.addStatic(Box{{0.1, 1.0, 1.0}},
                          {.name = "ghost", .pose = at(1.5, 0.0, 0.5), .groups = 8, .mask = 0});
  std::vector<SensedPair> pairs = yard.contacts.sensed();
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].sensorBody, &car);
  EXPECT_EQ(pairs[0].sensorName, "feeler");
  EXPECT_EQ(pairs[0].touchedName, "wall");
  Vector q = car.q();
  q.head(3) = Vector3(5.0, -0.9, 0.5);
  q.tail(4) = Eigen::Vector4d(std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5));  // its x is now the y of space
  car.setQ(q);
  pairs = yard.contacts.sensed();
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].body, &far);
}

/// In the plane: two disks of one body on a slope without friction slide down it, whichever way the body was given.
TEST(BodyOfSeveralShapes, InThePlane) {
  Model model(0.0, 0.5);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.0, 2));
  const double slope = 0.3, R = 0.1;
  const Vector2 up(-std::sin(slope), std::cos(slope));
  Vector q{{R * up[0], R * up[1], slope}};
  auto& sledge = model.add<LagrangianDS>(q, Vector::Zero(3), Matrix(Vector{{1.0, 1.0, 0.1}}.asDiagonal()));
  sledge.setFExt(Vector{{0.0, -gravity, 0.0}});
  for (const double side : {1.0, -1.0}) contacts.add(sledge, Disk{R}, {.pose = at(0.4 * side, 0.0, 0.0)});
  contacts.addStatic(HalfSpace{{up[0], up[1], 0.0}, 0.0});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5));
  simulation.setInteractionManager(contacts);
  simulation.run();
  EXPECT_NEAR(sledge.v().head<2>().norm(), gravity * std::sin(slope) * 0.5, 1e-9);
  EXPECT_NEAR(sledge.q()[2], slope, 1e-12);
}

TEST(ShapeOptions, AreChecked) {
  Yard yard(1.0);
  auto& body = yard.body({0.0, 0.0, 1.0});
  body.setName("stone");
  const auto textOf = [&](const ShapeOptions& options) {
    return errorText([&] { yard.contacts.add(body, Sphere{0.1}, options); });
  };
  EXPECT_NE(textOf({.groups = 0}).find("stone: a shape has to be in a group"), std::string::npos);
  EXPECT_NE(textOf({.pose = {{0.0, 0.0, NAN}, {1.0, 0.0, 0.0, 0.0}}}).find("stone: a pose needs finite"),
            std::string::npos);
  EXPECT_NE(textOf({.pose = {{0.0, 0.0, 0.0}, {1.0, 1.0, 0.0, 0.0}}}).find("a unit quaternion"),
            std::string::npos);
  Model plane(0.0, 1.0);
  CollisionDetection flat(NewtonImpactFrictionNSL(0.0, 0.0, 0.0, 2));
  auto& disk = plane.add<LagrangianDS>(Vector::Zero(3), Vector::Zero(3), Matrix(Matrix::Identity(3, 3)));
  disk.setName("coin");
  EXPECT_NE(errorText([&] {
              flat.add(disk, Disk{0.1}, {.pose = at(0.0, 0.0, 0.1)});
            }).find("coin: the pose of a disk leaves the plane z = 0"),
            std::string::npos);
}

}  // namespace
}  // namespace nsds::test::body_shapes_test
