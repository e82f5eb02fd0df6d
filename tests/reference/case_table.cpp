#include "reference/case_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace nsds::test {
namespace {

// Left out: SliderCrankCombinedProjection. With sliderCrank() and a combined projection (identity metric,
// 1e-10) the first 27 steps, in which nothing touches, agree to 3e-14; from the first contact on velocities
// differ by 3e-4 of their size, and by 1 % after the next ones. The reference was made by a later rule than
// the one stated, which projects other contacts than those with an impulse, and which is not stated in full.

/// For the tolerance relative to the largest number of each column of the bar, whose forces are of size 4e3.
std::vector<double> sizesOfBar() {
  // t, q_0, v_0, p/h, lambda, q K q, v M v, q_99, v_99, q_50, v_50, power: the force is the only large
  // column; 1 elsewhere is the absolute tolerance.
  std::vector<double> sizes(12, 1.0);
  sizes[3] = 3.6e3;
  return sizes;
}

/// The angle turned in 15 s, of which differences add up, and the quaternion.
std::vector<double> columnsOfRollingBall() {
  std::vector<double> sizes(27, 1.0);
  sizes[4] = sizes[7] = 2e3;
  sizes[25] = 5e3;
  return sizes;
}

/// The rates are differences of states over h = 1e-3, and lambda where a state comes to rest at a threshold follows them:
/// with the states to 1e-14 of their size of 8 that is 1e-10.
std::vector<double> columnsOfStepSystem() {
  return {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 10.0, 10.0};
}

/// The largest numbers of each column.
std::vector<double> sizesOfOptimalControl() {
  return {10.0, 5.5, 2.5, 11.0, 6932.0, 2.0, 38061.0, 6.0, 2.0};
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

/// Accelerations and the force of the pendulum by generalised-alpha are compared to 1e-4, the rest to 1e-9.
std::vector<double> rowsOfAlphaPendulum() {
  std::vector<double> scale(10, 1.0);
  scale[5] = scale[6] = scale[9] = 1e5;
  return scale;
}

}  // namespace

std::span<const Case> allCases() {
  static const std::vector<Case> cases{
      Case{"BouncingBall", "BouncingBallTS/BouncingBallTS.ref", bouncingBall, 1e-12},
      Case{"BouncingBallWithLateGround", "BouncingBallTS-Dynamic/BouncingBallTS-Dynamic.ref",
           bouncingBallWithLateGround, 1e-12},
      Case{"BouncingBallOnCompliance", "BouncingBallTS-CompliantContact/BouncingBallTS-CompliantContact.ref",
           bouncingBallOnCompliance, 1e-11},
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
      Case{"StepSystem", "StepSystem/simu.1.6.ref", stepSystem, 1e-11, columnsOfStepSystem()},
      Case{"SignSystem", "SignSystem/sign.1.6.ref", signSystem, 1e-10},
      Case{"OptimalControl", "OptimalControl/OptimalControl.ref", optimalControl, 1e-8,
           sizesOfOptimalControl()},
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
           "ColumnOfBeadsTS-CombinedProjection/ColumnOfbeadsTS-CombinedProjection.ref", columnOfBeadsCombined,
           1e-12},
      Case{"BouncingBallSchatzmanPaoli",
           "BouncingBallTS-SchatzmanPaoli/BouncingBallTS-SchatzmanPaoliOSI.ref",
           bouncingBallSchatzmanPaoli,
           1e-9,
           {},
           1301},
      Case{"BouncingBallD1Minus", "BouncingBallTS-D1MinusLinear/BouncingBallTS-D1MinusLinearOSI.ref",
           bouncingBallD1Minus, 1e-11},
      Case{"BouncingSphere", "BouncingBallNETS/BouncingBallNETS.ref", bouncingSphere, 1e-12},
      Case{"BouncingSphereProjected", "BouncingBallNETS-WITHPROJ/BouncingBallNETS-WITHPROJ.ref",
           bouncingSphereProjected, 1e-12},
      Case{"FreeBody", "NE_1DS/NE_1DS.ref", freeBody, 1e-10},
      Case{"RollingBallInThePlane",
           "Ball2D_rollingfriction/Ball_2d_with_kernel_only_with_rollingfriction.ref", rollingBallInThePlane,
           1e-11},
      Case{"RollingBallInSpace", "RollingFriction-BouncingBallNETS/BouncingBallNETS.ref", rollingBallInSpace,
           1e-10, columnsOfRollingBall()},
      Case{"RollingBallInSpaceGlobally",
           "RollingFriction-BouncingBallNETS/BouncingBallNETS_MoreauJeanGOSI.ref", rollingBallInSpaceGlobally,
           1e-10, columnsOfRollingBall()},
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
      Case{"NonlinearBallThatStaysDown",
           "BouncingBallED-withRestingContact/BouncingBallED-withRestingContact.ref",
           nonlinearBallThatStaysDown, 1e-11},
      Case{"ColumnOfBeadsByEvents", "BeadColumnED_NewtonLaw/BeadColumnED_NewtonLaw.ref",
           columnOfBeadsByEvents, 1e-9},
      Case{"RopePendulum", "SimplePendulumED_Lsodar/SimplePendulumED_Lsodar.ref", ropePendulum, 1e-8,
           motionOfRopePendulum()},
      Case{"RopePendulumByGeneralizedAlpha", "SimplePendulumED_AlphaScheme/SimplePendulumED_AlphaScheme.ref",
           ropePendulumByGeneralizedAlpha, 1e-9, rowsOfAlphaPendulum()},
      // The file has lines of zeros behind the rows of the block.
      Case{"FallingBlock",
           "RockingBlockED_Lsodar_LZB/RockingBlockED_Lsodar_LZBimpact.ref",
           fallingBlock,
           1e-10,
           {},
           215},
      Case{"TwistingOfTheKernelTests", "KT-AVI/testAVI.ref", twisting, 1e-11, first(3, 5)},
      Case{"ExactOscillator", "KT-ZOH-Oscillator/testMatrixIntegration1.ref", exactOscillator, 1e-12},
      Case{"HeldRelay", "KT-ZOH-Relay/testMatrixIntegration2.ref", heldRelay, 1e-12},
      // In exact arithmetic x is zero from row 5100 on. Where x_0 comes to zero its rounding changes x_1 by 2 / h times as
      // much: from row 5094 on x_1 of the reference is off by up to 9.8e-9, and what it is compared with by less.
      Case{"HeldTwisting",
           "KT-ZOH-Orlov/testMatrixIntegration3.ref",
           heldTwisting,
           1e-9,
           {1.0, 1.0, 1.0, 1e4, 1e4, 1e4, 1e4},
           5094},
      Case{"HeldTwistingToItsEnd",
           "KT-ZOH-Orlov/testMatrixIntegration3.ref",
           heldTwisting,
           1e-8,
           {1.0, 1.0, 1.0, 3e3, 3e3, 1e3, 1e3}}};
  return cases;
}

Deviation largestDeviation(const Table& expected, const Rows& actual, std::span<const double> scale,
                           std::size_t rows) {
  const std::size_t columns = scale.empty() ? expected.columns : scale.size();
  if (rows == 0) rows = expected.rows.size();
  if (rows > expected.rows.size() || rows > actual.size() || columns > expected.columns)
    throw std::runtime_error(std::to_string(actual.size()) + " rows, where " + std::to_string(rows) + " of " +
                             std::to_string(expected.rows.size()) + " are compared");
  Deviation worst;
  for (std::size_t row = 0; row < rows; ++row) {
    if (actual[row].size() < columns)
      throw std::runtime_error("columns are missing in row " + std::to_string(row));
    for (std::size_t column = 0; column < columns; ++column) {
      const double difference = std::abs(actual[row][column] - expected.rows[row][column]);
      const double size = difference / (scale.empty() ? 1.0 : scale[column]);
      if (!std::isfinite(size))
        throw std::runtime_error("row " + std::to_string(row) + ", column " + std::to_string(column) +
                                 " is not finite");
      if (size > worst.size) worst = {size, row, column};
    }
  }
  return worst;
}

}  // namespace nsds::test
