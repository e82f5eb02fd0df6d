// Orders, work-precision data and performance profiles.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nsds/kernel/accuracy/order.hpp>
#include <nsds/kernel/accuracy/performance_profile.hpp>
#include <nsds/kernel/error.hpp>
#include <nsds/theory/accuracy/work_precision.hpp>

#include "support/numbers.hpp"

namespace nsds::test::comparisons_test {
namespace {

// error = C h^p exactly, but for rounding: p and C come back.
TEST(FitOrder, FindsAPowerLaw) {
  for (const double order : {0.5, 1.0, 1.5, 2.0, 4.0, -1.0}) {
    for (const double factor : {1e-6, 1.0, 3e4}) {
      std::vector<double> h, errors;
      for (int k = 0; k < 12; ++k) {
        h.push_back(0.097 * std::pow(10.0, -0.5 * k));
        errors.push_back(factor * std::pow(h.back(), order));
      }
      const OrderFit fit = fitOrder(h, errors);
      EXPECT_NEAR(fit.order, order, 1e-12);
      EXPECT_NEAR(fit.factor / factor, 1.0, 1e-12);
      EXPECT_NEAR(fit.standardError, 0.0, 1e-12);
      EXPECT_EQ(fit.points, 12);
    }
  }
}

// The fit by hand: log2 of the points is (0, 0), (1, 0), (2, 3). The slope of the least squares is 3/2, the line passes
// through the means (1, 1), and so C = 2^(1 − 3/2). Residuals are ½, −1, ½; their squares sum to 3/2, those of the deviations
// of log2 h to 2, and one degree of freedom is left: s² = (3/2) / (1 · 2) = 3/4.
TEST(FitOrder, IsThatOfLeastSquares) {
  const OrderFit fit = fitOrder(std::vector{1.0, 2.0, 4.0}, std::vector{1.0, 1.0, 8.0});
  EXPECT_NEAR(fit.order, 1.5, 1e-14);
  EXPECT_NEAR(fit.factor, std::exp2(-0.5), 1e-14);
  EXPECT_NEAR(fit.standardError, std::sqrt(0.75), 1e-14);
  EXPECT_EQ(fitOrder(std::vector{1.0, 2.0}, std::vector{1.0, 4.0}).standardError, infinity);
}

TEST(FitOrder, LeavesOutWhatHasNoLogarithmOrIsOutOfRange) {
  const double nan = std::nan("");
  const OrderFit fit = fitOrder(std::vector{1.0, 0.0, 2.0, 3.0, 4.0, infinity, 4.0},
                                std::vector{1.0, 5.0, 4.0, nan, 16.0, 1.0, -1.0});
  EXPECT_NEAR(fit.order, 2.0, 1e-14);
  EXPECT_EQ(fit.points, 3);
  // A floor of rounding below 1e-3, and saturation above 1.
  const OrderFit within = fitOrder(std::vector{1e-3, 1e-2, 1e-1, 1.0, 10.0},
                                   std::vector{1e-4, 1e-2, 1e-1, 1.0, 2.0}, {.least = 1e-3, .largest = 1.0});
  EXPECT_NEAR(within.order, 1.0, 1e-14);
  EXPECT_EQ(within.points, 3);
}

TEST(FitOrder, NeedsTwoPoints) {
  EXPECT_THROW(fitOrder(std::vector<double>{}, std::vector<double>{}), InvalidArgument);
  EXPECT_THROW(fitOrder(std::vector{1.0, 2.0}, std::vector{1.0, 0.0}), InvalidArgument);
  EXPECT_THROW(fitOrder(std::vector{2.0, 2.0}, std::vector{1.0, 3.0}), InvalidArgument);
  EXPECT_THROW(fitOrder(std::vector{1.0, 2.0}, std::vector{1.0}), InvalidArgument);
  EXPECT_THROW(fitOrder(std::vector{1.0, 2.0}, std::vector{1.0, 3.0}, {.largest = 2.0}), InvalidArgument);
}

// Phases ⅛, ⅜, ⅝, ⅞: the mean of the phase is ½.
TEST(MeanOverPhases, IsOverMiddlesOfEqualParts) {
  std::vector<double> phases;
  const double mean = meanOverPhases(4, [&](double phase) {
    phases.push_back(phase);
    return phase;
  });
  EXPECT_EQ(phases, (std::vector{0.125, 0.375, 0.625, 0.875}));
  EXPECT_EQ(mean, 0.5);
  EXPECT_THROW(meanOverPhases(0, [](double) { return 1.0; }), InvalidArgument);
  EXPECT_THROW(meanOverPhases(2, [](double) { return std::nan(""); }), InvalidArgument);
}

// Times of two solvers: (1, 2), (3, 1), (−, 4), (−, −). Of four problems the first solver is within 1 of the cheapest on one
// and within 3 on two; the second is so on two, and within 2 on three.
TEST(PerformanceProfile, CountsSharesWithinAFactorOfTheCheapest) {
  const PerformanceProfile profile(Matrix{{1.0, 2.0}, {3.0, 1.0}, {infinity, 4.0}, {infinity, infinity}});
  EXPECT_EQ(profile.problems(), 4);
  EXPECT_EQ(profile.solvers(), 2);
  EXPECT_EQ(profile.steps(), (std::vector{1.0, 2.0, 3.0}));
  EXPECT_EQ(profile.ratios(0), (std::vector{1.0, 3.0}));
  EXPECT_EQ(profile.ratios(1), (std::vector{1.0, 1.0, 2.0}));
  const double taus[] = {0.5, 1.0, 2.0, 2.9, 3.0, infinity};
  const double first[] = {0.0, 0.25, 0.25, 0.25, 0.5, 0.5}, second[] = {0.0, 0.5, 0.75, 0.75, 0.75, 0.75};
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(profile.fraction(0, taus[i]), first[i]) << taus[i];
    EXPECT_EQ(profile.fraction(1, taus[i]), second[i]) << taus[i];
  }
  const PerformanceProfile none(Matrix::Constant(2, 2, infinity));
  EXPECT_EQ(none.fraction(1, 1e9), 0.0);
  EXPECT_EQ(none.steps(), std::vector{1.0});
}

TEST(PerformanceProfile, RefusesWhatIsNoCost) {
  EXPECT_THROW(PerformanceProfile(Matrix(0, 2)), InvalidArgument);
  EXPECT_THROW(PerformanceProfile(Matrix(2, 0)), InvalidArgument);
  EXPECT_THROW(PerformanceProfile(Matrix{{0.0, 1.0}}), InvalidArgument);
  EXPECT_THROW(PerformanceProfile(Matrix{{1.0, std::nan("")}}), InvalidArgument);
  const PerformanceProfile profile(Matrix{{1.0, 2.0}});
  EXPECT_THROW(profile.ratios(2), InvalidArgument);
  EXPECT_THROW(profile.fraction(-1, 1.0), InvalidArgument);
  EXPECT_THROW(profile.fraction(0, std::nan("")), InvalidArgument);
}

// work = 1 / error, with a run in between that takes more for less.
TEST(WorkPrecision, InterpolatesAlongItsFront) {
  WorkPrecision method;
  EXPECT_EQ(method.workFor(1.0), infinity);
  method.add({1e-2, 100.0, 1e-2});
  method.add({1e-1, 10.0, 1e-1});
  method.add({5e-2, 50.0, 2e-1});
  method.add({1e-3, 1000.0, 1e-3});
  EXPECT_EQ(method.points().size(), 4u);
  const std::vector<WorkPrecisionPoint> front = method.front();
  ASSERT_EQ(front.size(), 3u);
  EXPECT_EQ(front[1].setting, 1e-2);
  for (const double error : {1e-1, 3e-2, 1e-2, 2e-3, 1e-3})
    EXPECT_NEAR(method.workFor(error) * error, 1.0, 1e-13) << error;
  EXPECT_EQ(method.workFor(5.0), 10.0);
  EXPECT_EQ(method.workFor(9e-4), infinity);
  method.add({1e-4, 3000.0, 0.0});
  EXPECT_EQ(method.workFor(1e-9), 3000.0);
}

TEST(WorkPrecision, RefusesWhatIsNoRun) {
  WorkPrecision method;
  EXPECT_THROW(method.add({0.0, 1.0, 1.0}), InvalidArgument);
  EXPECT_THROW(method.add({1.0, 0.0, 1.0}), InvalidArgument);
  EXPECT_THROW(method.add({1.0, infinity, 1.0}), InvalidArgument);
  EXPECT_THROW(method.add({1.0, 1.0, -1.0}), InvalidArgument);
  EXPECT_THROW(method.add({1.0, 1.0, std::nan("")}), InvalidArgument);
  EXPECT_TRUE(method.points().empty());
  EXPECT_THROW(method.workFor(0.0), InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::comparisons_test
