// Whole trajectories against those of another program, column by column.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/cases.hpp"
#include "reference/reference_file.hpp"

namespace nsds::test {
namespace {

struct Case {
  const char* name;
  const char* file;
  Rows (*run)();
  double tolerance;                // absolute
  std::vector<double> scale = {};  // of the columns, 1 unless given: tolerance is multiplied by it;
                                   // infinite: not compared
  std::size_t rows = 0;            // compared, 0: all
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class Reference : public testing::TestWithParam<Case> {};

TEST_P(Reference, EveryColumnOfEveryRow) {
  const Case& c = GetParam();
  const Table expected = readReference(c.file);
  const Rows actual = c.run();
  const std::size_t compared = c.rows == 0 ? expected.rows.size() : c.rows;
  ASSERT_LE(compared, expected.rows.size());
  ASSERT_GE(actual.size(), compared);

  double worst = 0.0;
  std::size_t worstRow = 0;
  std::size_t worstColumn = 0;
  for (std::size_t row = 0; row < compared; ++row) {
    ASSERT_EQ(actual[row].size(), expected.columns) << "row " << row;
    for (std::size_t column = 0; column < expected.columns; ++column) {
      const double scale = c.scale.empty() ? 1.0 : c.scale[column];
      const double deviation = std::abs(actual[row][column] - expected.rows[row][column]) / scale;
      ASSERT_TRUE(std::isfinite(deviation)) << "row " << row << ", column " << column;
      if (deviation <= worst) continue;
      worst = deviation;
      worstRow = row;
      worstColumn = column;
    }
  }
  RecordProperty("max_deviation", testing::PrintToString(worst));
  EXPECT_LE(worst, c.tolerance) << "row " << worstRow << ", column " << worstColumn << ": "
                                << actual[worstRow][worstColumn] << " instead of "
                                << expected.rows[worstRow][worstColumn];
}

/// For the tolerance relative to the largest number of each column of the bar, whose forces are of size 4e3.
std::vector<double> sizesOfBar() {
  // t, q_0, v_0, p/h, lambda, q K q, v M v, q_99, v_99, q_50, v_50, power: the force is the only large
  // column; 1 elsewhere is the absolute tolerance.
  std::vector<double> sizes(12, 1.0);
  sizes[3] = 3.6e3;
  return sizes;
}

/// The first `count` of `columns` are compared: the others are not unique.
std::vector<double> first(std::size_t count, std::size_t columns) {
  std::vector<double> scale(columns, std::numeric_limits<double>::infinity());
  std::fill_n(scale.begin(), count, 1.0);
  return scale;
}

/// All columns of the slider crank but velocities of gaps (17 to 20) and what the projection counts (from
/// 25 on).
std::vector<double> motionOfSliderCrank() {
  std::vector<double> scale(32, 1.0);
  for (std::size_t column = 17; column < 32; ++column) {
    if (column <= 20 || column >= 25) scale[column] = std::numeric_limits<double>::infinity();
  }
  return scale;
}

/// All columns of the pendulum but accelerations, which are those of the last evaluation within the
/// reference's integrator, up to one sampling interval off.
std::vector<double> motionOfRopePendulum() {
  std::vector<double> scale(10, 1.0);
  scale[5] = scale[6] = std::numeric_limits<double>::infinity();
  return scale;
}

INSTANTIATE_TEST_SUITE_P(
    Kernel, Reference,
    testing::Values(
        Case{"BouncingBall", "BouncingBallTS/BouncingBallTS.ref", bouncingBall, 1e-12},
        Case{"BouncingBallWithLateGround", "BouncingBallTS-Dynamic/BouncingBallTS-Dynamic.ref",
             bouncingBallWithLateGround, 1e-12},
        Case{"ColumnOfBeads", "ColumnOfBeadsTS/ColumnOfBeadsTS.ref", columnOfBeads, 1e-12},
        Case{"ImpactingBar", "ImpactingBar/ImpactingBar.ref", impactingBar, 1e-9, sizesOfBar()},
        Case{"DoublePendulum", "DoublePendulumTS/DoublePendulumResult.ref", doublePendulum, 1e-11},
        Case{"CamFollower", "CamFollower/CF.ref", camFollower, 1e-12},
        Case{"CamFollowerMoving", "CamFollower-Rheonomous/CamFollower-Rheonomous.ref", camFollowerMoving,
             1e-11},
        Case{"CircuitRLCD", "CircuitRLCD/CircuitRLCD.ref", circuitRLCD, 1e-11},
        Case{"DiodeBridge", "DiodeBridge/DiodeBridge.ref", diodeBridge, 1e-11},
        Case{"DiodeBridgeThetaGamma", "DiodeBridge-ThetaGamma/DiodeBridge.ref", diodeBridgeThetaGamma, 1e-10},
        Case{"DiodeBridgeCapFilter", "DiodeBridgeCapFilter/DiodeBridgeCapFilter.ref", diodeBridgeCapFilter,
             1e-11, first(4, 7)},
        Case{"BouncingBallWithFriction", "BouncingBallTS-MoreauJeanGOSI/BouncingBallTS-MoreauJeanGOSI.ref",
             bouncingBallWithFriction, 1e-10},
        Case{"ImpactingStick", "ImpactingStick/ImpactingStick.ref", impactingStick, 1e-11},
        Case{"TwoDiscs", "Ball2D/Ball2D.ref", twoDiscs, 1e-11, {}, 700},
        Case{"FrictionOscillator", "FrictionOscillator/FrictionOscillator.ref", frictionOscillator, 1e-10},
        Case{"SimpleRelay", "SimpleExampleRelay/SimpleExampleRelay.ref", simpleRelay, 1e-11},
        Case{"Filippov", "Filippov/Filippov.ref", filippov, 1e-5},
        Case{"RelayOscillator", "RelayOscillator/RelayOscillator.ref", relayOscillator, 1e-11},
        Case{"Twisting", "Twisting/Twisting.ref", twisting, 1e-11, first(3, 5)},
        Case{"BouncingBallProjected",
             "BouncingBallTS-DirectProjection/BouncingBallTS-MoreauJeanDirectProjectionOSI.ref",
             bouncingBallProjected, 1e-12},
        Case{"BouncingBallCombined",
             "BouncingBallTS-CombinedProjection/BouncingBallTS-MoreauJeanCombinedProjectionOSI.ref",
             bouncingBallCombined, 1e-12},
        Case{"ColumnOfBeadsProjected",
             "ColumnOfBeadsTS-ProjectionLevel1/ColumnOfbeadsTS-ProjectionOnConstraints.ref",
             columnOfBeadsProjected, 1e-12},
        Case{"ColumnOfBeadsProjectedOnAll",
             "ColumnOfBeadsTS-ProjectionLevel0/ColumnOfbeadsTS-ProjectionOnConstraints-level0.ref",
             columnOfBeadsProjectedOnAll, 1e-12},
        Case{"ColumnOfBeadsCombined",
             "ColumnOfBeadsTS-CombinedProjection/ColumnOfbeadsTS-CombinedProjection.ref",
             columnOfBeadsCombined, 1e-12},
        Case{"BouncingBallSchatzmanPaoli",
             "BouncingBallTS-SchatzmanPaoli/BouncingBallTS-SchatzmanPaoliOSI.ref",
             bouncingBallSchatzmanPaoli,
             1e-9,
             {},
             1301},
        Case{"BouncingSphere", "BouncingBallNETS/BouncingBallNETS.ref", bouncingSphere, 1e-12},
        Case{"BouncingSphereProjected", "BouncingBallNETS-WITHPROJ/BouncingBallNETS-WITHPROJ.ref",
             bouncingSphereProjected, 1e-12},
        Case{"FreeBody", "NE_1DS/NE_1DS.ref", freeBody, 1e-10},
        Case{"BallOnMovingPlane", "BallOnMovingPlane/BallOnMovingPlane.ref", ballOnMovingPlane, 1e-12},
        Case{"SliderCrank", "SliderCrankDirectProjection/SliderCrankMoreauJeanDirectProjectionOSI.ref",
             sliderCrank, 1e-9, motionOfSliderCrank()},
        Case{"Woodpecker", "Woodpecker/Woodpecker.ref", woodpecker, 1e-10},
        Case{"BouncingBallByEvents", "BouncingBallED/BouncingBallED.ref", bouncingBallByEvents, 1e-9},
        Case{"BouncingBallFromImpact",
             "BouncingBallED-initialImpact/BouncingBallED-initialImpact.ref",
             bouncingBallFromImpact,
             1e-9,
             {},
             520},
        Case{"BallThatStaysDown", "BouncingBallED-withRestingContact/BouncingBallED-withRestingContact.ref",
             ballThatStaysDown, 1e-11},
        Case{"ColumnOfBeadsByEvents", "BeadColumnED_NewtonLaw/BeadColumnED_NewtonLaw.ref",
             columnOfBeadsByEvents, 1e-9},
        Case{"RopePendulum", "SimplePendulumED_Lsodar/SimplePendulumED_Lsodar.ref", ropePendulum, 1e-8,
             motionOfRopePendulum()},
        // The file has lines of zeros behind the rows of the block.
        Case{"FallingBlock",
             "RockingBlockED_Lsodar_LZB/RockingBlockED_Lsodar_LZBimpact.ref",
             fallingBlock,
             1e-10,
             {},
             215},
        Case{"TwistingOfTheKernelTests", "KT-AVI/testAVI.ref", twisting, 1e-11, first(3, 5)}),
    [](const auto& value) { return value.param.name; });

/// From an impact at t = 0 with v = -1 and e = 0.9 impacts accumulate at t = 2 e / (g (1 - e)) = 1.8349. The
/// reference finds 140 of them before its thresholds end the sequence; then both rest under the weight.
TEST(ReferenceAfterAccumulation, BallRestsAtTheSampledInstants) {
  const Table expected = readReference("BouncingBallED-initialImpact/BouncingBallED-initialImpact.ref");
  const Rows actual = bouncingBallFromImpact();
  auto row = actual.begin();
  int compared = 0;
  for (std::size_t i = 648; i < expected.rows.size(); ++i) {
    const std::vector<double>& rest = expected.rows[i];
    while (row != actual.end() && (*row)[0] < rest[0] - 1e-9) ++row;
    ASSERT_NE(row, actual.end());
    ASSERT_NEAR((*row)[0], rest[0], 1e-9);
    EXPECT_NEAR((*row)[1], rest[1], 1e-9);
    for (std::size_t column = 2; column < rest.size(); ++column)
      EXPECT_NEAR((*row)[column], rest[column], 1e-9) << "at t = " << rest[0] << ", column " << column;
    ++compared;
  }
  EXPECT_GT(compared, 1000);
}

}  // namespace
}  // namespace nsds::test
