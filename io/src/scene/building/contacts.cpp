#include "scene/building/contacts.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "scene/building/laws.hpp"
#include "scene/building/shapes.hpp"

namespace nsds::io::scene {

namespace {

bool hasShape(const Node& body) {
  return body.name() != "lagrangian" && body.has("shape");
}

std::string materialOf(const Node& shaped) {
  return shaped["material"].given() ? shaped["material"].text() : std::string();
}

std::set<std::string> materialsOf(const Node& scene) {
  std::set<std::string> materials;
  for (const Node& item : scene["bodies"].items())
    if (const Node body = item.choice(); hasShape(body)) materials.insert(materialOf(body));
  for (const Node& still : scene["statics"].items()) materials.insert(materialOf(still));
  return materials;
}

/// A law for a material that no shape has would change nothing.
std::string materialIn(const Node& material, const std::set<std::string>& materials) {
  if (!materials.contains(material.text()))
    material.refuse(fmt::format("no shape is of the material \"{}\"", material.text()));
  return material.text();
}

/// The law of contacts in the plane or in space.
Law contactLawOf(const Node& law, bool planar) {
  return planar ? lawOf(law, 2, 3) : lawOf(law, 3, 5);
}

void setLaws(const Node& scene, bool planar, CollisionDetection& contacts) {
  const std::set<std::string> materials = materialsOf(scene);
  std::set<std::pair<std::string, std::string>> seen;
  for (const Node& pair : scene["contact"]["pairs"].items()) {
    const auto names = pair["materials"].items();
    const std::string first = materialIn(names[0], materials);
    const std::string second = materialIn(names[1], materials);
    if (!seen.insert(std::minmax(first, second)).second)
      pair.refuse(fmt::format("there is a law for \"{}\" and \"{}\" already", first, second));
    const Law law = contactLawOf(pair["law"], planar);
    pair["law"].guard(
        [&] { std::visit([&](const auto& one) { contacts.setLaw(first, second, one); }, law); });
  }
}

void addShape(const Node& body, DynamicalSystem& system, CollisionDetection& contacts) {
  const Shape shape = shapeOf(body["shape"]);
  const ShapeOptions options{.material = materialOf(body)};
  body["shape"].guard([&] {
    if (auto* rigid = dynamic_cast<NewtonEulerDS*>(&system)) return contacts.add(*rigid, shape, options);
    contacts.add(dynamic_cast<LagrangianDS&>(system), shape, options);
  });
}

void addStatic(const Node& still, CollisionDetection& contacts) {
  const Vector quaternion = still["rotation"].vector();
  Pose pose{still["position"].vector3(), {}};
  std::copy_n(quaternion.data(), 4, pose.quaternion.begin());
  const ShapeOptions options{.name = still["name"].given() ? still["name"].text() : std::string(),
                             .material = materialOf(still)};
  const Shape shape = shapeOf(still["shape"]);
  still["shape"].guard([&] { contacts.addStatic(shape, pose, options); });
}

}  // namespace

void addContacts(const Node& scene, Parts& parts) {
  const auto bodies = scene["bodies"].items();
  std::optional<Node> shaped;  // the first of them
  for (const Node& item : bodies)
    if (const Node body = item.choice(); !shaped && hasShape(body)) shaped = body;
  if (!shaped) return;
  if (!scene.has("contact"))
    scene.refuse("has shapes, and no \"contact\" that gives the law where they meet");
  const Node contact = scene["contact"];
  const bool planar = shaped->name() == "planar";
  const Law law = contactLawOf(contact["law"], planar);
  const CollisionOptions options{contact["margin"].number(), contact["breaking"].number()};
  parts.contacts = contact.guard([&] {
    return std::visit([&](const auto& one) { return std::make_unique<CollisionDetection>(one, options); },
                      law);
  });
  setLaws(scene, planar, *parts.contacts);
  for (const Node& still : scene["statics"].items()) addStatic(still, *parts.contacts);
  const auto& systems = parts.model->nsds().systems();
  for (std::size_t k = 0; k < bodies.size(); ++k)
    if (const Node body = bodies[k].choice(); hasShape(body)) addShape(body, *systems[k], *parts.contacts);
}

}  // namespace nsds::io::scene
