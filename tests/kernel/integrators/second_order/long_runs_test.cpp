// Gaps, rest, joints and energies over some steps; long_runs_slow_test.cpp has the same over many.
#include "kernel/integrators/second_order/long_runs.hpp"

namespace nsds::test::long_runs_test {
namespace {

NonsmoothGeneralizedAlphaOSI damped() {
  return NonsmoothGeneralizedAlphaOSI(0.8);
}

TEST(Pile, OfDiscsRestsWithRattle) {
  expectPileRests<2>(RattleOSI(), 500, 2e-3, 0.5);
}

TEST(Pile, OfDiscsRestsWithGeneralizedAlpha) {
  expectPileRests<2>(damped(), 500, 2e-3, 0.5);
}

TEST(Pile, OfSpheresRestsWithRattle) {
  expectPileRests<3>(RattleOSI(), 400, 2e-3, 0.5);
}

TEST(Pile, OfSpheresRestsWithGeneralizedAlpha) {
  expectPileRests<3>(damped(), 400, 2e-3, 0.5);
}

const BarRun brief{10, 2000, 1000.0};

TEST(PressedBar, KeepsItsEnergyBoundedWithRattle) {
  const BarEnergies energies = energiesOfBar(RattleOSI(), 5e-7, brief);
  expectBoundedEnergy(energies, 20);
  EXPECT_LE(energies.penetration, 1e-18);
}

TEST(PressedBar, KeepsItsEnergyBoundedWithGeneralizedAlpha) {
  for (const double rho : {0.8, 1.0}) {
    const BarEnergies energies = energiesOfBar(NonsmoothGeneralizedAlphaOSI(rho), 2e-6, brief);
    expectBoundedEnergy(energies, 20);
    EXPECT_LE(energies.penetration, 1e-18);
    if (rho < 1.0) {
      EXPECT_LT(energies.end, 0.9 * energies.start);
    }
  }
}

TEST(PressedBar, KeepsItsEnergyBoundedWithD1Minus) {
  expectBoundedEnergy(energiesOfBar(D1MinusOSI(), 5e-7, brief), 20);
}

/// Springs are taken as by Störmer and Verlet, which is stable for h ω < 2, and above that is not.
TEST(PressedBar, IsStableBelowTheLimitOfExplicitSteps) {
  const double limit = 2.0 / ImpactingBar::largestFrequency();
  EXPECT_NEAR(limit, 1.11e-6, 0.01e-6);
  for (const double share : {0.95, 1.05}) {
    const auto lastOf = [&](auto scheme) {
      return energiesOfBar(std::move(scheme), share * limit, {1, 400, 1000.0}).lastWindow;
    };
    const double start = ImpactingBar(1.0, 1000.0).energy();
    if (share < 1.0) {
      EXPECT_LE(lastOf(RattleOSI()), 3.0 * start);
      EXPECT_LE(lastOf(D1MinusOSI()), 3.0 * start);
    } else {
      EXPECT_GE(lastOf(RattleOSI()), 1e6 * start);
      EXPECT_GE(lastOf(D1MinusOSI()), 1e6 * start);
    }
  }
}

}  // namespace
}  // namespace nsds::test::long_runs_test
