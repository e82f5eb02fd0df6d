// The discrete energy identity over a million steps.
#include "kernel/contact/chaotic_pile.hpp"

namespace nsds::test::energy_long_test {

TEST(EnergyIdentityOfLongRuns, ClosesInEachOfAMillionSteps) {
  expectClosedBalance(1'000'000);
}

}  // namespace nsds::test::energy_long_test
