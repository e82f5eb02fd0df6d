// The scene of the workloads spheres and cubes, for all who simulate it: columns of five bodies of mass 1 on
// the plane z = 0, each layer a little beside the one below. C++17: a peer's headers do not compile as C++20.
#pragma once

#include <array>
#include <cmath>

namespace nsds::bench::pile {

inline constexpr int layers = 5;
inline constexpr double friction = 0.5;
inline constexpr double gravity = 9.81;  // [m/s^2]
inline constexpr double radius = 0.5;    // of a sphere, half the edge of a cube [m]
inline constexpr double spacing = 1.05;  // of the columns [m]
inline constexpr double mass = 1.0;      // [kg]

/// About any axis through the centre [kg m^2].
inline double inertia(bool cubes) {
  return cubes ? 1.0 / 6.0 : 0.1;
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
