// Gaps, rest, joints and energies over 1e5 and 1e6 steps.
#include "kernel/integrators/second_order/long_runs.hpp"

namespace nsds::test::long_runs_slow_test {
namespace {

constexpr int steps = 100'000;

NonsmoothGeneralizedAlphaOSI damped() {
  return NonsmoothGeneralizedAlphaOSI(0.8);
}

TEST(LongPile, OfDiscsRestsWithRattle) {
  expectPileRests<2>(RattleOSI(), steps, 1e-3, 1.0);
}

TEST(LongPile, OfDiscsRestsWithGeneralizedAlpha) {
  expectPileRests<2>(damped(), steps, 1e-3, 1.0);
}

TEST(LongPile, OfSpheresRestsWithRattle) {
  expectPileRests<3>(RattleOSI(), steps, 1e-3, 1.0);
}

TEST(LongPile, OfSpheresRestsWithGeneralizedAlpha) {
  expectPileRests<3>(damped(), steps, 1e-3, 1.0);
}

TEST(LongMechanism, KeepsItsJointsClosedWithRattle) {
  expectClosedJoints(RattleOSI(), steps);
}

TEST(LongMechanism, KeepsItsJointsClosedWithGeneralizedAlpha) {
  expectClosedJoints(damped(), steps);
}

const BarRun million{100, 10'000, 100.0};

TEST(LongPressedBar, KeepsItsEnergyBoundedWithRattle) {
  const BarEnergies energies = energiesOfBar(RattleOSI(), 5e-7, million);
  expectBoundedEnergy(energies, 500);
  EXPECT_LE(energies.penetration, 1e-18);
}

TEST(LongPressedBar, KeepsItsEnergyBoundedWithD1Minus) {
  expectBoundedEnergy(energiesOfBar(D1MinusOSI(), 5e-7, million), 500);
}

TEST(LongPressedBar, KeepsItsEnergyBoundedWithMoreauAndJean) {
  expectBoundedEnergy(energiesOfBar(MoreauJeanOSI(0.5), 2e-6, million), 500);
}

TEST(LongPressedBar, KeepsItsEnergyBoundedWithGeneralizedAlpha) {
  const BarEnergies energies = energiesOfBar(NonsmoothGeneralizedAlphaOSI(1.0), 2e-6, million);
  expectBoundedEnergy(energies, 500);
  EXPECT_LE(energies.penetration, 1e-18);
}

TEST(LongPressedBar, LosesEnergyWithDampedGeneralizedAlpha) {
  const BarEnergies energies = energiesOfBar(damped(), 2e-6, million);
  expectBoundedEnergy(energies, 200);
  EXPECT_LE(energies.penetration, 1e-18);
  EXPECT_LT(energies.end, energies.start);
}

}  // namespace
}  // namespace nsds::test::long_runs_slow_test
