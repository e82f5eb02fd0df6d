#include "view/description.hpp"

#include <algorithm>

namespace nsds::io::view {

namespace {

using nlohmann::json;

struct DescribeShape {
  json operator()(const Sphere& shape) const { return {{"kind", "sphere"}, {"radius", shape.radius}}; }
  json operator()(const Capsule& shape) const { return round("capsule", shape); }
  json operator()(const Cylinder& shape) const { return round("cylinder", shape); }
  json operator()(const Box& shape) const { return {{"kind", "box"}, {"half", shape.half}}; }
  json operator()(const HalfSpace& shape) const {
    return {{"kind", "half space"}, {"normal", shape.normal}, {"offset", shape.offset}};
  }
  json operator()(const Mesh& shape) const {
    return {{"kind", "mesh"}, {"vertices", shape.vertices}, {"triangles", shape.triangles}};
  }
  json operator()(const Disk& shape) const { return {{"kind", "disk"}, {"radius", shape.radius}}; }
  json operator()(const Polygon& shape) const {
    return {{"kind", "polygon"}, {"vertices", shape.vertices}, {"radius", shape.radius}};
  }
  template <typename Round>
  static json round(const char* kind, const Round& shape) {
    return {{"kind", kind}, {"radius", shape.radius}, {"halfLength", shape.halfLength}};
  }
};

bool isStandard(const Pose& pose) {
  return pose.x == Vector3{} && pose.quaternion == std::array<double, 4>{1.0, 0.0, 0.0, 0.0};
}

void addPose(json& object, const Pose& pose) {
  if (isStandard(pose)) return;
  object["x"] = pose.x;
  object["q"] = pose.quaternion;
}

// Equal shapes stand in the page once: a thousand stones of one mesh are one mesh and a thousand numbers.
class Shapes {
 public:
  json bodies(const Scene& scene) {
    json all = json::array();
    for (const Body& body : scene.bodies) {
      json object{{"name", body.name}};
      if (!body.moving) object["fixed"] = true;
      for (const PlacedShape& placed : body.shapes) {
        json part{{"shape", number(std::visit(DescribeShape{}, placed.shape).dump())}};
        addPose(part, placed.pose);
        object["parts"].push_back(std::move(part));
      }
      if (!body.moving) addPose(object, body.pose);
      all.push_back(std::move(object));
    }
    return all;
  }
  json shapes() const {
    json all = json::array();
    for (const std::string& text : texts_) all.push_back(json::parse(text));
    return all;
  }

 private:
  std::size_t number(const std::string& text) {
    const auto [place, isNew] = numbers_.try_emplace(text, texts_.size());
    if (isNew) texts_.push_back(text);
    return place->second;
  }

  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> texts_;
};

json describeLines(const Scene& scene) {
  json all = json::array();
  for (const Line& line : scene.lines) {
    json anchors = json::array();
    for (const Anchor& anchor : line.anchors) {
      const auto body = anchor.body == kSpace ? -1 : static_cast<std::int64_t>(anchor.body);
      json object{{"body", body}, {"x", anchor.point}};
      if (anchor.pin) object["pin"] = true;
      anchors.push_back(std::move(object));
    }
    json object{{"name", line.name}, {"anchors", std::move(anchors)}};
    if (std::isfinite(line.from)) object["from"] = line.from;
    if (std::isfinite(line.until)) object["until"] = line.until;
    all.push_back(std::move(object));
  }
  return all;
}

}  // namespace

json describe(const Scene& scene, const Extent& extent) {
  Shapes shapes;
  json description{{"title", scene.title},          {"source", scene.source},
                   {"planar", scene.planar},        {"up", scene.planar ? Vector3{0.0, 1.0, 0.0} : scene.up},
                   {"centre", extent.centre},       {"size", extent.size},
                   {"radius", extent.radius},       {"forceUnit", scene.forceUnit},
                   {"frames", scene.frames.size()}, {"bodies", shapes.bodies(scene)},
                   {"shapes", shapes.shapes()},     {"lines", describeLines(scene)},
                   {"events", json::array()}};
  std::vector<Event> events = scene.events;
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.time < b.time; });
  for (const Event& event : events)
    description["events"].push_back({{"time", event.time}, {"text", event.text}});
  return description;
}

}  // namespace nsds::io::view
