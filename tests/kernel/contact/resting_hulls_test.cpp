// Hulls, cylinders and meshes in time: stacks rest, bodies slide and roll as their equations of motion say, random ones settle in a bin.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

#include "settling_hulls.hpp"

namespace nsds::test::resting_hulls_test {
namespace {

constexpr double g = 9.81;

ConvexHull cube(double half) {
  ConvexHull hull;
  for (const double x : {-half, half})
    for (const double y : {-half, half})
      for (const double z : {-half, half}) hull.points.emplace_back(x, y, z);
  return hull;
}

TriangleMesh floorMesh() {
  return {{{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}}, {{0, 1, 2}, {0, 2, 3}}};
}

struct HullScene {
  explicit HullScene(double T, double mu)
      : model(0.0, T), contacts(NewtonImpactFrictionNSL(0.0, 0.0, mu, 3)) {}
  NewtonEulerDS& add(const Shape& shape, const Vector3& x,
                     const std::array<double, 4>& turn = {1.0, 0.0, 0.0, 0.0}) {
    const MassProperties mass = massProperties(shape, 1000.0);
    const Vector q{{x[0], x[1], x[2], turn[0], turn[1], turn[2], turn[3]}};
    auto& body = model.add<NewtonEulerDS>(q, Vector::Zero(6), mass.mass, mass.inertia);
    body.setGravity(Vector{{0.0, 0.0, -g}});
    contacts.add(body, shape);
    return body;
  }
  void run(double h) {
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                            FrictionContact(Solver("auto").set("tolerance", 1e-12)));
    simulation.setInteractionManager(contacts);
    simulation.initialize();
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
    }
  }
  Model model;
  CollisionDetection contacts;
};

TEST(StackOfHulls, RestsOnAMesh) {
  HullScene scene(0.5, 0.5);
  std::vector<NewtonEulerDS*> cubes;
  for (int k = 0; k < 5; ++k) cubes.push_back(&scene.add(cube(0.1), {0.01 * k, 0.005 * k, 0.1 + 0.2 * k}));
  scene.contacts.addStatic(floorMesh());
  scene.run(5e-3);
  for (int k = 0; k < 5; ++k) {
    const NewtonEulerDS& body = *cubes[static_cast<std::size_t>(k)];
    EXPECT_NEAR(body.q()[0], 0.01 * k, 1e-8);
    EXPECT_NEAR(body.q()[2], 0.1 + 0.2 * k, 1e-8);
    EXPECT_LT(body.v().norm(), 1e-7);
  }
  EXPECT_EQ(scene.contacts.contacts(), 5 * 4);
}

TEST(Cylinder, StandsOnItsCap) {
  HullScene scene(0.3, 0.5);
  auto& cylinder = scene.add(Cylinder{0.1, 0.2}, {0.3, -0.2, 0.2});
  scene.contacts.addStatic(floorMesh());
  scene.run(5e-3);
  EXPECT_NEAR(cylinder.q()[2], 0.2, 1e-9);
  EXPECT_LT(cylinder.v().norm(), 1e-9);
}

/// A cylinder that lies on the ground and is thrown across its axis slides and then rolls at 1/(1 + J/(m r²)) = 2/3 of its speed.
TEST(Cylinder, RollsAtTwoThirdsOfItsSpeed) {
  HullScene scene(1.0, 0.5);
  auto& cylinder =
      scene.add(Cylinder{0.1, 0.2}, {-1.0, 0.0, 0.1}, {std::sqrt(0.5), std::sqrt(0.5), 0.0, 0.0});
  cylinder.setV(Vector{{1.0, 0.0, 0.0, 0.0, 0.0, 0.0}});
  scene.contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  scene.run(1e-3);
  EXPECT_NEAR(cylinder.v()[0], 2.0 / 3.0, 1e-6);
  EXPECT_NEAR(cylinder.q()[2], 0.1, 1e-6);
}

/// A cube on a slope of a height map slides with g (sin α − μ cos α), over all edges of the map.
TEST(HeightMapSlope, CubeSlidesDownIt) {
  const double slope = 0.75;  // sin 3/5, cos 4/5
  const double mu = 0.3;
  HeightMap map{21, 7, 0.1, 0.1, {}};
  for (std::size_t row = 0; row < map.rows; ++row)
    for (std::size_t column = 0; column < map.columns; ++column)
      map.heights.push_back(slope * 0.1 * (20.0 - static_cast<double>(column)));
  HullScene scene(0.4, mu);
  const double turn = 0.5 * std::atan(slope);
  const Vector3 normal(0.6, 0.0, 0.8);
  const Vector3 start = Vector3(0.35, 0.3, slope * 1.65) + 0.1 * normal;
  auto& body = scene.add(cube(0.1), start, {std::cos(turn), 0.0, std::sin(turn), 0.0});
  scene.contacts.addStatic(map);
  scene.run(1e-3);
  const double acceleration = g * (0.6 - mu * 0.8);
  const Vector3 along(0.8, 0.0, -0.6);
  EXPECT_NEAR(body.v().head<3>().dot(along), acceleration * 0.4, 1e-6);
  EXPECT_NEAR(normal.dot(body.q().head<3>() - start), 0.0, 1e-7);
}

/// A hull slides from a triangle to the next, and its contacts keep their interactions.
TEST(FlatMesh, KeepsContactsAcrossItsEdges) {
  HullScene scene(0.5, 0.0);
  auto& body = scene.add(cube(0.1), {-0.3, 0.0, 0.1});
  body.setV(Vector{{1.2, 0.1, 0.0, 0.0, 0.0, 0.0}});
  scene.contacts.addStatic(floorMesh());
  TimeStepping simulation(scene.model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  simulation.setInteractionManager(scene.contacts);
  simulation.initialize();
  std::vector<std::uint64_t> first;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    std::vector<std::uint64_t> ids;
    for (const auto& interaction : scene.model.nsds().interactions()) ids.push_back(interaction->id().value);
    if (first.empty()) first = ids;
    for (const std::uint64_t id : first) EXPECT_NE(std::find(ids.begin(), ids.end(), id), ids.end());
  }
  EXPECT_NEAR(body.v()[0], 1.2, 1e-9);
  EXPECT_NEAR(body.q()[2], 0.1, 1e-9);
}

TEST(RandomHulls, SettleInABin) {
  SettlingHulls scene(12, 0.5);
  scene.run(5e-3, 1e-6);
  EXPECT_LT(scene.deepest(), 0.01 * scene.smallestRadius());
  EXPECT_EQ(scene.outside(), 0);
}

TEST(Shapes, ThatMoveAreNoMeshes) {
  HullScene scene(0.1, 0.5);
  auto& body = scene.add(cube(0.1), {0.0, 0.0, 1.0});
  EXPECT_THROW(scene.contacts.add(body, floorMesh()), InvalidArgument);
  EXPECT_THROW(scene.contacts.add(body, HeightMap{2, 2, 1.0, 1.0, {0, 0, 0, 0}}), InvalidArgument);
  EXPECT_THROW(scene.contacts.add(body, ConvexHull{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}}),
               InvalidArgument);
  EXPECT_THROW(scene.contacts.add(body, Cylinder{0.1, 0.0}), InvalidArgument);
  EXPECT_THROW(scene.contacts.addStatic(TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 3}}}),
               InvalidArgument);
  EXPECT_THROW(scene.contacts.addStatic(HeightMap{2, 2, 1.0, 1.0, {0, 0, 0}}), InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::resting_hulls_test
