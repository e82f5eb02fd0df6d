#include "scene/building/bodies.hpp"

#include <algorithm>
#include <cmath>

#include "nsds/kernel/contact/mass_properties.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"
#include "scene/building/functions.hpp"
#include "scene/building/shapes.hpp"

namespace nsds::io::scene {

namespace {

Vector stacked(VectorConstRef a, VectorConstRef b) {
  Vector result(a.size() + b.size());
  result << a, b;
  return result;
}

/// The origin of a body is its centre of mass, but for 1e-9 of what its mass is spread over.
void requireCentred(const Node& body, const MassProperties& properties) {
  const double spread = std::sqrt(properties.inertia.trace() / properties.mass);
  if (properties.centre.norm() <= 1e-9 * spread) return;
  const Vector3& centre = properties.centre;
  const std::string place = body.name() == "planar"
                                ? fmt::format("({}, {})", centre[0], centre[1])
                                : fmt::format("({}, {}, {})", centre[0], centre[1], centre[2]);
  const Node shape = body.has("shapes") ? body["shapes"] : body["shape"];
  shape.refuse(fmt::format("has its centre of mass at {}; move it by that", place));
}

/// The mass and inertia of a body are given, or follow from the density of its shapes. The inertia of a planar body is
/// entry (2, 2).
MassProperties massOf(const Node& body) {
  const Node density = body["density"];
  if (!density.given()) {
    const Node inertia = body["inertia"];
    const double mass = body["mass"].number();
    if (!inertia.given() || inertia.isNumber()) {
      Matrix about = Matrix::Zero(3, 3);
      about(2, 2) = inertia.number();
      return {mass, Vector3::Zero(), about};
    }
    return {mass, Vector3::Zero(),
            inertia.listsRows() ? inertia.matrix() : Matrix(inertia.vector().asDiagonal())};
  }
  for (const Node& other : {body["mass"], body["inertia"]})
    if (other.given()) other.refuse("follows from the density of the shape: give one of them");
  std::vector<PlacedShape> shapes;
  for (const ShapeNode& node : shapesOf(body))
    if (!node.isSensor()) shapes.push_back({shapeOf(node.shape), poseOf(node)});
  if (shapes.empty()) density.refuse("needs a shape");
  MassProperties properties = density.guard([&] { return massProperties(shapes, density.number()); });
  requireCentred(body, properties);
  return properties;
}

void prescribe(const Node& body, MechanicalDS& system) {
  for (const Node& prescribed : body["prescribed"].items())
    prescribed.guard([&] {
      system.prescribe(static_cast<Index>(prescribed["dof"].integer()), velocityOf(prescribed["velocity"]));
    });
}

NewtonEulerDS& addRigid(const Node& body, Model& model) {
  const MassProperties properties = massOf(body);
  auto& system =
      model.add<NewtonEulerDS>(stacked(body["position"].vector(), body["rotation"].vector()),
                               stacked(body["velocity"].vector(), body["angular_velocity"].vector()),
                               properties.mass, properties.inertia);
  system.setFExt(body["force"].vector());
  // A moment, be it zero, in the inertial frame depends on the rotation: the body would no longer be linear.
  if (body["moment"].given())
    system.setMExt(body["moment"].vector(), body["moment_frame"].is("body") ? Frame::body : Frame::inertial);
  if (body["rotation_update"].is("exponential")) system.setRotationUpdate(RotationUpdate::exponential);
  return system;
}

LagrangianLinearTIDS& addPlanar(const Node& body, const Node& scene, Model& model) {
  const MassProperties properties = massOf(body);
  const double m = properties.mass;
  const Vector mass{{m, m, properties.inertia(2, 2)}};
  auto& system = model.add<LagrangianLinearTIDS>(
      stacked(body["position"].vector(), Vector{{body["angle"].number()}}),
      stacked(body["velocity"].vector(), Vector{{body["angular_velocity"].number()}}),
      Matrix(mass.asDiagonal()));
  Vector force = body["force"].vector();
  if (const Node gravity = scene["gravity"]; gravity.given()) {
    if (gravity.vector().size() != 2) gravity.refuse("expected 2 entries, as bodies are planar");
    force += m * gravity.vector();
  }
  system.setFExt(stacked(force, Vector{{body["moment"].number()}}));
  return system;
}

/// A list of numbers is stored as a diagonal.
SystemMatrix systemMatrixOf(const Node& matrix) {
  if (!matrix.given()) return {};
  if (matrix.listsRows()) return matrix.matrix();
  return matrix.vector().asDiagonal();
}

LagrangianLinearTIDS& addLagrangian(const Node& body, Model& model) {
  const Vector q = body["q"].vector();
  const Vector v = body["v"].given() ? body["v"].vector() : Vector(Vector::Zero(q.size()));
  auto& system = model.add<LagrangianLinearTIDS>(
      q, v, systemMatrixOf(body["mass"]), systemMatrixOf(body["stiffness"]), systemMatrixOf(body["damping"]));
  if (body["force"].given()) system.setFExt(body["force"].vector());
  return system;
}

void addBody(const Node& body, const Node& scene, Parts& parts) {
  const std::string kind = body.name();
  MechanicalDS& system = body.guard([&]() -> MechanicalDS& {
    if (kind == "rigid") return addRigid(body, *parts.model);
    if (kind == "planar") return addPlanar(body, scene, *parts.model);
    return addLagrangian(body, *parts.model);
  });
  if (body["name"].given()) system.setName(body["name"].text());
  parts.systems.add(body["name"], &system);
  prescribe(body, system);
}

}  // namespace

void addBodies(const Node& scene, Parts& parts) {
  const std::vector<Node> bodies = scene["bodies"].items();
  const bool inSpace = std::any_of(bodies.begin(), bodies.end(),
                                   [](const Node& body) { return body.choice().name() == "rigid"; });
  // Where no body asks for gravity it is refused in the end, as everything that nothing uses.
  if (inSpace && scene.has("gravity")) {
    const Node gravity = scene["gravity"];
    if (gravity.vector().size() != 3) gravity.refuse("expected 3 entries, as bodies are in space");
    parts.model->setGravity(gravity.vector());
  }
  for (const Node& body : bodies) addBody(body.choice(), scene, parts);
}

}  // namespace nsds::io::scene
