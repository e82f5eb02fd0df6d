#include "nsds/io/recorded_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

namespace nsds::io {

namespace {

view::Vector3 arrayOf(const Vector3& x) {
  return {x[0], x[1], x[2]};
}

struct ToView {
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
  constexpr std::array names{"sample",   "impact",       "opening",
                             "friction", "user's event", "end of an accumulation"};
  return kind >= 0 && static_cast<std::size_t>(kind) < names.size() ? names[static_cast<std::size_t>(kind)]
                                                                    : "event";
}

/// Makes a scene of a file, step by step.
class Maker {
 public:
  explicit Maker(const TrajectoryFile& file) : file_(file) {
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
  struct MovingBody {
    const RecordedSystem* system;
    std::uint32_t body;
  };
  view::Pose poseAt(const RecordedSystem& system, const double* q) const;
  std::uint32_t bodyOf(std::uint64_t system) const;
  void addTable(const std::string& name, const std::vector<std::string>& columns);

  const TrajectoryFile& file_;
  std::vector<MovingBody> moving_;
  std::map<std::uint64_t, std::uint32_t> bodies_;  // by the ids of systems
  std::size_t stride_ = 1;
};

void Maker::addBodies() {
  std::map<std::uint64_t, std::vector<view::PlacedShape>> shapes;
  for (const RecordedShape& shape : file_.shapes()) {
    const view::PlacedShape placed{std::visit(ToView(), shape.shape)};
    if (shape.system != 0) {
      shapes[shape.system].push_back(placed);
      continue;
    }
    view::Body body{.name = shape.name, .shapes = {placed}, .moving = false};
    body.pose = {arrayOf(shape.pose.x), shape.pose.quaternion};
    scene.bodies.push_back(std::move(body));
  }
  for (const RecordedSystem& system : file_.systems()) {
    const auto found = shapes.find(system.id);
    const bool isBody =
        system.kind == RecordedKind::rigidBody || (found != shapes.end() && system.coordinates == 3);
    if (!isBody) continue;
    const auto number = static_cast<std::uint32_t>(scene.bodies.size());
    scene.bodies.push_back(
        {.name = system.name,
         .shapes = found == shapes.end() ? std::vector<view::PlacedShape>() : found->second});
    moving_.push_back({&system, number});
    bodies_[system.id] = number;
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
    scene.lines.push_back(std::move(line));
  }
}

view::Pose Maker::poseAt(const RecordedSystem& system, const double* q) const {
  if (system.kind == RecordedKind::rigidBody) return {{q[0], q[1], q[2]}, {q[3], q[4], q[5], q[6]}};
  return view::planarPose(q[0], q[1], q[2]);
}

void Maker::addFrames(std::size_t most) {
  const std::size_t frames = file_.frames();
  stride_ = std::max<std::size_t>(1, (frames + most - 1) / std::max<std::size_t>(most, 1));
  const std::size_t columns = file_.columns("states/q");
  for (std::size_t k = 0; k < frames; k += stride_) {
    view::Frame frame{.time = file_.times()[k]};
    const std::vector<double> q = columns == 0 ? std::vector<double>() : file_.rows("states/q", k, 1);
    for (const MovingBody& body : moving_) {
      const double* const own = q.data() + body.system->q;
      if (!std::isnan(own[0])) frame.poses.push_back({body.body, poseAt(*body.system, own)});
    }
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
  std::vector<std::string> states;
  std::vector<std::string> rest;
  for (const Column& column : file_.tableColumns()) {
    const std::string owner = column.name.substr(0, column.name.find_last_of('.'));
    const auto isBody = [&](const view::Body& body) { return body.name == owner; };
    const bool ofSystem = owner.size() < column.name.size();
    if (column.name == "t" || std::any_of(scene.bodies.begin(), scene.bodies.end(), isBody)) continue;
    if (ofSystem && states.size() < most) states.push_back(column.name);
    constexpr std::array counts{"solves", "solver_iterations", "newton_iterations", "retries",
                                "rejected_steps"};
    const bool isCount = std::find(counts.begin(), counts.end(), column.name) != counts.end();
    if (!ofSystem && !isCount && rest.size() < most) rest.push_back(column.name);
  }
  addTable("states and links", states);
  addTable("run", rest);
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
