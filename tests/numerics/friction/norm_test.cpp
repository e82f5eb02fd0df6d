// The Euclidean norm that residuals are made of.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "linalg/dense_loops.hpp"

namespace nsds::test::norm_test {
namespace {

using numerics::norm_2;

// Whether squares are numbers or not: the power of two comes out of it unchanged, up to rounding.
TEST(Norm, PowersOfTwoComeOut) {
  for (std::size_t size = 0; size < 10; ++size) {
    std::vector<double> x(size);
    double square = 0.0;
    for (std::size_t k = 0; k < size; ++k) {
      x[k] = (k % 2 == 0 ? 1.0 : -1.0) * static_cast<double>(k + 1);
      square += x[k] * x[k];
    }
    for (const int power : {0, 500, -500, 600, -600, 1000, -1000}) {
      std::vector<double> scaled(size);
      for (std::size_t k = 0; k < size; ++k) scaled[k] = std::ldexp(x[k], power);
      EXPECT_NEAR(std::ldexp(norm_2(scaled), -power), std::sqrt(square), 4e-15 * std::sqrt(square))
          << size << " " << power;
    }
  }
}

TEST(Norm, OfNumbersOfManySizesIsThatOfTheLargest) {
  EXPECT_EQ(norm_2(std::vector<double>{1e-200, 0.0, -1e200, 1e-300, 1.0}), 1e200);
}

TEST(Norm, SaysWhereThereIsNoNumber) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(norm_2(std::vector<double>{1.0, -infinity, 2.0, 3.0, 4.0}), infinity);
  EXPECT_TRUE(std::isnan(norm_2(std::vector<double>{1.0, 2.0, 3.0, 4.0, std::nan("")})));
  EXPECT_EQ(norm_2(std::vector<double>{0.0, -0.0}), 0.0);
}

}  // namespace
}  // namespace nsds::test::norm_test
