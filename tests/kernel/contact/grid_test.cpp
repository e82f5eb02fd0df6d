// Which balls meet, found by the grid: against all pairs held against each other.
#include "contact/grid.hpp"

#include <gtest/gtest.h>

#include "support/draws.hpp"

namespace nsds::test::grid_test {
namespace {

using Balls = std::vector<Grid::Ball>;
using Lists = std::vector<std::vector<std::int32_t>>;

Vector3 point(Draws& draws, double reach) {
  return {draws.uniform(-reach, reach), draws.uniform(-reach, reach), draws.uniform(-reach, reach)};
}

Balls cloud(Draws& draws, int count, double reach) {
  Balls balls;
  for (int i = 0; i < count; ++i) balls.push_back({point(draws, reach), draws.uniform(0.1, 0.3)});
  return balls;
}

Lists allPairs(const Balls& balls) {
  Lists lists(balls.size());
  for (std::size_t i = 0; i < balls.size(); ++i) {
    for (std::size_t j = i + 1; j < balls.size(); ++j) {
      const double reach = balls[i].radius + balls[j].radius;
      if ((balls[i].centre - balls[j].centre).squaredNorm() <= reach * reach)
        lists[i].push_back(static_cast<std::int32_t>(j));
    }
  }
  return lists;
}

Lists neighbours(Grid& grid, const Balls& balls) {
  grid.build(balls);
  Lists lists;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const auto above = grid.neighboursAbove(static_cast<std::int32_t>(i));
    lists.emplace_back(above.begin(), above.end());
  }
  return lists;
}

void expectAllPairs(const Balls& balls) {
  Grid grid;
  EXPECT_EQ(neighbours(grid, balls), allPairs(balls));
}

std::size_t pairs(const Lists& lists) {
  std::size_t sum = 0;
  for (const auto& list : lists) sum += list.size();
  return sum;
}

TEST(Grid, FindsThePairsOfAnyCloud) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Draws draws(seed);
    const Balls balls = cloud(draws, draws.integer(0, 300), draws.uniform(0.2, 3.0));
    expectAllPairs(balls);
  }
  Draws draws(0);
  EXPECT_GT(pairs(allPairs(cloud(draws, 300, 2.0))), 100U);  // not for want of pairs
}

TEST(Grid, FindsThePairsOfClusters) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Draws draws(seed);
    Balls balls;
    for (int cluster = 0; cluster < 8; ++cluster) {
      const Vector3 middle = point(draws, 50.0);
      for (Grid::Ball ball : cloud(draws, 25, 0.5)) {
        ball.centre += middle;
        balls.push_back(ball);
      }
    }
    expectAllPairs(balls);
  }
}

TEST(Grid, FindsAllPairsOfCoincidentBalls) {
  expectAllPairs(Balls(60, {Vector3(0.3, -0.2, 0.1), 0.5}));
  expectAllPairs(Balls(20, {Vector3::Zero(), 0.0}));
}

/// Neighbours touch, to rounding, and lie on the boundaries of cells as wide as two balls.
TEST(Grid, FindsBallsThatTouchOnALattice) {
  for (const double radius : {0.05, 0.1, 1.0 / 3.0, 0.5}) {
    Balls balls;
    for (int i = 0; i < 512; ++i)
      balls.push_back({2.0 * radius * Vector3(i % 8 - 4, i / 8 % 8 - 4, i / 64 - 4), radius});
    expectAllPairs(balls);
  }
}

TEST(Grid, HoldsHugeBallsAgainstAll) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Draws draws(seed);
    Balls balls = cloud(draws, 150, 4.0);
    for (int huge = 0; huge < draws.integer(1, 3); ++huge)
      balls[static_cast<std::size_t>(draws.integer(0, 149))].radius = draws.uniform(1.5, 5.0);
    expectAllPairs(balls);
  }
}

TEST(Grid, FindsPairsFarAway) {
  for (const double away : {1e6, 1e11, 1e13, 1e20, 1e300}) {
    Draws draws(7);
    Balls balls = cloud(draws, 120, 1.0);
    for (std::size_t i = 0; i < balls.size(); i += 2) {
      const auto axis = static_cast<Eigen::Index>(i / 2 % 3);
      balls[i].centre[axis] += i % 4 == 0 ? away : -away;
    }
    expectAllPairs(balls);
  }
}

/// The order of the last build is used at the next: whether balls creep, jump, grow, come or go.
TEST(Grid, FollowsMovingBalls) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Draws draws(seed);
    Grid grid;
    Balls balls = cloud(draws, 200, 1.5);
    for (int build = 0; build < 30; ++build) {
      for (Grid::Ball& ball : balls) ball.centre += point(draws, build % 10 == 9 ? 2.0 : 0.02);
      if (build % 7 == 3) balls[static_cast<std::size_t>(draws.integer(0, 99))].radius = 2.0;
      if (build % 7 == 5) balls.erase(balls.begin() + draws.integer(0, 99));
      if (build % 7 == 6) balls.push_back({point(draws, 1.5), 0.2});
      EXPECT_EQ(neighbours(grid, balls), allPairs(balls));
    }
  }
}

}  // namespace
}  // namespace nsds::test::grid_test
