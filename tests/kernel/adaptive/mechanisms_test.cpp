// Adaptive steps of systems with more than one contact: a slider that knocks in its guide, first-order systems.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>
#include <nsds/theory/accuracy/norms.hpp>
#include <numbers>

#include "kernel/error_text.hpp"
#include "mechanisms/slider_crank_clearance.hpp"

namespace nsds::test::mechanisms_test {
namespace {

// Two turns, with a few hundred impacts. Contacts only take energy: the mechanism never has more than it began with and the
// motor gave, but for the error of the steps; the slider leaves its guide by no more than tolerances allow.
TEST(SliderCrankWithClearance, RunsToItsEnd) {
  const double rate = 150.0, c = 1e-3;
  Model model(0.0, 2.0 * 2.0 * std::numbers::pi / rate);
  const mechanisms::SliderCrankClearance crank(model, c, rate);
  StepControl control;
  control.relativeTolerance = 1e-5;
  control.absoluteTolerance = control.violationTolerance = 1e-5;
  control.firstStep = 1e-6;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 1e-4), MoreauJeanOSI(0.5),
                                  FrictionContact(Solver("auto").set("tolerance", 1e-10)), control);
  ConstraintViolation violation;
  double most = 0.0;
  const double length = model.scales().length;
  simulation.run(violation, [&](const Simulation&) { most = std::max(most, std::abs(crank.pinY())); });
  const StepControlReport& report = simulation.stepControlReport();
  EXPECT_EQ(simulation.time(), model.T());
  EXPECT_GT(report.nonsmooth, 50);
  EXPECT_GT(report.largestStep, 20.0 * report.smallestStep);
  EXPECT_LT(violation.penetration(), 20.0 * control.violationTolerance * length);
  EXPECT_LT(most, c + violation.penetration() + 1e-6);
}

// x' = -sgn x + sin t by implicit Euler: adaptive steps follow the solid line through switches, at rest while |sin t| < 1.
TEST(FirstOrder, RelaysAreSteppedAdaptively) {
  Model model(0.0, 3.0);
  model.setScales({1.0, 1.0, 1.0});
  auto& system = model.add<FirstOrderLinearDS>(Vector::Constant(1, 1.0), Matrix::Zero(1, 1));
  model.link(RelayNSL(-1.0, 1.0), FirstOrderLinearTIR(Matrix::Identity(1, 1), Matrix::Identity(1, 1)),
             system);
  StepControl control;
  control.relativeTolerance = 0.0;
  control.absoluteTolerance = 1e-4;
  control.firstStep = 1e-3;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0), Relay(), control);
  double worst = 0.0;
  simulation.run([&](const Simulation& s) {
    worst = std::max(worst, std::abs(system.x()[0] - std::max(0.0, 1.0 - s.time())));
  });
  EXPECT_LT(worst, 1e-3);
  EXPECT_GT(simulation.stepControlReport().largestStep, 0.1);
}

// Systems of both orders: a mass on a stop and a leak x' = -x, exp(-2) after 2 s.
TEST(MixedOrder, IsSteppedAdaptively) {
  Model model(0.0, 2.0);
  model.setScales({1.0, 1.0, 1.0});
  auto& mass =
      model.add<LagrangianLinearTIDS>(Vector::Constant(1, 1.0), Vector::Zero(1), Matrix::Identity(1, 1));
  mass.setFExt(Vector::Constant(1, -2.0));
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), mass);
  auto& leak = model.add<FirstOrderLinearDS>(Vector::Constant(1, 1.0), Matrix::Constant(1, 1, -1.0));
  StepControl control;
  control.relativeTolerance = control.absoluteTolerance = control.violationTolerance = 1e-5;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 0.5),
                                  MixedOrderOSI(MoreauJeanOSI(0.5), EulerMoreauOSI(0.5, 0.5)), control);
  simulation.run();
  EXPECT_NEAR(mass.q()[0], 0.0, 1e-4);
  EXPECT_NEAR(leak.x()[0], std::exp(-2.0), 1e-4);
}

/// The L1 error of the oscillator with impacts by adaptive steps of a scheme.
template <class Scheme>
double oscillatorError(Scheme scheme, double tolerance) {
  const ImpactingMass exact = ImpactingMass::impactingOscillator();
  Model model(0.0, 10.0);
  const LagrangianLinearTIDS& mass = exact.addTo(model).mass;
  model.setScales({1.0, 1.0, 1.0});
  StepControl control;
  control.relativeTolerance = control.absoluteTolerance = control.violationTolerance = tolerance;
  control.firstStep = 1e-3;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), std::move(scheme), control);
  GridNorm norm;
  simulation.run([&](const Simulation& s) { norm.add(1e-2, mass.q()[0] - exact.at(s.time()).q); });
  EXPECT_GT(simulation.stepControlReport().largestStep, 3.0 * simulation.stepControlReport().smallestStep);
  return norm.value();
}

// Whatever the scheme is, its error follows the tolerance. Those of RATTLE and α never penetrate: how late an impact is shows in
// the middle of its step.
TEST(EveryScheme, IsSteppedAdaptively) {
  const auto follows = [](const char* name, auto&& error) {
    const double coarse = error(1e-3), fine = error(1e-6);
    EXPECT_LT(coarse, 0.5) << name;
    EXPECT_LT(fine, 0.1 * coarse) << name;
  };
  follows("theta = 1", [](double tolerance) { return oscillatorError(MoreauJeanOSI(1.0), tolerance); });
  follows("middle", [](double tolerance) {
    return oscillatorError(MoreauJeanOSI(0.5, Evaluation::middle), tolerance);
  });
  follows("D1-minus", [](double tolerance) { return oscillatorError(D1MinusOSI(), tolerance); });
  follows("RATTLE", [](double tolerance) { return oscillatorError(RattleOSI(), tolerance); });
  follows("generalised-alpha",
          [](double tolerance) { return oscillatorError(NonsmoothGeneralizedAlphaOSI(0.8), tolerance); });
}

// At position level a penetration is taken back within one step, by a velocity that grows as steps shrink.
TEST(SchatzmanPaoli, IsRefused) {
  Model model(0.0, 1.0);
  const std::string message =
      errorText([&] { AdaptiveTimeStepping(model, TimeDiscretisation(0.0, 0.1), SchatzmanPaoliOSI(0.5)); });
  EXPECT_NE(message.find("SchatzmanPaoliOSI needs equal steps"), std::string::npos) << message;
}

}  // namespace
}  // namespace nsds::test::mechanisms_test
