// Mass and inertia of shapes, against sums over small cells and the formulas of textbooks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>

#include "kernel/error_text.hpp"

namespace nsds::test::mass_properties_test {
namespace {

/// Mass, first and second moments of points. Millions are added, so that these are plain numbers.
struct Moments {
  void add(double m, double x, double y, double z) {
    mass += m;
    first[0] += m * x;
    first[1] += m * y;
    first[2] += m * z;
    xx += m * x * x;
    yy += m * y * y;
    zz += m * z * z;
    xy += m * x * y;
    xz += m * x * z;
    yz += m * y * z;
  }
  /// About the origin.
  Matrix inertia() const { return Matrix{{yy + zz, -xy, -xz}, {-xy, xx + zz, -yz}, {-xz, -yz, xx + yy}}; }

  double mass = 0.0;
  double first[3] = {};
  double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;
};

/// Sums over n^3 midpoints of cells of a cube of half width `reach` that a shape around the origin contains.
template <class Contains>
MassProperties summed(double reach, int n, double density, const Contains& contains) {
  const double cell = 2.0 * reach / n;
  const double m = density * cell * cell * cell;
  Moments moments;
  for (int i = 0; i < n; ++i) {
    const double x = cell * (i + 0.5) - reach;
    for (int j = 0; j < n; ++j) {
      const double y = cell * (j + 0.5) - reach;
      for (int k = 0; k < n; ++k) {
        const double z = cell * (k + 0.5) - reach;
        if (contains(x, y, z)) moments.add(m, x, y, z);
      }
    }
  }
  return {moments.mass, Vector3(moments.first) / moments.mass, moments.inertia()};
}

/// The same in the plane, as a plate anywhere.
template <class Contains>
MassProperties summedPlate(double reach, int n, double density, const Contains& contains) {
  const double cell = 2.0 * reach / n;
  const double m = density * cell * cell;
  Moments moments;
  for (int i = 0; i < n; ++i) {
    const double x = cell * (i + 0.5) - reach;
    for (int j = 0; j < n; ++j) {
      const double y = cell * (j + 0.5) - reach;
      if (contains(x, y)) moments.add(m, x, y, 0.0);
    }
  }
  const Vector3 centre = Vector3(moments.first) / moments.mass;
  Moments ofTheCentre;
  ofTheCentre.add(moments.mass, centre[0], centre[1], 0.0);
  return {moments.mass, centre, Matrix(moments.inertia() - ofTheCentre.inertia())};
}

void expectNear(const MassProperties& actual, const MassProperties& expected, double tolerance) {
  EXPECT_NEAR(actual.mass, expected.mass, tolerance * expected.mass);
  EXPECT_NEAR((actual.centre - expected.centre).norm(), 0.0, tolerance);
  EXPECT_NEAR((actual.inertia - expected.inertia).norm(), 0.0, tolerance * expected.inertia.norm());
}

TEST(MassOfAShape, OfABallAndABoxIsThatOfTheTextbook) {
  const MassProperties ball = massProperties(Sphere{0.5}, 3.0);
  EXPECT_DOUBLE_EQ(ball.mass, 3.0 * 4.0 / 3.0 * M_PI * 0.125);
  EXPECT_DOUBLE_EQ(ball.inertia(1, 1), 0.4 * ball.mass * 0.25);
  const MassProperties box = massProperties(Box{{0.5, 1.0, 1.5}}, 2.0);
  EXPECT_DOUBLE_EQ(box.mass, 12.0);
  EXPECT_DOUBLE_EQ(box.inertia(0, 0), (2.0 * 2.0 + 3.0 * 3.0));  // m (b² + c²) / 12
  EXPECT_DOUBLE_EQ(box.inertia(2, 2), (1.0 + 4.0));
}

TEST(MassOfAShape, OfACapsuleIsThatOfItsCells) {
  const Capsule capsule{0.4, 0.5};
  expectNear(massProperties(capsule, 2.0),
             summed(0.9, 240, 2.0,
                    [](double x, double y, double z) {
                      const double beyond = std::max(std::abs(z) - 0.5, 0.0);
                      return x * x + y * y + beyond * beyond <= 0.16;
                    }),
             2e-3);
}

/// A triangle away from the origin, sharp and rounded; a segment that is rounded, turned by 30 degrees.
TEST(MassOfAShape, OfAPolygonIsThatOfItsCells) {
  const auto distance = [](const Polygon& polygon, double x, double y) {
    // To the hull of the vertices, 0 inside.
    const std::size_t n = polygon.vertices.size();
    const double* const vertices = polygon.vertices.front().data();
    bool inside = n > 2;
    double nearest = 1e9;
    for (std::size_t i = 0; i < n; ++i) {
      const double* const a = vertices + 2 * i;
      const double* const b = vertices + 2 * ((i + 1) % n);
      const double edge[2] = {b[0] - a[0], b[1] - a[1]};
      const double at[2] = {x - a[0], y - a[1]};
      inside = inside && edge[0] * at[1] - edge[1] * at[0] >= 0.0;
      const double along =
          std::clamp((at[0] * edge[0] + at[1] * edge[1]) / (edge[0] * edge[0] + edge[1] * edge[1]), 0.0, 1.0);
      nearest = std::min(nearest, std::hypot(at[0] - along * edge[0], at[1] - along * edge[1]));
    }
    return inside ? 0.0 : nearest;
  };
  const Polygon sharp{{{0.1, 0.2}, {0.9, 0.3}, {0.2, 0.8}}};
  Polygon rounded = sharp;
  rounded.radius = 0.15;
  const Polygon segment{{{0.0, 0.0}, {0.6 * std::cos(M_PI / 6), 0.6 * 0.5}}, 0.2};
  for (const Polygon& polygon : {sharp, rounded, segment}) {
    const auto contains = [&](double x, double y) { return distance(polygon, x, y) <= polygon.radius; };
    expectNear(massProperties(polygon, 5.0), summedPlate(1.2, 1500, 5.0, contains), 1e-3);
  }
}

/// A rounded polygon of many corners on a small circle is a disk.
TEST(MassOfAShape, OfARoundedPolygonTendsToThatOfADisk) {
  Polygon polygon{{}, 0.5};
  for (int k = 0; k < 16; ++k)
    polygon.vertices.emplace_back(1e-9 * std::cos(M_PI / 8 * k), 1e-9 * std::sin(M_PI / 8 * k));
  expectNear(massProperties(polygon, 1.0), massProperties(Disk{0.5}, 1.0), 1e-7);
}

TEST(MassOfAShape, IsRefusedByName) {
  EXPECT_NE(errorText([] {
              massProperties(HalfSpace{Vector3::UnitZ(), 0.0}, 1.0);
            }).find("a half space has no mass"),
            std::string::npos);
  EXPECT_NE(errorText([] { massProperties(Sphere{1.0}, 0.0); }).find("the density 0 of a sphere"),
            std::string::npos);
  EXPECT_THROW(massProperties(Sphere{-1.0}, 1.0), InvalidArgument);
}

/// What it gives is what NewtonEulerDS takes, plates included.
TEST(MassOfAShape, IsThatOfABody) {
  const Vector upright{{0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}};
  for (const Shape& shape : {Shape(Disk{0.3}), Shape(Box{{0.1, 0.2, 0.3}}), Shape(Capsule{0.1, 2.0}),
                             Shape(Polygon{{{-0.5, -0.2}, {0.5, -0.2}, {0.5, 0.2}, {-0.5, 0.2}}})}) {
    const MassProperties properties = massProperties(shape, 7.0);
    EXPECT_NO_THROW(NewtonEulerDS(upright, Vector::Zero(6), properties.mass, properties.inertia));
  }
}

}  // namespace
}  // namespace nsds::test::mass_properties_test
