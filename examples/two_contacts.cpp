// A ball falls into a groove of two planes at right angles. Along the normal of each plane it is a ball that
// bounces under the gravity g / sqrt(2), whatever happens at the other: from the distances d_i its impacts
// with plane i are at t_i, then after flights of 2 e^k t_i, and accumulate at t_i (1 + e) / (1 - e). With
// equal distances both planes are hit at once. Between the two accumulations the ball slides along one plane
// and bounces on the other; in the end it rests, with m g / sqrt(2) on either.
#include <array>
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"
#include "two_schemes.hpp"

using namespace nsds;

namespace {

/// The impacts with one plane: what is expected next, and how far off those were.
struct Bounces {
  double next = 0.0, flight = 0.0, end = 0.0;
  double worst = 0.0;
  int count = 0;
  bool resting = false;

  void happened(double t, double e) {
    worst = std::max(worst, std::abs(t - next));
    ++count;
    flight *= e;
    next += flight;
  }
};

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double g = 9.81, m = 1.5, e = parameters["e"], half = std::sqrt(0.5), gravity = half * g;
  const std::array distances{parameters["left"], parameters["right"]};
  const double T =
      1.2 * std::sqrt(2.0 * std::max(distances[0], distances[1]) / gravity) * (1.0 + e) / (1.0 - e);
  const auto build = [=](Model& model) {
    // Left normal (1, 1) / sqrt(2), right normal (-1, 1) / sqrt(2).
    const Vector q0{{half * (distances[0] - distances[1]), half * (distances[0] + distances[1])}};
    auto& ball = model.add<LagrangianLinearTIDS>(q0, Vector::Zero(2), Matrix(m * Matrix::Identity(2, 2)));
    ball.setFExt(Vector{{0.0, -m * g}});
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{half, half}}), ball);
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{-half, half}}), ball);
  };

  Model model(0.0, T);
  build(model);
  const auto& ball = dynamic_cast<const LagrangianDS&>(*model.nsds().systems().front());
  std::array<const Interaction*, 2> planes{};
  std::array<Bounces, 2> bounces{};
  for (std::size_t i = 0; i < 2; ++i) {
    planes[i] = model.nsds().interactions()[i].get();
    const double t = std::sqrt(2.0 * distances[i] / gravity);
    bounces[i] = {t, 2.0 * t, t * (1.0 + e) / (1.0 - e)};
  }
  EventDriven simulation(model, TimeDiscretisation(0.0, T / 200.0), Dopri5());
  simulation.setEventOptions({.accumulationInterval = 1e-6 / T});
  io::Recorder recorder;
  recorder.column("x", "m", [&] { return ball.q()[0]; });
  recorder.column("y", "m", [&] { return ball.q()[1]; });
  recorder.column("left", "N", [&] { return planes[0]->lambda()[0]; });
  recorder.column("right", "N", [&] { return planes[1]->lambda()[0]; });
  int together = 0;
  double ending = 0.0;   // instants of rest, from those where impacts accumulate
  double sliding = 0.0;  // of the force on the plane along which it slides, from m g / sqrt(2)
  io::Run run(simulation, parameters);
  run.keep("together", together).keep("ending", ending).keep("sliding", sliding).keep("bounces", bounces);
  run(recorder, [&](const Simulation& s) {
    int here = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      const double force = planes[i]->lambda()[0];
      if (force > 0.0) sliding = std::max(sliding, std::abs(force / (m * gravity) - 1.0));
      if (bounces[i].resting) continue;
      if (simulation.event() == EventKind::accumulation && force > 0.0) {
        bounces[i].resting = true;
        ending = std::max(ending, std::abs(s.time() - bounces[i].end));
      } else if (simulation.event() == EventKind::impact && simulation.impulse(*planes[i])[0] > 0.0) {
        bounces[i].happened(s.time(), e);
        ++here;
      }
    }
    if (here == 2) ++together;
  });
  save(recorder.trajectory(), parameters);

  double worst = 0.0, missing = 0.0;
  for (const Bounces& b : bounces) {
    const double remaining = b.end - (b.next - b.flight);
    std::printf("%d impacts, within %.1e s of the exact instants, the last %.1e s before they accumulate\n",
                b.count, b.worst, remaining);
    worst = std::max(worst, b.worst);
    missing = std::max(missing, std::abs(remaining));
  }
  std::printf("%d impacts with both planes at once; at rest within %.1e s of the ends\n", together, ending);
  const double unrest = std::max(ball.q().norm(), ball.v().norm());
  std::printf("forces within %.1e of m g / sqrt(2); at the end |q|, |v| <= %.1e\n", sliding, unrest);
  const double order = orderOfTimeStepping(build, T, T / 50.0, T / 800.0);
  const bool both = distances[0] != distances[1] || together == bounces[0].count;
  const bool correct = worst < 1e-9 && missing < 1e-5 && ending < 1e-5 && sliding < 1e-8 && unrest < 1e-8 &&
                       both && order > 0.6;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A ball in a groove: two contacts, together or not.",
                    {{"e", 0.6, "1", "coefficient of restitution", 0.1, 0.8},
                     {"left", 0.5, "m", "distance from the left plane", 1e-2, 10.0},
                     {"right", 0.8, "m", "distance from the right plane", 1e-2, 10.0}},
                    simulate);
}
