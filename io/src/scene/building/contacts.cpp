#include "scene/building/contacts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "scene/building/laws.hpp"
#include "scene/building/shapes.hpp"

namespace nsds::io::scene {

namespace {

/// How many shapes of a material there are.
struct Count {
  int moving = 0;
  int still = 0;
};
using Materials = std::map<std::string, Count>;

std::string materialOf(const Node& shaped) {
  return shaped["material"].given() ? shaped["material"].text() : std::string();
}

bool hasShape(const Node& body) {
  return body.name() != "lagrangian" && body.has("shape");
}

Materials materialsOf(const Node& scene) {
  Materials materials;
  for (const Node& item : scene["bodies"].items())
    if (const Node body = item.choice(); hasShape(body)) ++materials[materialOf(body)].moving;
  for (const Node& still : scene["statics"].items()) ++materials[materialOf(still)].still;
  return materials;
}

/// Whether there are two shapes of these materials of which one moves.
bool mayMeet(const std::string& a, const Count& inA, const std::string& b, const Count& inB) {
  if (a == b) return inA.moving > 1 || (inA.moving > 0 && inA.still > 0);
  return (inA.moving > 0 && inB.moving + inB.still > 0) || (inB.moving > 0 && inA.still > 0);
}

std::string quoted(const std::string& material) {
  return material.empty() ? "no material" : "\"" + material + "\"";
}

/// Where the law of two materials stands.
Node lawOfPair(const Node& contact, const std::string& a, const std::string& b) {
  for (const Node& pair : contact["pairs"].items()) {
    const auto materials = pair["materials"].items();
    const std::string first = materials[0].text();
    const std::string second = materials[1].text();
    if ((first == a && second == b) || (first == b && second == a)) return pair["law"];
  }
  if (!contact.has("law"))
    contact.refuse(fmt::format("has no law for {} and {}, nor one for all pairs", quoted(a), quoted(b)));
  return contact["law"];
}

/// The one law of all pairs that may meet.
Node commonLaw(const Node& contact, const Materials& materials) {
  std::optional<Node> common;
  for (auto a = materials.begin(); a != materials.end(); ++a) {
    for (auto b = a; b != materials.end(); ++b) {
      if (!mayMeet(a->first, a->second, b->first, b->second)) continue;
      const Node law = lawOfPair(contact, a->first, b->first);
      if (!common) common = law;
      if (!law.equals(*common))
        law.refuse(fmt::format(
            "differs from the law at {}; contact detection has one law for all pairs that may meet",
            common->pointer()));
    }
  }
  // A body alone meets nothing; its law is looked at all the same.
  return common ? *common : lawOfPair(contact, materials.begin()->first, materials.begin()->first);
}

/// Each law is looked at, also where its materials do not meet.
void checkLaws(const Node& contact, Index rows) {
  if (contact.has("law")) lawOf(contact["law"], rows);
  for (const Node& pair : contact["pairs"].items()) {
    for (const Node& material : pair["materials"].items()) material.text();
    lawOf(pair["law"], rows);
  }
}

void addShape(const Node& body, DynamicalSystem& system, CollisionDetection& contacts) {
  const Shape shape = shapeOf(body["shape"]);
  body["shape"].guard([&] {
    if (auto* rigid = dynamic_cast<NewtonEulerDS*>(&system)) return contacts.add(*rigid, shape);
    contacts.add(dynamic_cast<LagrangianDS&>(system), shape);
  });
}

void addStatic(const Node& still, CollisionDetection& contacts) {
  const Vector quaternion = still["rotation"].vector();
  Pose pose{still["position"].vector3(), {}};
  std::copy_n(quaternion.data(), 4, pose.quaternion.begin());
  const std::string name = still["name"].given() ? still["name"].text() : std::string();
  const Shape shape = shapeOf(still["shape"]);
  still["shape"].guard([&] { contacts.addStatic(shape, pose, name); });
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
  const Index rows = shaped->name() == "planar" ? 2 : 3;
  checkLaws(contact, rows);
  const Law law = lawOf(commonLaw(contact, materialsOf(scene)), rows);
  const CollisionOptions options{contact["margin"].number(), contact["breaking"].number()};
  parts.contacts = contact.guard([&] {
    return std::visit([&](const auto& one) { return std::make_unique<CollisionDetection>(one, options); },
                      law);
  });
  for (const Node& still : scene["statics"].items()) addStatic(still, *parts.contacts);
  const auto& systems = parts.model->nsds().systems();
  for (std::size_t k = 0; k < bodies.size(); ++k)
    if (const Node body = bodies[k].choice(); hasShape(body)) addShape(body, *systems[k], *parts.contacts);
}

}  // namespace nsds::io::scene
