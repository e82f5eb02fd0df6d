// The first root at which a function falls through zero, with slopes and by samples.
#include "simulation/event_driven/between_events/falling_root.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "simulation/event_driven/between_events/sampled_falling_root.hpp"

namespace nsds::falling_root_test {
namespace {

constexpr double rounding = 4.0 * 2.3e-16;

// cos t falls through zero at π/2, and at 5π/2 again.
TEST(FallingRoot, IsTheFirst) {
  int evaluations = 0;
  const auto cosine = [&](double t) {
    ++evaluations;
    return ValueAndSlope{std::cos(t), -std::sin(t)};
  };
  const auto t = firstFallingRoot(cosine, 0.0, 9.0, 1e-14);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, M_PI_2, rounding * M_PI_2);
  EXPECT_LE(std::cos(*t), rounding);
  EXPECT_LE(evaluations, 40);
}

TEST(FallingRoot, IsFoundBySamplesToo) {
  const auto t = firstFallingRootBySamples([](double x) { return std::cos(x); }, 0.0, 9.0, 1e-14);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, M_PI_2, rounding * M_PI_2);
}

// A throw of speed v from the height 0 at t = 1 is there again after 2 v / g, however small v is, and whatever
// rounding makes of the height at the begin. Heights are known to multiples of `unit`.
TEST(FallingRoot, OfAThrowIsItsEnd) {
  constexpr double g = 10.0, begin = 1.0, unit = 1e-17;
  for (const double v : {1.0, 1e-3, 1e-6}) {
    for (const double first : {0.0, unit, -unit}) {
      const auto thrown = [&](double t) {
        const double x = t - begin, exact = x * (v - 0.5 * g * x);
        return ValueAndSlope{x == 0.0 ? first : std::round(exact / unit) * unit, v - g * x};
      };
      const auto t = firstFallingRoot(thrown, begin, begin + 1.0, 1e-16);
      ASSERT_TRUE(t);
      EXPECT_NEAR(*t, begin + 2.0 * v / g, unit / v + 2.0 * rounding) << v << ' ' << first;
    }
  }
}

// The lowest point of (t - 1)² - 1e-6 lies between samples that are far above.
TEST(FallingRoot, IsSeenInADip) {
  const auto dip = [](double t) { return ValueAndSlope{(t - 1.0) * (t - 1.0) - 1e-6, 2.0 * (t - 1.0)}; };
  const auto value = [&](double t) { return dip(t).value; };
  for (const auto& t :
       {firstFallingRoot(dip, 0.0, 3.0, 1e-12), firstFallingRootBySamples(value, 0.0, 3.0, 1e-12)}) {
    ASSERT_TRUE(t);
    EXPECT_NEAR(*t, 0.999, 1e-12);
  }
}

TEST(FallingRoot, IsNotWhereZeroIsOnlyTouched) {
  const auto touch = [](double t) { return ValueAndSlope{(t - 1.0) * (t - 1.0), 2.0 * (t - 1.0)}; };
  EXPECT_FALSE(firstFallingRoot(touch, 0.0, 3.0, 1e-14));
}

// A sample at which the function is zero is the root itself.
TEST(BracketedRoot, IsTheExactZero) {
  const auto line = [](double t) { return 1.0 - t; };
  EXPECT_EQ(bracketedRoot(line, {0.0, 1.0}, {2.0, -1.0}), 1.0);
  EXPECT_EQ(bracketedRoot(line, {0.0, 1.0}, {1.0, 0.0}), 1.0);
  EXPECT_EQ(bracketedRoot(line, {1.0, 0.0}, {2.0, -1.0}), 1.0);
}

// A jump has no root; its bracket closes on it.
TEST(BracketedRoot, OfAJumpIsItsPlace) {
  const auto jump = [](double t) { return t < 0.7 ? 1.0 : -1.0; };
  EXPECT_NEAR(bracketedRoot(jump, {0.0, 1.0}, {1.0, -1.0}), 0.7, rounding);
}

}  // namespace
}  // namespace nsds::falling_root_test
