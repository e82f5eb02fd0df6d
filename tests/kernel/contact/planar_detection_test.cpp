// Planar bodies whose contacts are found while they move: disks that roll and slide, polygons that stand,
// piles; momentum, identity of contacts, repetition, other frames.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>

namespace nsds::test::planar_detection_test {
namespace {

constexpr double g = 10.0;

struct PlanarScene {
  explicit PlanarScene(double T, double mu = 0.5, double e = 0.0, const CollisionOptions& options = {})
      : model(0.0, T), contacts(NewtonImpactFrictionNSL(e, 0.0, mu, 2), options) {}
  LagrangianDS& add(const Shape& shape, const Vector& q, double m, double J) {
    auto& body = model.add<LagrangianDS>(q, Vector::Zero(3), Matrix(Vector{{m, m, J}}.asDiagonal()));
    body.setFExt(Vector{{0.0, -g * m, 0.0}});
    contacts.add(body, shape);
    return body;
  }
  LagrangianDS& addDisk(double r, double x, double y, double m = 1.0) {
    return add(Disk{r}, Vector{{x, y, 0.0}}, m, 0.5 * m * r * r);
  }
  LagrangianDS& addBox(double a, double b, double x, double y, double m = 1.0) {
    return add(Polygon{{{-a, -b}, {a, -b}, {a, b}, {-a, b}}}, Vector{{x, y, 0.0}}, m,
               m * (a * a + b * b) / 3.0);
  }
  void addGround() { contacts.addStatic(HalfSpace{Vector3::UnitY(), 0.0}); }
  void simulate(double h, double tolerance = 1e-12) {
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                                                FrictionContact(Solver("auto").set("tolerance", tolerance)));
    simulation->setInteractionManager(contacts);
    simulation->initialize();
  }
  void step() const {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  void finish() const {
    while (simulation->hasNextEvent()) step();
  }
  Model model;
  CollisionDetection contacts;
  std::unique_ptr<TimeStepping> simulation;
};

/// A disk on an incline, in the frame of the incline. J = m r^2 / 2: it rolls with (2/3) g sin(alpha) while
/// tan(alpha) < 3 mu; beyond it slides with g (sin(alpha) - mu cos(alpha)) and is spun up by the moment mu m
/// g cos(alpha) r.
TEST(DiskOnAnIncline, RollsOrSlides) {
  const double mu = 0.2, r = 0.5, T = 0.5;
  for (const double slope : {0.5 * mu, 2.9 * mu, 3.1 * mu, 6.0 * mu}) {
    const double alpha = std::atan(slope);
    PlanarScene scene(T, mu);
    auto& disk = scene.addDisk(r, 0.0, r, 2.0);
    disk.setFExt(2.0 * g * Vector{{std::sin(alpha), -std::cos(alpha), 0.0}});
    scene.addGround();
    scene.simulate(1e-3);
    scene.finish();
    const bool rolls = slope < 3.0 * mu;
    const double a = rolls ? 2.0 / 3.0 * g * std::sin(alpha) : g * (std::sin(alpha) - mu * std::cos(alpha));
    const double spin = rolls ? a / r : 2.0 * mu * g * std::cos(alpha) / r;
    EXPECT_NEAR(disk.v()[0], a * T, 1e-11) << "slope " << slope;
    EXPECT_NEAR(disk.v()[2], -spin * T, 1e-11) << "slope " << slope;
    EXPECT_NEAR(disk.q()[0], 0.5 * a * T * T, 1e-11) << "slope " << slope;
    EXPECT_NEAR(disk.q()[1], r, 1e-12) << "slope " << slope;
  }
}

/// Two equal disks collide head on with e = 1: they exchange their velocities.
TEST(TwoDisks, ExchangeTheirVelocities) {
  PlanarScene scene(0.5, 0.0, 1.0);
  auto& left = scene.addDisk(0.5, 0.0, 0.0);
  auto& right = scene.addDisk(0.5, 1.5, 0.0);
  for (LagrangianDS* disk : {&left, &right}) disk->setFExt(Vector::Zero(3));
  left.setV(Vector{{3.0, 0.2, 0.0}});
  right.setV(Vector{{0.0, 0.2, 0.0}});
  scene.simulate(1e-3);
  scene.finish();
  EXPECT_NEAR(left.v()[0], 0.0, 1e-12);
  EXPECT_NEAR(right.v()[0], 3.0, 1e-12);
  EXPECT_NEAR(left.v()[1], 0.2, 1e-12);
}

/// What two bodies do to each other off centre, with friction, changes neither their momentum nor their
/// angular momentum; and without gravity it takes energy.
TEST(TwoBodies, KeepTheirMomenta) {
  PlanarScene scene(0.6, 0.4, 0.3);
  auto& box = scene.addBox(0.4, 0.2, 0.0, 0.0, 2.0);
  auto& disk = scene.addDisk(0.3, 1.0, 0.2, 1.5);
  for (LagrangianDS* body : {&box, &disk}) body->setFExt(Vector::Zero(3));
  disk.setV(Vector{{-2.0, 0.1, 4.0}});
  box.setV(Vector{{0.1, 0.2, -1.0}});
  const auto momenta = [&] {
    Vector3 sum = Vector3::Zero();
    for (const LagrangianDS* body : {&box, &disk}) {
      Matrix M(3, 3);
      body->mass(body->q(), M);
      const Vector p = M * body->v();
      sum += Vector3(p[0], p[1], p[2] + body->q()[0] * p[1] - body->q()[1] * p[0]);
    }
    return sum;
  };
  const double energy = box.kineticEnergy() + disk.kineticEnergy();
  scene.simulate(1e-3);
  const Vector3 before = momenta();
  scene.finish();
  EXPECT_LT(box.kineticEnergy() + disk.kineticEnergy(), 0.9 * energy);  // they have met
  // In a step the lever of a momentum that changes is that of its middle: x x p is kept to order h.
  EXPECT_LE((momenta() - before).head<2>().norm(), 1e-13);
  EXPECT_NEAR(momenta()[2], before[2], 2e-3);
}

/// A box on a slope stands below the angle of friction on its two corners, and slides above it; a slender one
/// topples.
TEST(BoxOnASlope, StandsSlidesOrTopples) {
  const double mu = 0.5, T = 0.4;
  const auto run = [&](double slope, double a, double b) {
    PlanarScene scene(T, mu);
    auto& box = scene.addBox(a, b, 0.0, b);
    const double alpha = std::atan(slope);
    box.setFExt(g * Vector{{std::sin(alpha), -std::cos(alpha), 0.0}});
    scene.addGround();
    scene.simulate(1e-3);
    scene.finish();
    return Vector(box.v());
  };
  EXPECT_LE(run(0.49, 0.5, 0.25).norm(), 1e-12);
  const double alpha = std::atan(0.6);
  EXPECT_NEAR(run(0.6, 0.5, 0.25)[0], g * (std::sin(alpha) - mu * std::cos(alpha)) * T, 1e-11);
  EXPECT_LE(run(0.3, 0.31, 1.0).norm(), 1e-12);
  EXPECT_LT(run(0.3, 0.29, 1.0)[2], -0.01);
}

/// While the same features touch, a contact stays the same interaction and nothing is built anew.
TEST(PlanarContacts, KeepTheirIdentity) {
  PlanarScene scene(1.0);
  for (int k = 0; k < 4; ++k) scene.addBox(0.5, 0.25, 0.01 * k, 0.25 + 0.5 * k);
  scene.addDisk(0.2, 0.0, 2.2);
  scene.addGround();
  scene.simulate(1e-3);
  scene.step();
  ASSERT_EQ(scene.contacts.contacts(), 9);
  const auto version = scene.model.nsds().structureVersion();
  for (int k = 0; k < 100; ++k) scene.step();
  EXPECT_EQ(scene.model.nsds().structureVersion(), version);
  EXPECT_EQ(scene.contacts.contacts(), 9);
  EXPECT_EQ(scene.simulation->indexSet(1).size(), 9U);
}

/// A hexagon on a slope steeper than tan(30 degrees) rolls down over its corners, one after the other.
TEST(Hexagon, RollsOverItsCorners) {
  PlanarScene scene(2.0, 2.0);
  Polygon hexagon;
  for (int k = 0; k < 6; ++k)
    hexagon.vertices.emplace_back(0.5 * std::cos(k * std::numbers::pi / 3.0),
                                  0.5 * std::sin(k * std::numbers::pi / 3.0));
  auto& body = scene.add(hexagon, Vector{{0.0, 0.5 * std::sin(std::numbers::pi / 3.0), 0.0}}, 1.0, 0.1);
  const double alpha = std::atan(0.9);
  body.setFExt(g * Vector{{std::sin(alpha), -std::cos(alpha), 0.0}});
  scene.addGround();
  scene.simulate(1e-3);
  scene.finish();
  EXPECT_LT(body.q()[2], -2.0 * std::numbers::pi);
  EXPECT_NEAR(body.q()[1], 0.5 * std::sin(std::numbers::pi / 3.0), 0.5);
}

/// Disks of different sizes in a trough of two inclined planes, with all of the scene turned by an angle: the
/// trajectories are turned, too.
std::vector<Vector> trough(double angle, double T = 0.5) {
  const Eigen::Rotation2Dd turn(angle);
  const auto turned = [&](double x, double y) {
    const Vector2 p = turn * Vector2(x, y);
    return Vector3(p[0], p[1], 0.0);
  };
  PlanarScene scene(T, 0.3);
  std::vector<LagrangianDS*> bodies;
  for (int k = 0; k < 8; ++k) {
    const double r = 0.1 + 0.02 * (k % 3);
    const int layer = k / 3;
    const Vector3 x = turned(0.3 * (k % 3) - 0.3, 1.0 + 0.3 * layer + 0.01 * k);
    if (k % 4 == 3) {
      const Polygon brick{{{-r, -0.5 * r}, {r, -0.5 * r}, {r, 0.5 * r}, {-r, 0.5 * r}}};
      bodies.push_back(&scene.add(brick, Vector{{x[0], x[1], angle}}, 1.0, 0.01));
    } else {
      bodies.push_back(&scene.addDisk(r, x[0], x[1], 1.0 + k));
      Vector q = bodies.back()->q();
      q[2] = angle;
      bodies.back()->setQ(q);
    }
    const Vector3 weight = g * (bodies.back()->massDiagonal()[0]) * turned(0.0, -1.0);
    bodies.back()->setFExt(Vector{{weight[0], weight[1], 0.0}});
  }
  const double s = std::sqrt(0.5);
  scene.contacts.addStatic(HalfSpace{turned(s, s), 0.0});
  scene.contacts.addStatic(HalfSpace{turned(-s, s), 0.0});
  scene.simulate(2e-3);
  scene.finish();
  std::vector<Vector> states;
  for (const LagrangianDS* body : bodies) {
    Vector state(6);
    state << Eigen::Rotation2Dd(-angle) * Vector2(body->q().head(2)), body->q()[2] - angle,
        Eigen::Rotation2Dd(-angle) * Vector2(body->v().head(2)), body->v()[2];
    states.push_back(state);
  }
  return states;
}

TEST(Trough, FillsAlikeInEveryFrame) {
  const auto straight = trough(0.0);
  const auto turned = trough(0.7);
  double moved = 0.0;
  for (std::size_t k = 0; k < straight.size(); ++k) {
    EXPECT_LE((straight[k] - turned[k]).norm(), 1e-6) << "body " << k;
    moved = std::max(moved, straight[k].tail(3).norm());
  }
  EXPECT_GT(moved, 0.1);
}

TEST(Trough, RepeatsToTheBit) {
  const auto once = trough(0.3, 1.0);
  const auto again = trough(0.3, 1.0);
  for (std::size_t k = 0; k < once.size(); ++k) EXPECT_EQ(once[k], again[k]);
}

TEST(BadPlanarBodies, AreNamed) {
  PlanarScene scene(1.0);
  const Polygon clockwise{{{0.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}}};
  const Polygon notConvex{{{0.0, 0.0}, {2.0, 0.0}, {0.5, 0.5}, {0.0, 2.0}}};
  const Polygon segment{{{0.0, 0.0}, {1.0, 0.0}}};
  const Polygon negative{{{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}}, -0.1};
  Polygon pentagram;
  for (int k = 0; k < 5; ++k)
    pentagram.vertices.emplace_back(std::cos(0.8 * std::numbers::pi * k),
                                    std::sin(0.8 * std::numbers::pi * k));
  scene.addDisk(0.5, 0.0, 1.0);
  auto& other = scene.model.add<LagrangianDS>(Vector::Zero(3), Vector::Zero(3), Matrix::Identity(3, 3));
  auto& point = scene.model.add<LagrangianDS>(Vector::Zero(2), Vector::Zero(2), Matrix::Identity(2, 2));
  auto& inSpace = scene.model.add<NewtonEulerDS>(Vector{{0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6),
                                                 1.0, Matrix::Identity(3, 3));
  for (const Shape& shape :
       {Shape(clockwise), Shape(notConvex), Shape(segment), Shape(negative), Shape(pentagram),
        Shape(Disk{0.0}), Shape(Sphere{1.0}), Shape(Polygon{}), Shape(HalfSpace{Vector3::UnitY(), 0.0})})
    EXPECT_THROW(scene.contacts.add(other, shape), InvalidArgument);
  EXPECT_THROW(scene.contacts.add(point, Disk{0.5}), InvalidArgument);
  EXPECT_THROW(scene.contacts.add(inSpace, Disk{0.5}), InvalidArgument);
  EXPECT_THROW(scene.contacts.add(inSpace, Sphere{0.5}), InvalidArgument);
  EXPECT_THROW(scene.contacts.addStatic(Sphere{0.5}), InvalidArgument);
  EXPECT_THROW(scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}), InvalidArgument);
  EXPECT_THROW(scene.contacts.addStatic(Disk{0.5}, {.pose = {{0.0, 0.0, 1.0}}}), InvalidArgument);
  CollisionDetection threeRows(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  EXPECT_THROW(threeRows.add(other, Disk{0.5}), InvalidArgument);
  CollisionDetection floor(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 2));
  floor.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  EXPECT_THROW(floor.add(other, Disk{0.5}), InvalidArgument);
  EXPECT_THROW(ContactR(5, 1, ContactBodies::planar), InvalidArgument);
  EXPECT_THROW(scene.model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3),
                                ContactR(3, 1, ContactBodies::planar), other),
               InvalidArgument);
  EXPECT_THROW(scene.model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 2),
                                ContactR(2, 1, ContactBodies::planar), point),
               InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::planar_detection_test
