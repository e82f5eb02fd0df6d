// A slider-crank whose slider has a clearance c in its guide, so that it knocks from one side to the other
// (mechanisms/slider_crank_clearance.hpp).
//
// A slider without clearance has its pin on the axis. A clearance moves X most where crank and axis make a right angle, by
// sqrt(l2^2 - l1^2) - sqrt(l2^2 - (l1 + c)^2). Contacts only take energy: what the mechanism has at any time
// is what it began with, and the motor's work, less what they took.
#include "mechanisms/slider_crank_clearance.hpp"

#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <numbers>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double c = parameters["c"], rate = parameters["rate"], h = parameters["h"];

  Model model(0.0, parameters["turns"] * 2.0 * std::numbers::pi / rate);
  const mechanisms::SliderCrankClearance crank(model, c, rate);
  const LagrangianDS& mechanism = *crank.mechanism;
  const double l1 = mechanisms::SliderCrankClearance::l1, l2 = mechanisms::SliderCrankClearance::l2;

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-10)));
  const auto ideal = [&] {
    const double y = l1 * std::sin(mechanism.q()[0]);
    return l1 * std::cos(mechanism.q()[0]) + std::sqrt(l2 * l2 - y * y);
  };
  io::Recorder recorder;
  recorder.stride(static_cast<std::size_t>(parameters.integer("stride")));
  recorder.column("crank", "rad", [&] { return mechanism.q()[0]; });
  recorder.column("slider", "m", [&] { return crank.pinX(); });
  recorder.column("height of the slider", "m", [&] { return crank.pinY(); });
  EnergyBalance energy;
  ConstraintViolation violation;
  const double atStart = crank.energy();
  double apart = 0.0, created = 0.0, unbalanced = 0.0;
  io::Run run(simulation, parameters);
  run.keep("apart", apart).keep("created", created).keep("unbalanced", unbalanced);
  run(energy, violation, recorder, [&](const Simulation&) {
    apart = std::max(apart, std::abs(crank.pinX() - ideal()));
    const double gained = crank.energy() - atStart - energy.now().prescribed;
    created = std::max(created, gained);
    unbalanced = std::max(unbalanced, std::abs(gained - energy.now().normal - energy.now().tangential));
  });
  save(recorder.trajectory(), parameters);

  const Energies& now = energy.now();
  const double penetration = violation.penetration(), reach = l1 + c + penetration;
  const double bound = std::sqrt(l2 * l2 - l1 * l1) - std::sqrt(l2 * l2 - reach * reach);
  std::printf("the motor gives %.4f J, impacts take %.4f J and friction %.4f J\n", now.prescribed,
              -now.normal, -now.tangential);
  std::printf("energy beyond the motor's work at any time: %.1e J; not accounted for: %.1e J\n", created,
              unbalanced);
  std::printf("the slider is within %.4f c of the ideal mechanism, %.4f c is the bound; penetration %.1e m\n",
              apart / c, bound / c, penetration);
  // The scheme takes the mass of the end of a step: of order one, h times the rate in every radian. A contact
  // is reached at the speed that the slider gains across the guide.
  const double order = h * rate * atStart, turned = rate * model.T();
  const bool correct = apart < bound && created < 2.0 * order && unbalanced < 2.0 * order * turned &&
                       penetration < h * rate * std::sqrt(4.0 * c * l1) && now.normal < 0.0 &&
                       now.tangential < 0.0;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A slider-crank with a clearance between slider and guide.",
                    {{"c", 1e-3, "m", "clearance", 1e-5, 5e-3},
                     {"rate", 150.0, "rad/s", "rate of the crank", 50.0, 300.0},
                     {"h", 1e-6, "s", "time step", 1e-7, 2e-5},
                     {"turns", 5.0, "1", "turns of the crank", 1.0, 20.0},
                     {"stride", 10.0, "1", "steps from one row of the file to the next", 1.0, 1000.0, true}},
                    simulate);
}
