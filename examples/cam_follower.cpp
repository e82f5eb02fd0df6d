// A follower on a cam: a spring presses it on, and above a critical speed of the cam it jumps off.
//
// The cam is an eccentric under a flat follower, which it lifts by a (1 - cos(w t)). While they touch the
// follower has the acceleration a w^2 cos(w t), and the cam bears the force
//
//   N = m g + k (d + a) + (m w^2 - k) a cos(w t),   d the deflection that the spring begins with,
//
// which is least at the nose of the cam, w t = pi, and vanishes there at w_c^2 = (m g + k (d + 2 a)) / (m a).
// Above w_c the follower leaves where N = 0, is a free oscillator about -(m g / k + d), and lands again.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <numbers>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double speed = parameters["speed"], h = parameters["h"];
  const double m = 0.5, k = 2000.0, a = 0.01, d = 0.02, g = 9.81, pi = std::numbers::pi;
  const double w = speed * std::sqrt((m * g + k * (d + 2.0 * a)) / (m * a));
  const auto lift = [=](double t) { return a * (1.0 - std::cos(w * t)); };
  const auto force = [=](double t) { return m * g + k * (d + a) + (m * w * w - k) * a * std::cos(w * t); };

  Model model(0.0, parameters["turns"] * 2.0 * pi / w);
  auto& follower = model.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1),
                                                   Matrix::Constant(1, 1, m), Matrix::Constant(1, 1, k));
  follower.setFExt(Vector::Constant(1, -m * g - k * d));
  Interaction& cam =
      model.link(NewtonImpactNSL(0.0),
                 LagrangianRheonomousR(
                     1, [=](double t, VectorConstRef q, VectorRef y) { y[0] = q[0] - lift(t); },
                     [=](double t, VectorConstRef, VectorRef rate) { rate[0] = -a * w * std::sin(w * t); },
                     [](double, VectorConstRef, MatrixRef H) { H(0, 0) = 1.0; }),
                 follower);

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
  EnergyBalance energy;
  io::Recorder recorder;
  recorder.column("follower", "m", [&] { return follower.q()[0]; });
  recorder.column("cam", "m", [&] { return lift(simulation.time()); });
  recorder.column("force", "N", [&] { return cam.lambda()[0] / h; });
  double error = 0.0, penetration = 0.0, left = 0.0, landed = 0.0, last = 0.0;
  io::Run run(simulation, parameters);
  run.keep("error", error)
      .keep("penetration", penetration)
      .keep("left", left)
      .keep("landed", landed)
      .keep("last", last);
  run(energy, recorder, [&](const Simulation& s) {
    const bool touching = cam.lambda()[0] > 0.0;
    const double length = s.time() - last;  // the last step may be shorter
    last = s.time();
    penetration = std::max(penetration, -cam.y()[0]);
    if (left == 0.0 && touching)  // the impulse of a step, and N in its middle
      error = std::max(error, std::abs(cam.lambda()[0] / length - force(s.time() - 0.5 * length)));
    if (left == 0.0 && !touching) left = s.time() - h;
    if (left > 0.0 && landed == 0.0 && touching) landed = s.time() - h;
  });
  save(recorder.trajectory(), parameters);

  std::printf("%.1f rad/s, %g of the critical speed: the force is within %.1e N of N, penetration %.1e m\n",
              w, speed, error, penetration);
  bool correct = error < m * a * w * w * std::pow(h * w, 2) + 1e-8 * k * d && energy.worstDefect() < 1e-9;
  if (speed < 1.0) {
    std::printf("the follower %s\n", left == 0.0 ? "stays on the cam" : "leaves the cam");
    correct = correct && left == 0.0 && penetration < a * h * h * w * w;
  } else {
    // The flight begins with the place q and the velocity v of the cam where N = 0.
    const double leaves = std::acos(-(m * g + k * (d + a)) / ((m * w * w - k) * a)) / w;
    const double q = lift(leaves), v = a * w * std::sin(w * leaves), rest = -(m * g / k + d);
    const double own = std::sqrt(k / m);
    double lands = leaves + 1e-3 / w;
    const auto gap = [&](double t) {
      const double s = own * (t - leaves);
      return rest + (q - rest) * std::cos(s) + v / own * std::sin(s) - lift(t);
    };
    while (gap(lands) > 0.0) lands += 0.01 * h;
    std::printf("the follower leaves at w t = %.4f and lands at %.4f, exactly %.4f and %.4f\n", w * left,
                w * landed, w * leaves, w * lands);
    correct = correct && std::abs(left - leaves) < 3.0 * h && std::abs(landed - lands) < 3.0 * h;
  }
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A spring-loaded follower on a cam: it jumps off at high speed.",
                    {{"speed", 0.95, "1", "speed of the cam / critical speed", 0.1, 1.6},
                     {"h", 1e-5, "s", "time step", 1e-6, 1e-4},
                     {"turns", 3.0, "1", "turns of the cam", 1.0, 30.0}},
                    simulate);
}
