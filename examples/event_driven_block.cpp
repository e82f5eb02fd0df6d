// A block of width 2 b and height 2 a falls on smooth ground, corner by corner, and comes to rest on its
// side. Nothing acts sideways: x stays. Between impacts y is a parabola and the angle grows in proportion to
// time; an impact of a corner at the lever r = d gap / d angle, at the velocity U = y' + r angle', has the
// impulse P = (1 + e) |U| / W, W = 1 / m + r^2 / J, and takes (1 - e^2) U^2 / (2 W) of the energy. After
// infinitely many impacts, corner after corner, the block lies on both, with half of its weight on each.
#include <array>
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"
#include "two_schemes.hpp"

using namespace nsds;

namespace {

constexpr double a = 0.1, b = 0.2, m = 3.0, g = 9.81, J = m * (a * a + b * b) / 3.0;

/// The corner at (side b, -a) of the block.
double gapOf(double side, double y, double angle) {
  return y + side * b * std::sin(angle) - a * std::cos(angle);
}
double leverOf(double side, double angle) {
  return side * b * std::cos(angle) + a * std::sin(angle);
}

struct Instant {
  double t, y, vy, angle, rate;
};

/// Free flight over dt.
Instant flown(const Instant& from, double t) {
  const double dt = t - from.t;
  return {t, from.y + (from.vy - 0.5 * g * dt) * dt, from.vy - g * dt, from.angle + from.rate * dt,
          from.rate};
}

double distance(const Instant& p, const Instant& q) {
  return std::max(
      {std::abs(p.y - q.y), std::abs(p.vy - q.vy), std::abs(p.angle - q.angle), std::abs(p.rate - q.rate)});
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double e = parameters["e"], tilt = parameters["tilt"], T = 3.0;
  const auto build = [=](Model& model) {
    const Vector mass{{m, m, J}};
    auto& block = model.add<LagrangianLinearTIDS>(Vector{{0.0, 0.5, tilt}}, Vector{{0.3, 0.0, 0.0}},
                                                  Matrix(mass.asDiagonal()));
    block.setFExt(Vector{{0.0, -m * g, 0.0}});
    for (const double side : {-1.0, 1.0}) {
      model.link(NewtonImpactNSL(e),
                 LagrangianScleronomousR(
                     1, [=](VectorConstRef q, VectorRef y) { y[0] = gapOf(side, q[1], q[2]); },
                     [=](VectorConstRef q, MatrixRef H) { H << 0.0, 1.0, leverOf(side, q[2]); })
                     .setCurvature([=](VectorConstRef q, VectorConstRef v, VectorRef gamma) {
                       gamma[0] = (a * std::cos(q[2]) - side * b * std::sin(q[2])) * v[2] * v[2];
                     }),
                 block);
    }
  };

  Model model(0.0, T);
  build(model);
  const auto& block = dynamic_cast<const LagrangianDS&>(*model.nsds().systems().front());
  const std::array corners{model.nsds().interactions()[0].get(), model.nsds().interactions()[1].get()};
  EventDriven simulation(model, TimeDiscretisation(0.0, T / 300.0), Dopri5());
  const auto now = [&] {
    return Instant{simulation.time(), block.q()[1], block.v()[1], block.q()[2], block.v()[2]};
  };
  const auto energy = [&] { return block.kineticEnergy() + m * g * block.q()[1]; };
  io::Recorder recorder;
  recorder.column("x", "m", [&] { return block.q()[0]; });
  recorder.column("y", "m", [&] { return block.q()[1]; });
  recorder.column("angle", "rad", [&] { return block.q()[2]; });
  recorder.column("energy", "J", energy);

  simulation.initialize();
  recorder.begin(simulation);
  Instant last = now();
  double flight = 0.0, touching = 0.0, law = 0.0, loss = 0.0, sideways = 0.0;
  int impacts = 0, both = 0;
  double accumulated = T;
  const auto step = [&] {
    simulation.computeOneStep();
    const bool event = simulation.event() == EventKind::impact;
    const Instant before = now();
    const double energyBefore = energy();
    const bool pressed = corners[0]->lambda()[0] > 0.0 || corners[1]->lambda()[0] > 0.0;
    if (!pressed) flight = std::max(flight, distance(before, flown(last, before.t)));
    simulation.nextStep();
    recorder.step(simulation);
    last = now();
    sideways = std::max(sideways, std::abs(block.q()[0] - 0.3 * last.t) + std::abs(block.v()[0] - 0.3));
    if (simulation.event() == EventKind::accumulation) accumulated = last.t;
    if (!event || simulation.event() == EventKind::accumulation) return;
    ++impacts;
    const double left = simulation.impulse(*corners[0])[0], right = simulation.impulse(*corners[1])[0];
    if (left > 0.0 && right > 0.0) {
      ++both;
      return;
    }
    const double side = left > 0.0 ? -1.0 : 1.0, r = leverOf(side, before.angle);
    const double U = before.vy + r * before.rate, W = 1.0 / m + r * r / J;
    touching = std::max(touching, std::abs(gapOf(side, before.y, before.angle)));
    if (pressed) return;  // the other corner takes part
    law = std::max(law, std::abs((left + right) - (1.0 + e) * std::abs(U) / W));
    loss = std::max(loss, std::abs(energyBefore - energy() - 0.5 * (1.0 - e * e) * U * U / W));
  };
  io::Run run(simulation, parameters);
  run.keep("recorder", recorder)
      .keep("last", last)
      .keep("flight", flight)
      .keep("touching", touching)
      .keep("law", law)
      .keep("loss", loss)
      .keep("sideways", sideways)
      .keep("impacts", impacts)
      .keep("both", both)
      .keep("accumulated", accumulated);
  run.repeat(step);
  save(recorder.trajectory(), parameters);

  std::printf("%d impacts (%d of both corners); accumulated at %.9f s\n", impacts, both, accumulated);
  std::printf("flight within %.1e of parabola and turn; gaps at impacts within %.1e m of zero\n", flight,
              touching);
  std::printf("impulses within %.1e N s, energy lost within %.1e J of theory; sideways within %.1e\n", law,
              loss, sideways);
  const double rest = std::max(
      {std::abs(block.q()[1] - a), std::abs(block.q()[2]), std::abs(block.v()[1]), std::abs(block.v()[2])});
  const double shares = std::max(std::abs(corners[0]->lambda()[0] / (0.5 * m * g) - 1.0),
                                 std::abs(corners[1]->lambda()[0] / (0.5 * m * g) - 1.0));
  std::printf("at the end it lies within %.1e; forces within %.1e of half of the weight\n", rest, shares);
  const double order = orderOfTimeStepping(build, 0.45, 0.45 / 50.0, 0.45 / 1600.0);
  const bool correct = flight < 1e-9 && touching < 1e-9 && law < 1e-9 && loss < 1e-9 && sideways < 1e-9 &&
                       rest < 1e-7 && shares < 1e-7 && order > 0.6;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A block falls on its corners and comes to rest.",
                    {{"e", 0.5, "1", "coefficient of restitution", 0.0, 0.6},
                     {"tilt", 0.3, "rad", "angle at the start", 1e-3, 0.4}},
                    simulate);
}
