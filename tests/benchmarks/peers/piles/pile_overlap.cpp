#include "benchmarks/peers/piles/pile_overlap.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace nsds::bench {
namespace {

using Eigen::Vector3d;
constexpr double r = pile::radius;

// A convex body: normals of its faces and directions of its edges, of two that are opposite one.
struct Polytope {
  std::vector<Vector3d> vertices, normals, edges;
};

bool is_among(const std::vector<Vector3d>& directions, const Vector3d& one) {
  return std::any_of(directions.begin(), directions.end(),
                     [&](const Vector3d& other) { return std::fabs(other.dot(one)) > 1.0 - 1e-12; });
}

void add_direction(std::vector<Vector3d>& directions, const Vector3d& along) {
  const Vector3d one = along.normalized();
  if (!is_among(directions, one)) directions.push_back(one);
}

Polytope make_cube() {
  Polytope cube;
  for (const double x : {-r, r})
    for (const double y : {-r, r})
      for (const double z : {-r, r}) cube.vertices.emplace_back(x, y, z);
  for (int k = 0; k < 3; ++k) cube.normals.push_back(Vector3d::Unit(k));
  cube.edges = cube.normals;
  return cube;
}

// Three points are a face if all others are on one side of them. No four points that are drawn lie in a plane.
Polytope make_hull(int i) {
  Polytope hull;
  for (const auto& point : pile::hull(i)) hull.vertices.emplace_back(point[0], point[1], point[2]);
  const auto& p = hull.vertices;
  for (std::size_t a = 0; a < p.size(); ++a) {
    for (std::size_t b = a + 1; b < p.size(); ++b) {
      for (std::size_t c = b + 1; c < p.size(); ++c) {
        const Vector3d normal = (p[b] - p[a]).cross(p[c] - p[a]).normalized();
        const auto above = std::count_if(p.begin(), p.end(),
                                         [&](const Vector3d& x) { return normal.dot(x - p[a]) > 1e-12; });
        if (above != 0 && above != pile::hull_points - 3) continue;
        add_direction(hull.normals, normal);
        for (const Vector3d& edge : {Vector3d(p[b] - p[a]), Vector3d(p[c] - p[b]), Vector3d(p[a] - p[c])})
          add_direction(hull.edges, edge);
      }
    }
  }
  return hull;
}

struct Placed {
  Vector3d x;
  Polytope body;  // in the inertial frame; empty for spheres
};

Placed place(const Polytope& body, const double* pose) {
  const Vector3d x(pose[0], pose[1], pose[2]);
  const Eigen::Matrix3d turn =
      Eigen::Quaterniond(pose[3], pose[4], pose[5], pose[6]).normalized().toRotationMatrix();
  Placed placed{x, body};
  for (Vector3d& vertex : placed.body.vertices) vertex = x + turn * vertex;
  for (Vector3d& normal : placed.body.normals) normal = turn * normal;
  for (Vector3d& edge : placed.body.edges) edge = turn * edge;
  return placed;
}

struct Interval {
  double least = std::numeric_limits<double>::infinity(), most = -least;
};

Interval extent(const Polytope& body, const Vector3d& along) {
  Interval interval;
  for (const Vector3d& vertex : body.vertices) {
    interval.least = std::min(interval.least, along.dot(vertex));
    interval.most = std::max(interval.most, along.dot(vertex));
  }
  return interval;
}

double between(const Polytope& a, const Polytope& b) {
  double least = std::numeric_limits<double>::infinity();
  const auto overlap_along = [&](const Vector3d& axis) {
    const Interval of_a = extent(a, axis), of_b = extent(b, axis);
    least = std::min({least, of_a.most - of_b.least, of_b.most - of_a.least});
  };
  for (const Vector3d& normal : a.normals) overlap_along(normal);
  for (const Vector3d& normal : b.normals) overlap_along(normal);
  for (const Vector3d& first : a.edges) {
    for (const Vector3d& second : b.edges) {
      const Vector3d normal = first.cross(second);
      const double sine = normal.norm();
      // Edges next to parallel separate nothing that faces do not.
      if (sine > 1e-6) overlap_along(normal / sine);
    }
    if (least <= 0.0) return 0.0;
  }
  return least;
}

double below_plane(pile::Kind kind, const Placed& placed) {
  if (kind == pile::Kind::spheres) return r - placed.x.z();
  return -extent(placed.body, Vector3d::UnitZ()).least;
}

std::vector<Placed> place_all(pile::Kind kind, int n, const double* poses) {
  const Polytope cube = make_cube();
  std::vector<Placed> bodies;
  for (int i = 0; i < n; ++i) {
    const Polytope body = kind == pile::Kind::spheres ? Polytope{}
                          : kind == pile::Kind::cubes ? cube
                                                      : make_hull(i);
    bodies.push_back(place(body, poses + 7 * i));
  }
  return bodies;
}

}  // namespace

double deepest_penetration(pile::Kind kind, int n, const double* poses) {
  std::vector<Placed> bodies = place_all(kind, n, poses);
  std::sort(bodies.begin(), bodies.end(), [](const Placed& a, const Placed& b) { return a.x.x() < b.x.x(); });
  // Bodies further apart than this do not touch.
  const double reach = 2.0 * r * (kind == pile::Kind::cubes ? std::sqrt(3.0) : 1.0);
  double deepest = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    deepest = std::max(deepest, below_plane(kind, bodies[i]));
    for (std::size_t j = i + 1; j < bodies.size() && bodies[j].x.x() - bodies[i].x.x() < reach; ++j) {
      const double distance = (bodies[j].x - bodies[i].x).norm();
      if (distance >= reach) continue;
      deepest = std::max(deepest, kind == pile::Kind::spheres ? 2.0 * r - distance
                                                              : between(bodies[i].body, bodies[j].body));
    }
  }
  return deepest;
}

}  // namespace nsds::bench
