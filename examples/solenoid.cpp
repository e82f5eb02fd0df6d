// A circuit and a mechanism in one model: a coil behind a rectifying diode lifts a plunger from its seat.
//
//   L i' = U sin(w t) - R i + lambda,   0 <= i  perp  lambda >= 0
//   m q'' = c i^2 - F0 + p,             0 <= q  perp  p >= 0
//
// The diode carries no current backwards, and the plunger is pressed on its seat.
// The plunger rises when the pull of the current exceeds its preload, and falls back when the diode has cut
// the current off. Both instants are known: the current is that of a half-wave rectifier.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double h = parameters["h"], U = parameters["U"], F0 = parameters["F0"];
  constexpr double L = 0.5, R = 1.0, w = 3.0, c = 4.0, m = 0.1, T = 2.5;

  Model model(0.0, T);
  auto& coil = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{-R / L}});
  coil.setB([=](double t, VectorRef b) { b[0] = U * std::sin(w * t) / L; });
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0 / L}}), coil);
  auto& plunger = model.add<LagrangianDS>(Vector{{0.0}}, Vector{{0.0}}, Matrix{{m}});
  plunger.setFExt([&](double, VectorRef force) { force[0] = c * std::pow(coil.x()[0], 2) - F0; });
  const Interaction& seat = model.link(NewtonImpactNSL(0.2), LagrangianLinearTIR(Matrix{{1.0}}), plunger);

  io::Recorder recorder;
  recorder.column("current", "A", [&] { return coil.x()[0]; });
  recorder.column("lift", "m", [&] { return plunger.q()[0]; });
  recorder.column("seat", "N", [&] { return seat.lambda()[0] / h; });
  double lifted = 0.0, blocked = 0.0;
  const auto watch = [&](const Simulation& s) {
    if (lifted == 0.0 && s.time() > 0.0 && seat.lambda()[0] == 0.0) lifted = s.time();
    if (lifted > 0.0 && blocked == 0.0 && coil.x()[0] == 0.0) blocked = s.time();
  };
  TimeStepping simulation(model, TimeDiscretisation(0.0, h),
                          MixedOrderOSI(MoreauJeanOSI(0.5), EulerMoreauOSI(1.0)));
  io::Run run(simulation, parameters);
  run.keep("lifted", lifted).keep("blocked", blocked);
  run(recorder, watch);
  save(recorder.trajectory(), parameters);

  const double phi = std::atan2(w * L, R);
  const auto current = [&](double t) {
    return U / std::hypot(R, w * L) * (std::sin(w * t - phi) + std::sin(phi) * std::exp(-R / L * t));
  };
  double lifts = 0.0;
  while (c * std::pow(current(lifts), 2) < F0) lifts += 1e-6;
  double blocks = 3.0 / w;
  while (current(blocks) > 0.0) blocks += 1e-6;
  std::printf("the plunger lifts at %.4f s (theory %.4f s), the diode blocks at %.4f s (theory %.4f s)\n",
              lifted, lifts, blocked, blocks);
  const bool correct = std::abs(lifted - lifts) <= 3.0 * h && std::abs(blocked - blocks) <= 3.0 * h;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A coil behind a diode lifts a plunger from its seat.",
                    {{"h", 1e-4, "s", "time step", 1e-5, 1e-3},
                     {"U", 2.0, "V", "voltage", 1.5, 10.0},
                     {"F0", 1.0, "N", "preload of the plunger", 0.5, 2.0}},
                    simulate);
}
