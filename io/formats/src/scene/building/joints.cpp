#include "scene/building/joints.hpp"

#include <algorithm>
#include <optional>

#include "nsds/kernel/joints/coordinate_relations.hpp"
#include "nsds/kernel/joints/coupler_joint.hpp"
#include "nsds/kernel/joints/distance_joint.hpp"
#include "nsds/kernel/joints/fixed_joint.hpp"
#include "nsds/kernel/joints/sliding_joints.hpp"
#include "nsds/kernel/joints/turning_joints.hpp"
#include "nsds/kernel/modeling/laws/complementarity.hpp"
#include "nsds/kernel/modeling/laws/impact.hpp"
#include "scene/building/functions.hpp"

namespace nsds::io::scene {

namespace {

using Systems = std::vector<DynamicalSystem*>;

void finish(const Node& node, Interaction& link, Parts& parts) {
  if (node["name"].given()) link.setName(node["name"].text());
  parts.links.add(node["name"], &link);
}

JointBodies bodiesOf(const Node& joint, Parts& parts, Systems& systems) {
  for (const Node& name : joint["bodies"].items()) {
    DynamicalSystem* system = parts.systems.find(name);
    if (dynamic_cast<NewtonEulerDS*>(system) == nullptr)
      name.refuse("is no rigid body, which joints are for");
    systems.push_back(system);
  }
  const auto& first = static_cast<const NewtonEulerDS&>(*systems[0]);
  if (systems.size() == 1) return first;
  return {first, static_cast<const NewtonEulerDS&>(*systems[1])};
}

Frame frameOf(const Node& joint) {
  return joint["frame"].is("inertial") ? Frame::inertial : Frame::body;
}

JointAxis axisOf(const Node& joint) {
  return {joint["anchor"].vector3(), joint["axis"].vector3(), frameOf(joint)};
}

UniversalCross crossOf(const Node& joint) {
  return {joint["anchor"].vector3(), joint["axis_of_first"].vector3(), joint["axis_of_second"].vector3(),
          frameOf(joint)};
}

JointRod rodOf(const Node& joint) {
  return {joint["anchor_of_first"].vector3(), joint["anchor_of_second"].vector3(), frameOf(joint),
          joint["length"].number()};
}

template <class Joint>
Interaction& link(const Joint& joint, const Systems& systems, Model& model) {
  return model.link(EqualityConditionNSL(joint.rows()), joint, systems);
}

Interaction& linkJoint(const Node& joint, const JointBodies& bodies, const Systems& systems, Model& model) {
  const std::string kind = joint.name();
  if (kind == "fixed") return link(FixedJointR(bodies), systems, model);
  if (kind == "ball")
    return link(BallJointR(bodies, {joint["anchor"].vector3(), frameOf(joint)}), systems, model);
  if (kind == "pivot") return link(PivotJointR(bodies, axisOf(joint)), systems, model);
  if (kind == "prismatic") return link(PrismaticJointR(bodies, axisOf(joint)), systems, model);
  if (kind == "cylindrical") return link(CylindricalJointR(bodies, axisOf(joint)), systems, model);
  if (kind == "universal") return link(UniversalJointR(bodies, crossOf(joint)), systems, model);
  return link(DistanceJointR(bodies, rodOf(joint)), systems, model);
}

void addJoint(const Node& joint, Parts& parts) {
  Systems systems;
  const JointBodies bodies = bodiesOf(joint, parts, systems);
  Interaction& linked =
      joint.guard([&]() -> Interaction& { return linkJoint(joint, bodies, systems, *parts.model); });
  finish(joint, linked, parts);
  parts.joints.add(joint["name"], {&static_cast<const JointR&>(linked.relation()), systems});
}

Index coordinateOf(const Node& node) {
  return static_cast<Index>(node["coordinate"].integer());
}

void addStop(const Node& stop, Parts& parts) {
  const LinkedJoint& on = parts.joints.find(stop["joint"]);
  const StopSide side = stop["side"].is("lower") ? StopSide::lower : StopSide::upper;
  Interaction& linked = stop.guard([&]() -> Interaction& {
    return parts.model->link(NewtonImpactNSL(stop["restitution"].number()),
                             JointStopR(*on.joint, coordinateOf(stop), side, stop["limit"].number()),
                             on.bodies);
  });
  finish(stop, linked, parts);
}

/// The step of time stepping, which bounds of impulses are made of.
double stepOf(const Node& scene, const Node& limit) {
  const Node simulation = scene["simulation"].choice();
  if (simulation.name() != "time_stepping") limit.refuse("is for time stepping");
  return simulation["step"].number();
}

void addFriction(const Node& friction, const Node& scene, Parts& parts) {
  const LinkedJoint& in = parts.joints.find(friction["joint"]);
  const double h = stepOf(scene, friction);
  Interaction& linked = friction.guard([&]() -> Interaction& {
    return parts.model->link(jointFriction(friction["limit"].number(), h),
                             JointFrictionR(*in.joint, coordinateOf(friction)), in.bodies);
  });
  finish(friction, linked, parts);
}

JointMotorR relationOf(const Node& motor, const JointR& joint) {
  if (motor.has("rate") == motor.has("value")) motor.refuse(R"(needs one of "rate" and "value")");
  if (motor.has("rate")) return JointMotorR::withRate(joint, coordinateOf(motor), functionOf(motor["rate"]));
  return {joint, coordinateOf(motor), functionOf(motor["value"]), derivativeOf(motor["value"])};
}

void addMotor(const Node& motor, const Node& scene, Parts& parts) {
  const LinkedJoint& at = parts.joints.find(motor["joint"]);
  const JointMotorR relation = motor.guard([&] { return relationOf(motor, *at.joint); });
  const Node limit = motor["limit"];
  Interaction& linked = motor.guard([&]() -> Interaction& {
    if (!limit.given()) return parts.model->link(EqualityConditionNSL(1), relation, at.bodies);
    return parts.model->link(jointFriction(limit.number(), stepOf(scene, limit)), relation, at.bodies);
  });
  finish(motor, linked, parts);
}

/// One coordinate of a coupler; the bodies of its joint are added to `systems` unless they are there.
CoupledCoordinate coupledOf(const Node& coupled, Parts& parts, Systems& systems) {
  const LinkedJoint& of = parts.joints.find(coupled["joint"]);
  std::vector<Index> places;
  for (DynamicalSystem* body : of.bodies) {
    auto found = std::find(systems.begin(), systems.end(), body);
    if (found == systems.end()) found = systems.insert(systems.end(), body);
    places.push_back(found - systems.begin());
  }
  const JointCoordinate coordinate =
      coupled.guard([&] { return of.joint->freeCoordinate(coordinateOf(coupled)); });
  return {coupled["factor"].number(), coordinate, places};
}

void addCoupler(const Node& coupler, Parts& parts) {
  Systems systems;
  const CoupledCoordinate first = coupledOf(coupler["first"], parts, systems);
  const CoupledCoordinate second = coupledOf(coupler["second"], parts, systems);
  Interaction& linked = coupler.guard([&]() -> Interaction& {
    return parts.model->link(EqualityConditionNSL(1), CouplerJointR(first, second), systems);
  });
  finish(coupler, linked, parts);
}

}  // namespace

void addJoints(const Node& scene, Parts& parts) {
  for (const Node& joint : scene["joints"].items()) addJoint(joint.choice(), parts);
  for (const Node& stop : scene["stops"].items()) addStop(stop, parts);
  for (const Node& friction : scene["joint_friction"].items()) addFriction(friction, scene, parts);
  for (const Node& motor : scene["motors"].items()) addMotor(motor, scene, parts);
  for (const Node& coupler : scene["couplers"].items()) addCoupler(coupler, parts);
}

}  // namespace nsds::io::scene
