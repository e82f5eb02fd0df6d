// Corners and edges that take over from each other while they press: a polygonal cam under its follower, and a tooth that
// passes the corner of a table.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kernel/event_driven_shapes/shape_scene.hpp"

namespace nsds::test::cams_and_teeth_test {
namespace {

/// Holds coordinates of a planar body where they are: rows of the unit matrix.
void hold(Model& model, LagrangianDS& body, std::vector<Index> coordinates) {
  const auto rows = static_cast<Index>(coordinates.size());
  Matrix H = Matrix::Zero(rows, 3);
  Vector b(rows);
  for (Index i = 0; i < rows; ++i) {
    H(i, coordinates[static_cast<std::size_t>(i)]) = 1.0;
    b[i] = -body.q()[coordinates[static_cast<std::size_t>(i)]];
  }
  model.link(EqualityConditionNSL(rows), LagrangianLinearTIR(H, b), body);
}

constexpr int camCorners = 12;
constexpr double camRadius = 0.5, diskRadius = 0.1;

/// The height of a disk that rests on the cam, above whose centre it is: on a side, or on a corner between two of them.
double lift(double angle) {
  const double step = 2.0 * std::numbers::pi / camCorners, half = 0.5 * step;
  const double toSide = std::remainder(0.5 * std::numbers::pi - angle - half, step);
  const double toCorner = std::remainder(0.5 * std::numbers::pi - angle, step);
  const double apothem = camRadius * std::cos(half);
  if ((apothem + diskRadius) * std::abs(std::tan(toSide)) <= camRadius * std::sin(half))
    return (apothem + diskRadius) / std::cos(toSide);
  return camRadius * std::cos(toCorner) +
         std::sqrt(diskRadius * diskRadius - std::pow(camRadius * std::sin(toCorner), 2));
}

TEST(ShapesBetweenEvents, APolygonalCamLiftsItsFollower) {
  PlanarScene scene(1.5);
  Polygon cam;
  for (int k = 0; k < camCorners; ++k) {
    const double at = 2.0 * std::numbers::pi * k / camCorners;
    cam.vertices.emplace_back(camRadius * std::cos(at), camRadius * std::sin(at));
  }
  auto& wheel = scene.add(cam, Vector(Vector::Zero(3)), Vector{{0.0, 0.0, 1.0}}, 1.0, 1e6);
  hold(scene.model, wheel, {0, 1});
  auto& follower = scene.addDisk(diskRadius, Vector{{0.0, lift(0.0), 0.0}}, Vector(Vector::Zero(3)));
  hold(scene.model, follower, {0});
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.01), Hem5());
  simulation.setInteractionManager(scene.contacts);
  int features = 0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    features += simulation.event() == EventKind::features ? 1 : 0;
    simulation.nextStep();
    ASSERT_NEAR(follower.q()[1], lift(wheel.q()[2]), 1e-9) << simulation.time();
    // Both joints and one contact; where one feature takes over from another both are closed.
    const std::size_t closed = simulation.indexSet(1).size();
    ASSERT_TRUE(closed == 3U || (closed == 4U && simulation.event() == EventKind::features))
        << simulation.time();
  }
  // The follower goes from a side to a corner, or back, at 0.043, 0.480, 0.567, 1.004 and 1.091 s.
  EXPECT_GE(features, 5);
}

/// A tooth, rounded by rho, slides over a table at the speed v and is not to turn. Where its centre has passed the corner it
/// falls freely, as v² / rho > g, until the flank meets the corner, and slides down on it without friction: all in closed form.
TEST(ShapesBetweenEvents, AToothPassesTheCornerOfATable) {
  const double v = 0.5, phi = 0.6, rho = 1e-3, way = 0.25;
  const double s = std::sin(phi), c = std::cos(phi);
  // The flank is rho from the corner: v t s - g t² c / 2 = rho (1 - c), the later of two instants.
  const double half = v * s / (gravity * c);
  const double flight = half + std::sqrt(half * half - 2.0 * rho * (1.0 - c) / (gravity * c));
  const double passes = way / v, slides = 0.1;

  PlanarScene scene(passes + flight + slides);
  const Polygon tooth{{{0.0, 0.0}, {0.3, 0.3 * s / c}, {-0.3, 0.3 * s / c}}, rho};
  auto& body = scene.add(tooth, Vector{{-way, rho, 0.0}}, Vector{{v, 0.0, 0.0}}, 1.0, 1.0);
  hold(scene.model, body, {2});
  scene.contacts.addStatic(boxOf(1.0, 0.5), {.pose = {{-1.0, -0.5, 0.0}}});
  EventDriven simulation(scene.model, TimeDiscretisation(0.0, 0.01), Hem5());
  simulation.setInteractionManager(scene.contacts);
  std::vector<double> impacts;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::impact) impacts.push_back(simulation.time());
    simulation.nextStep();
    if (simulation.time() < passes) {
      ASSERT_NEAR(body.q()[1], rho, 1e-10) << simulation.time();
    }
  }
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0], passes + flight, 1e-8);
  const double speed = v * c + gravity * flight * s;
  const double path = speed * slides + 0.5 * gravity * s * slides * slides;
  EXPECT_NEAR(body.q()[0], v * flight + path * c, 1e-8);
  EXPECT_NEAR(body.q()[1], rho - 0.5 * gravity * flight * flight - path * s, 1e-8);
  EXPECT_NEAR(body.v().head<2>().norm(), speed + gravity * s * slides, 1e-7);
}

}  // namespace
}  // namespace nsds::test::cams_and_teeth_test
