// The schemes with several one-step problems in a step, which share the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <nsds/kernel.hpp>

namespace nsds::test {

/// drift: [m] what a gap may have that is to be kept closed, at h = 1e-3; startUp: [m] what the first step may be off by at h = 1e-2,
/// of the order of h², where a scheme has no multipliers to begin with.
struct Rattle {
  static constexpr double startUp = 1e-12;
  static constexpr double drift = 1e-12;
  static RattleOSI make() { return {}; }
};
struct D1MinusByVelocities {
  static constexpr double startUp = 1e-12;
  static constexpr double drift = 1e-12;
  static D1MinusOSI make() { return D1MinusOSI(); }
};
struct D1MinusByAccelerations {
  static constexpr double startUp = 1e-12;
  static constexpr double drift = 1e-6;
  static D1MinusOSI make() { return D1MinusOSI({.level = D1MinusLevel::acceleration}); }
};

struct NonsmoothAlpha {
  static constexpr double startUp = 2e-6;
  static constexpr double drift = 1e-12;
  static NonsmoothGeneralizedAlphaOSI make() { return NonsmoothGeneralizedAlphaOSI(0.8); }
};

using Schemes = testing::Types<Rattle, D1MinusByVelocities, D1MinusByAccelerations, NonsmoothAlpha>;

}  // namespace nsds::test
