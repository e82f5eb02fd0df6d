// A flat mesh is a half space, also across its edges; convex edges are met, others are not.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <random>

namespace nsds::test::mesh_gaps_test {
namespace {

TriangleMesh flatMesh(int cells, double size) {
  TriangleMesh mesh;
  for (int j = 0; j <= cells; ++j)
    for (int i = 0; i <= cells; ++i)
      mesh.vertices.emplace_back(size * (double(i) / cells - 0.5), size * (double(j) / cells - 0.5), 0.0);
  for (int j = 0; j < cells; ++j) {
    for (int i = 0; i < cells; ++i) {
      const int a = j * (cells + 1) + i;
      const int b = a + cells + 1;
      mesh.triangles.push_back({a, a + 1, b + 1});
      mesh.triangles.push_back({a, b + 1, b});
    }
  }
  return mesh;
}

TEST(FlatMesh, IsAHalfSpaceForEveryShape) {
  const TriangleMesh mesh = flatMesh(7, 4.0);
  const HalfSpace ground{Vector3::UnitZ(), 0.0};
  const ConvexHull hull{{{0.3, 0, 0}, {-0.2, 0.2, 0}, {-0.1, -0.3, 0.1}, {0, 0, 0.4}, {0.1, 0.1, -0.3}}};
  const Shape shapes[] = {Sphere{0.2},        Capsule{0.1, 0.3},      Box{{0.3, 0.2, 0.1}},
                          Cylinder{0.2, 0.3}, CircularCone{0.2, 0.3}, hull};
  std::mt19937 random{3};
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Manifold onMesh;
  Manifold onGround;
  for (int k = 0; k < 100; ++k) {
    for (const Shape& shape : shapes) {
      Eigen::Vector4d q(uniform(random), uniform(random), uniform(random), uniform(random));
      q.normalize();
      Pose pose{{uniform(random), uniform(random), 1.0}, {q[0], q[1], q[2], q[3]}};
      collide(shape, pose, ground, {}, 10.0, onGround);
      double gap = INFINITY;
      for (int i = 0; i < onGround.count; ++i)
        gap = std::min(gap, onGround.points[static_cast<std::size_t>(i)].gap);
      const double wanted = 0.02 * uniform(random);  // a body that overlaps by 2 cm at most, or is above
      pose.x[2] -= gap - wanted;
      collide(shape, pose, mesh, {}, 0.05, onMesh);
      ASSERT_GE(onMesh.count, 1) << k << " shape " << shape.index();
      double least = INFINITY;
      for (int i = 0; i < onMesh.count; ++i) {
        const ContactPoint& point = onMesh.points[static_cast<std::size_t>(i)];
        least = std::min(least, point.gap);
        EXPECT_TRUE(point.normal.isApprox(Vector3::UnitZ(), 1e-12)) << k << " shape " << shape.index();
      }
      EXPECT_NEAR(least, wanted, 1e-12) << k << " shape " << shape.index();
    }
  }
}

TEST(FlatMesh, LetsThroughFromBehind) {
  Manifold manifold;
  collide(Sphere{0.2}, {Vector3(0.1, 0.1, -0.21)}, flatMesh(4, 4.0), {}, 0.1, manifold);
  EXPECT_EQ(manifold.count, 0);
}

/// z = a x + b y over a grid is a half space too.
TEST(HeightMap, OfASlopeIsAHalfSpace) {
  HeightMap map{6, 5, 0.5, 0.6, {}};
  for (std::size_t j = 0; j < 5; ++j)
    for (std::size_t i = 0; i < 6; ++i) map.heights.push_back(0.3 * 0.5 * double(i) - 0.2 * 0.6 * double(j));
  const Vector3 normal = Vector3(-0.3, 0.2, 1.0).normalized();
  Manifold manifold;
  std::mt19937 random{5};
  std::uniform_real_distribution<double> uniform(0.6, 1.8);
  for (int k = 0; k < 100; ++k) {
    const double x = uniform(random);
    const double y = uniform(random);
    const Vector3 centre = Vector3(x, y, 0.3 * x - 0.2 * y) + 0.21 * normal;
    collide(Sphere{0.2}, {centre}, map, {}, 0.05, manifold);
    ASSERT_EQ(manifold.count, 1) << k;
    EXPECT_NEAR(manifold.points[0].gap, 0.01, 1e-12);
    EXPECT_TRUE(manifold.points[0].normal.isApprox(normal, 1e-12));
  }
}

/// A roof of two faces is met at its ridge; the same surface as a valley is not met there but by its faces.
TEST(Edges, AreMetWhereTheyAreConvex) {
  const auto fold = [](double z) {
    return TriangleMesh{{{0, -1, 0}, {0, 1, 0}, {-1, 0, z}, {1, 0, z}}, {{0, 1, 2}, {1, 0, 3}}};
  };
  Manifold manifold;
  collide(Sphere{0.2}, {Vector3(0.0, 0.1, 0.25)}, fold(-0.5), {}, 0.1, manifold);
  ASSERT_EQ(manifold.count, 1);
  EXPECT_NEAR(manifold.points[0].gap, 0.05, 1e-12);
  EXPECT_TRUE(manifold.points[0].normal.isApprox(Vector3::UnitZ(), 1e-12));
  collide(Sphere{0.2}, {Vector3(0.0, 0.0, 0.25)}, fold(0.5), {}, 0.1, manifold);
  ASSERT_EQ(manifold.count, 2);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(manifold.points[k].gap, 0.25 / std::sqrt(1.25) - 0.2, 1e-12);
    EXPECT_NEAR(std::abs(manifold.points[k].normal[0]), 0.5 / std::sqrt(1.25), 1e-12);
  }
}

}  // namespace
}  // namespace nsds::test::mesh_gaps_test
