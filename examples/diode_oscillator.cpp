// An LC oscillator supplies a load resistor through an ideal diode (half-wave rectifier):
//
//   x = (v_L, i_L),  x' = [0 -1/C; 1/L 0] x + (-1/C, 0) i_D,   0 <= i_D _|_ -v_D = -v_L + R i_D >= 0.
//
// V. Acary, lectures on nonsmooth dynamical systems (2006). The circuit is passive: its energy can only be
// lost, in the resistor, while the diode conducts. When the voltage stays negative the diode blocks and the
// oscillation is undamped.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double L = parameters["L"], C = parameters["C"], R = parameters["R"], theta = parameters["theta"];

  Model model(0.0, parameters["T"]);
  auto& circuit = model.add<FirstOrderLinearDS>(Vector{{10.0, 0.0}}, Matrix{{0.0, -1.0 / C}, {1.0 / L, 0.0}});
  FirstOrderLinearTIR relation(Matrix{{-1.0, 0.0}}, Matrix{{-1.0 / C}, {0.0}});
  relation.setD(Matrix{{R}});
  Interaction& diode = model.link(ComplementarityConditionNSL(), relation, circuit);

  TimeStepping simulation(model, TimeDiscretisation(0.0, parameters["h"]), EulerMoreauOSI(theta, theta),
                          LCP(Solver("lemke").set("tolerance", 1e-14)));
  io::Recorder recorder;
  recorder.column("voltage", "V", [&] { return circuit.x()[0]; });
  recorder.column("inductor", "A", [&] { return circuit.x()[1]; });
  recorder.column("diode", "A", [&] { return diode.lambda()[0]; });

  const auto energy = [&] {
    return 0.5 * (C * circuit.x()[0] * circuit.x()[0] + L * circuit.x()[1] * circuit.x()[1]);
  };
  const double start = energy();
  double last = start, gain = 0.0, lowest = 0.0;
  io::Run run(simulation, parameters);
  run.keep("last", last).keep("gain", gain).keep("lowest", lowest);
  run(recorder, [&](const Simulation&) {
    gain = std::max(gain, (energy() - last) / start);
    last = energy();
    lowest = std::min(lowest, diode.lambda()[0]);
  });
  save(recorder.trajectory(), parameters);

  std::printf("energy: %.4e J at the start, %.4e J at the end, largest gain in a step %.1e (relative)\n",
              start, last, gain);
  std::printf("the diode never conducts backwards: lowest current %.1e A\n", lowest);
  const bool correct = gain <= 1e-14 && lowest >= 0.0 && last < start;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "An LC oscillator with a load resistor behind an ideal diode.",
                    {{"L", 1e-2, "H", "inductance", 1e-6, 1.0},
                     {"C", 1e-6, "F", "capacitance", 1e-9, 1e-3},
                     {"R", 1e3, "Ohm", "resistance", 1.0, 1e6},
                     {"theta", 0.5, "1", "theta = gamma of the Euler-Moreau scheme", 0.5, 1.0},
                     {"h", 1e-6, "s", "time step", 1e-8, 1e-5},
                     {"T", 5e-3, "s", "end of the simulation", 1e-4, 0.1}},
                    simulate);
}
