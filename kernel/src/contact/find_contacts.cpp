// Finds the points where shapes are near each other.
#include <algorithm>
#include <cmath>

#include "contact/body_pose.hpp"
#include "contact/measures.hpp"
#include "contact/near_pairs.hpp"
#include "linalg/prefetch.hpp"

namespace nsds {

namespace {

/// What does not move takes any moment, so that only the lever arm of the body counts: it is exact on its surface. Between
/// two bodies the point is midway, as only one point in common keeps their angular momentum; each arm is then wrong by half
/// the gap.
void moveToSurfaceOfBody(std::span<ContactPoint> points) {
  for (ContactPoint& contact : points) contact.point += 0.5 * contact.gap * contact.normal;
}

}  // namespace

/// The largest that a point of the body can have.
double CollisionDetection::Implementation::speedOf(const CollisionBody& body) const {
  const auto v = body.ds->v();
  if (kind == ContactBodies::spatial) return v.head<3>().norm() + body.radius * v.tail<3>().norm();
  return v.head<2>().norm() + body.radius * std::abs(v[2]);
}

/// Reads where bodies are, and finds which are near: a ball around each body reaches `reach` farther than the body may move in the
/// time h.
void CollisionDetection::Implementation::placeBodies(double reach, double h) {
  balls.resize(bodies.size());
  coordinates.resize(bodies.size() * positions());
  poses.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const CollisionBody& body = bodies[i];
    if (i + prefetchDistance < bodies.size()) prefetch<384>(bodies[i + prefetchDistance].ds);
    std::copy_n(body.ds->q().data(), positions(), coordinates.data() + i * positions());
    poses[i] = poseOf(coordinates.data(), *kind, static_cast<Index>(i));
    balls[i] = {poses[i].x, body.radius + reach + h * speedOf(body)};
  }
  grid.build(balls);
}

/// All points with a gap below the breaking distance, in the order of their keys. Pairs of simple shapes have functions of their own.
void CollisionDetection::Implementation::collect(double h) {
  collectPairs(h, candidates,
               [this](const NearPair& pair, const BodyPart& part, const Pose& pose, const auto& other,
                      const Pose& pose2) {
                 std::span<ContactPoint> points;
                 if (prepares && (needsBullet(part.shape) || needsBullet(other.shape))) {
                   contact::collidePrepared(*part.prepared, pose, *other.prepared, pose2, pair.reach,
                                            pairRoom);
                   points = pairRoom.points;
                 } else {
                   collide(part.shape, pose, other.shape, pose2, pair.reach, manifold);
                   points = std::span(manifold.points).first(static_cast<std::size_t>(manifold.count));
                 }
                 if (pair.second < 0) moveToSurfaceOfBody(points);
                 const double near = margin() + pair.slack;
                 ContactKey key = pair.key;
                 for (const ContactPoint& point : points) {
                   key.feature = point.feature;
                   candidates.push_back({key, pair.first, pair.second, point.gap <= near, point});
                 }
               });
}

}  // namespace nsds
