// Finds the pairs of shapes that are near each other, for those who look for points between them, or for features.
#pragma once

#include <algorithm>
#include <optional>

#include "contact/detection.hpp"

namespace nsds {

/// How far beyond its own ball a body may be in the time that is looked ahead.
inline double CollisionDetection::Implementation::cameNearer(std::int32_t body) const {
  const auto a = static_cast<std::size_t>(body);
  return balls[a].radius - bodies[a].radius - 0.5 * options.breaking * margin();
}

/// Calls hold(pair, part, pose, other, pose2) for shapes whose gap may be within the breaking distance in the time h, from now on;
/// what it adds to `found` is then by key.
template <class Candidate, class Hold>
void CollisionDetection::Implementation::collectPairs(double h, std::vector<Candidate>& found,
                                                      const Hold& hold) {
  found.clear();
  placeBodies(0.5 * options.breaking * margin(), h);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(bodies.size()); ++i) {
    const std::size_t before = found.size();
    for (const std::int32_t j : grid.neighboursAbove(i)) holdBodies(i, j, hold);
    holdStatics(i, hold);
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
              [](const Candidate& a, const Candidate& b) { return a.key < b.key; });
  }
}

template <class Hold>
void CollisionDetection::Implementation::holdBodies(std::int32_t first, std::int32_t second,
                                                    const Hold& hold) const {
  const auto a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
  const double slack = cameNearer(first) + cameNearer(second);
  NearPair pair{{bodies[a].id.value, bodies[b].id.value, 0, 0},
                first,
                second,
                slack,
                options.breaking * margin() + slack};
  std::optional<Pose> room1, room2;
  forEachPart(bodies[a], [&](const BodyPart& part, std::uint32_t number1) {
    const Pose& pose = part.placed ? room1.emplace(placedIn(poses[a], part.local)) : poses[a];
    forEachPart(bodies[b], [&](const BodyPart& other, std::uint32_t number2) {
      if (!part.groups.meet(other.groups)) return;
      const Pose& pose2 = other.placed ? room2.emplace(placedIn(poses[b], other.local)) : poses[b];
      // The grid has seen the balls of whole bodies.
      if ((part.placed || other.placed) &&
          (pose.x - pose2.x).norm() > part.radius + other.radius + pair.reach)
        return;
      pair.key.parts = number1 * mostParts + number2;
      hold(pair, part, pose, other, pose2);
    });
  });
}

template <class Hold>
void CollisionDetection::Implementation::holdStatics(std::int32_t first, const Hold& hold) const {
  const auto a = static_cast<std::size_t>(first);
  const double slack = cameNearer(first);
  NearPair pair{{bodies[a].id.value, 0, 0, 0}, first, -1, slack, options.breaking * margin() + slack};
  std::optional<Pose> room;
  for (std::size_t s = 0; s < statics.size(); ++s) {
    const StaticShape& fixed = statics[s];
    pair.key.second = staticBit | s;
    forEachPart(bodies[a], [&](const BodyPart& part, std::uint32_t number) {
      const Pose& pose = part.placed ? room.emplace(placedIn(poses[a], part.local)) : poses[a];
      if ((fixed.pose.x - pose.x).norm() > fixed.radius + part.radius + pair.reach ||
          !part.groups.meet(fixed.groups))
        return;
      pair.key.parts = number * mostParts;
      hold(pair, part, pose, fixed, fixed.pose);
    });
  }
}

}  // namespace nsds
