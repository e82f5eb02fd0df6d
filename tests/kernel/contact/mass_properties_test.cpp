// Mass and inertia of shapes, against sums over small cells and the formulas of textbooks.
#include <gtest/gtest.h>

#include <functional>
#include <nsds/kernel.hpp>

#include "kernel/error_text.hpp"

namespace nsds::test::mass_properties_test {
namespace {

/// Sums over n^3 midpoints of cells of a cube of half width `reach` that a shape contains.
MassProperties summed(double reach, int n, double density,
                      const std::function<bool(const Vector3&)>& contains) {
  const double cell = 2.0 * reach / n;
  double mass = 0.0;
  Vector3 first = Vector3::Zero();
  Matrix second = Matrix::Zero(3, 3);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        const Vector3 x = Vector3::Constant(-reach) + cell * Vector3(i + 0.5, j + 0.5, k + 0.5);
        if (!contains(x)) continue;
        const double m = density * cell * cell * cell;
        mass += m;
        first += m * x;
        second += m * x * x.transpose();
      }
    }
  }
  return {mass, first / mass, Matrix(second.trace() * Matrix::Identity(3, 3) - second)};
}

/// The same in the plane, as a plate.
MassProperties summedPlate(double reach, int n, double density,
                           const std::function<bool(const Vector2&)>& contains) {
  const double cell = 2.0 * reach / n;
  double mass = 0.0;
  Vector2 first = Vector2::Zero();
  Eigen::Matrix2d second = Eigen::Matrix2d::Zero();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Vector2 x = Vector2::Constant(-reach) + cell * Vector2(i + 0.5, j + 0.5);
      if (!contains(x)) continue;
      const double m = density * cell * cell;
      mass += m;
      first += m * x;
      second += m * x * x.transpose();
    }
  }
  first /= mass;
  second -= mass * first * first.transpose();
  return {mass,
          {first[0], first[1], 0.0},
          Matrix{{second(1, 1), -second(0, 1), 0.0},
                 {-second(0, 1), second(0, 0), 0.0},
                 {0.0, 0.0, second.trace()}}};
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
                    [&](const Vector3& x) {
                      const double z = std::max(std::abs(x[2]) - 0.5, 0.0);
                      return x.head<2>().squaredNorm() + z * z <= 0.16;
                    }),
             2e-3);
}

/// A triangle away from the origin, sharp and rounded; a segment that is rounded, turned by 30 degrees.
TEST(MassOfAShape, OfAPolygonIsThatOfItsCells) {
  const auto distance = [](const Polygon& polygon, const Vector2& x) {
    // Of x to the hull of the vertices, 0 inside.
    const std::size_t n = polygon.vertices.size();
    bool inside = n > 2;
    double nearest = 1e9;
    for (std::size_t i = 0; i < n; ++i) {
      const Vector2 a = polygon.vertices[i];
      const Vector2 edge = polygon.vertices[(i + 1) % n] - a;
      inside = inside && edge[0] * (x - a)[1] - edge[1] * (x - a)[0] >= 0.0;
      const double along = std::clamp((x - a).dot(edge) / edge.squaredNorm(), 0.0, 1.0);
      nearest = std::min(nearest, (x - a - along * edge).norm());
    }
    return inside ? 0.0 : nearest;
  };
  const Polygon sharp{{{0.1, 0.2}, {0.9, 0.3}, {0.2, 0.8}}};
  Polygon rounded = sharp;
  rounded.radius = 0.15;
  const Polygon segment{{{0.0, 0.0}, {0.6 * std::cos(M_PI / 6), 0.6 * 0.5}}, 0.2};
  for (const Polygon& polygon : {sharp, rounded, segment}) {
    const auto contains = [&](const Vector2& x) { return distance(polygon, x) <= polygon.radius; };
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
