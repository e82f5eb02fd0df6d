// Masses of hulls, cylinders, cones, closed meshes, and of bodies of several shapes.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>

#include "nsds/kernel/contact/surfaces.hpp"

namespace nsds::test::body_masses_test {
namespace {

using std::numbers::pi;

void expectSame(const MassProperties& a, const MassProperties& b, double tolerance) {
  EXPECT_NEAR(a.mass, b.mass, tolerance * b.mass);
  EXPECT_LT((a.centre - b.centre).norm(), tolerance);
  EXPECT_LT((a.inertia - b.inertia).norm(), tolerance * b.inertia.norm());
}

ConvexHull boxHull(const Vector3& half, const Vector3& at) {
  ConvexHull hull;
  for (unsigned i = 0; i < 8; ++i)
    hull.points.emplace_back(at +
                             Vector3(i & 1U ? 1 : -1, i & 2U ? 1 : -1, i & 4U ? 1 : -1).cwiseProduct(half));
  return hull;
}

TEST(MassOfAHull, IsThatOfTheBoxWithItsCorners) {
  const Vector3 half(0.3, 0.2, 0.5);
  const Vector3 at(1.0, -2.0, 3.0);
  MassProperties box = massProperties(Box{half}, 700.0);
  box.centre = at;
  expectSame(massProperties(boxHull(half, at), 700.0), box, 1e-11);
  expectSame(massProperties(surfaceOf(boxHull(half, at)), 700.0), box, 1e-11);
}

/// A cylinder is a hull of many corners; the error of its mass is that of a polygon, 2/3 (π/n)².
TEST(MassOfRoundShapes, IsThatOfHullsOfManyCorners) {
  const int n = 400;
  ConvexHull cylinder;
  ConvexHull cone;
  for (int k = 0; k < n; ++k) {
    const double turn = 2.0 * pi * k / n;
    for (const double z : {-0.4, 0.4})
      cylinder.points.emplace_back(0.3 * std::cos(turn), 0.3 * std::sin(turn), z);
    cone.points.emplace_back(0.3 * std::cos(turn), 0.3 * std::sin(turn), -0.4);
  }
  cone.points.emplace_back(0.0, 0.0, 0.4);
  expectSame(massProperties(cylinder, 1000.0), massProperties(Cylinder{0.3, 0.4}, 1000.0), 3e-4);
  expectSame(massProperties(cone, 1000.0), massProperties(CircularCone{0.3, 0.4}, 1000.0), 3e-4);
}

/// Two halves of a box, one of them turned about the long axis by a right angle, make the box.
TEST(MassOfABody, IsThatOfItsParts) {
  const double s = std::sqrt(0.5);
  const std::vector<PlacedShape> parts{{Box{{0.2, 0.1, 0.1}}, {{-0.2, 0.5, 0.0}, {1.0, 0.0, 0.0, 0.0}}},
                                       {Box{{0.2, 0.1, 0.1}}, {{0.2, 0.5, 0.0}, {s, s, 0.0, 0.0}}}};
  MassProperties box = massProperties(Box{{0.4, 0.1, 0.1}}, 500.0);
  box.centre = Vector3(0.0, 0.5, 0.0);
  expectSame(massProperties(parts, 500.0), box, 1e-12);
}

TEST(MassOfABody, InThePlane) {
  const std::vector<PlacedShape> parts{{Disk{0.1}, {{0.3, 0.0, 0.0}}}, {Disk{0.1}, {{-0.3, 0.0, 0.0}}}};
  const MassProperties disk = massProperties(Disk{0.1}, 2.0);
  const MassProperties body = massProperties(parts, 2.0);
  EXPECT_NEAR(body.inertia(2, 2), 2.0 * (disk.inertia(2, 2) + disk.mass * 0.09), 1e-14);
  EXPECT_LT(body.centre.norm(), 1e-15);
}

TEST(MassProperties, AreRefusedWhereThereAreNone) {
  const TriangleMesh open{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  EXPECT_THROW(massProperties(open, 1.0), InvalidArgument);
  TriangleMesh inside = surfaceOf(boxHull({1, 1, 1}, {0, 0, 0}));
  for (auto& triangle : inside.triangles) std::swap(triangle[1], triangle[2]);
  EXPECT_THROW(massProperties(inside, 1.0), InvalidArgument);
  EXPECT_THROW(massProperties(HeightMap{2, 2, 1.0, 1.0, {0, 0, 0, 0}}, 1.0), InvalidArgument);
  EXPECT_THROW(massProperties(std::vector<PlacedShape>{}, 1.0), InvalidArgument);
  EXPECT_THROW(massProperties(std::vector<PlacedShape>{{Disk{1.0}, {}}, {Sphere{1.0}, {}}}, 1.0),
               InvalidArgument);
  EXPECT_THROW(massProperties(std::vector<PlacedShape>{{Sphere{1.0}, {{0, 0, 0}, {2, 0, 0, 0}}}}, 1.0),
               InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::body_masses_test
