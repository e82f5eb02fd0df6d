#include "benchmarks/peers/piles/pile_overlap.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "benchmarks/workloads/pile_scene.hpp"

namespace nsds::bench {
namespace {

constexpr double r = pile::radius;

struct Placed {
  Eigen::Vector3d x;
  Eigen::Matrix3d axes;  // columns: normals of the faces
};

Placed place(const double* pose) {
  return {{pose[0], pose[1], pose[2]},
          Eigen::Quaterniond(pose[3], pose[4], pose[5], pose[6]).normalized().toRotationMatrix()};
}

/// Half the extent of a cube along a unit vector.
double half_extent(const Placed& cube, const Eigen::Vector3d& along) {
  return r * (cube.axes.transpose() * along).lpNorm<1>();
}

double between_cubes(const Placed& a, const Placed& b) {
  double least = std::numeric_limits<double>::infinity();
  const auto overlap_along = [&](const Eigen::Vector3d& axis) {
    least = std::min(least, half_extent(a, axis) + half_extent(b, axis) - std::fabs(axis.dot(b.x - a.x)));
  };
  for (int i = 0; i < 3; ++i) {
    overlap_along(a.axes.col(i));
    overlap_along(b.axes.col(i));
    for (int j = 0; j < 3; ++j) {
      const Eigen::Vector3d normal = a.axes.col(i).cross(b.axes.col(j));
      const double sine = normal.norm();
      // Edges next to parallel separate nothing that faces do not.
      if (sine > 1e-6) overlap_along(normal / sine);
    }
  }
  return least;
}

double below_plane(bool cubes, const Placed& body) {
  return (cubes ? half_extent(body, Eigen::Vector3d::UnitZ()) : r) - body.x.z();
}

}  // namespace

double deepest_penetration(bool cubes, int n, const double* poses) {
  std::vector<Placed> bodies;
  for (int i = 0; i < n; ++i) bodies.push_back(place(poses + 7 * i));
  std::sort(bodies.begin(), bodies.end(), [](const Placed& a, const Placed& b) { return a.x.x() < b.x.x(); });
  // Bodies further apart than this do not touch.
  const double reach = 2.0 * r * (cubes ? std::sqrt(3.0) : 1.0);
  double deepest = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    deepest = std::max(deepest, below_plane(cubes, bodies[i]));
    for (std::size_t j = i + 1; j < bodies.size() && bodies[j].x.x() - bodies[i].x.x() < reach; ++j) {
      const double distance = (bodies[j].x - bodies[i].x).norm();
      if (distance >= reach) continue;
      deepest = std::max(deepest, cubes ? between_cubes(bodies[i], bodies[j]) : 2.0 * r - distance);
    }
  }
  return deepest;
}

}  // namespace nsds::bench
