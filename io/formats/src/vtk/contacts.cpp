#include <utility>

#include "vtk/parts.hpp"

namespace nsds::io::vtk {

bool hasContacts(const TrajectoryFile& run) {
  if (run.frames() == 0 || run.columns("contacts/begin") == 0) return false;
  const std::size_t last = run.frames() - 1;
  return run.rows("contacts/begin", last, 1).at(0) > 0.0 || !run.contacts(last).empty();
}

PolyData contactsOf(const TrajectoryFile& run, std::size_t frame) {
  PolyData data;
  std::vector<float> normals, forces, gaps;
  std::vector<std::int64_t> ids, first, second;
  for (const RecordedContact& contact : run.contacts(frame)) {
    append(data.points, contact.point);
    data.vertices.add(static_cast<std::int32_t>(ids.size()));
    data.vertices.endCell();
    append(normals, contact.normal);
    append(forces, contact.force);
    gaps.push_back(static_cast<float>(contact.gap));
    ids.push_back(static_cast<std::int64_t>(contact.id));
    first.push_back(static_cast<std::int64_t>(contact.first));
    second.push_back(static_cast<std::int64_t>(contact.second));
  }
  data.pointFields.push_back({"force", 3, std::move(forces)});
  data.pointFields.push_back({"normal", 3, std::move(normals)});
  data.pointFields.push_back({"gap", 1, std::move(gaps)});
  data.pointFields.push_back({"id", 1, std::move(ids)});
  data.pointFields.push_back({"first", 1, std::move(first)});
  data.pointFields.push_back({"second", 1, std::move(second)});
  return data;
}

}  // namespace nsds::io::vtk
