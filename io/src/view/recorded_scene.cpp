#include "nsds/io/recorded_scene.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "nsds/kernel/contact/surfaces.hpp"
#include "trajectory/body_states.hpp"

namespace nsds::io {

namespace {

view::Vector3 arrayOf(const Vector3& x) {
  return {x[0], x[1], x[2]};
}

view::Mesh meshOf(const TriangleMesh& mesh) {
  view::Mesh seen;
  for (const Vector3& x : mesh.vertices) seen.vertices.push_back(arrayOf(x));
  for (const auto& t : mesh.triangles)
    seen.triangles.push_back({static_cast<std::uint32_t>(t[0]), static_cast<std::uint32_t>(t[1]),
                              static_cast<std::uint32_t>(t[2])});
  return seen;
}

/// The surface of a cone in so many flat pieces.
TriangleMesh surfaceOfCone(const CircularCone& cone) {
  constexpr std::int32_t pieces = 48;
  TriangleMesh mesh{{{0.0, 0.0, -cone.halfLength}, {0.0, 0.0, cone.halfLength}}, {}};
  for (std::int32_t k = 0; k < pieces; ++k) {
    const double turn = 2.0 * std::numbers::pi * k / pieces;
    mesh.vertices.emplace_back(cone.radius * std::cos(turn), cone.radius * std::sin(turn), -cone.halfLength);
    const std::int32_t next = (k + 1) % pieces;
    mesh.triangles.push_back({0, 2 + next, 2 + k});
    mesh.triangles.push_back({1, 2 + k, 2 + next});
  }
  return mesh;
}

struct ToView {
  view::Shape operator()(const ConvexHull& s) const { return meshOf(surfaceOf(s)); }
  view::Shape operator()(const Cylinder& s) const { return view::Cylinder{s.radius, s.halfLength}; }
  view::Shape operator()(const CircularCone& s) const { return meshOf(surfaceOfCone(s)); }
  view::Shape operator()(const TriangleMesh& s) const { return meshOf(s); }
  view::Shape operator()(const HeightMap& s) const { return meshOf(surfaceOf(s)); }
  view::Shape operator()(const Sphere& s) const { return view::Sphere{s.radius}; }
  view::Shape operator()(const Capsule& s) const { return view::Capsule{s.radius, s.halfLength}; }
  view::Shape operator()(const Box& s) const { return view::Box{arrayOf(s.half)}; }
  view::Shape operator()(const HalfSpace& s) const { return view::HalfSpace{arrayOf(s.normal), s.offset}; }
  view::Shape operator()(const Disk& s) const { return view::Disk{s.radius}; }
  view::Shape operator()(const Polygon& s) const {
    view::Polygon polygon{{}, s.radius};
    for (const auto& vertex : s.vertices) polygon.vertices.push_back({vertex[0], vertex[1]});
    return polygon;
  }
};

bool isPlanar(const RecordedShape& shape) {
  return std::holds_alternative<Disk>(shape.shape) || std::holds_alternative<Polygon>(shape.shape);
}

const char* nameOf(int kind) {
  constexpr std::array names{"sample",    "impact",       "opening",
                             "friction",  "user's event", "end of an accumulation",
                             "switching", "release"};
  return kind >= 0 && static_cast<std::size_t>(kind) < names.size() ? names[static_cast<std::size_t>(kind)]
                                                                    : "event";
}

/// Makes a scene of a file, step by step.
class Maker {
 public:
  explicit Maker(const TrajectoryFile& file) : file_(file), states_(file) {
    scene.planar =
        !file.shapes().empty() && std::any_of(file.shapes().begin(), file.shapes().end(), isPlanar);
  }

  void addBodies();
  void addLines();
  void addFrames(std::size_t most);
  void addEvents();
  void addSeries();

  view::Scene scene;

 private:
  std::uint32_t bodyOf(std::uint64_t system) const;
  void addTable(const std::string& name, const std::vector<std::string>& columns);

