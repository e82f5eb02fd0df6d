// A hundred and a thousand random convex bodies settle in a bin, and bodies that come and go leave no memory behind.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "settling_hulls.hpp"

namespace nsds::test::settling_hulls_slow_test {
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

class Hulls : public ::testing::TestWithParam<int> {};

TEST_P(Hulls, SettleInABin) {
  SettlingHulls scene(GetParam(), 6.0);
  scene.start(5e-3, 1e-4);
  for (int k = 0; k < 1000; ++k) step(scene);
  EXPECT_LT(scene.fastest(), 1e-3);
  scene.simulation->nonSmoothProblem().setSolver(Solver("auto").set("tolerance", 1e-8));
  for (int k = 0; k < 100; ++k) {
    step(scene);
    ASSERT_LT(scene.deepest(), 0.01 * scene.smallestRadius()) << "in step " << 1000 + k;
  }
  EXPECT_EQ(scene.outside(), 0);
}

INSTANTIATE_TEST_SUITE_P(Counts, Hulls, ::testing::Values(100, 1000));

/// Twenty bodies stay, and every fifty steps one of twenty others goes and a new one comes: after 20 000 steps no more memory is held
/// than after 5000, up to a few pages.
TEST(BirthsAndDeaths, LeaveMemoryFlat) {
  SettlingHulls scene(20, 1000.0);
  scene.start(5e-3, 1e-4);
  std::vector<NewtonEulerDS*> falling;
  const auto change = [&] {
    if (falling.size() == 20) {
      scene.model.remove(*falling.front());
      falling.erase(falling.begin());
    }
    falling.push_back(&scene.add({0.0, 0.0, 0.9}));
  };
  const auto run = [&](int from, int to) {
    for (int k = from; k < to; ++k) {
      if (k % 50 == 0) change();
      step(scene);
    }
  };
  run(0, 5000);
  const long before = residentPages();
  run(5000, 20000);
  EXPECT_LT(static_cast<double>(residentPages() - before) * static_cast<double>(sysconf(_SC_PAGESIZE)), 4e6);
}

}  // namespace
}  // namespace nsds::test::settling_hulls_slow_test
