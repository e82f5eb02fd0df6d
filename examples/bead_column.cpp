// A column of equal beads falls onto the ground and comes to rest, layer by layer: many impacts at the same
// time, then N contacts that carry 1, 2, ..., N times the weight of a bead.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <string>
#include <vector>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double h = wholeStep(parameters["h"], parameters["T"]), R = 0.1, m = 1.0, g = 9.81;
  const int n = parameters.integer("beads");

  Model model(0.0, parameters["T"]);
  std::vector<LagrangianLinearTIDS*> beads;
  std::vector<Interaction*> contacts;
  io::Recorder recorder;
  for (int i = 0; i < n; ++i) {
    // A little apart, and above the ground.
    auto& bead = model.add<LagrangianLinearTIDS>(Vector::Constant(1, 0.3 + 0.25 * i), Vector::Zero(1),
                                                 Matrix::Constant(1, 1, m));
    bead.setFExt(Vector::Constant(1, -m * g));
    if (i == 0) {
      contacts.push_back(
          &model.link(NewtonImpactNSL(parameters["e"]), LagrangianLinearTIR(Matrix{{1.0}}, -R), bead));
    } else {
      contacts.push_back(&model.link(NewtonImpactNSL(parameters["e"]),
                                     LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -2.0 * R), *beads.back(),
                                     bead));
    }
    beads.push_back(&bead);
    recorder.column("bead" + std::to_string(i + 1), "m", [&bead] { return bead.q()[0]; });
  }

  // No restitution below 2 g h, the velocity that gravity gives in two steps: contacts settle instead of
  // rattling.
  TimeStepping simulation(model, TimeDiscretisation(0.0, h),
                          MoreauJeanOSI(0.5, {.restitutionThreshold = 2.0 * g * h}),
                          LCP(Solver("lemke").set("tolerance", 1e-10)));
  double penetration = 0.0;
  io::Run run(simulation, parameters);
  run.keep("penetration", penetration);
  run(recorder, [&](const Simulation&) {
    for (const Interaction* contact : contacts) penetration = std::max(penetration, -contact->y()[0]);
  });
  save(recorder.trajectory(), parameters);

  double largest = 0.0;
  for (int i = 0; i < n; ++i) {
    const double load = (n - i) * m * g * h;  // the impulse of a step that carries the beads above
    largest = std::max(largest, std::abs(contacts[static_cast<std::size_t>(i)]->lambda()[0] - load) / load);
  }
  std::printf("%d beads at rest: contact impulses differ from the weight above by %.1e (relative)\n", n,
              largest);
  std::printf("largest penetration on the way: %.2e m, the fastest bead moves %.2e m in a step\n",
              penetration, h * std::sqrt(2.0 * g * 0.25 * (n + 1)));
  const bool correct = largest < 1e-8 && penetration < 2.0 * h * std::sqrt(2.0 * g * 0.25 * (n + 1));
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A column of beads falls onto the ground and comes to rest.",
                    {{"beads", 10.0, "1", "number of beads", 1.0, 100.0, true},
                     {"e", 0.5, "1", "coefficient of restitution", 0.0, 0.9},
                     {"h", 5e-4, "s", "time step", 1e-5, 1e-2},
                     {"T", 3.0, "s", "end of the simulation", 2.0, 20.0}},
                    simulate);
}
