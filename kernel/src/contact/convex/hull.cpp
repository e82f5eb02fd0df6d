#include "contact/convex/hull.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace nsds::contact {

namespace {

constexpr double flatness = 1e-10;  // of the size: points that near to a face are on it
constexpr double joined = 1e-9;  // of the size: triangles whose corners are that near to a plane are one face

struct HullTriangle {
  std::array<std::int32_t, 3> corners;
  Vector3 normal;
  double offset;
  double area;
};

/// Grows a tetrahedron by one point after the other: triangles that a point sees go, and those to the rim of the hole come.
class HullBuilder {
 public:
  explicit HullBuilder(std::span<const Vector3> points) : points_(points) {}

  std::vector<HullFace> build() {
    if (points_.size() < 4 || !begin()) return {};
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(points_.size()); ++i) grow(i);
    return join();
  }

 private:
  const Vector3& at(std::int32_t i) const { return points_[static_cast<std::size_t>(i)]; }

  void add(std::int32_t a, std::int32_t b, std::int32_t c) {
    const Vector3 across = (at(b) - at(a)).cross(at(c) - at(a));
    const double twice = across.norm();
    const Vector3 normal = twice > 0.0 ? Vector3(across / twice) : Vector3::Zero();
    triangles_.push_back({{a, b, c}, normal, normal.dot(at(a)), 0.5 * twice});
  }

  template <class Measure>
  std::int32_t farthest(const Measure& measure) const {
    std::int32_t best = 0;
    for (std::int32_t i = 1; i < static_cast<std::int32_t>(points_.size()); ++i)
      if (measure(at(i)) > measure(at(best))) best = i;
    return best;
  }

  /// The first tetrahedron has points far from each other, from their line and from their plane.
  bool begin() {
    const std::int32_t a = 0;
    const std::int32_t b = farthest([&](const Vector3& x) { return (x - at(a)).norm(); });
    size_ = (at(b) - at(a)).norm();
    if (!(size_ > 0.0)) return false;
    const Vector3 along = (at(b) - at(a)) / size_;
    const std::int32_t c = farthest([&](const Vector3& x) { return along.cross(x - at(a)).norm(); });
    const Vector3 normal = along.cross(at(c) - at(a)).normalized();
    const auto height = [&](const Vector3& x) { return normal.dot(x - at(a)); };
    const std::int32_t d = farthest([&](const Vector3& x) { return std::abs(height(x)); });
    if (!(std::abs(height(at(d))) > joined * size_)) return false;
    const bool above = height(at(d)) > 0.0;
    const std::int32_t p = above ? c : b;
    const std::int32_t q = above ? b : c;
    add(a, p, q);
    add(a, d, p);
    add(p, d, q);
    add(q, d, a);
    return true;
  }

  void grow(std::int32_t point) {
    kept_.clear();
    rim_.clear();
    for (const HullTriangle& triangle : triangles_) {
      if (triangle.normal.dot(at(point)) - triangle.offset <= flatness * size_) {
        kept_.push_back(triangle);
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const auto from = triangle.corners.at(k);
        const auto to = triangle.corners.at((k + 1) % 3);
        const auto twin = std::find(rim_.begin(), rim_.end(), std::pair(to, from));
        if (twin == rim_.end())
          rim_.emplace_back(from, to);
        else
          rim_.erase(twin);
      }
    }
    if (rim_.empty()) return;
    triangles_.swap(kept_);
    for (const auto& [from, to] : rim_) add(from, to, point);
  }

  /// Joins triangles that are in one plane, the largest first.
  std::vector<HullFace> join() {
    std::sort(triangles_.begin(), triangles_.end(),
              [](const HullTriangle& a, const HullTriangle& b) { return a.area > b.area; });
    std::vector<bool> used(triangles_.size(), false);
    std::vector<HullFace> faces;
    for (std::size_t seed = 0; seed < triangles_.size(); ++seed) {
      if (used[seed]) continue;
      const HullTriangle& plane = triangles_[seed];
      std::set<std::pair<std::int32_t, std::int32_t>> rim;  // edges of what is joined, whose twins are not
      for (std::size_t t = seed; t < triangles_.size(); ++t) {
        const auto& corners = triangles_[t].corners;
        const bool inPlane = std::all_of(corners.begin(), corners.end(), [&](std::int32_t i) {
          return std::abs(plane.normal.dot(at(i)) - plane.offset) <= joined * size_;
        });
        if (used[t] || !inPlane) continue;
        used[t] = true;
        for (std::size_t k = 0; k < 3; ++k) {
          const auto from = corners.at(k);
          const auto to = corners.at((k + 1) % 3);
          if (rim.erase({to, from}) == 0) rim.emplace(from, to);
        }
      }
      HullFace face{plane.normal, {}};
      const std::map<std::int32_t, std::int32_t> next(rim.begin(), rim.end());
      if (next.empty()) continue;
      const std::int32_t first = next.begin()->first;
      for (std::int32_t i = first; face.corners.size() <= next.size();) {
        face.corners.push_back(i);
        const auto after = next.find(i);
        if (after == next.end() || after->second == first) break;
        i = after->second;
      }
      if (face.corners.size() > 2) faces.push_back(std::move(face));
    }
    return faces;
  }

  std::span<const Vector3> points_;
  double size_ = 0.0;
  std::vector<HullTriangle> triangles_;
  std::vector<HullTriangle> kept_;
  std::vector<std::pair<std::int32_t, std::int32_t>> rim_;
};

}  // namespace

std::vector<HullFace> facesOfHull(std::span<const Vector3> points) {
  return HullBuilder(points).build();
}

}  // namespace nsds::contact
