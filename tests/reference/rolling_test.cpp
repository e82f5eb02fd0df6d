// The references of rolling friction have an arm of the contact that is not the radius of the ball (rolling.cpp). With that arm
// they are reproduced, as cases of the table; with the true one the law holds in every step of ours, and the references are as
// far away as they violate it.
#include <gtest/gtest.h>

#include <cmath>

#include "reference/case_table.hpp"

namespace nsds::test::rolling_test {
namespace {

TEST(RollingReference, TheLawHoldsInEveryStep) {
  for (const bool stale : {true, false}) {
    for (const bool global : {true, false}) {
      EXPECT_LE(rollingBallInThePlane(stale, global).residual, 1e-10);
      EXPECT_LE(rollingBallInSpace(stale, global).residual, 1e-10);
    }
  }
}

/// The first impact of a ball that spins at 2 rad/s, J = 0.4 m R², sticks: it takes 2/7 of R ω along the ground.
TEST(RollingReference, TheFirstImpactInThePlaneSticks) {
  const Table reference =
      readReference("Ball2D_rollingfriction/Ball_2d_with_kernel_only_with_rollingfriction.ref");
  const Rows ours = rollingBallInThePlane(false).rows;
  const double R = 0.5;
  const auto slip = [&](const std::vector<double>& row) { return row[8] - R * row[3]; };
  ASSERT_GT(ours[65][5], 0.0);
  ASSERT_GT(reference.rows[65][5], 0.0);
  EXPECT_NEAR(ours[65][8], 2.0 / 7.0 * R * 2.0, 1e-12);
  EXPECT_LE(std::abs(slip(ours[65])), 1e-12);
  // Friction is far from its limit there, and the reference slips by 1e-2 m/s.
  EXPECT_NEAR(std::abs(slip(reference.rows[65])), 9.4e-3, 1e-4);
  RecordProperty("distance", testing::PrintToString(largestDeviation(reference, ours, {}, 0).size));
}

/// In space the first impact sticks with e_t = 0.9, and rolling is at its limit: with w = v_y − R ω_z and λ_M = μ_R λ_N,
/// v_y = λ_T, ω_z = 1 − λ_M − R λ_T, λ_T (1 + R²) = R (1 − λ_M) + 0.9 R.
TEST(RollingReference, TheFirstImpactInSpaceSticksAndRollsAtTheLimit) {
  const Table reference = readReference("RollingFriction-BouncingBallNETS/BouncingBallNETS.ref");
  const Rows ours = rollingBallInSpace(false).rows;
  const double R = 0.1;
  const std::vector<double>& row = ours[137];
  ASSERT_GT(row[20], 0.0);
  const double moment = 0.01 * row[20], friction = (R * (1.0 - moment) + 0.9 * R) / (1.0 + R * R);
  EXPECT_NEAR(row[22], friction, 1e-11);
  EXPECT_NEAR(row[23], moment, 1e-12);
  EXPECT_NEAR(row[9], friction, 1e-11);
  EXPECT_NEAR(row[13], 1.0 - moment - R * friction, 1e-11);
  const auto defect = [&](const std::vector<double>& at) { return std::abs(at[9] - R * at[13] - 0.9 * R); };
  EXPECT_LE(defect(row), 1e-11);
  EXPECT_NEAR(defect(reference.rows[137]), 2.1e-2, 1e-3);
  RecordProperty("distance", testing::PrintToString(largestDeviation(reference, ours, {}, 0).size));
}

}  // namespace
}  // namespace nsds::test::rolling_test
