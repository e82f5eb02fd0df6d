// What judges piles: penetration from poses, and the exponent of a growth.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "benchmarks/measurements/growth.hpp"
#include "benchmarks/peers/piles/pile_overlap.hpp"

namespace nsds::bench::piles_test {
namespace {

TEST(PilePenetration, IsHowFarSpheresAreCloserThanTheirRadiiAllow) {
  const std::vector<double> poses{0, 0, 0.5, 1, 0, 0, 0, 0, 0.6, 1.3, 1, 0, 0, 0};  // 3-4-5: 1 apart
  EXPECT_NEAR(deepest_penetration(pile::Kind::spheres, 2, poses.data()), 0.0, 1e-15);
  const std::vector<double> closer{0, 0, 0.5, 1, 0, 0, 0, 0, 0.54, 1.22, 1, 0, 0, 0};
  EXPECT_NEAR(deepest_penetration(pile::Kind::spheres, 2, closer.data()), 0.1, 1e-15);
}

TEST(PilePenetration, CountsThePlane) {
  const std::vector<double> sphere{3, -2, 0.48, 1, 0, 0, 0};
  EXPECT_NEAR(deepest_penetration(pile::Kind::spheres, 1, sphere.data()), 0.02, 1e-15);
  // On an edge the centre is half a diagonal of a face above the plane.
  const double half = std::numbers::pi / 8.0;
  const std::vector<double> cube{0, 0, std::sqrt(0.5) - 0.01, std::cos(half), std::sin(half), 0, 0};
  EXPECT_NEAR(deepest_penetration(pile::Kind::cubes, 1, cube.data()), 0.01, 1e-15);
}

TEST(PilePenetration, OfStackedCubesIsThatOfTheirFaces) {
  const std::vector<double> poses{0, 0, 0.5, 1, 0, 0, 0, 0.01, 0.005, 1.497, 1, 0, 0, 0};
  EXPECT_NEAR(deepest_penetration(pile::Kind::cubes, 2, poses.data()), 0.003, 1e-15);
}

TEST(PilePenetration, SeesTwoEdgesThatCross) {
  // Edges that meet at right angles: the upper cube turned by 45 degrees about its horizontal
  // axis x, the lower about y; their edges touch where the centres are two half diagonals apart.
  const double half = std::numbers::pi / 8.0, c = std::cos(half), s = std::sin(half);
  const double touch = 2.0 * std::sqrt(0.5);
  const std::vector<double> apart{0, 0, 5, c, 0, s, 0, 0, 0, 5 + touch + 1e-9, c, s, 0, 0};
  EXPECT_EQ(deepest_penetration(pile::Kind::cubes, 2, apart.data()), 0.0);
  const std::vector<double> crossed{0, 0, 5, c, 0, s, 0, 0, 0, 5 + touch - 0.02, c, s, 0, 0};
  EXPECT_NEAR(deepest_penetration(pile::Kind::cubes, 2, crossed.data()), 0.02, 1e-14);
}

// Along a face normal n of one hull, moved until the farthest point of the other touches the face from outside.
TEST(PilePenetration, OfHullsIsThatOfAFaceAndAPoint) {
  double highest = 0.0, lowest = 0.0;
  for (const auto& point : pile::hull(0)) highest = std::max(highest, point[2]);
  for (const auto& point : pile::hull(1)) lowest = std::min(lowest, point[2]);
  // Apart by more than what they reach towards each other; a little below the plane.
  const std::vector<double> apart{0, 0, 5, 1, 0, 0, 0, 0, 0, 5 + highest - lowest + 1e-9, 1, 0, 0, 0};
  EXPECT_EQ(deepest_penetration(pile::Kind::hulls, 2, apart.data()), 0.0);
  const std::vector<double> below{0, 0, -lowest - 0.01, 1, 0, 0, 0};
  double lowest_first = 0.0;
  for (const auto& point : pile::hull(0)) lowest_first = std::min(lowest_first, point[2]);
  const std::vector<double> first{0, 0, -lowest_first - 0.01, 1, 0, 0, 0};
  EXPECT_NEAR(deepest_penetration(pile::Kind::hulls, 1, first.data()), 0.01, 1e-15);
}

TEST(Growth, IsTheExponentOfAPower) {
  const std::vector<double> sizes{10, 100, 400}, costs{3 * std::pow(10, 1.5), 3000, 3 * 8000};
  EXPECT_NEAR(growth_exponent(sizes, costs), 1.5, 1e-14);
}

}  // namespace
}  // namespace nsds::bench::piles_test
