// A pendulum hung from a slider that stands on a rail with friction: does its swing drag the slider along?
//
// As long as the slider stands, the rod pulls with S = m2 g (3 cos(phi) - 2 cos(phi0)) after a release from
// phi0 at rest, and the rail bears the forces S sin(phi) and m1 g + S cos(phi). The slider stands for ever
// where their ratio never exceeds the coefficient of friction. Where it does the slider begins to slide at
// the angle at which the ratio reaches mu, and friction takes exactly what the motion loses.
//
// q = (x, y, phi): place of the slider and angle of the pendulum, whose mass is at (x + l sin(phi), y - l
// cos(phi)); the rail is the contact y >= 0.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double m1 = 2.0, m2 = 1.0, l = 0.5, g = 9.81, phi0 = parameters["phi0"], h = parameters["h"];
  const auto ratio = [=](double phi) {
    const double S = m2 * g * (3.0 * std::cos(phi) - 2.0 * std::cos(phi0));
    return S * std::sin(phi) / (m1 * g + S * std::cos(phi));
  };
  double holds = 0.0;
  for (int i = 0; i <= 100000; ++i) holds = std::max(holds, ratio(1e-5 * i * phi0));
  const double mu = parameters["mu"] * holds;

  Model model(0.0, parameters["T"]);
  auto& mechanism =
      model.add<LagrangianDS>(Vector{{0.0, 0.0, phi0}}, Vector::Zero(3), [=](VectorConstRef q, MatrixRef M) {
        const double c = m2 * l * std::cos(q[2]), s = m2 * l * std::sin(q[2]);
        M << m1 + m2, 0.0, c, 0.0, m1 + m2, s, c, s, m2 * l * l;
      });
  mechanism.setFGyr([=](VectorConstRef q, VectorConstRef v, VectorRef f) {
    f << -m2 * l * std::sin(q[2]) * v[2] * v[2], m2 * l * std::cos(q[2]) * v[2] * v[2], 0.0;
  });
  mechanism.setFInt([=](double, VectorConstRef q, VectorConstRef, VectorRef f) {
    f << 0.0, (m1 + m2) * g, m2 * g * l * std::sin(q[2]);
  });
  model.link(NewtonImpactFrictionNSL(0.0, 0.0, mu, 2),
             LagrangianLinearTIR(Matrix{{0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}}), mechanism);

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  EnergyBalance energy;
  const auto mechanical = [&] {
    const auto q = mechanism.q();
    return mechanism.kineticEnergy() + m1 * g * q[1] + m2 * g * (q[1] - l * std::cos(q[2]));
  };
  const double atStart = mechanical();
  io::Recorder recorder;
  recorder.column("slider", "m", [&] { return mechanism.q()[0]; });
  recorder.column("angle", "rad", [&] { return mechanism.q()[2]; });
  recorder.column("energy", "J", mechanical);
  double slips = 0.0, moved = 0.0;
  io::Run run(simulation, parameters);
  run.keep("slips", slips).keep("moved", moved);
  run(energy, recorder, [&](const Simulation&) {
    moved = std::max(moved, std::abs(mechanism.q()[0]));
    if (slips == 0.0 && std::abs(mechanism.v()[0]) > 1e-9) slips = mechanism.q()[2];
  });
  save(recorder.trajectory(), parameters);

  const double lost = atStart - mechanical(), friction = -energy.now().tangential, scale = m2 * g * l;
  std::printf("mu = %.5f, %.5f would just hold; the slider moves by up to %.2e m\n", mu, holds, moved);
  std::printf("energy lost %.6f J, taken by friction %.6f J\n", lost, friction);
  bool correct = std::abs(lost - friction) < 2.0 * h * scale;
  if (parameters["mu"] >= 1.0) {
    correct = correct && moved < 1e-9 && friction < 1e-9 * scale;
  } else {
    double expected = phi0;  // on the way down from phi0
    while (expected > 0.0 && ratio(expected) < mu) expected -= 1e-6;
    std::printf("the slider begins to slide at the angle %.4f, exactly %.4f\n", slips, expected);
    correct = correct && std::abs(slips - expected) < 5.0 * h && friction > 0.0;
  }
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A pendulum on a slider with friction: the slider stands or slides.",
                    {{"mu", 1.01, "1", "coefficient of friction / that which just holds", 0.3, 10.0},
                     {"phi0", 1.0, "rad", "angle of the release", 0.1, 1.5},
                     {"h", 2e-4, "s", "time step", 1e-5, 1e-2},
                     {"T", 4.0, "s", "end of the simulation", 2.0, 30.0}},
                    simulate);
}
