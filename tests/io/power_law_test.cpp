#include "nsds/io/power_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace nsds::io {
namespace {

// y = c h^p exactly, but for rounding: p and c come back.
TEST(PowerLaw, IsFound) {
  for (const double exponent : {0.5, 1.0, 1.5, 2.0, 4.0, -1.0}) {
    for (const double factor : {1e-6, 1.0, 3e4}) {
      std::vector<double> h, errors;
      for (int k = 0; k < 12; ++k) {
        h.push_back(0.097 * std::pow(10.0, -0.5 * k));
        errors.push_back(factor * std::pow(h.back(), exponent));
      }
      const PowerLaw law = fitPowerLaw(h, errors);
      EXPECT_NEAR(law.exponent, exponent, 1e-12);
      EXPECT_NEAR(law.factor / factor, 1.0, 1e-12);
    }
  }
}

// The fit by hand: log2 of the points is (0, 0), (1, 0), (2, 3); the slope of the least squares is 3/2, the line passes
// through the means (1, 1), and so y(1) = 2^(1 - 3/2).
TEST(PowerLaw, IsThatOfLeastSquares) {
  const PowerLaw law = fitPowerLaw(std::vector{1.0, 2.0, 4.0}, std::vector{1.0, 1.0, 8.0});
  EXPECT_NEAR(law.exponent, 1.5, 1e-14);
  EXPECT_NEAR(law.factor, std::exp2(-0.5), 1e-14);
}

TEST(PowerLaw, LeavesOutWhatHasNoLogarithm) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const PowerLaw law = fitPowerLaw(std::vector{1.0, 0.0, 2.0, 3.0, 4.0, inf, 4.0},
                                   std::vector{1.0, 5.0, 4.0, nan, 16.0, 1.0, -1.0});
  EXPECT_NEAR(law.exponent, 2.0, 1e-14);
}

TEST(PowerLaw, NeedsTwoPoints) {
  EXPECT_THROW(fitPowerLaw(std::vector<double>{}, std::vector<double>{}), std::invalid_argument);
  EXPECT_THROW(fitPowerLaw(std::vector{1.0, 2.0}, std::vector{1.0, 0.0}), std::invalid_argument);
  EXPECT_THROW(fitPowerLaw(std::vector{2.0, 2.0}, std::vector{1.0, 3.0}), std::invalid_argument);
  EXPECT_THROW(fitPowerLaw(std::vector{1.0, 2.0}, std::vector{1.0}), std::invalid_argument);
}

}  // namespace
}  // namespace nsds::io
