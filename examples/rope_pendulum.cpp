// A bob on a rope of length L is pushed at the bottom with v_0^2 = c g L, 2 < c < 5. By conservation of
// energy the tension is m (v_0^2 / L + g (3 cos a - 2)) at the angle a from the vertical: it vanishes where
// cos a* = (2 - c) / 3. There the bob begins to fly; the parabola and the circle have three points in common
// at a*, and the angles of the points common to a parabola and a circle add up to a multiple of 2 pi: it is
// caught at -3 a*. Plastically there (e = 0), the velocity along the rope is lost. The swing up takes
// sqrt(L / g) F(u, k) with k^2 = c / 4 and sin(a* / 2) = k sin u. On a rod instead of the rope the bob turns
// over if c > 4, and swings with the period 4 sqrt(L / g) K(k) if not.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <numbers>
#include <vector>

#include "example.hpp"
#include "two_schemes.hpp"

using namespace nsds;

namespace {

constexpr double g = 9.81, L = 1.3, m = 0.7;

/// (L^2 - |q|^2) / (2 L) is the slack of a rope, or what a rod keeps at zero; its force is the tension.
LagrangianScleronomousR length() {
  return LagrangianScleronomousR(
             1, [](VectorConstRef q, VectorRef y) { y[0] = (L * L - q.squaredNorm()) / (2.0 * L); },
             [](VectorConstRef q, MatrixRef H) { H = -q.transpose() / L; })
      .setCurvature(
          [](VectorConstRef, VectorConstRef v, VectorRef gamma) { gamma[0] = -v.squaredNorm() / L; });
}

/// q = (x, y), y upwards, the bob at the bottom.
void build(Model& model, double v0, bool rod, double e) {
  auto& bob = model.add<LagrangianLinearTIDS>(Vector{{0.0, -L}}, Vector{{v0, 0.0}},
                                              Matrix(m * Matrix::Identity(2, 2)));
  bob.setFExt(Vector{{0.0, -m * g}});
  if (rod)
    model.link(EqualityConditionNSL(1), length(), bob);
  else
    model.link(NewtonImpactNSL(e), length(), bob);
}

struct Instant {
  double t, angle, energy;
};

/// Whether a bob on a rod is at the bottom after whole periods: the largest distance.
double rodPendulum(double c) {
  const double k = 0.5 * std::sqrt(c), period = 4.0 * std::sqrt(L / g) * std::comp_ellint_1(k);
  Model model(0.0, 5.0 * period);
  build(model, std::sqrt(c * g * L), true, 0.0);
  const auto& bob = dynamic_cast<const LagrangianDS&>(*model.nsds().systems().front());
  EventDriven simulation(model, TimeDiscretisation(0.0, period),
                         Phem56({.relativeTolerance = 1e-12, .absoluteTolerance = 1e-12}));
  double worst = 0.0;
  simulation.run([&](const Simulation&) { worst = std::max(worst, std::hypot(bob.q()[0], bob.q()[1] + L)); });
  return worst;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double c = parameters["c"], e = parameters["e"], v0 = std::sqrt(c * g * L);
  // What the theory says.
  const double slack = std::acos((2.0 - c) / 3.0), k = 0.5 * std::sqrt(c);
  const double rise = std::sqrt(L / g) * std::ellint_1(k, std::asin(std::sin(0.5 * slack) / k));
  const double v = std::sqrt(-g * L * std::cos(slack));  // there: m v^2 / L = -m g cos a*
  const double flight = L * (std::sin(-3.0 * slack) - std::sin(slack)) / (v * std::cos(slack));
  const double vx = v * std::cos(slack), vy = v * std::sin(slack) - g * flight;
  const double radial = -vx * std::sin(3.0 * slack) - vy * std::cos(3.0 * slack);

  const double T = rise + flight + 0.3;
  Model model(0.0, T);
  build(model, v0, false, e);
  const auto& bob = dynamic_cast<const LagrangianDS&>(*model.nsds().systems().front());
  const Interaction& rope = *model.nsds().interactions().front();
  EventDriven simulation(model, TimeDiscretisation(0.0, T / 200.0),
                         Mdop5({.relativeTolerance = 1e-13, .absoluteTolerance = 1e-13}));
  const auto energy = [&] { return bob.kineticEnergy() + m * g * (bob.q()[1] + L); };
  io::Recorder recorder;
  recorder.column("x", "m", [&] { return bob.q()[0]; });
  recorder.column("y", "m", [&] { return bob.q()[1]; });
  recorder.column("tension", "N", [&] { return rope.lambda()[0]; });
  recorder.column("energy", "J", energy);
  std::vector<Instant> opened, caught;
  double tension = 0.0;  // off what energy says, on the way up
  io::Run run(simulation, parameters);
  run.keep("opened", opened).keep("caught", caught).keep("tension", tension);
  run(recorder, [&](const Simulation& s) {
    const Instant now{s.time(), std::atan2(bob.q()[0], -bob.q()[1]), energy()};
    if (simulation.event() == EventKind::opening) opened.push_back(now);
    if (simulation.event() == EventKind::impact) caught.push_back(now);
    if (opened.empty()) {
      const double expected = m * (v0 * v0 / L + g * (3.0 * std::cos(now.angle) - 2.0));
      tension = std::max(tension, std::abs(rope.lambda()[0] - expected) / (m * g));
    }
  });
  save(recorder.trajectory(), parameters);
  if (opened.empty() || caught.empty()) {
    std::printf("the rope was not slack and caught\n");
    return verdict(false);
  }

  const double angle = std::remainder(-3.0 * slack, 2.0 * std::numbers::pi);
  const double lost = 0.5 * m * c * g * L - caught[0].energy;
  const double loss = 0.5 * m * (1.0 - e * e) * radial * radial;
  std::printf("tension within %.1e of m g on the way up\n", tension);
  std::printf("slack at %.12f s, theory %.12f s; at %.9f rad, theory %.9f rad\n", opened[0].t, rise,
              opened[0].angle, slack);
  std::printf("caught at %.12f s, theory %.12f s; at %.9f rad, theory %.9f rad\n", caught[0].t, rise + flight,
              caught[0].angle, angle);
  std::printf("energy lost in the rope: %.12f J, theory %.12f J\n", lost, loss);
  const double rod = rodPendulum(c);
  std::printf("on a rod: %.1e m from the bottom after each of five periods\n", rod);
  const double order =
      orderOfTimeStepping([&](Model& m_) { build(m_, v0, false, e); }, T, T / 50.0, T / 1600.0);
  const bool correct =
      tension < 1e-9 && std::abs(opened[0].t - rise) < 1e-8 && std::abs(opened[0].angle - slack) < 1e-8 &&
      std::abs(caught[0].t - rise - flight) < 1e-8 && std::abs(caught[0].angle - angle) < 1e-8 &&
      std::abs(lost - loss) < 1e-8 && rod < 1e-8 && order > 0.6;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(
      argc, argv, "A pendulum on a rope that goes slack, and on a rod.",
      {{"c", 3.2, "1", "v_0^2 / (g L)", 2.1, 3.7}, {"e", 0.0, "1", "restitution of the rope", 0.0, 0.5}},
      simulate);
}