  const TrajectoryFile& file_;
  BodyStates states_;
  std::map<std::uint64_t, std::uint32_t> bodies_;  // by the ids of systems
  std::size_t stride_ = 1;
};

void Maker::addBodies() {
  std::map<std::uint64_t, std::vector<view::PlacedShape>> shapes;
  for (const RecordedShape& shape : file_.shapes()) {
    view::PlacedShape placed{std::visit(ToView(), shape.shape)};
    if (shape.system != 0) {
      placed.pose = {arrayOf(shape.pose.x), shape.pose.quaternion};
      shapes[shape.system].push_back(placed);
      continue;
    }
    view::Body body{.name = shape.name, .shapes = {placed}, .moving = false};
    body.pose = {arrayOf(shape.pose.x), shape.pose.quaternion};
    scene.bodies.push_back(std::move(body));
  }
  for (const RecordedSystem& system : file_.systems()) {
    if (!states_.isBody(system.id)) continue;
    bodies_[system.id] = static_cast<std::uint32_t>(scene.bodies.size());
    scene.bodies.push_back({.name = system.name, .shapes = shapes[system.id]});
  }
}

std::uint32_t Maker::bodyOf(std::uint64_t system) const {
  const auto found = bodies_.find(system);
  return found == bodies_.end() ? view::kSpace : found->second;
}

/// A line goes from the centre of the first body to the joint, and on to the centre of the second, or to the point in space.
void Maker::addLines() {
  for (const RecordedLink& link : file_.links()) {
    if (!link.anchors || link.systems.empty() || bodyOf(link.systems[0]) == view::kSpace) continue;
    const std::uint32_t first = bodyOf(link.systems[0]);
    const bool two = link.systems.size() > 1 && bodyOf(link.systems[1]) != view::kSpace;
    view::Line line{.name = link.name, .anchors = {{first, {}}, {first, (*link.anchors)[0], true}}};
    const std::uint32_t second = two ? bodyOf(link.systems[1]) : view::kSpace;
    line.anchors.push_back({second, (*link.anchors)[1], true});
    if (two) line.anchors.push_back({second, {}});
    if (link.lifetime.from > 0) line.from = file_.times()[link.lifetime.from];
    if (link.lifetime.until < file_.frames()) line.until = file_.times()[link.lifetime.until];
    scene.lines.push_back(std::move(line));
  }
}

void Maker::addFrames(std::size_t most) {
  const std::size_t frames = file_.frames();
  stride_ = std::max<std::size_t>(1, (frames + most - 1) / std::max<std::size_t>(most, 1));
  for (std::size_t k = 0; k < frames; k += stride_) {
    // An event has two states at its instant, of which the page shows the one after it.
    if (k + stride_ < frames && file_.times()[k + stride_] <= file_.times()[k]) continue;
    states_.read(k);
    view::Frame frame{.time = file_.times()[k]};
    for (const auto& [id, body] : bodies_)
      if (const auto state = states_.find(id))
        frame.poses.push_back({body, {arrayOf(state->pose.x), state->pose.quaternion}});
    for (const RecordedContact& contact : file_.contacts(k)) {
      frame.contacts.push_back({bodyOf(contact.first),
                                contact.second == 0 ? view::kSpace : bodyOf(contact.second), contact.point,
                                contact.normal, contact.force});
    }
    scene.frames.push_back(std::move(frame));
  }
}

void Maker::addEvents() {
  std::map<std::uint64_t, std::string> names;
  for (const RecordedLink& link : file_.links()) names[link.id] = link.name;
  for (const RecordedEvent& event : file_.events()) {
    const auto found = names.find(event.interaction);
    scene.events.push_back({event.time, found == names.end()
                                            ? nameOf(event.kind)
                                            : fmt::format("{}: {}", nameOf(event.kind), found->second)});
  }
}

void Maker::addTable(const std::string& name, const std::vector<std::string>& columns) {
  if (!columns.empty()) scene.series.push_back({name, file_.table(columns, stride_)});
}

/// What cannot be seen in the scene: coordinates of what is no body, what the user added, energy and contacts.
void Maker::addSeries() {
  constexpr std::size_t most = 40;  // columns of one table: more curves than these cannot be told apart
  // What solvers did has charts of its own, or none: in one of the rest it would lie on the axis.
  constexpr std::array ofSolvers{
      "active",  "worst_residual", "solves", "solver_iterations", "newton_iterations",
      "retries", "rejected_steps"};
  std::set<std::string, std::less<>> bodies;
  for (const view::Body& body : scene.bodies) bodies.insert(body.name);
  std::vector<std::string> states;
  std::vector<std::string> rest;
  for (const Column& column : file_.tableColumns()) {
    const std::string owner = column.name.substr(0, column.name.find_last_of('.'));
    const bool ofSystem = owner.size() < column.name.size();
    if (column.name == "t" || bodies.contains(owner)) continue;
    if (std::find(ofSolvers.begin(), ofSolvers.end(), column.name) != ofSolvers.end()) continue;
    if (std::vector<std::string>& table = ofSystem ? states : rest; table.size() < most)
      table.push_back(column.name);
  }
  addTable("states and links", states);
  addTable("run", rest);
  if (file_.columns("solver/active") != 0) addTable("active relations", {"active"});
  if (file_.columns("solver/worst_residual") != 0) addTable("worst residual of a solve", {"worst_residual"});
}

}  // namespace

view::Scene sceneOf(const TrajectoryFile& file, const SceneChoice& choice) {
  Maker maker(file);
  maker.scene.title = choice.title.empty() ? file.file().stem().string() : choice.title;
  const auto about = nlohmann::json::parse(file.about(), nullptr, false);
  if (about.is_object()) {
    maker.scene.source =
        fmt::format("{}, NSDS {}, {}", std::filesystem::path(about.value("program", "")).filename().string(),
                    about.value("nsds", ""), about.value("simulation", ""));
  }
  maker.addBodies();
  maker.addLines();
  maker.addFrames(choice.frames);
  maker.addEvents();
  maker.addSeries();
  return std::move(maker.scene);
}

}  // namespace nsds::io
