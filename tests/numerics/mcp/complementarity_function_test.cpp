// The complementarity functions: where they vanish, which sign they have, their derivatives, what they refuse.
#include "nsds/numerics/complementarity_function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/numbers.hpp"

namespace nsds::test::complementarity_function_test {
namespace {

struct Function {
  nsds_complementarity_function function;
  double parameter;
};

const Function functions[] = {{NSDS_MINIMUM, 0.0},
                              {NSDS_FISCHER_BURMEISTER, 0.0},
                              {NSDS_PENALISED, 0.7},
                              {NSDS_SMOOTHED, 0.0},
                              {NSDS_EVTUSHENKO_PURTOV, 0.0}};

nsds_complementarity_value at(const Function& f, double z, double w, double l = 0.0, double u = infinity) {
  nsds_complementarity_value value{};
  EXPECT_EQ(nsds_complementarity_evaluate(f.function, f.parameter, z, w, l, u, &value), NSDS_OK);
  return value;
}

// 2 - sqrt(3), -1 is where a wrong sign of the function of Evtushenko and Purtov has a zero.
const double grid[] = {-3.0, -1.0, -0.25, 0.0, 2.0 - std::sqrt(3.0), 0.5, 1.0, 4.0};

TEST(ComplementarityFunction, VanishesAtComplementaryPairsAlone) {
  for (const Function& f : functions)
    for (const double z : grid)
      for (const double w : grid) {
        const bool complementary = z >= 0.0 && w >= 0.0 && z * w == 0.0;
        const double value = at(f, z, w).value;
        EXPECT_EQ(value == 0.0, complementary) << f.function << " at " << z << ", " << w << ": " << value;
        EXPECT_EQ(value > 0.0, z > 0.0 && w > 0.0) << f.function << " at " << z << ", " << w;
      }
}

TEST(ComplementarityFunction, OverABoxVanishesOnItsNormalConesAlone) {
  const double boxes[][2] = {
      {-1.0, 0.5}, {-infinity, 0.5}, {-1.0, infinity}, {-infinity, infinity}, {0.5, 0.5}};
  for (const Function& f : functions)
    for (const auto& box : boxes)
      for (const double z : grid)
        for (const double w : grid) {
          const bool solves = z == std::clamp(z - w, box[0], box[1]);
          const double value = at(f, z, w, box[0], box[1]).value;
          EXPECT_EQ(std::fabs(value) < 1e-15, solves) << f.function << " over [" << box[0] << ", " << box[1]
                                                      << "] at " << z << ", " << w << ": " << value;
        }
}

TEST(ComplementarityFunction, HasItsDerivatives) {
  const double boxes[][2] = {{0.0, infinity}, {-1.1, 0.7}, {-infinity, 0.7}, {-infinity, infinity}};
  const Function all[] = {functions[0], functions[1], functions[2], functions[4], {NSDS_SMOOTHED, 0.3}};
  constexpr double step = 1e-6;
  for (const Function& f : all)
    for (const auto& box : boxes)
      for (const double z : {-2.13, -0.41, 0.33, 1.7})
        for (const double w : {-1.9, -0.35, 0.29, 2.3}) {
          const nsds_complementarity_value value = at(f, z, w, box[0], box[1]);
          const auto by = [&](double dz, double dw) {
            return (at(f, z + dz, w + dw, box[0], box[1]).value -
                    at(f, z - dz, w - dw, box[0], box[1]).value) /
                   (2.0 * step);
          };
          EXPECT_NEAR(value.by_z, by(step, 0.0), 1e-7) << f.function << " at " << z << ", " << w;
          EXPECT_NEAR(value.by_w, by(0.0, step), 1e-7) << f.function << " at " << z << ", " << w;
        }
}

// At x = y = 0 the element of the generalised derivative lies on the circle (a - 1)² + (b - 1)² = 1.
TEST(ComplementarityFunction, TakesAnElementWhereItIsNotSmooth) {
  const nsds_complementarity_value value = at(functions[1], 0.0, 0.0);
  EXPECT_NEAR(std::hypot(value.by_z - 1.0, value.by_w - 1.0), 1.0, 1e-15);
  const nsds_complementarity_value minimum = at(functions[0], 1.0, 1.0);
  EXPECT_DOUBLE_EQ(minimum.by_z + minimum.by_w, 1.0);
}

TEST(ComplementarityFunction, TheSmoothedOneVanishesOnAHyperbola) {
  for (const double mu : {1e-6, 0.1, 2.0})
    for (const double x : {0.01, 1.0, 30.0})
      EXPECT_NEAR(at({NSDS_SMOOTHED, mu}, x, mu * mu / x).value, 0.0, 1e-14 * (x + mu * mu / x));
}

// x y = 1e-20 beside x = 1: the difference of the formula would round to zero.
TEST(ComplementarityFunction, LosesNoDigitsToCancellation) {
  EXPECT_NEAR(at(functions[1], 1.0, 1e-20).value, 1e-20, 1e-35);
}

TEST(ComplementarityFunction, RefusesWhatIsNotAdmissible) {
  nsds_complementarity_value value{7.0, 7.0, 7.0};
  const auto refused = [&](nsds_complementarity_function f, double parameter, double z, double l, double u) {
    return nsds_complementarity_evaluate(f, parameter, z, 1.0, l, u, &value) == NSDS_INVALID_ARGUMENT &&
           value.value == 7.0;
  };
  const double nan = std::nan("");
  EXPECT_TRUE(refused(NSDS_PENALISED, 0.0, 1.0, 0.0, infinity));
  EXPECT_TRUE(refused(NSDS_PENALISED, 1.5, 1.0, 0.0, infinity));
  EXPECT_TRUE(refused(NSDS_SMOOTHED, -1.0, 1.0, 0.0, infinity));
  EXPECT_TRUE(refused(NSDS_SMOOTHED, nan, 1.0, 0.0, infinity));
  EXPECT_TRUE(refused(NSDS_MINIMUM, 0.0, nan, 0.0, infinity));
  EXPECT_TRUE(refused(NSDS_MINIMUM, 0.0, infinity, 0.0, infinity));
  EXPECT_TRUE(refused(NSDS_MINIMUM, 0.0, 1.0, 2.0, 1.0));
  EXPECT_TRUE(refused(NSDS_MINIMUM, 0.0, 1.0, nan, 1.0));
  EXPECT_TRUE(refused(static_cast<nsds_complementarity_function>(5), 0.0, 1.0, 0.0, 1.0));
  EXPECT_EQ(nsds_complementarity_evaluate(NSDS_MINIMUM, 0.0, 1.0, 1.0, 0.0, 1.0, nullptr),
            NSDS_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace nsds::test::complementarity_function_test
