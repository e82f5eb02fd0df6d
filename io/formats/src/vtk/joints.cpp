#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "vtk/parts.hpp"

namespace nsds::io::vtk {

namespace {

Vector3 vectorOf(const std::array<double, 3>& x) {
  return {x[0], x[1], x[2]};
}

Vector3 inSpace(const Pose& pose, const std::array<double, 3>& local) {
  const Eigen::Quaterniond turned(pose.quaternion[0], pose.quaternion[1], pose.quaternion[2],
                                  pose.quaternion[3]);
  return pose.x + turned * vectorOf(local);
}

/// From centre to centre over both anchors, or to the anchor in space. Empty where a body is not there.
std::vector<Vector3> pathOf(const RecordedLink& joint, const BodyStates& states) {
  if (joint.systems.empty() || joint.systems.size() > 2) return {};
  const auto& [anchor1, anchor2] = *joint.anchors;
  const auto body1 = states.find(joint.systems[0]);
  if (!body1) return {};
  std::vector<Vector3> path{body1->pose.x, inSpace(body1->pose, anchor1)};
  if (joint.systems.size() == 1) {
    path.push_back(vectorOf(anchor2));
    return path;
  }
  const auto body2 = states.find(joint.systems[1]);
  if (!body2) return {};
  path.push_back(inSpace(body2->pose, anchor2));
  path.push_back(body2->pose.x);
  return path;
}

/// The number of rows of the joint that has most.
std::size_t mostRowsOf(const TrajectoryFile& run) {
  std::size_t most = 0;
  for (const RecordedLink& link : run.links())
    if (link.anchors) most = std::max(most, link.rows);
  return most;
}

}  // namespace

bool hasJoints(const TrajectoryFile& run) {
  return std::any_of(run.links().begin(), run.links().end(),
                     [](const RecordedLink& link) { return link.anchors.has_value(); });
}

PolyData jointsOf(const TrajectoryFile& run, const BodyStates& states) {
  PolyData data;
  std::vector<std::int64_t> ids;
  std::vector<float> multipliers;
  const std::size_t columns = run.columns("links/lambda"), mostRows = mostRowsOf(run);
  const std::vector<double> lambda =
      columns == 0 ? std::vector<double>{} : run.rows("links/lambda", states.frame(), 1);
  for (const RecordedLink& joint : run.links()) {
    if (!joint.anchors || !joint.lifetime.contains(states.frame())) continue;
    const std::vector<Vector3> path = pathOf(joint, states);
    if (path.empty()) continue;
    for (const Vector3& point : path) data.lines.add(data.add(point));
    data.lines.endCell();
    ids.push_back(static_cast<std::int64_t>(joint.id));
    for (std::size_t row = 0; row < mostRows; ++row) {
      const bool known = row < joint.rows && joint.row + row < columns;
      multipliers.push_back(known ? static_cast<float>(lambda[joint.row + row]) : 0.0F);
    }
  }
  data.cellFields.push_back({"id", 1, std::move(ids)});
  if (columns != 0) data.cellFields.push_back({"multiplier", mostRows, std::move(multipliers)});
  return data;
}

}  // namespace nsds::io::vtk
