// A rigid ball in a vertical plane over rigid ground: q = (z, x, angle), M = diag(m, m, 3/5 m R^2), the
// weight is m g, the contact z - R >= 0 with Newton's impact law. Between impacts it flies freely; each apex
// is e^2 times as high above contact as the one before. V. Acary, lectures on nonsmooth dynamical systems
// (2006).
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double m = parameters["m"], R = parameters["R"], g = parameters["g"], e = parameters["e"];
  const double height = 1.0;  // of the centre at the start

  Model model(0.0, parameters["T"]);
  const Vector q0{{height, 0.0, 0.0}};
  const Vector v0{{0.0, 0.5, 0.0}};
  const Matrix mass = Eigen::Vector3d(m, m, 0.6 * m * R * R).asDiagonal();
  auto& ball = model.add<LagrangianLinearTIDS>(q0, v0, mass);
  ball.setFExt([&](double, VectorRef f) { f << -m * g, 0.0, 0.0; });
  const Matrix H{{1.0, 0.0, 0.0}};
  Interaction& contact = model.link(NewtonImpactNSL(e), LagrangianLinearTIR(H, -R), ball);

  TimeStepping simulation(model, TimeDiscretisation(0.0, parameters["h"]), MoreauJeanOSI(0.5),
                          LCP(Solver("lemke").set("tolerance", 1e-12)));
  io::Recorder recorder;
  recorder.column("z", "m", [&] { return ball.q()[0]; });
  recorder.column("x", "m", [&] { return ball.q()[1]; });
  recorder.column("vz", "m/s", [&] { return ball.v()[0]; });
  recorder.column("impulse", "N s", [&] { return contact.lambda()[0]; });

  std::vector<double> apexes;
  double lastVelocity = 0.0;
  io::Run run(simulation, parameters);
  run.keep("apexes", apexes).keep("lastVelocity", lastVelocity);
  run(recorder, [&](const Simulation&) {
    if (lastVelocity > 0.0 && ball.v()[0] <= 0.0 && contact.lambda()[0] == 0.0)
      apexes.push_back(ball.q()[0] - R);
    lastVelocity = ball.v()[0];
  });
  save(recorder.trajectory(), parameters);

  // No force acts sideways; each step may round.
  const double x = v0[1] * parameters["T"];
  const double rounding = 4.0 * static_cast<double>(simulation.step()) * 2.2e-16 * x;
  bool correct = std::abs(ball.q()[1] - x) <= rounding;

  // The ball touches the ground first after the time of its fall, with the velocity of impact, and reaches
  // the first apex e times the fall later. An impact is placed within a step, in which the ball moves by
  // velocity times h at most: so far the heights may be off.
  const double h = parameters["h"], fall = std::sqrt(2.0 * (height - R) / g), velocity = g * fall;
  const double error = 3.0 * velocity * h;
  if (apexes.empty()) {
    std::printf("no apex: it is expected at %g s, the end is at %g s\n", (1.0 + e) * fall, parameters["T"]);
    correct = correct && parameters["T"] < (1.0 + e) * fall + 5.0 * h;
  }
  double expected = height - R;
  for (std::size_t k = 0; k < apexes.size() && k < 3; ++k) {
    expected *= e * e;
    std::printf("apex %zu: %.5f m above contact, exact %.5f m\n", k + 1, apexes[k], expected);
    correct = correct && std::abs(apexes[k] - expected) < error;
  }
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A rigid ball bounces on a plane and drifts sideways.",
                    {{"m", 1.0, "kg", "mass", 1e-6, 1e6},
                     {"R", 0.1, "m", "radius", 1e-6, 0.5},
                     {"g", 9.81, "m/s^2", "gravity", 0.1, 100.0},
                     {"e", 0.9, "1", "coefficient of restitution", 0.5, 1.0},
                     {"h", 1e-4, "s", "time step", 1e-5, 1e-2},
                     {"T", 3.0, "s", "end of the simulation", 1.0, 30.0}},
                    simulate);
}
