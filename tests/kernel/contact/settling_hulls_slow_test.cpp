// A thousand random convex bodies settle in a bin, and bodies that come and go leave no memory behind.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

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

TEST(AThousandHulls, SettleInABin) {
  SettlingHulls scene(1000, 5.0);
  scene.start(5e-3, 1e-4);
  for (int k = 0; k < 900; ++k) {
    scene.simulation->computeOneStep();
    scene.simulation->nextStep();
  }
  EXPECT_LT(scene.deepest(), 0.01 * scene.smallestRadius());
  EXPECT_EQ(scene.outside(), 0);
}

/// A body goes and another one comes in every step: after 1000 steps no more memory is held than after 500, up to a few pages.
TEST(BirthsAndDeaths, LeaveMemoryFlat) {
  SettlingHulls scene(200, 100.0);
  scene.start(5e-3, 1e-4);
  std::vector<NewtonEulerDS*> falling;
  const auto step = [&](int k) {
    if (falling.size() == 20) {
      scene.model.remove(*falling.front());
      falling.erase(falling.begin());
    }
    falling.push_back(&scene.add({0.0, 0.0, 3.0 + 0.2 * (k % 5)}));
    scene.simulation->computeOneStep();
    scene.simulation->nextStep();
  };
  for (int k = 0; k < 500; ++k) step(k);
  const long before = residentPages();
  for (int k = 500; k < 1000; ++k) step(k);
  EXPECT_LT(static_cast<double>(residentPages() - before) * static_cast<double>(sysconf(_SC_PAGESIZE)), 4e6);
}

}  // namespace
}  // namespace nsds::test
