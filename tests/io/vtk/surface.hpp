// The polygons of one body in a file of VTK, and what they enclose.
#pragma once

#include <array>
#include <map>
#include <nsds/kernel.hpp>
#include <set>
#include <utility>
#include <vector>

#include "io/vtk/vtp.hpp"

namespace nsds::test {

struct Surface {
  /// field: the cell data by which its polygons are known.
  Surface(const Vtp& file, const std::string& field, std::uint64_t value) {
    const std::vector<double> numbers = file.numbers("Points", "points");
    const std::vector<double> ids = file.numbers("CellData", field);
    const std::vector<double> corners = file.numbers("Polys", "connectivity");
    const std::vector<double> ends = file.numbers("Polys", "offsets");
    const std::size_t before = file.count("Verts") + file.count("Lines");
    std::size_t k = 0;
    for (std::size_t cell = 0; cell < ends.size(); ++cell) {
      std::vector<std::size_t> polygon;
      for (; k < static_cast<std::size_t>(ends[cell]); ++k)
        polygon.push_back(static_cast<std::size_t>(corners[k]));
      if (ids.at(before + cell) == static_cast<double>(value)) polygons.push_back(polygon);
    }
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
      all.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }

  std::set<std::size_t> vertices() const {
    std::set<std::size_t> used;
    for (const auto& polygon : polygons) used.insert(polygon.begin(), polygon.end());
    return used;
  }

  /// Every edge belongs to two polygons, which run along it in opposite directions.
  bool closed() const {
    std::map<std::pair<std::size_t, std::size_t>, int> edges;
    for (const auto& polygon : polygons)
      for (std::size_t i = 0; i < polygon.size(); ++i)
        ++edges[{polygon[i], polygon[(i + 1) % polygon.size()]}];
    for (const auto& [edge, count] : edges) {
      const auto reverse = edges.find({edge.second, edge.first});
      if (count != 1 || reverse == edges.end()) return false;
    }
    return !edges.empty();
  }

  /// The divergence theorem gives it; it is positive where polygons are counterclockwise seen from outside.
  double volume() const {
    double six = 0.0;
    for (const auto& polygon : polygons)
      for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
        six += all[polygon[0]].dot(all[polygon[i]].cross(all[polygon[i + 1]]));
    return six / 6.0;
  }

  /// The area in the plane z = 0; positive where polygons are counterclockwise.
  double area() const {
    double two = 0.0;
    for (const auto& polygon : polygons)
      for (std::size_t i = 0; i < polygon.size(); ++i)
        two += all[polygon[i]].cross(all[polygon[(i + 1) % polygon.size()]])[2];
    return two / 2.0;
  }

  std::vector<Vector3> all;
  std::vector<std::vector<std::size_t>> polygons;
};

}  // namespace nsds::test
