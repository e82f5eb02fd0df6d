// Event-driven simulation of shapes against time stepping, whose difference from it falls with order one before the first accumulation.
#include <gtest/gtest.h>

#include "kernel/event_driven_shapes/compared_scenes.hpp"

namespace nsds::test::order_slow_test {
namespace {

TEST(ShapesAgainstTimeStepping, TheDifferenceFallsWithOrderOne) {
  for (const NamedScene& scene : scenes) {
    std::string errors;
    double sumX = 0.0, sumY = 0.0, sumXX = 0.0, sumXY = 0.0, count = 0.0;
    for (const double steps : {200.0, 400.0, 800.0, 1600.0, 3200.0, 6400.0}) {
      // The mean over phases of the first event in the step
      constexpr int phases = 16;
      double sum = 0.0;
      for (int phase = 0; phase < phases; ++phase) {
        const double shift = scene.speed * scene.T / steps * phase / phases;
        const Vector exact = scene.run(shift, 0.0, std::make_unique<Hem5>());
        const Vector stepped = scene.run(shift, scene.T / steps, nullptr);
        sum += (exact - stepped).norm();
      }
      const double x = std::log2(scene.T / steps), y = std::log2(sum / phases);
      errors += " " + std::to_string(sum / phases);
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumXY += x * y;
      count += 1.0;
    }
    const double order = (count * sumXY - sumX * sumY) / (count * sumXX - sumX * sumX);
    EXPECT_NEAR(order, 1.0, 0.2) << scene.name << errors;
  }
}

}  // namespace
}  // namespace nsds::test::order_slow_test
