#include "scene/building/contacts.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scene/building/laws.hpp"
#include "scene/building/shapes.hpp"
#include "scene/document/nearest_name.hpp"

namespace nsds::io::scene {

namespace {

std::string materialOf(const ShapeNode& node) {
  const Node material = node.owner["material"];
  return material.given() ? material.text() : std::string();
}

/// All shapes of a scene.
std::vector<ShapeNode> allShapes(const Node& scene) {
  std::vector<ShapeNode> all;
  for (const Node& item : scene["bodies"].items()) {
    const std::vector<ShapeNode> shapes = shapesOf(item.choice());
    all.insert(all.end(), shapes.begin(), shapes.end());
  }
  for (const Node& still : scene["statics"].items()) all.push_back(placedShape(still));
  return all;
}

/// The groups of a scene, each with a bit.
class ShapeGroups {
 public:
  explicit ShapeGroups(const std::vector<ShapeNode>& shapes) {
    for (const ShapeNode& node : shapes)
      if (node.placed)
        for (const Node& group : node.owner["groups"].items()) add(group);
  }

  std::uint32_t groupsOf(const ShapeNode& node) const {
    if (!node.placed || !node.owner["groups"].given()) return bit(0);
    return bitsOf(node.owner["groups"]);
  }
  std::uint32_t maskOf(const ShapeNode& node) const {
    if (!node.placed || !node.owner["meets"].given()) return ~std::uint32_t{0};
    return bitsOf(node.owner["meets"]);
  }

 private:
  static std::uint32_t bit(std::size_t number) { return std::uint32_t{1} << number; }

  void add(const Node& group) {
    if (std::ranges::find(names_, group.text()) != names_.end()) return;
    if (names_.size() == 32) group.refuse("there are 32 groups already, \"default\" among them");
    names_.push_back(group.text());
  }
  std::uint32_t bitsOf(const Node& groups) const {
    std::uint32_t bits = 0;
    for (const Node& group : groups.items()) {
      const auto found = std::ranges::find(names_, group.text());
      if (found == names_.end())
        group.refuse(
            fmt::format("no shape is in the group \"{}\"{}", group.text(), suggestion(group.text(), names_)));
      bits |= bit(static_cast<std::size_t>(found - names_.begin()));
    }
    return bits;
  }

  std::vector<std::string> names_{"default"};
};

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

void setLaws(const Node& scene, const std::vector<ShapeNode>& shapes, bool planar,
             CollisionDetection& contacts) {
  std::set<std::string> materials;
  for (const ShapeNode& node : shapes) materials.insert(materialOf(node));
  std::set<std::pair<std::string, std::string>> seen;
  for (const Node& pair : scene["contact"]["pairs"].items()) {
    const auto names = pair["materials"].items();
    const std::string first = materialIn(names[0], materials);
    const std::string second = materialIn(names[1], materials);
    if (!seen.insert(std::minmax(first, second)).second)
      pair.refuse(fmt::format(R"(there is a law for "{}" and "{}" already)", first, second));
    const Law law = contactLawOf(pair["law"], planar);
    pair["law"].guard(
        [&] { std::visit([&](const auto& one) { contacts.setLaw(first, second, one); }, law); });
  }
}

ShapeOptions optionsOf(const ShapeNode& node, const ShapeGroups& groups) {
  ShapeOptions options{.material = materialOf(node),
                       .pose = poseOf(node),
                       .groups = groups.groupsOf(node),
                       .mask = groups.maskOf(node),
                       .sensor = node.isSensor()};
  if (node.placed && node.owner["name"].given()) options.name = node.owner["name"].text();
  return options;
}

void addShape(const ShapeNode& node, const ShapeGroups& groups, DynamicalSystem& system,
              CollisionDetection& contacts) {
  const Shape shape = shapeOf(node.shape);
  const ShapeOptions options = optionsOf(node, groups);
  node.shape.guard([&] {
    if (auto* rigid = dynamic_cast<NewtonEulerDS*>(&system)) return contacts.add(*rigid, shape, options);
    contacts.add(dynamic_cast<LagrangianDS&>(system), shape, options);
  });
}

void addStatic(const Node& still, const ShapeGroups& groups, CollisionDetection& contacts) {
  const ShapeNode node = placedShape(still);
  node.shape.guard([&] { contacts.addStatic(shapeOf(node.shape), optionsOf(node, groups)); });
}

}  // namespace

void addContacts(const Node& scene, Parts& parts) {
  const auto bodies = scene["bodies"].items();
  const auto shaped =
      std::ranges::find_if(bodies, [](const Node& item) { return !shapesOf(item.choice()).empty(); });
  if (shaped == bodies.end()) return;
  if (!scene.has("contact"))
    scene.refuse("has shapes, and no \"contact\" that gives the law where they meet");
  const Node contact = scene["contact"];
  const bool planar = shaped->choice().name() == "planar";
  const Law law = contactLawOf(contact["law"], planar);
  const CollisionOptions options{contact["margin"].number(), contact["breaking"].number()};
  parts.contacts = contact.guard([&] {
    return std::visit([&](const auto& one) { return std::make_unique<CollisionDetection>(one, options); },
                      law);
  });
  const std::vector<ShapeNode> shapes = allShapes(scene);
  const ShapeGroups groups(shapes);
  setLaws(scene, shapes, planar, *parts.contacts);
  for (const ShapeNode& node : shapes)
    if (node.isSensor() && node.owner["name"].given())
      parts.sensors.add(node.owner["name"], node.owner["name"].text());
  for (const Node& still : scene["statics"].items()) addStatic(still, groups, *parts.contacts);
  const auto& systems = parts.model->nsds().systems();
  for (std::size_t k = 0; k < bodies.size(); ++k)
    for (const ShapeNode& node : shapesOf(bodies[k].choice()))
      addShape(node, groups, *systems[k], *parts.contacts);
}

}  // namespace nsds::io::scene
