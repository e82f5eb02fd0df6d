#include "vtk/scene_box.hpp"

#include <algorithm>
#include <array>

#include "vtk/tessellation.hpp"

namespace nsds::io::vtk {

namespace {

/// More frames would make a box of the same size: bodies move from one of these to the next along smooth paths.
constexpr std::size_t kFramesLookedAt = 64;

struct Range {
  double least;
  double most;
};

/// The range of all coordinates but the hundredth part at either end.
Range rangeOf(std::vector<double>& coordinates) {
  const auto at = [&](std::size_t place) {
    std::nth_element(coordinates.begin(), coordinates.begin() + static_cast<std::ptrdiff_t>(place),
                     coordinates.end());
    return coordinates[place];
  };
  const std::size_t left = coordinates.size() / 100;
  return {at(left), at(coordinates.size() - 1 - left)};
}

}  // namespace

SceneBox sceneBoxOf(const TrajectoryFile& run, BodyStates& states) {
  double reach = 0.0;
  std::array<std::vector<double>, 3> coordinates;
  const auto add = [&](const Vector3& x, const Shape& shape) {
    reach = std::max(reach, reachOf(shape));
    for (std::size_t i = 0; i < 3; ++i) coordinates[i].push_back(x[static_cast<Eigen::Index>(i)]);
  };
  const std::size_t step = std::max<std::size_t>(run.frames() / kFramesLookedAt, 1);
  for (std::size_t frame = 0; frame < run.frames(); frame += step) {
    states.read(frame);
    for (const RecordedShape& shape : run.shapes())
      if (const auto state = states.find(shape.system)) add(placedIn(state->pose, shape.pose).x, shape.shape);
  }
  if (coordinates[0].empty()) return {};

  Vector3 least, most;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const Range range = rangeOf(coordinates[static_cast<std::size_t>(i)]);
    least[i] = range.least - reach;
    most[i] = range.most + reach;
  }
  return {0.5 * (least + most), (most - least).norm()};
}

}  // namespace nsds::io::vtk
