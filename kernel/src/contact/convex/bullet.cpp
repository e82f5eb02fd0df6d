// The one file that includes Bullet. Shapes have no margin there: supports are those of our own shapes.
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include <algorithm>

#include "contact/convex/backend.hpp"

static_assert(sizeof(btScalar) == sizeof(double), "Bullet is taken in double precision");

namespace nsds::contact {

namespace {

// Guesses and normals of btGjkEpaSolver2 are in the frame of its first shape.

btVector3 toBullet(const Vector3& x) {
  return {x[0], x[1], x[2]};
}
Vector3 fromBullet(const btVector3& x) {
  return {x.x(), x.y(), x.z()};
}

/// The core of a convex shape.
class SupportShape final : public btConvexInternalShape {
 public:
  explicit SupportShape(const Convex& shape) : shape_(shape) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    m_collisionMargin = 0.0;
  }
  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& direction) const override {
    return toBullet(shape_.support(fromBullet(direction)));
  }
  btVector3 localGetSupportingVertex(const btVector3& direction) const override {
    return localGetSupportingVertexWithoutMargin(direction);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* vectors, btVector3* supports,
                                                         int count) const override {
    for (int k = 0; k < count; ++k) supports[k] = localGetSupportingVertexWithoutMargin(vectors[k]);
  }
  void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
  const char* getName() const override { return "support"; }

 private:
  const Convex& shape_;
};

btTransform transformOf(const PlacedConvex& placed, const Vector3& origin) {
  btMatrix3x3 R;
  for (int i = 0; i < 3; ++i) R[i] = toBullet(placed.R.row(i).transpose());
  return btTransform(R, toBullet(placed.x - origin));
}

class Collector final : public btTriangleCallback {
 public:
  explicit Collector(std::vector<std::int32_t>& found) : found_(found) {}
  void processTriangle(btVector3*, int, int index) override { found_.push_back(index); }

 private:
  std::vector<std::int32_t>& found_;
};

}  // namespace

void requireBullet(const char*) {}

bool nearestPoints(const PlacedConvex& a, const PlacedConvex& b, const Vector3& guess,
                   NearestPoints& nearest) {
  const SupportShape first(a.shape);
  const SupportShape second(b.shape);
  btGjkEpaSolver2::sResults results;
  // Rounding is that of distances between the shapes, wherever they are.
  if (!btGjkEpaSolver2::Distance(&first, transformOf(a, b.x), &second, transformOf(b, b.x),
                                 toBullet(a.R.transpose() * guess), results))
    return false;
  nearest.onA = b.x + fromBullet(results.witnesses[0]);
  nearest.onB = b.x + fromBullet(results.witnesses[1]);
  const Vector3 apart = nearest.onA - nearest.onB;
  const double distance = apart.norm();
  if (!(distance > 1e-12 * (a.shape.size() + b.shape.size()))) return false;
  nearest.normal = apart / distance;
  return true;
}

Vector3 leastOverlap(const PlacedConvex& a, const PlacedConvex& b, const Vector3& guess) {
  const SupportShape first(a.shape);
  const SupportShape second(b.shape);
  btGjkEpaSolver2::sResults results;
  if (!btGjkEpaSolver2::Penetration(&first, transformOf(a, b.x), &second, transformOf(b, b.x),
                                    toBullet(a.R.transpose() * guess), results, false))
    return Vector3::Zero();
  const Vector3 normal = a.R * fromBullet(results.normal);
  const double length = normal.norm();
  return length > 0.5 && length < 2.0 ? Vector3(normal / length) : Vector3::Zero();
}

struct TriangleTree::Implementation {
  btTriangleIndexVertexArray array;
  std::unique_ptr<btBvhTriangleMeshShape> shape;
};

TriangleTree::TriangleTree(const std::vector<Vector3>& vertices,
                           const std::vector<std::array<std::int32_t, 3>>& triangles)
    : implementation_(std::make_unique<Implementation>()) {
  static_assert(sizeof(Vector3) == 3 * sizeof(double) &&
                sizeof(std::array<std::int32_t, 3>) == 3 * sizeof(int));
  btIndexedMesh mesh;
  mesh.m_numTriangles = static_cast<int>(triangles.size());
  mesh.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(triangles.data());
  mesh.m_triangleIndexStride = sizeof(std::array<std::int32_t, 3>);
  mesh.m_numVertices = static_cast<int>(vertices.size());
  mesh.m_vertexBase = reinterpret_cast<const unsigned char*>(vertices.data());
  mesh.m_vertexStride = sizeof(Vector3);
  mesh.m_vertexType = PHY_DOUBLE;
  implementation_->array.addIndexedMesh(mesh, PHY_INTEGER);
  implementation_->shape = std::make_unique<btBvhTriangleMeshShape>(&implementation_->array, true);
}

TriangleTree::~TriangleTree() = default;

void TriangleTree::find(const Vector3& low, const Vector3& high, std::vector<std::int32_t>& found) const {
  found.clear();
  Collector collector(found);
  implementation_->shape->processAllTriangles(&collector, toBullet(low), toBullet(high));
  std::sort(found.begin(), found.end());
}

}  // namespace nsds::contact
