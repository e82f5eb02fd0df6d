// Painleve's rod slides along the ground on its lower tip, to the left, at the angle a from the ground
// (Painleve 1895; Genot, Brogliato 1999, Eur. J. Mech. A/Solids 18). With its half length and its mass for
// units, c = cos a and s = sin a, its normal force is
//
//   N = (g - w^2 s) / W,   W = 1 + 3 c (c - mu s),    w the rate of the angle.
//
// Where W < 0 no force keeps the tip from sinking in, and it cannot lift off: Painleve's paradox. Friction
// then stops the slip at once, an impact without collision, by the impulse that brings the tip to rest,
//
//   P_N = 3 s c u / 4,   P_T = (1 + 3 c^2) u / 4,   u the speed of slip,   w = 3 (s P_T - c P_N),
//
// if P_T <= mu P_N. From there the rod turns about its tip, which sticks:
//
//   w^2 = w_0^2 - 3 g (sin a - sin a_0) / 2.
//
// The simulation stops by name instead if it is asked to.
#include "mechanisms/painleve_rod.hpp"

#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <string>

#include "example.hpp"
#include "two_schemes.hpp"

using namespace nsds;
using mechanisms::PainleveRod;

namespace {

constexpr double g = PainleveRod::gravity;
const SmoothOptions accurate{.relativeTolerance = 1e-12, .absoluteTolerance = 1e-12};

/// The message, if it names the contact and the state is that of before.
std::string stopsByName(double mu, double angle, double slip) {
  Model model(0.0, 0.1);
  const PainleveRod rod(model, mu, angle, -slip);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Mdop5(accurate));
  EventOptions options;
  options.paradox = ParadoxResponse::stop;
  simulation.setEventOptions(options);
  try {
    simulation.run();
  } catch (const ParadoxError& error) {
    const std::string message = error.what();
    const bool named = message.find(rod.tip->name()) != std::string::npos;
    return named && rod.rod->v()[0] == -slip ? message : "";
  }
  return "";
}

/// The impact, and the rod about its tip.
bool isStruck(const io::Parameters& parameters, EventDriven& simulation, const PainleveRod& rod, double slip,
              double angle, io::Recorder& recorder) {
  const double s = std::sin(angle), c = std::cos(angle);
  const double N = 0.75 * s * c * slip, T = 0.25 * (1.0 + 3.0 * c * c) * slip;
  const double rate = 3.0 * (s * T - c * N);
  simulation.initialize();
  const auto impulse = simulation.impulse(*rod.tip);
  const double impact = std::max(std::abs(impulse[0] - N), std::abs(impulse[1] - T));
  std::printf("struck without collision: impulses %.9f and %.9f N s, within %.1e of theory\n", impulse[0],
              impulse[1], impact);
  const double energy = rod.energy();
  double turning = 0.0, drift = 0.0, moved = 0.0;
  const double place = rod.placeOfTip();
  io::Run run(simulation, parameters);
  run.keep("turning", turning).keep("drift", drift).keep("moved", moved);
  run(recorder, [&](const Simulation&) {
    const double w = rod.rod->v()[2], a = rod.rod->q()[2];
    turning = std::max(turning, std::abs(w * w - rate * rate + 1.5 * g * (std::sin(a) - s)));
    drift = std::max(drift, std::abs(rod.energy() - energy));
    moved = std::max(moved, std::abs(rod.placeOfTip() - place));
  });
  std::printf(
      "it turns about its tip: w^2 within %.1e of theory, energy within %.1e J, the tip moves %.1e m\n",
      turning, drift, moved);
  return impact < 1e-12 && turning < 1e-8 && drift < 1e-8 && moved < 1e-8;
}

/// Sliding on, with the force of theory.
bool slides(const io::Parameters& parameters, EventDriven& simulation, const PainleveRod& rod, double mu,
            io::Recorder& recorder) {
  double force = 0.0, cone = 0.0, until = 0.0;
  const auto look = [&](const Simulation& now) {
    const double a = rod.rod->q()[2], w = rod.rod->v()[2], s = std::sin(a), c = std::cos(a);
    const double N = (g - w * w * s) / (1.0 + 3.0 * c * (c - mu * s));
    if (rod.tip->velocity()[1] > -1e-6) return;  // it slides to the left no more
    force = std::max(force, std::abs(rod.tip->lambda()[0] / N - 1.0));
    cone = std::max(cone, std::abs(rod.tip->lambda()[1] - mu * N) / N);
    until = now.time();
  };
  simulation.initialize();
  look(simulation);
  io::Run run(simulation, parameters);
  run.keep("force", force).keep("cone", cone).keep("until", until);
  run(recorder, look);
  std::printf("it slides on to t = %.3f: N within %.1e of theory, friction within %.1e of mu N\n", until,
              force, cone);
  return force < 1e-8 && cone < 1e-8;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double mu = parameters["mu"], angle = parameters["angle"], slip = parameters["slip"],
               T = parameters["T"];
  const double s = std::sin(angle), c = std::cos(angle), W = 1.0 + 3.0 * c * (c - mu * s);
  const bool paradox = W < 0.0;
  std::printf("W = %.6f%s; it is 0 for mu = %.6f\n", W, paradox ? ", a paradox" : "",
              (1.0 + 3.0 * c * c) / (3.0 * s * c));
  Model model(0.0, T);
  const PainleveRod rod(model, mu, angle, -slip);
  EventDriven simulation(model, TimeDiscretisation(0.0, T / 300.0), Mdop5(accurate));
  io::Recorder recorder;
  recorder.column("x", "m", [&] { return rod.rod->q()[0]; });
  recorder.column("angle", "rad", [&] { return rod.rod->q()[2]; });
  recorder.column("tip", "m", [&] { return rod.placeOfTip(); });
  recorder.column("normal", "N", [&] { return rod.tip->lambda()[0]; });
  recorder.column("friction", "N", [&] { return rod.tip->lambda()[1]; });
  recorder.column("energy", "J", [&] { return rod.energy(); });
  bool correct = paradox ? isStruck(parameters, simulation, rod, slip, angle, recorder)
                         : slides(parameters, simulation, rod, mu, recorder);
  save(recorder.trajectory(), parameters);
  const std::string message = stopsByName(mu, angle, slip);
  if (paradox) std::printf("asked to stop: \"%s\"\n", message.c_str());
  correct = correct && message.empty() != paradox;
  const double order =
      orderOfTimeStepping([&](Model& m) { PainleveRod(m, mu, angle, -slip); }, T, T / 50.0, T / 400.0);
  correct = correct && order > 0.6;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "Painleve's rod slides into a paradox.",
                    {{"mu", 2.0, "1", "coefficient of friction", 0.0, 5.0},
                     {"angle", 1.0, "rad", "from the ground", 0.8, 1.2},
                     {"slip", 1.0, "m/s", "of the tip, to the left", 0.5, 2.0},
                     {"T", 0.3, "s", "end of the simulation", 0.01, 0.3}},
                    simulate);
}
