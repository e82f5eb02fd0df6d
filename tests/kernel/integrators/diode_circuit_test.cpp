// The diode circuit: order against the exact solution, complementarity, and the energy that a passive circuit
// can only lose.
#include <gtest/gtest.h>

#include <algorithm>
#include <nsds/kernel.hpp>

#include "kernel/integrators/diode_circuit_exact.hpp"

namespace nsds::diode_circuit_test {
namespace {

namespace circuit = diode_circuit;

struct Observed {
  double error = 0.0;            // at the end, relative to v0
  double complementarity = 0.0;  // largest |min(y, lambda)|, scaled by v0 and v0 / R
  double energyGain = 0.0;       // largest in a step, relative to the energy at the start
};

Observed run(double h, double theta, double gamma, double T = 2e-3) {
  Model model(0.0, T);
  auto& oscillator = model.add<FirstOrderLinearDS>(Vector{{circuit::v0, 0.0}},
                                                   Matrix{{0.0, -1.0 / circuit::C}, {1.0 / circuit::L, 0.0}});
  FirstOrderLinearTIR relation(Matrix{{-1.0, 0.0}}, Matrix{{-1.0 / circuit::C}, {0.0}});
  relation.setD(Matrix{{circuit::R}});
  Interaction& diode = model.link(ComplementarityConditionNSL(), relation, oscillator);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(theta, gamma),
                          LCP(Solver("lemke").set("tolerance", 1e-13)));
  Observed observed;
  const auto state = [&] { return circuit::State{oscillator.x()[0], oscillator.x()[1]}; };
  circuit::State last = state();
  simulation.run([&](const Simulation&) {
    const circuit::State now = state();
    // The law holds at t_k + gamma h.
    const double lambda = diode.lambda()[0];
    const double y = -(gamma * now.v + (1.0 - gamma) * last.v) + circuit::R * lambda;
    const double scaled = std::min(y / circuit::v0, lambda * circuit::R / circuit::v0);
    observed.complementarity = std::max(observed.complementarity, std::abs(scaled));
    const double gain =
        (circuit::energy(now) - circuit::energy(last)) / (0.5 * circuit::C * circuit::v0 * circuit::v0);
    observed.energyGain = std::max(observed.energyGain, gain);
    last = now;
  });
  const circuit::State exact = circuit::exact(T);
  const double current = circuit::v0 * std::sqrt(circuit::C / circuit::L);
  observed.error = std::max(std::abs(last.v - exact.v) / circuit::v0, std::abs(last.i - exact.i) / current);
  return observed;
}

double order(double theta, double gamma) {
  std::vector<double> steps;
  std::vector<double> errors;
  for (int k = 0; k < 10; ++k) {
    const double h = 8e-6 * std::exp2(-k);
    steps.push_back(h);
    errors.push_back(run(h, theta, gamma).error);
  }
  return fitOrder(steps, errors).order;
}

TEST(DiodeCircuit, OrderIsOneWithAnImplicitMultiplier) {
  EXPECT_NEAR(order(1.0, 1.0), 1.0, 0.2);
  EXPECT_NEAR(order(0.5, 1.0), 1.0, 0.2);
}

TEST(DiodeCircuit, OrderIsTwoAtTheMidpoint) {
  EXPECT_NEAR(order(0.5, 0.5), 2.0, 0.2);
}

TEST(DiodeCircuit, ComplementarityHoldsInEveryStep) {
  for (const auto& [theta, gamma] : {std::pair{1.0, 1.0}, {0.5, 1.0}, {0.5, 0.5}}) {
    EXPECT_LE(run(1e-6, theta, gamma).complementarity, 1e-12) << "theta " << theta << ", gamma " << gamma;
  }
}

TEST(DiodeCircuit, EnergyOnlyDecreasesForThetaOneAndForTheMidpoint) {
  const double rounding = 4.0 * std::numeric_limits<double>::epsilon();
  for (const double h : {1e-5, 1e-6, 1e-7}) {
    EXPECT_LE(run(h, 1.0, 1.0).energyGain, rounding);
    EXPECT_LE(run(h, 0.5, 0.5).energyGain, rounding);
  }
}

/// theta = 1/2 with an implicit multiplier is not passive. A step in which the diode begins to conduct
/// changes the energy by -h lambda (v_k + v_{k+1}) / 2 with lambda = v_{k+1} / R and v_{k+1} = v_k + s h, s
/// the slope of the voltage: at most h (s h)^2 / (16 R), which is gained where v_{k+1} = s h / 4. A property
/// of the scheme, recorded here.
TEST(DiodeCircuit, EnergyMayGrowByTheCubeOfTheStepWithAnImplicitMultiplier) {
  const double slope = circuit::v0 / std::sqrt(circuit::L * circuit::C);  // the steepest there is
  const double start = 0.5 * circuit::C * circuit::v0 * circuit::v0;
  std::vector<double> steps;
  std::vector<double> gains;
  for (const double h : {8e-6, 4e-6, 2e-6, 1e-6, 5e-7}) {
    double gain = 0.0;
    // Where in its step the diode begins to conduct is a matter of chance: look at several steps of about h.
    for (int k = 0; k < 16; ++k) {
      const double step = h * (1.0 - 0.01 * k);
      const double observed = run(step, 0.5, 1.0).energyGain;
      EXPECT_LE(observed, step * slope * step * slope * step / (16.0 * circuit::R) / start) << "h = " << step;
      gain = std::max(gain, observed);
    }
    std::printf(
        "theta = 1/2, implicit multiplier, h = %.1e s: largest relative gain of energy in a step %.1e\n", h,
        gain);
    steps.push_back(h);
    gains.push_back(gain);
  }
  EXPECT_NEAR(fitOrder(steps, gains).order, 3.0, 0.3);
}

}  // namespace
}  // namespace nsds::diode_circuit_test
