// Points and what connects them, with data, in the XML format of VTK.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include "nsds/common/eigen.hpp"

namespace nsds::io::vtk {

/// Numbers of points, those of cell k end at ends[k].
struct Cells {
  std::vector<std::int32_t> points = {};
  std::vector<std::int32_t> ends = {};

  void add(std::int32_t point) { points.push_back(point); }
  void endCell() { ends.push_back(static_cast<std::int32_t>(points.size())); }
};

struct Field {
  std::string name;
  std::size_t components;  ///< values a point or a cell
  std::variant<std::vector<float>, std::vector<std::int64_t>> values;
};

struct PolyData {
  std::vector<float> points = {};  ///< (points x 3) [m]
  Cells vertices = {};             ///< cell data follow this order of cells
  Cells lines = {};
  Cells polygons = {};
  std::vector<Field> pointFields = {};
  std::vector<Field> cellFields = {};

  /// Returns its number.
  std::int32_t add(const Eigen::Vector3d& point);
};

/// Appends the parts of a vector or a number to those of a field.
void append(std::vector<float>& values, const Eigen::Vector3d& vector);
void append(std::vector<float>& values, const std::array<double, 3>& vector);

/// Writes a .vtp file.
void write(const PolyData& data, std::ostream& out);

}  // namespace nsds::io::vtk
