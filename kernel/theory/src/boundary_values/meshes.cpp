#include "boundary_values/meshes.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"

namespace nsds {

std::vector<double> uniformMesh(double from, double to, Index intervals) {
  std::vector<double> mesh;
  mesh.reserve(static_cast<std::size_t>(intervals) + 1);
  const double h = (to - from) / static_cast<double>(intervals);
  for (Index k = 0; k < intervals; ++k) mesh.push_back(from + static_cast<double>(k) * h);
  mesh.push_back(to);
  return mesh;
}

std::vector<double> coarseMesh(const std::vector<double>& mesh, Index stride) {
  std::vector<double> coarse;
  const auto step = static_cast<std::size_t>(stride);
  for (std::size_t k = 0; k + 1 < mesh.size(); k += step) coarse.push_back(mesh[k]);
  coarse.push_back(mesh.back());
  return coarse;
}

std::vector<double> refinedMesh(const std::vector<double>& mesh, const Vector& defects, double tolerance) {
  std::vector<double> fine;
  for (std::size_t k = 0; k + 1 < mesh.size(); ++k) {
    const double excess = defects[static_cast<Index>(k)] / tolerance;
    // Parts of at least a few roundings of time, so that instants differ and slopes are numbers
    const double shortest = 64.0 * epsilon * std::max(std::abs(mesh[k]), std::abs(mesh[k + 1]));
    const double most = std::floor((mesh[k + 1] - mesh[k]) / shortest);
    const double wanted = std::clamp(std::ceil(std::sqrt(excess)), 2.0, 8.0);
    const int parts = excess <= 1.0 || most < 2.0 ? 1 : static_cast<int>(std::min(wanted, most));
    for (int part = 0; part < parts; ++part) fine.push_back(mesh[k] + (mesh[k + 1] - mesh[k]) * part / parts);
  }
  fine.push_back(mesh.back());
  return fine;
}

}  // namespace nsds
