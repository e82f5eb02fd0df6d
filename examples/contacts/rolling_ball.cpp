// A ball is thrown along the ground without turning, as a bowler does, and the ground resists rolling: it slides, rolls, and
// stops. With J = 2/5 m R², friction μ and the arm μ_R of the normal force,
//
//   sliding   v' = −μ g,                    ω' = g (μ R − μ_R) / (2/5 R²),   until v = R ω,
//   rolling   v' = −μ_R g / (7/5 R),        ω = v / R,                       until v = 0.
//
// Where μ_R ≥ μ R friction cannot turn it, and it slides to a stop like a block. Contacts have five rows: normal, two
// tangents, and the angular velocity along these. Reference: Acary, Bourrier (2021), Eur. J. Mech. A Solids 85.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <nsds/kernel/formulations/rolling_friction_contact.hpp>
#include <nsds/kernel/modeling/laws/rolling_friction.hpp>

#include "example.hpp"

using namespace nsds;

namespace {

/// The instants at which the ball begins to roll and at which it rests, and its path.
struct Course {
  double rolls, rests, path;
};

Course courseOf(double v, double mu, double muR, double R, double g) {
  if (muR >= mu * R) return {v / (mu * g), v / (mu * g), 0.5 * v * v / (mu * g)};
  const double slip = mu * g + g * (mu * R - muR) / (0.4 * R);  // what v − R ω loses in a second
  const double rolls = v / slip, rolling = v - mu * g * rolls, slow = muR * g / (1.4 * R);
  return {rolls, rolls + rolling / slow, 0.5 * (v + rolling) * rolls + 0.5 * rolling * rolling / slow};
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double v = parameters["v"], mu = parameters["mu"], muR = parameters["muR"], h = parameters["h"];
  const double m = 7.0, R = 0.11, g = 9.81;
  const Course expected = courseOf(v, mu, muR, R, g);

  Model model(0.0, 1.05 * expected.rests + 10.0 * h);
  Vector q0 = Vector::Zero(7);
  q0[2] = R;
  q0[3] = 1.0;
  auto& ball = model.add<NewtonEulerDS>(q0, v * Vector::Unit(6, 0), m,
                                        Matrix(0.4 * m * R * R * Matrix::Identity(3, 3)));
  ball.setFExt(Vector{{0.0, 0.0, -m * g}});
  CollisionDetection contacts(NewtonImpactRollingFrictionNSL(0.0, 0.0, mu, muR, 5));
  contacts.add(ball, Sphere{R});
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});

  const auto turning = [&] { return (ball.rotation() * ball.v().tail<3>())[1]; };
  io::Recorder recorder;
  recorder.column("path", "m", [&] { return ball.q()[0]; });
  recorder.column("velocity", "m/s", [&] { return ball.v()[0]; });
  recorder.column("surface", "m/s", [&] { return R * turning(); });

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          RollingFrictionContact(Solver("auto").set("tolerance", 1e-12)));
  simulation.setInteractionManager(contacts);
  // What a step leaves of a velocity that is zero is rounding.
  const double zero = 1e-9 * v;
  double rolls = 0.0, rests = 0.0;
  io::Run run(simulation, parameters);
  run.keep("rolls", rolls).keep("rests", rests);
  run(recorder, [&](const Simulation& s) {
    if (s.step() == 0) return;
    if (rolls == 0.0 && std::abs(ball.v()[0] - R * turning()) <= zero) rolls = s.time();
    if (rests == 0.0 && std::abs(ball.v()[0]) <= zero) rests = s.time();
  });
  save(recorder.trajectory(), parameters);

  std::printf(
      "rolls from %.6f s on (theory %.6f s), rests from %.6f s on (theory %.6f s), after %.6f m (theory %.6f "
      "m)\n",
      rolls, expected.rolls, rests, expected.rests, ball.q()[0], expected.path);
  // An instant is seen at the end of the step that it lies in. Sliding and rolling change v + 2/5 R ω alike, so that the ball
  // rolls on with the right velocity.
  return verdict(rolls > 0.0 && rests > 0.0 && std::abs(rolls - expected.rolls) <= 2.0 * h &&
                 std::abs(rests - expected.rests) <= 2.0 * h &&
                 std::abs(ball.q()[0] - expected.path) <= h * v);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A ball slides, rolls and stops on ground that resists rolling.",
                    {{"v", 2.0, "m/s", "velocity at the start", 0.1, 10.0},
                     {"mu", 0.2, "", "coefficient of friction", 0.02, 1.0},
                     {"muR", 2e-3, "m", "coefficient of rolling friction", 2e-4, 0.05},
                     {"h", 2e-3, "s", "time step", 1e-4, 1e-2}},
                    simulate);
}
