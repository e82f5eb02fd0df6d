// A ball bounces infinitely often in a finite time, from event to event. From height H it hits the ground
// with v_0 = sqrt(2 g H) at t_0 = v_0 / g, then after flights of 2 e^k v_0 / g, k = 1, 2, ...: impacts
// accumulate at t_0 (1 + e) / (1 - e), and from there on it rests under its weight.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"
#include "two_schemes.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double g = 9.81, m = 2.0, e = parameters["e"], height = parameters["height"];
  const double t0 = std::sqrt(2.0 * height / g), v0 = std::sqrt(2.0 * g * height);
  const double end = t0 * (1.0 + e) / (1.0 - e), T = 1.2 * end;
  const auto build = [=](Model& model) {
    auto& ball = model.add<LagrangianLinearTIDS>(Vector::Constant(1, height), Vector::Zero(1),
                                                 Matrix::Constant(1, 1, m));
    ball.setFExt(Vector::Constant(1, -m * g));
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix::Ones(1, 1)), ball);
  };

  Model model(0.0, T);
  build(model);
  const auto& ball = dynamic_cast<const LagrangianDS&>(*model.nsds().systems().front());
  const Interaction& ground = *model.nsds().interactions().front();
  EventDriven simulation(model, TimeDiscretisation(0.0, T / 200.0), Dopri5());
  simulation.setEventOptions({.accumulationInterval = parameters["shortest"] / T});
  io::Recorder recorder;
  recorder.column("height", "m", [&] { return ball.q()[0]; });
  recorder.column("velocity", "m/s", [&] { return ball.v()[0]; });
  recorder.column("force", "N", [&] { return ground.lambda()[0]; });

  // The instant of the next impact, and the speed before it.
  double expected = t0, speed = v0, worst = 0.0, captured = T, unrest = 0.0;
  int impacts = 0;
  io::Run run(simulation, parameters);
  run.keep("expected", expected)
      .keep("speed", speed)
      .keep("worst", worst)
      .keep("captured", captured)
      .keep("unrest", unrest)
      .keep("impacts", impacts);
  run(recorder, [&](const Simulation& s) {
    if (simulation.event() == EventKind::impact) {
      const double bound = 1e-12 * std::max(1.0, expected) + 1e-15 / speed;
      worst = std::max(worst, std::abs(s.time() - expected) / bound);
      ++impacts;
      speed *= e;
      expected += 2.0 * speed / g;
    }
    if (simulation.event() == EventKind::accumulation) captured = s.time();
    if (s.time() > captured)
      unrest = std::max({unrest, std::abs(ball.q()[0]), std::abs(ball.v()[0]),
                         std::abs(ground.lambda()[0] / (m * g) - 1.0)});
  });
  save(recorder.trajectory(), parameters);

  std::printf("%d impacts, their instants within %.2f of 1e-12 max(1, t) + 1e-15 / speed\n", impacts, worst);
  std::printf("at rest at %.12g s, %.1e s from where they accumulate\n", captured, std::abs(end - captured));
  std::printf("then |height|, |velocity| and force / weight - 1 <= %.1e\n", unrest);
  const double order = orderOfTimeStepping(build, T, T / 50.0, T / 1600.0);
  const bool correct = worst <= 1.0 && std::abs(end - captured) < parameters["shortest"] / (1.0 - e) &&
                       unrest < 1e-9 && order > 0.6;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "The instants of the impacts of a bouncing ball.",
                    {{"e", 0.8, "1", "coefficient of restitution", 0.1, 0.95},
                     {"height", 1.0, "m", "at the start", 1e-2, 10.0},
                     {"shortest", 1e-6, "s", "flights below are left to time stepping", 1e-8, 1e-2}},
                    simulate);
}
