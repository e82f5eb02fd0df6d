// Sensors are shapes that tell what they touch, and make no contacts.
#include "contact/body_pose.hpp"
#include "contact/detection.hpp"
#include "contact/measures.hpp"

namespace nsds {

namespace {

/// A sensor where it is now.
struct PlacedSensor {
  const Sensor& sensor;
  Pose pose;

  /// other: a part of a body, or what does not move.
  template <class Other>
  bool touches(const Other& other, const Pose& at) const {
    if (!sensor.groups.meet(other.groups) || (pose.x - at.x).norm() > sensor.radius + other.radius)
      return false;
    if (needsBullet(sensor.shape) || needsBullet(other.shape)) {
      contact::PairRoom room;
      contact::collidePrepared(*sensor.prepared, pose, *other.prepared, at, 0.0, room);
      return !room.points.empty();
    }
    Manifold manifold;
    collide(sensor.shape, pose, other.shape, at, 0.0, manifold);
    return manifold.count > 0;
  }
};

}  // namespace

std::vector<SensedPair> CollisionDetection::sensed() const {
  implementation_->forgetRemoved();
  const Implementation& self = *implementation_;
  std::vector<SensedPair> pairs;
  const auto poseOfBody = [&](const MechanicalDS& ds) { return poseOf(ds.q().data(), *self.kind, 0); };
  const auto touchesBody = [&](const PlacedSensor& placed, const CollisionBody& body) {
    const Pose pose = poseOfBody(*body.ds);
    bool touches = false;
    self.forEachPart(body, [&](const BodyPart& part, std::uint32_t) {
      touches = touches || placed.touches(part, part.placed ? placedIn(pose, part.local) : pose);
    });
    return touches;
  };
  for (const Sensor& sensor : self.sensors) {
    const PlacedSensor placed{
        sensor, sensor.ds == nullptr ? sensor.pose : placedIn(poseOfBody(*sensor.ds), sensor.pose)};
    const std::string name = sensor.name.empty() ? sensor.ds->name() : sensor.name;
    for (const CollisionBody& body : self.bodies)
      if (body.id != sensor.id && touchesBody(placed, body))
        pairs.push_back({sensor.ds, body.ds, name, body.ds->name()});
    if (sensor.ds == nullptr) continue;
    for (const StaticShape& s : self.statics)
      if (placed.touches(s, s.pose)) pairs.push_back({sensor.ds, nullptr, name, s.name});
  }
  return pairs;
}

}  // namespace nsds
