#include "contact/convex/surface_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace nsds::contact {

namespace {

/// Normals may leave what a convex edge admits by this sine; corners touch up to the same part of the longest edge.
constexpr double tilt = 1e-6;

}  // namespace

SurfaceMesh::SurfaceMesh(TriangleMesh mesh) : mesh_(std::move(mesh)), tree_(mesh_.vertices, mesh_.triangles) {
  for (std::int32_t t = 0; t < static_cast<std::int32_t>(mesh_.triangles.size()); ++t) {
    const auto [a, b, c] = corners(t);
    normals_.emplace_back((b - a).cross(c - a).normalized());
  }
  connect();
}

void SurfaceMesh::connect() {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t>
      beyond;  // of each edge as its triangle goes along it
  std::vector<std::pair<std::int32_t, std::int32_t>> links;
  for (const auto& triangle : mesh_.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t from = triangle.at(k);
      const std::int32_t to = triangle.at((k + 1) % 3);
      beyond[{from, to}] = triangle.at((k + 2) % 3);
      links.emplace_back(from, to);
      links.emplace_back(to, from);
    }
  }
  for (const auto& triangle : mesh_.triangles) {
    std::array<std::int32_t, 3> across{-1, -1, -1};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto other = beyond.find({triangle.at((k + 1) % 3), triangle.at(k)});
      if (other != beyond.end()) across.at(k) = other->second;
    }
    across_.push_back(across);
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  ringEnds_.assign(mesh_.vertices.size(), 0);
  for (const auto& link : links) {
    rings_.push_back(link.second);
    ringEnds_[static_cast<std::size_t>(link.first)] = rings_.size();
  }
  for (std::size_t i = 1; i < ringEnds_.size(); ++i) ringEnds_[i] = std::max(ringEnds_[i], ringEnds_[i - 1]);
}

std::array<Vector3, 3> SurfaceMesh::corners(std::int32_t triangle) const {
  const auto& names = mesh_.triangles[static_cast<std::size_t>(triangle)];
  const auto at = [&](std::size_t k) { return mesh_.vertices[static_cast<std::size_t>(names.at(k))]; };
  return {at(0), at(1), at(2)};
}

bool SurfaceMesh::admits(std::int32_t triangle, const Vector3& n) const {
  const auto& names = mesh_.triangles[static_cast<std::size_t>(triangle)];
  const auto x = corners(triangle);
  if (n.dot(normal(triangle)) < -tilt) return false;
  double most = -std::numeric_limits<double>::infinity();
  double length = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    most = std::max(most, n.dot(x.at(k)));
    length = std::max(length, (x.at((k + 1) % 3) - x.at(k)).norm());
  }
  std::array<bool, 3> touches{};
  for (std::size_t k = 0; k < 3; ++k) touches.at(k) = n.dot(x.at(k)) >= most - tilt * length;
  // What is around the edge or the corner is not farther out along n.
  const auto below = [&](std::int32_t other, const Vector3& from) {
    const Vector3 away = mesh_.vertices[static_cast<std::size_t>(other)] - from;
    return n.dot(away) <= tilt * away.norm();
  };
  const auto count = std::count(touches.begin(), touches.end(), true);
  if (count == 3) return true;
  for (std::size_t k = 0; k < 3; ++k) {
    if (count == 2) {
      const std::int32_t beyond = across_[static_cast<std::size_t>(triangle)].at(k);
      if (touches.at(k) && touches.at((k + 1) % 3) && beyond >= 0) return below(beyond, x.at(k));
      continue;
    }
    if (!touches.at(k)) continue;
    const auto corner = static_cast<std::size_t>(names.at(k));
    for (std::size_t r = corner == 0 ? 0 : ringEnds_[corner - 1]; r < ringEnds_[corner]; ++r)
      if (!below(rings_[r], x.at(k))) return false;
  }
  return true;
}

}  // namespace nsds::contact
