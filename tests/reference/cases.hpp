// The cases: each builds its model, steps it, and gives one row of numbers for the initial state and one
// after every step, in the columns of its reference file.
#pragma once

#include <nsds/kernel.hpp>
#include <vector>

namespace nsds::test {

using Rows = std::vector<std::vector<double>>;

/// The references pivot in every step. A looser tolerance would take the last multipliers where they are good
/// enough.
inline Solver tight() {
  return Solver("lemke").set("tolerance", 1e-12);
}

Rows bouncingBall();
Rows bouncingBallWithFriction();
Rows bouncingBallOnCompliance();
Rows impactingStick();
Rows twoDiscs();
Rows bouncingBallWithLateGround();
Rows columnOfBeads();
Rows impactingBar();
Rows doublePendulum();
Rows camFollower();
Rows camFollowerMoving();
Rows circuitRLCD();
Rows diodeBridge();
Rows diodeBridgeThetaGamma();
Rows diodeBridgeCapFilter();
Rows frictionOscillator();
Rows simpleRelay();
Rows filippov();
Rows relayOscillator();
Rows twisting();
Rows heldRelay();
Rows heldTwisting();
Rows exactOscillator();
Rows stepSystem();
Rows signSystem();
Rows optimalControl();
Rows idealSwitch();
/// The activation of the references with projection: contacts within `gap` [m] of closing.
Activation within(double gamma, double gap);
/// A projection in the metric of the references: displacements of equal size cost the same, whatever the
/// masses. tolerance [m].
PositionProjection identityMetric(Model& model, double tolerance, int iterations);

Rows bouncingBallProjected();
Rows bouncingBallCombined();
Rows columnOfBeadsProjected();
Rows columnOfBeadsProjectedOnAll();
Rows columnOfBeadsCombined();
Rows bouncingBallSchatzmanPaoli();
Rows bouncingBallD1Minus();
Rows bouncingSphere();
Rows bouncingSphereProjected();
Rows freeBody();
Rows ballOnMovingPlane();
Rows woodpecker();
Rows sliderCrank();

/// A run and the largest residual of the law in its steps.
struct RollingRun {
  Rows rows;
  double residual = 0.0;
};
/// staleArm: with the arm of the contact that the references have, which is not the radius of the ball; global: by the
/// formulation in global form.
RollingRun rollingBallInThePlane(bool staleArm, bool global = false);
RollingRun rollingBallInSpace(bool staleArm, bool global = false);
Rows rollingBallInThePlane();
Rows rollingBallInSpace();
Rows rollingBallInSpaceGlobally();

Rows bouncingBallByEvents();
Rows bouncingBallFromImpact();
Rows ballThatStaysDown();
Rows nonlinearBallThatStaysDown();
Rows columnOfBeadsByEvents();
Rows ropePendulum();
Rows ropePendulumByGeneralizedAlpha();
Rows fallingBlock();

}  // namespace nsds::test
