// A four-bar linkage in its plane falls onto a stop at its rocker. Three slender bars, q = (x, y, angle)
// each, on four pivots: 8 constraints on 9 coordinates, so that the angle a of the crank says all: q = q(a),
// v = q'(a) a'. Whatever the impact does to the rocker it does to all bars: v+ = -e v-, through the pivots.
// From one impact to the next nothing is lost, so that the k-th is e^k times as fast as the first, and takes
// (1 - e^2) of what kinetic energy there is. The first comes after the time of the fall, an integral of
// 1 / a', a'^2 = 2 (V(a_0) - V(a)) / M(a). In the end the linkage leans on the stop, with the force of
// virtual work: f dg = dV.
#include <array>
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"
#include "two_schemes.hpp"

using namespace nsds;

namespace {

constexpr double crank = 0.4, coupler = 1.2, rocker = 1.0, ground = 1.1, g = 9.81, density = 2.0;
constexpr std::array lengths{crank, coupler, rocker};
constexpr double start = 0.9, atStop = 0.2;  // angles of the crank

/// All bars at the angle a of the crank: where two circles meet.
Vector configuration(double a) {
  const Eigen::Vector2d A(crank * std::cos(a), crank * std::sin(a)), D(ground, 0.0);
  const Eigen::Vector2d between = D - A;
  const double d = between.norm(), along = (coupler * coupler - rocker * rocker + d * d) / (2.0 * d);
  const double across = std::sqrt(coupler * coupler - along * along);
  const Eigen::Vector2d B = A + along / d * between + across / d * Eigen::Vector2d(-between[1], between[0]);
  const auto angle = [](const Eigen::Vector2d& x) { return std::atan2(x[1], x[0]); };
  Vector q(9);
  q << 0.5 * A, a, 0.5 * (A + B), angle(B - A), 0.5 * (B + D), angle(B - D);
  return q;
}

/// q'(a), by differences of order 4.
Vector direction(double a) {
  const double h = 1e-3;
  return (8.0 * (configuration(a + h) - configuration(a - h)) - configuration(a + 2.0 * h) +
          configuration(a - 2.0 * h)) /
         (12.0 * h);
}

Vector masses() {
  Vector m(9);
  for (Index i = 0; i < 3; ++i) {
    const double length = lengths[static_cast<std::size_t>(i)], mass = density * length;
    m.segment(3 * i, 3) << mass, mass, mass * length * length / 12.0;
  }
  return m;
}

double potential(VectorConstRef q) {
  return g * density * (crank * q[1] + coupler * q[4] + rocker * q[7]);
}

/// Bar i, at its distance s, is where bar j is at its distance u; j < 0: at x on the ground.
LagrangianScleronomousR pivot(Index i, double s, Index j, double u, double x = 0.0) {
  const auto point = [](VectorConstRef q, Index bar, double at) {
    return Eigen::Vector2d(q[3 * bar] + at * std::cos(q[3 * bar + 2]),
                           q[3 * bar + 1] + at * std::sin(q[3 * bar + 2]));
  };
  return LagrangianScleronomousR(
             2,
             [=](VectorConstRef q, VectorRef y) {
               y = point(q, i, s) - (j < 0 ? Eigen::Vector2d(x, 0.0) : point(q, j, u));
             },
             [=](VectorConstRef q, MatrixRef H) {
               const auto add = [&](Index bar, double at, double sign) {
                 H(0, 3 * bar) = H(1, 3 * bar + 1) = sign;
                 H(0, 3 * bar + 2) = -sign * at * std::sin(q[3 * bar + 2]);
                 H(1, 3 * bar + 2) = sign * at * std::cos(q[3 * bar + 2]);
               };
               add(i, s, 1.0);
               if (j >= 0) add(j, u, -1.0);
             })
      .setCurvature([=](VectorConstRef q, VectorConstRef v, VectorRef gamma) {
        const auto add = [&](Index bar, double at, double sign) {
          const double w2 = v[3 * bar + 2] * v[3 * bar + 2];
          gamma[0] -= sign * at * std::cos(q[3 * bar + 2]) * w2;
          gamma[1] -= sign * at * std::sin(q[3 * bar + 2]) * w2;
        };
        add(i, s, 1.0);
        if (j >= 0) add(j, u, -1.0);
      });
}

/// The linkage at rest; the last link is the stop.
void build(Model& model, double e) {
  auto& bars =
      model.add<LagrangianLinearTIDS>(configuration(start), Vector::Zero(9), Matrix(masses().asDiagonal()));
  Vector weight = Vector::Zero(9);
  for (Index i = 0; i < 3; ++i) weight[3 * i + 1] = -g * density * lengths[static_cast<std::size_t>(i)];
  bars.setFExt(weight);
  const EqualityConditionNSL closed(2);
  model.link(closed, pivot(0, -0.5 * crank, -1, 0.0), bars);
  model.link(closed, pivot(1, -0.5 * coupler, 0, 0.5 * crank), bars);
  model.link(closed, pivot(1, 0.5 * coupler, 2, 0.5 * rocker), bars);
  model.link(closed, pivot(2, -0.5 * rocker, -1, 0.0, ground), bars);
  const double stop = configuration(atStop)[8], side = configuration(start)[8] > stop ? 1.0 : -1.0;
  Matrix H = Matrix::Zero(1, 9);
  H(0, 8) = side;
  model.link(NewtonImpactNSL(e), LagrangianLinearTIR(H, -side * stop), bars);
}

/// From rest at `start` to the stop, a = start - s^2: Simpson's rule over s.
double timeOfFall() {
  constexpr int parts = 200;
  const double end = std::sqrt(start - atStop), V = potential(configuration(start)),
               dV = direction(start).dot([] {
                 Vector f = Vector::Zero(9);
                 f[1] = g * density * crank;
                 f[4] = g * density * coupler;
                 f[7] = g * density * rocker;
                 return f;
               }());
  const auto integrand = [&](double s) {
    const double a = start - s * s;
    const Vector t = direction(a);
    const double M = t.dot(masses().cwiseProduct(t));
    // s^2 / (V(start) - V(a)) has the limit 1 / V'(start).
    const double ratio = s < 1e-4 ? 1.0 / dV : s * s / (V - potential(configuration(a)));
    return 2.0 * std::sqrt(0.5 * M * ratio);
  };
  double sum = integrand(0.0) + integrand(end);
  for (int i = 1; i < parts; ++i) sum += (i % 2 == 1 ? 4.0 : 2.0) * integrand(end * i / parts);
  return sum * end / (3.0 * parts);
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double e = parameters["e"], T = parameters["T"];
  Model model(0.0, T);
  build(model, e);
  const auto& bars = dynamic_cast<const LagrangianDS&>(*model.nsds().systems().front());
  const Interaction& stop = *model.nsds().interactions().back();
  EventDriven simulation(model, TimeDiscretisation(0.0, T / 300.0),
                         Phem56({.relativeTolerance = 1e-12, .absoluteTolerance = 1e-12}));
  const auto energy = [&] { return bars.kineticEnergy() + potential(bars.q()); };
  io::Recorder recorder;
  recorder.column("crank", "rad", [&] { return bars.q()[2]; });
  recorder.column("rocker", "rad", [&] { return bars.q()[8]; });
  recorder.column("force", "N m", [&] { return stop.lambda()[0]; });
  recorder.column("energy", "J", energy);

  simulation.initialize();
  recorder.begin(simulation);
  double kept = energy(), drift = 0.0, through = 0.0, speeds = 0.0, first = 0.0, firstSpeed = 0.0,
         closure = 0.0;
  int impacts = 0;
  const auto step = [&] {
    simulation.computeOneStep();
    const bool impact = simulation.event() == EventKind::impact;
    drift = std::max(drift, std::abs(energy() - kept));
    closure = std::max(closure, (bars.q() - configuration(bars.q()[2])).cwiseAbs().maxCoeff());
    const Vector before = bars.v();
    simulation.nextStep();
    recorder.step(simulation);
    kept = energy();
    if (!impact || simulation.event() == EventKind::accumulation) return;
    if (impacts == 0) {
      first = simulation.time();
      firstSpeed = std::abs(before[8]);
    }
    through = std::max(through, (bars.v() + e * before).cwiseAbs().maxCoeff());
    speeds = std::max(speeds, std::abs(std::abs(before[8]) - std::pow(e, impacts) * firstSpeed));
    ++impacts;
  };
  io::Run run(simulation, parameters);
  run.keep("recorder", recorder)
      .keep("kept", kept)
      .keep("drift", drift)
      .keep("through", through)
      .keep("speeds", speeds)
      .keep("first", first)
      .keep("firstSpeed", firstSpeed)
      .keep("closure", closure)
      .keep("impacts", impacts);
  run.repeat(step);
  save(recorder.trajectory(), parameters);

  const double fall = timeOfFall();
  const Vector t = direction(atStop);
  const double dV = g * density * (crank * t[1] + coupler * t[4] + rocker * t[7]);
  const double force = std::abs(dV / t[8]);
  std::printf("first impact at %.12f s, from energy %.12f s\n", first, fall);
  std::printf("%d impacts: v+ = -e v- within %.1e, speeds within %.1e of e^k times the first\n", impacts,
              through, speeds);
  std::printf("energy kept within %.1e J between impacts; loop closed within %.1e\n", drift, closure);
  std::printf("at the end |v| <= %.1e, moment on the stop %.9f N m, of virtual work %.9f N m\n",
              bars.v().cwiseAbs().maxCoeff(), stop.lambda()[0], force);
  const double order = orderOfTimeStepping([&](Model& m) { build(m, e); }, 1.5, 0.03, 1.5e-3);
  const bool correct = std::abs(first - fall) < 1e-8 && impacts > (e > 0.0 ? 5 : 0) && through < 1e-8 &&
                       speeds < 1e-8 && drift < 1e-8 && closure < 1e-8 && bars.v().norm() < 1e-8 &&
                       std::abs(stop.lambda()[0] - force) < 1e-7 && order > 0.6;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A four-bar linkage falls onto a stop.",
                    {{"e", 0.5, "1", "coefficient of restitution", 0.0, 0.7},
                     {"T", 3.0, "s", "end of the simulation", 2.5, 10.0}},
                    simulate);
}
