// A slider-crank whose slider has a clearance c in its guide, so that it knocks from one side to the other.
// The crank is driven at a constant rate. Dimensions: Flores, Leine, Glocker (2010), Multibody System
// Dynamics 23, with a motor.
//
// q = (crank, rod, slider), angles against the axis of the guide. The pin of the slider is at
//
//   X = l1 cos(q0) + l2 cos(q1),   Y = l1 sin(q0) + l2 sin(q1),
//
// and each of the four corners of the slider, (+-a, +-b) turned by q2, stays within b + c of the axis, with
// friction. Without clearance Y = 0; a clearance moves X most where crank and axis make a right angle, by
// sqrt(l2^2 - l1^2) - sqrt(l2^2 - (l1 + c)^2). Contacts only take energy: what the mechanism has at any time
// is what it began with, and the motor's work, less what they took.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <numbers>

#include "example.hpp"

using namespace nsds;

namespace {

const double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025, g = 9.81;
const double m1 = 0.038, m2 = 0.038, m3 = 0.076, J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6;
const double coupling = (0.5 * m2 + m3) * l1 * l2;  // of crank and rod

double pinX(VectorConstRef q) {
  return l1 * std::cos(q[0]) + l2 * std::cos(q[1]);
}
double pinY(VectorConstRef q) {
  return l1 * std::sin(q[0]) + l2 * std::sin(q[1]);
}

LagrangianDS& addMechanism(Model& model, double rate) {
  // Rod along the axis, the pin on it: l1 v0 + l2 v1 = 0.
  auto& mechanism = model.add<LagrangianDS>(Vector::Zero(3), Vector{{rate, -rate * l1 / l2, 0.0}},
                                            [](VectorConstRef q, MatrixRef M) {
                                              const double c = coupling * std::cos(q[0] - q[1]);
                                              M << J1 + (0.25 * m1 + m2 + m3) * l1 * l1, c, 0.0, c,
                                                  J2 + (0.25 * m2 + m3) * l2 * l2, 0.0, 0.0, 0.0, J3;
                                            });
  mechanism.setFGyr([](VectorConstRef q, VectorConstRef v, VectorRef f) {
    const double s = coupling * std::sin(q[0] - q[1]);
    f << s * v[1] * v[1], -s * v[0] * v[0], 0.0;
  });
  mechanism.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) {
    f << (0.5 * m1 + m2 + m3) * g * l1 * std::cos(q[0]), (0.5 * m2 + m3) * g * l2 * std::cos(q[1]), 0.0;
  });
  mechanism.prescribe(0, rate);
  return mechanism;
}

double energyOf(const LagrangianDS& mechanism) {
  const auto q = mechanism.q();
  return mechanism.kineticEnergy() + (0.5 * m1 * l1 * std::sin(q[0]) + m3 * pinY(q)) * g +
         m2 * g * (l1 * std::sin(q[0]) + 0.5 * l2 * std::sin(q[1]));
}

/// The corner (along a, across b) of the slider, along and across +1 or -1, and the guide on its side.
Interaction& linkCorner(Model& model, LagrangianDS& mechanism, double along, double across, double c) {
  return model.link(NewtonImpactFrictionNSL(0.4, 0.0, 0.01, 2),
                    LagrangianScleronomousR(
                        2,
                        [=](VectorConstRef q, VectorRef y) {
                          const double s = std::sin(q[2]), t = std::cos(q[2]);
                          y << b + c - across * (pinY(q) + along * a * s + across * b * t),
                              pinX(q) + along * a * t - across * b * s;
                        },
                        [=](VectorConstRef q, MatrixRef H) {
                          const double s = std::sin(q[2]), t = std::cos(q[2]);
                          H << -across * l1 * std::cos(q[0]), -across * l2 * std::cos(q[1]),
                              -across * (along * a * t - across * b * s), -l1 * std::sin(q[0]),
                              -l2 * std::sin(q[1]), -along * a * s - across * b * t;
                        }),
                    mechanism);
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double c = parameters["c"], rate = parameters["rate"], h = parameters["h"];

  Model model(0.0, parameters["turns"] * 2.0 * std::numbers::pi / rate);
  LagrangianDS& mechanism = addMechanism(model, rate);
  for (const double across : {1.0, -1.0})
    for (const double along : {1.0, -1.0}) linkCorner(model, mechanism, along, across, c);

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-10)));
  const auto ideal = [&] {
    const double y = l1 * std::sin(mechanism.q()[0]);
    return l1 * std::cos(mechanism.q()[0]) + std::sqrt(l2 * l2 - y * y);
  };
  io::Recorder recorder;
  recorder.stride(static_cast<std::size_t>(parameters.integer("stride")));
  recorder.column("crank", "rad", [&] { return mechanism.q()[0]; });
  recorder.column("slider", "m", [&] { return pinX(mechanism.q()); });
  recorder.column("height of the slider", "m", [&] { return pinY(mechanism.q()); });
  EnergyBalance energy;
  ConstraintViolation violation;
  const double atStart = energyOf(mechanism);
  double apart = 0.0, created = 0.0, unbalanced = 0.0;
  io::Run run(simulation, parameters);
  run.keep("apart", apart).keep("created", created).keep("unbalanced", unbalanced);
  run(energy, violation, recorder, [&](const Simulation&) {
    apart = std::max(apart, std::abs(pinX(mechanism.q()) - ideal()));
    const double gained = energyOf(mechanism) - atStart - energy.now().prescribed;
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
