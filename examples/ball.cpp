// A ball falls under the force f = -2 from height 1 onto the ground and bounces with restitution 1/2. It
// flies for 1, then 1, 1/2, 1/4, ...: infinitely many impacts, which accumulate at t = 3. Then it rests.
// Exact solution: V. Acary, lecture on event-tracking and time-stepping schemes (2010), equations 68-71.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"

using namespace nsds;

/// The ball leaves the ground with the speed that its flight is long, and flight and speed halve from one to the next.
double exactHeight(double t) {
  if (t < 1.0) return 1.0 - t * t;
  if (t >= 3.0) return 0.0;
  double start = 1.0;
  double flight = 1.0;
  while (start + flight <= t) {
    start += flight;
    flight *= 0.5;
  }
  return (t - start) * (flight - (t - start));
}

int simulate(const io::Parameters& parameters) {
  const double h = parameters["h"];

  Model model(0.0, parameters["T"]);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  ball.setFExt(Vector::Constant(1, -2.0));
  Interaction& contact = model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix::Identity(1, 1)), ball);

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(parameters["theta"]), LCP());
  io::Recorder recorder;
  recorder.column("height", "m", [&] { return ball.q()[0]; });
  recorder.column("velocity", "m/s", [&] { return ball.v()[0]; });
  recorder.column("impulse", "N s", [&] { return contact.lambda()[0]; });

  double error = 0.0;  // in L1
  double unrest = 0.0;
  io::Run run(simulation, parameters);
  run.keep("error", error).keep("unrest", unrest);
  run(recorder, [&](const Simulation& s) {
    error += h * std::abs(ball.q()[0] - exactHeight(s.time()));
    if (s.time() > 3.0 + 10.0 * h) unrest = std::max({unrest, std::abs(ball.q()[0]), std::abs(ball.v()[0])});
  });
  save(recorder.trajectory(), parameters);

  std::printf("%lld steps of %g s, %lld changes of the active set\n",
              static_cast<long long>(simulation.step()), h,
              static_cast<long long>(simulation.statistics().indexSetChanges));
  std::printf("error of the height against the exact solution, in L1: %.2e (the scheme is of order one)\n",
              error);
  std::printf("after the impacts have accumulated at t = 3: |height|, |velocity| <= %.2e\n", unrest);
  const bool correct = error <= 10.0 * h && unrest <= 10.0 * h;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A ball bounces infinitely often in finite time and comes to rest.",
                    {{"h", 1e-3, "s", "time step", 1e-5, 0.1},
                     {"theta", 0.5, "1", "parameter of the Moreau-Jean scheme", 0.5, 1.0},
                     {"T", 5.0, "s", "end of the simulation", 3.5, 100.0}},
                    simulate);
}
