// Steps of different lengths, and operators that are set between them, leave the order two of smooth motion as it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"
#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::varying_steps_test {
namespace {

template <class Scheme>
class VaryingSteps : public testing::Test {};
TYPED_TEST_SUITE(VaryingSteps, Schemes);

/// Instants from 0 to T, about h and h/ratio apart in turns.
std::vector<double> alternating(double T, double h, double ratio) {
  const int pairs = static_cast<int>(std::ceil(T / (h + h / ratio)));
  std::vector<double> instants{0.0};
  for (int k = 0; k < pairs; ++k) {
    instants.push_back((k + ratio / (1.0 + ratio)) * T / pairs);
    instants.push_back(k + 1 == pairs ? T : (k + 1) * T / pairs);
  }
  return instants;
}

TYPED_TEST(VaryingSteps, KeepTheOrderOfAFreePendulum) {
  const double T = 1.0;
  std::vector<double> steps, errors;
  for (double h = 0.01; h > 6e-4; h *= 0.5) {
    FreeDoublePendulum pendulum(T);
    FreeDoublePendulum::Exact exact;
    TimeStepping simulation(*pendulum.run.model, TimeDiscretisation(alternating(T, h, 4.0)),
                            TypeParam::make());
    steps.push_back(h);
    errors.push_back(0.0);
    simulation.run([&](const Simulation& s) {
      exact.advance(s.lastTimeStep());
      const VectorView q = pendulum.system->q();
      const VectorView v = pendulum.system->v();
      errors.back() += s.lastTimeStep() * std::hypot(std::hypot(q[0] - exact.x[0], q[1] - exact.x[1]),
                                                     std::hypot(v[0] - exact.x[2], v[1] - exact.x[3]));
    });
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 2.0, 0.2);
}

TYPED_TEST(VaryingSteps, KeepTheOrderOnAJoint) {
  const double T = 1.0;
  const Eigen::Vector2d exact = pendulumExact(1.0, T);
  std::vector<double> steps, angle, rate;
  for (double h = 0.02; h > 2e-3; h *= 0.5) {
    PhysicalPendulum pendulum(1.0, T);
    TimeStepping simulation(pendulum.model, TimeDiscretisation(alternating(T, h, 4.0)), TypeParam::make());
    simulation.run();
    steps.push_back(h);
    angle.push_back(std::abs(pendulum.angle() - exact[0]));
    rate.push_back(std::abs(pendulum.rate() - exact[1]));
  }
  EXPECT_NEAR(fitOrder(steps, angle).order, 2.0, 0.2);
  EXPECT_NEAR(fitOrder(steps, rate).order, 2.0, 0.2);
}

/// An oscillator x'' = -x whose force, which is zero, is set before every step.
TYPED_TEST(VaryingSteps, AreOfOrderTwoWhereAForceIsSetBeforeEach) {
  std::vector<double> steps, errors;
  for (double h = 0.04; h > 2e-3; h *= 0.5) {
    Trial trial(0.0, 2.0);
    auto& mass = trial.model->add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{0.0}}, Matrix{{1.0}},
                                                        Matrix{{1.0}}, Matrix{{0.0}});
    mass.setFExt(Vector{{0.0}});
    trial.simulateWith(h, TypeParam::make());
    while (trial.simulation->hasNextEvent()) {
      mass.setFExt(Vector{{0.0}});
      trial.step();
    }
    steps.push_back(h);
    errors.push_back(std::hypot(mass.q()[0] - std::cos(2.0), mass.v()[0] + std::sin(2.0)));
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 2.0, 0.2);
}

/// x'' = -x + f, f from 0 to 1 at t = 1, where a step ends: x = cos t, then x - 1 turns on from there.
TYPED_TEST(VaryingSteps, AreOfOrderTwoThroughAJumpOfTheForceBetweenThem) {
  const double x = std::cos(1.0) - 1.0;
  const double v = -std::sin(1.0);
  const double c = std::cos(1.0);
  const double s = std::sin(1.0);
  std::vector<double> steps, errors;
  for (const int n : {32, 64, 128, 256, 512}) {
    Trial trial(0.0, 2.0);
    auto& mass = trial.model->add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{0.0}}, Matrix{{1.0}},
                                                        Matrix{{1.0}}, Matrix{{0.0}});
    trial.simulateWith(1.0 / n, TypeParam::make());
    trial.steps(n);
    mass.setFExt(Vector{{1.0}});
    trial.steps(n);
    steps.push_back(1.0 / n);
    errors.push_back(std::hypot(mass.q()[0] - (1.0 + c * x + s * v), mass.v()[0] - (c * v - s * x)));
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 2.0, 0.2);
}

/// Vibrations with ω h from 0.1 to 1e4 do not grow. A growth of 1 % a step would be one of 1e8 over these 2000 steps.
TEST(NonsmoothAlphaSteps, DifferAndStayStableForAnyStiffness) {
  for (const double rho : {0.8, 0.9, 1.0}) {
    for (double omega = 10.0; omega < 2e6; omega *= 3.0) {
      Model model(0.0, 12.5);
      auto& mass = model.add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{0.0}}, Matrix{{1.0}},
                                                   Matrix{{omega * omega}}, Matrix{{0.0}});
      TimeStepping simulation(model, TimeDiscretisation(alternating(12.5, 0.01, 4.0)),
                              NonsmoothGeneralizedAlphaOSI(rho));
      double most = 0.0;
      simulation.run([&](const Simulation&) { most = std::max(most, std::abs(mass.q()[0])); });
      EXPECT_LE(most, 3.0) << rho << " " << omega;
    }
  }
}

/// A pendulum on a joint: adaptive steps, whose trials are of half and of the whole length, err by no more than equal ones that are
/// as many. (RATTLE's err by less, since errors of its steps cancel.)
TEST(NonsmoothAlphaSteps, AreNotWorseThanEqualOnesWhereTheyAreAdaptive) {
  const double T = 2.0;
  PhysicalPendulum adaptive(1.0, T);
  StepControl control;
  control.relativeTolerance = control.absoluteTolerance = control.violationTolerance = 1e-6;
  AdaptiveTimeStepping simulation(adaptive.model, TimeDiscretisation(0.0, 0.05),
                                  NonsmoothGeneralizedAlphaOSI(0.8), control);
  const auto largest = [](PhysicalPendulum& pendulum, TimeStepping& stepping) {
    double error = 0.0;
    stepping.run([&](const Simulation& s) {
      error = std::max(error, std::abs(pendulum.angle() - pendulumExact(1.0, s.time(), 1000)[0]));
    });
    return error;
  };
  const double error = largest(adaptive, simulation);
  PhysicalPendulum equal(1.0, T);
  const double substeps = 2.0 / 3.0 * static_cast<double>(simulation.stepControlReport().computed);
  TimeStepping fixed(equal.model, TimeDiscretisation(0.0, T / std::ceil(substeps)),
                     NonsmoothGeneralizedAlphaOSI(0.8));
  EXPECT_LE(error, 2.0 * largest(equal, fixed));
}

}  // namespace
}  // namespace nsds::test::varying_steps_test
