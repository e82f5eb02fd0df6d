// Finds the points where shapes are near each other.
#include <algorithm>
#include <cmath>

#include "contact/body_pose.hpp"
#include "contact/detection.hpp"
#include "linalg/prefetch.hpp"

namespace nsds {

namespace {

/// What does not move takes any moment, so that only the lever arm of the body counts: it is exact on its surface. Between
/// two bodies the point is midway, as only one point in common keeps their angular momentum; each arm is then wrong by half
/// the gap.
void moveToSurfaceOfBody(Manifold& manifold) {
  for (int k = 0; k < manifold.count; ++k) {
    ContactPoint& contact = manifold.points[static_cast<std::size_t>(k)];
    contact.point += 0.5 * contact.gap * contact.normal;
  }
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

/// All points with a gap below the breaking distance, in the order of their keys.
void CollisionDetection::Implementation::collect(double h) {
  candidates.clear();
  placeBodies(0.5 * options.breaking * margin(), h);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(bodies.size()); ++i) {
    const std::size_t before = candidates.size();
    for (const std::int32_t j : grid.neighboursAbove(i))
      addCandidates(i, j, bodies[static_cast<std::size_t>(j)].id.value);
    for (std::size_t s = 0; s < statics.size(); ++s) addCandidates(i, -1, staticBit | s);
    std::sort(candidates.begin() + static_cast<std::ptrdiff_t>(before), candidates.end(),
              [](const ContactCandidate& a, const ContactCandidate& b) { return a.key < b.key; });
  }
}

void CollisionDetection::Implementation::addCandidates(std::int32_t first, std::int32_t second,
                                                       std::uint64_t secondKey) {
  const CollisionBody& a = bodies[static_cast<std::size_t>(first)];
  const Grid::Ball& ball = balls[static_cast<std::size_t>(first)];
  const double within = options.breaking * margin();
  const Pose& poseA = poses[static_cast<std::size_t>(first)];
  double slack = ball.radius - a.radius - 0.5 * within;  // how far they may come nearer in the step
  if (second >= 0) {
    const CollisionBody& b = bodies[static_cast<std::size_t>(second)];
    slack += balls[static_cast<std::size_t>(second)].radius - b.radius - 0.5 * within;
    collide(shapes[a.shape], poseA, shapes[b.shape], poses[static_cast<std::size_t>(second)], within + slack,
            manifold);
  } else {
    const StaticShape& s = statics[static_cast<std::size_t>(secondKey & ~staticBit)];
    if ((s.pose.x - ball.centre).norm() > s.radius + ball.radius + within) return;
    collide(shapes[a.shape], poseA, s.shape, s.pose, within + slack, manifold);
    moveToSurfaceOfBody(manifold);
  }
  for (int k = 0; k < manifold.count; ++k) {
    const ContactPoint& point = manifold.points[static_cast<std::size_t>(k)];
    candidates.push_back(
        {{a.id.value, secondKey, point.feature}, first, second, point.gap <= margin() + slack, point});
  }
}

}  // namespace nsds
