// Sensors are shapes that tell what they touch, and make no contacts.
#include "contact/body_pose.hpp"
#include "contact/detection.hpp"

namespace nsds {

namespace {

/// A sensor where it is now.
struct PlacedSensor {
  const Sensor& sensor;
  Pose pose;

  bool touches(const Shape& shape, const Pose& at, double radius, const Groups& groups) const {
    if (!sensor.groups.meet(groups) || (pose.x - at.x).norm() > sensor.radius + radius) return false;
    Manifold manifold;
    collide(sensor.shape, pose, shape, at, 0.0, manifold);
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
    for (std::int32_t k = body.part; k >= 0; k = self.parts[static_cast<std::size_t>(k)].next) {
      const BodyPart& part = self.parts[static_cast<std::size_t>(k)];
      if (placed.touches(part.shape, part.placed ? placedIn(pose, part.local) : pose, part.radius,
                         part.groups))
        return true;
    }
    return false;
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
      if (placed.touches(s.shape, s.pose, s.radius, s.groups))
        pairs.push_back({sensor.ds, nullptr, name, s.name});
  }
  return pairs;
}

}  // namespace nsds
