// The scene of the workloads spheres, cubes and hulls, for all who simulate it: columns of five bodies of mass 1 on
// the plane z = 0, each layer a little beside the one below. C++17: a peer's headers do not compile as C++20.
#pragma once

#include <array>
#include <cmath>
#include <random>

namespace nsds::bench::pile {

enum class Kind { spheres, cubes, hulls };

inline constexpr int layers = 5;
inline constexpr double friction = 0.5;
inline constexpr double gravity = 9.81;  // [m/s^2]
inline constexpr double radius = 0.5;    // of a sphere, half the edge of a cube, of the ball about a hull [m]
inline constexpr double spacing = 1.05;  // of the columns [m]
inline constexpr double mass = 1.0;      // [kg]

/// About any axis through the centre [kg m^2]; of hulls as of spheres, wherever their centre of mass would be.
inline double inertia(Kind kind) {
  return kind == Kind::cubes ? 1.0 / 6.0 : 0.1;
}

inline constexpr int hull_points = 12;

/// The points of hull i: at 0.7 to 1 of the radius, in directions that are drawn evenly [m].
inline std::array<std::array<double, 3>, hull_points> hull(int i) {
  std::mt19937 random(static_cast<std::mt19937::result_type>(i + 1));
  const auto drawn = [&] { return static_cast<double>(random()) / 4294967296.0; };
  std::array<std::array<double, 3>, hull_points> points{};
  for (auto& point : points) {
    const double z = 2.0 * drawn() - 1.0, angle = 2.0 * 3.14159265358979323846 * drawn();
    const double away = radius * (0.7 + 0.3 * drawn()), across = std::sqrt(1.0 - z * z);
    point = {away * across * std::cos(angle), away * across * std::sin(angle), away * z};
  }
  return points;
}

/// Columns along an edge of the square that n bodies cover.
inline int columns_along_edge(int n) {
  return static_cast<int>(std::ceil(std::sqrt(n / static_cast<double>(layers))));
}

/// Where body i of n starts, at rest and upright [m].
inline std::array<double, 3> start(int i, int n) {
  const int column = i / layers, layer = i % layers, edge = columns_along_edge(n);
  return {spacing * (column % edge) + 0.01 * (layer % 2), spacing * (column / edge) + 0.005 * (layer % 3),
          radius + layer};
}

}  // namespace nsds::bench::pile
