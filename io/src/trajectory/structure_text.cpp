#include "trajectory/structure_text.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace nsds::io {

namespace {

using Node = nlohmann::json;

std::array<double, 3> pointOf(const Node& json) {
  return {json.at(0), json.at(1), json.at(2)};
}

Vector3 vectorOf(const Node& json) {
  const std::array<double, 3> x = pointOf(json);
  return {x[0], x[1], x[2]};
}

RecordedKind kindOf(const std::string& word) {
  if (word == "rigid_body") return RecordedKind::rigidBody;
  if (word == "lagrangian") return RecordedKind::lagrangian;
  if (word == "first_order") return RecordedKind::firstOrder;
  throw std::runtime_error(fmt::format("unknown kind of system \"{}\"", word));
}

RecordedSystem systemOf(const Node& json, std::size_t frame) {
  return {json.at("id"),          json.at("name"), kindOf(json.at("kind")), json.at("q"),
          json.at("coordinates"), json.at("v"),    json.at("dimension"),    {frame, SIZE_MAX}};
}

RecordedLink linkOf(const Node& json, std::size_t frame) {
  RecordedLink link{json.at("id"),    json.at("name"), json.at("relation"), json.at("law"),
                    json.at("row"),   json.at("rows"), json.at("systems"),  {},
                    {frame, SIZE_MAX}};
  if (json.contains("anchors"))
    link.anchors = {pointOf(json.at("anchors").at(0)), pointOf(json.at("anchors").at(1))};
  return link;
}

std::vector<Vector3> pointsOf(const Node& json) {
  std::vector<Vector3> points;
  for (const Node& point : json) points.push_back(vectorOf(point));
  return points;
}

Shape formOf(const Node& json) {
  const std::string kind = json.at("kind");
  if (kind == "sphere") return Sphere{json.at("radius")};
  if (kind == "capsule") return Capsule{json.at("radius"), json.at("half_length")};
  if (kind == "box") return Box{vectorOf(json.at("half"))};
  if (kind == "half_space") return HalfSpace{vectorOf(json.at("normal")), json.at("offset")};
  if (kind == "disk") return Disk{json.at("radius")};
  if (kind == "cylinder") return Cylinder{json.at("radius"), json.at("half_length")};
  if (kind == "cone") return CircularCone{json.at("radius"), json.at("half_length")};
  if (kind == "convex_hull") return ConvexHull{pointsOf(json.at("points"))};
  if (kind == "triangle_mesh") return TriangleMesh{pointsOf(json.at("vertices")), json.at("triangles")};
  if (kind == "height_map")
    return HeightMap{json.at("columns"), json.at("rows"), json.at("dx"), json.at("dy"), json.at("heights")};
  if (kind != "polygon") throw std::runtime_error(fmt::format("unknown kind of shape \"{}\"", kind));
  Polygon polygon{{}, json.at("radius")};
  for (const Node& vertex : json.at("vertices"))
    polygon.vertices.emplace_back(vertex.at(0).get<double>(), vertex.at(1).get<double>());
  return polygon;
}

RecordedShape shapeOf(const Node& json) {
  RecordedShape shape{json.at("system"), json.at("name"), formOf(json), {}};
  if (!json.contains("pose")) return shape;
  const Node& pose = json.at("pose");
  shape.pose.x = vectorOf(pose);
  shape.pose.quaternion = {pose.at(3), pose.at(4), pose.at(5), pose.at(6)};
  return shape;
}

class Reader {
 public:
  explicit Reader(std::size_t frames) : frames_(frames) {}

  void read(const Node& line) {
    const std::size_t frame = line.at("frame");
    if (frame >= frames_) return;
    if (line.contains("system")) {
      structure.systems.push_back(systemOf(line.at("system"), frame));
      systems_[structure.systems.back().id] = structure.systems.size() - 1;
    }
    if (line.contains("link")) {
      structure.links.push_back(linkOf(line.at("link"), frame));
      links_[structure.links.back().id] = structure.links.size() - 1;
    }
    if (line.contains("shape")) structure.shapes.push_back(shapeOf(line.at("shape")));
    if (line.contains("removed")) end(line.at("removed"), frame);
  }

  RecordedStructure structure;

 private:
  void end(std::uint64_t id, std::size_t frame) {
    if (const auto found = systems_.find(id); found != systems_.end())
      structure.systems[found->second].lifetime.until = frame;
    if (const auto found = links_.find(id); found != links_.end())
      structure.links[found->second].lifetime.until = frame;
  }

  std::size_t frames_;
  std::unordered_map<std::uint64_t, std::size_t> systems_;  // where they stand, by id
  std::unordered_map<std::uint64_t, std::size_t> links_;
};

}  // namespace

RecordedStructure structureOf(std::string_view text, std::size_t frames) {
  Reader reader(frames);
  int number = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    ++number;
    try {
      reader.read(Node::parse(text.substr(0, end)));
    } catch (const nlohmann::json::exception&) {
      throw std::runtime_error(fmt::format("line {} of its structure cannot be read", number));
    }
    text.remove_prefix(end + 1);
  }
  return std::move(reader.structure);
}

}  // namespace nsds::io
