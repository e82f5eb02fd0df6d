// LC oscillators with ideal diodes: x = (v_C, i_L), C v' = -i - ..., L i' = v.
#include <nsds/kernel.hpp>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

constexpr double L = 1e-2;
constexpr double C = 1e-6;
constexpr double R = 1e3;

FirstOrderLinearDS& addOscillator(Model& model) {
  return model.add<FirstOrderLinearDS>(Vector{{10.0, 0.0}}, Matrix{{0.0, -1.0 / C}, {1.0 / L, 0.0}});
}

/// Four diodes; lambda = (v_DR1, v_DF2, i_DF1, i_DR2), y its complements.
Interaction& linkBridge(Model& model, FirstOrderLinearDS& oscillator) {
  FirstOrderLinearTIR bridge(Matrix{{0.0, 0.0}, {0.0, 0.0}, {-1.0, 0.0}, {1.0, 0.0}},
                             Matrix{{0.0, 0.0, -1.0 / C, 1.0 / C}, {0.0, 0.0, 0.0, 0.0}});
  bridge.setD(Matrix{{1.0 / R, 1.0 / R, -1.0, 0.0},
                     {1.0 / R, 1.0 / R, 0.0, -1.0},
                     {1.0, 0.0, 0.0, 0.0},
                     {0.0, 1.0, 0.0, 0.0}});
  return model.link(ComplementarityConditionNSL(), bridge, oscillator);
}

}  // namespace

/// A resistor in series with one diode; t, x, -y, lambda, 0.
Rows circuitRLCD() {
  Model model(0.0, 5e-3);
  auto& oscillator = addOscillator(model);
  FirstOrderLinearTIR load(Matrix{{-1.0, 0.0}}, Matrix{{-1.0 / C}, {0.0}});
  load.setD(Matrix::Constant(1, 1, R));
  auto& diode = model.link(ComplementarityConditionNSL(), load, oscillator);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-5), EulerMoreauOSI(0.5000000000001),
                          LCP(tight()));
  Rows rows;
  const auto record = [&](const Simulation& s) {
    rows.push_back({s.time(), oscillator.x()[0], oscillator.x()[1], -diode.y()[0], diode.lambda()[0], 0.0});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

/// A resistor behind a bridge of four diodes; t, x, y_0, -lambda_0, -lambda_1, lambda_2, y_0 + lambda_2.
Rows diodeBridge() {
  Model model(0.0, 5e-3);
  auto& oscillator = addOscillator(model);
  auto& bridge = linkBridge(model, oscillator);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-6), EulerMoreauOSI(0.5), LCP(tight()));
  Rows rows;
  const auto record = [&](const Simulation& s) {
    const auto x = oscillator.x();
    const auto lambda = bridge.lambda();
    const double y0 = bridge.y()[0];
    rows.push_back({s.time(), x[0], x[1], y0, -lambda[0], -lambda[1], lambda[2], y0 + lambda[2]});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

/// The same with lambda at t_k + h/2, whose energy balance closes: stored, dissipated, sum.
Rows diodeBridgeThetaGamma() {
  const double h = 1e-6;
  Model model(0.0, 5e-3);
  auto& oscillator = addOscillator(model);
  auto& bridge = linkBridge(model, oscillator);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(0.5, 0.5), LCP(tight()));
  Rows rows;
  double dissipated = 0.0;
  const auto record = [&](const Simulation& s) {
    const auto x = oscillator.x();
    const auto lambda = bridge.lambda();
    const double load = lambda[0] + lambda[1];
    const double stored = 0.5 * (C * x[0] * x[0] + L * x[1] * x[1]);
    dissipated += h / R * load * load;
    rows.push_back({s.time(), x[0], x[1], bridge.y()[0], -lambda[0], -lambda[1], lambda[2], stored,
                    dissipated, stored + dissipated});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

/// A capacitor behind the bridge, across the load; two systems in one interaction. t, x, lambda_0, -y_0,
/// -lambda_1, lambda_2, of which those after lambda_0 are not unique.
Rows diodeBridgeCapFilter() {
  const double Cf = 300e-9;
  Model model(0.0, 5e-3);
  auto& oscillator = addOscillator(model);
  auto& filter = model.add<FirstOrderLinearDS>(Vector::Zero(1), Matrix::Constant(1, 1, -1.0 / (R * Cf)));
  FirstOrderLinearTIR bridge(
      Matrix{{0.0, 0.0, 1.0}, {0.0, 0.0, 0.0}, {-1.0, 0.0, 1.0}, {1.0, 0.0, 0.0}},
      Matrix{{0.0, 0.0, -1.0 / C, 1.0 / C}, {0.0, 0.0, 0.0, 0.0}, {1.0 / Cf, 0.0, 1.0 / Cf, 0.0}});
  bridge.setD(
      Matrix{{0.0, -1.0, 0.0, 0.0}, {1.0, 0.0, 1.0, -1.0}, {0.0, -1.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}});
  auto& diodes = model.link(ComplementarityConditionNSL(), bridge, oscillator, filter);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-6), EulerMoreauOSI(1.0), LCP(tight()));
  simulation.setJumps(JumpRule::accept);  // the capacitors meet with voltages that differ
  Rows rows;
  const auto record = [&](const Simulation& s) {
    const auto x = oscillator.x();
    const auto lambda = diodes.lambda();
    rows.push_back({s.time(), x[0], x[1], lambda[0], -diodes.y()[0], -lambda[1], lambda[2]});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

}  // namespace nsds::test
