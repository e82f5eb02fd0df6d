// Finds the points where shapes are near each other.
#include <algorithm>
#include <cmath>
#include <optional>

#include "contact/body_pose.hpp"
#include "contact/detection.hpp"
#include "contact/measures.hpp"
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

/// Two bodies, or a body and what does not move, whose shapes are held against each other.
struct CollisionDetection::Implementation::PairSearch {
  ContactKey key;
  std::int32_t first;
  std::int32_t second;  // of the bodies; -1 for what does not move
  double slack;         // how far they may come nearer in the step
  double reach;         // the largest gap of a candidate
};

/// Holds two shapes against each other, by the functions for pairs of simple shapes where there is one.
template <class Second>
void CollisionDetection::Implementation::search(const PairSearch& pair, const BodyPart& part,
                                                const Pose& pose, const Second& other, const Pose& pose2) {
  std::span<ContactPoint> points;
  if (prepares && (needsBullet(part.shape) || needsBullet(other.shape))) {
    contact::collidePrepared(*part.prepared, pose, *other.prepared, pose2, pair.reach, pairRoom);
    points = pairRoom.points;
  } else {
    collide(part.shape, pose, other.shape, pose2, pair.reach, manifold);
    points = std::span(manifold.points).first(static_cast<std::size_t>(manifold.count));
  }
  if (pair.second < 0) moveToSurfaceOfBody(points);
  ContactKey key = pair.key;
  const double near = margin() + pair.slack;
  for (const ContactPoint& point : points) {
    key.feature = point.feature;
    candidates.push_back({key, pair.first, pair.second, point.gap <= near, point});
  }
}

void CollisionDetection::Implementation::addCandidates(std::int32_t first, std::int32_t second,
                                                       std::uint64_t secondKey) {
  const auto a = static_cast<std::size_t>(first);
  const double within = options.breaking * margin();
  double slack = balls[a].radius - bodies[a].radius - 0.5 * within;
  if (second >= 0) {
    const auto b = static_cast<std::size_t>(second);
    slack += balls[b].radius - bodies[b].radius - 0.5 * within;
  }
  PairSearch pair{{bodies[a].id.value, secondKey, 0, 0}, first, second, slack, within + slack};
  std::optional<Pose> room;
  for (std::int32_t k = bodies[a].part; k >= 0; pair.key.parts += mostParts) {
    const BodyPart& part = parts[static_cast<std::size_t>(k)];
    const Pose& pose = part.placed ? room.emplace(placedIn(poses[a], part.local)) : poses[a];
    if (second >= 0)
      searchBody(pair, part, pose);
    else
      searchStatic(pair, part, pose);
    k = part.next;
  }
}

void CollisionDetection::Implementation::searchStatic(PairSearch& pair, const BodyPart& part,
                                                      const Pose& pose) {
  const StaticShape& s = statics[static_cast<std::size_t>(pair.key.second & ~staticBit)];
  if ((s.pose.x - pose.x).norm() > s.radius + part.radius + pair.reach || !part.groups.meet(s.groups)) return;
  search(pair, part, pose, s, s.pose);
}

void CollisionDetection::Implementation::searchBody(PairSearch& pair, const BodyPart& part,
                                                    const Pose& pose) {
  const auto b = static_cast<std::size_t>(pair.second);
  const std::uint32_t parts1 = pair.key.parts;
  std::optional<Pose> room;
  for (std::int32_t k = bodies[b].part; k >= 0; ++pair.key.parts) {
    const BodyPart& other = parts[static_cast<std::size_t>(k)];
    const Pose& pose2 = other.placed ? room.emplace(placedIn(poses[b], other.local)) : poses[b];
    k = other.next;
    if (!part.groups.meet(other.groups)) continue;
    // The grid has seen the balls of whole bodies.
    if ((part.placed || other.placed) && (pose.x - pose2.x).norm() > part.radius + other.radius + pair.reach)
      continue;
    search(pair, part, pose, other, pose2);
  }
  pair.key.parts = parts1;
}

}  // namespace nsds
