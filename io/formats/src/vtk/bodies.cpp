#include <algorithm>
#include <unordered_set>
#include <utility>

#include "vtk/parts.hpp"
#include "vtk/tessellation.hpp"

namespace nsds::io::vtk {

namespace {

bool moves(const RecordedShape& shape) {
  return shape.system != 0;
}

bool isFlat(const RecordedShape& shape) {
  return std::holds_alternative<Disk>(shape.shape) || std::holds_alternative<Polygon>(shape.shape);
}

/// What cells know of the body that they belong to.
struct BodyFields {
  std::vector<std::int64_t> ids = {};
  std::vector<float> velocities = {};

  void add(std::uint64_t id, const BodyState& state, std::size_t cells) {
    ids.insert(ids.end(), cells, static_cast<std::int64_t>(id));
    for (std::size_t k = 0; k < cells; ++k) append(velocities, state.velocity);
  }
};

}  // namespace

bool hasBodies(const TrajectoryFile& run) {
  return std::any_of(run.shapes().begin(), run.shapes().end(), moves) ||
         std::any_of(run.systems().begin(), run.systems().end(),
                     [](const RecordedSystem& system) { return system.kind == RecordedKind::rigidBody; });
}

bool hasFixed(const TrajectoryFile& run) {
  return !std::all_of(run.shapes().begin(), run.shapes().end(), moves);
}

PolyData bodiesOf(const TrajectoryFile& run, const BodyStates& states, int segments) {
  PolyData data;
  BodyFields fields;
  // Bodies without a shape are points, which come first: cell data stand in the order points, lines, polygons.
  std::unordered_set<std::uint64_t> shaped;
  for (const RecordedShape& shape : run.shapes()) shaped.insert(shape.system);
  for (const RecordedSystem& system : run.systems()) {
    if (shaped.contains(system.id)) continue;
    const auto state = states.find(system.id);
    if (!state) continue;
    data.vertices.add(data.add(state->pose.x));
    data.vertices.endCell();
    fields.add(system.id, *state, 1);
  }
  for (const RecordedShape& shape : run.shapes())
    if (const auto state = states.find(shape.system))
      fields.add(shape.system, *state,
                 addShape(shape.shape, placedIn(state->pose, shape.pose), segments, data));

  data.cellFields.push_back({"id", 1, std::move(fields.ids)});
  if (states.haveVelocities()) data.cellFields.push_back({"velocity", 3, std::move(fields.velocities)});
  return data;
}

PolyData fixedOf(const TrajectoryFile& run, const SceneBox& box, int segments) {
  // A half plane is drawn in the plane, not across it.
  const bool planar = std::any_of(run.shapes().begin(), run.shapes().end(), isFlat);
  const double half = 0.6 * box.diagonal;  // a margin of a fifth around a box that is turned in any way
  PolyData data;
  std::vector<std::int64_t> numbers;
  std::int64_t number = 0;
  for (const RecordedShape& shape : run.shapes()) {
    if (moves(shape)) continue;
    if (const auto* space = std::get_if<HalfSpace>(&shape.shape)) {
      addHalfSpace(*space, shape.pose, box.centre, half, planar, data);
    } else {
      addShape(shape.shape, shape.pose, segments, data);
    }
    numbers.resize(data.polygons.ends.size(), ++number);
  }
  data.cellFields.push_back({"number", 1, std::move(numbers)});
  return data;
}

}  // namespace nsds::io::vtk
