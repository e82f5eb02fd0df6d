// A thousand random convex bodies settle in a bin, and bodies that come and go leave no memory behind.
#include <gtest/gtest.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <string>

#include "settling_hulls.hpp"

namespace nsds::test {
namespace {

/// Pages of memory that the process holds.
long residentPages() {
  std::ifstream file("/proc/self/statm");
  long total = 0;
  long resident = 0;
  file >> total >> resident;
  return resident;
}

void step(SettlingHulls& scene) {
  scene.simulation->computeOneStep();
  scene.simulation->nextStep();
}

double seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

TEST(AThousandHulls, SettleInABin) {
  SettlingHulls scene(1000, 6.0);
  scene.start(5e-3, 1e-4);
  const double begin = seconds();
  for (int k = 0; k < 1000; ++k) step(scene);
  const double settled = seconds();
  scene.simulation->nonSmoothProblem().setSolver(Solver("auto").set("tolerance", 1e-8));
  for (int k = 0; k < 100; ++k) {
    step(scene);
    ASSERT_LT(scene.deepest(), 0.01 * scene.smallestRadius()) << "in step " << 1000 + k;
  }
  EXPECT_EQ(scene.outside(), 0);
  RecordProperty("seconds_of_1000_steps_at_1e-4", std::to_string(settled - begin));
  RecordProperty("seconds_of_100_steps_at_1e-8", std::to_string(seconds() - settled));
}

/// A body goes and another one comes in every tenth step: after 20 000 steps no more memory is held than after 5000, up to a
/// few pages.
TEST(BirthsAndDeaths, LeaveMemoryFlat) {
  SettlingHulls scene(200, 1000.0);
  scene.start(5e-3, 1e-4);
  std::vector<NewtonEulerDS*> falling;
  const auto change = [&](int k) {
    if (falling.size() == 20) {
      scene.model.remove(*falling.front());
      falling.erase(falling.begin());
    }
    falling.push_back(&scene.add({0.0, 0.0, 3.0 + 0.2 * (k % 5)}));
  };
  const auto run = [&](int from, int to) {
    for (int k = from; k < to; ++k) {
      if (k % 10 == 0) change(k / 10);
      step(scene);
    }
  };
  run(0, 5000);
  const long before = residentPages();
  run(5000, 20000);
  EXPECT_LT(static_cast<double>(residentPages() - before) * static_cast<double>(sysconf(_SC_PAGESIZE)), 4e6);
}

}  // namespace
}  // namespace nsds::test
