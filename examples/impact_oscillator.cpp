// A forced oscillator q'' + q = P cos(omega t + phi) with a stop at q = d, on a periodic orbit with one
// impact in every period tau = 2 pi / omega of the force. Between impacts
//
//   q(t) = f(t) + C cos t + S sin t,   f(t) = P / (1 - omega^2) cos(omega t + phi),
//
// and q(0) = q(tau) = d, q'(0) = -e q'(tau) determine the orbit: with a = d - f(0) they give C = a,
// S = a tan(tau / 2), f'(0) = b a, and f(0)^2 + (f'(0) / omega)^2 = (P / (1 - omega^2))^2 an equation of
// second order in a (S. W. Shaw, P. J. Holmes 1983, J. Sound Vib. 90, 129-155). The simulation begins at an
// impact, with a velocity that is off; where the orbit is stable it is drawn to it.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <numbers>

#include "example.hpp"
#include "two_schemes.hpp"

using namespace nsds;

namespace {

/// The periodic orbit; t counts from an impact.
struct Orbit {
  double d, omega, amplitude, phase, C, S;

  /// Without real solution the phase is NaN.
  Orbit(double stop, double e, double frequency, double P) : d(stop), omega(frequency) {
    amplitude = P / (1.0 - omega * omega);
    const double tau = 2.0 * std::numbers::pi / omega, k = std::tan(0.5 * tau);
    const double b = (e * (std::sin(tau) - k * std::cos(tau)) - k) / (1.0 + e);
    // (d - a)^2 + (b a / omega)^2 = amplitude^2
    const double A = 1.0 + b * b / (omega * omega);
    const double root = std::sqrt(d * d - A * (d * d - amplitude * amplitude));
    double a = (d + root) / A;
    if (!(k * a + b * a > 0.0)) a = (d - root) / A;  // it leaves the stop upwards
    C = a;
    S = k * a;
    phase = std::atan2(-b * a / omega / amplitude, (d - a) / amplitude);
  }
  double q(double t) const {
    return amplitude * std::cos(omega * t + phase) + C * std::cos(t) + S * std::sin(t);
  }
  double v(double t) const {
    return -amplitude * omega * std::sin(omega * t + phase) - C * std::sin(t) + S * std::cos(t);
  }
};

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double e = parameters["e"], omega = parameters["omega"], d = parameters["stop"], P = 1.0;
  const double tau = 2.0 * std::numbers::pi / omega, periods = parameters["periods"], T = tau * periods;
  const Orbit orbit(d, e, omega, P);
  const auto build = [&](Model& model, double v0) {
    auto& mass = model.add<LagrangianLinearTIDS>(Vector::Constant(1, d), Vector::Constant(1, v0),
                                                 Matrix::Ones(1, 1), Matrix::Ones(1, 1), Matrix::Zero(1, 1));
    mass.setFExt([=](double t, VectorRef f) { f[0] = P * std::cos(omega * t + orbit.phase); });
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix::Ones(1, 1), -d), mass);
  };

  Model model(0.0, T);
  build(model, (1.0 + parameters["off"]) * orbit.v(0.0));
  const auto& mass = dynamic_cast<const LagrangianDS&>(*model.nsds().systems().front());
  EventDriven simulation(model, TimeDiscretisation(0.0, tau / 40.0),
                         Dopri5({.relativeTolerance = 1e-12, .absoluteTolerance = 1e-12}));
  io::Recorder recorder;
  recorder.column("q", "m", [&] { return mass.q()[0]; });
  recorder.column("v", "m/s", [&] { return mass.v()[0]; });
  int impacts = 0;
  double first = 0.0, late = 0.0, motion = 0.0;
  io::Run run(simulation, parameters);
  run.keep("impacts", impacts).keep("first", first).keep("late", late).keep("motion", motion);
  run(recorder, [&](const Simulation& s) {
    const double last = std::round(s.time() / tau);
    if (simulation.event() == EventKind::impact) {
      const double deviation = std::abs(s.time() - last * tau) + std::abs(mass.v()[0] - orbit.v(0.0));
      if (++impacts == 1) first = deviation;
      late = deviation;
    } else if (s.time() > T - tau) {
      const double t = s.time() - tau * (periods - 1.0);
      if (t < 0.99 * tau) motion = std::max(motion, std::abs(mass.q()[0] - orbit.q(t)));
    }
  });
  save(recorder.trajectory(), parameters);

  std::printf("%d impacts in %g periods\n", impacts, periods);
  std::printf("off the periodic orbit at the first impact: %.1e, at the last: %.1e\n", first, late);
  std::printf("off its motion in the last period: %.1e m\n", motion);
  const double order =
      orderOfTimeStepping([&](Model& m) { build(m, orbit.v(0.0)); }, 4.0 * tau, tau / 20.0, tau / 200.0);
  // Two multipliers of product e^2, of size e where they are complex, draw it to the orbit.
  const double bound = 1e-9 + 100.0 * first * std::pow(e, impacts);
  const bool correct = std::abs(impacts - periods) <= 1.0 && late < bound && motion < bound && order > 0.6;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A forced oscillator that hits a stop once a period.",
                    {{"e", 0.7, "1", "coefficient of restitution", 0.1, 0.9},
                     {"omega", 2.6, "rad/s", "frequency of the force", 1.5, 2.6},
                     {"stop", 0.0, "m", "place of the stop", 0.0, 0.5},
                     {"off", 0.05, "1", "relative change of the velocity at the start", 0.0, 0.2},
                     {"periods", 60.0, "1", "to simulate", 20.0, 1000.0, true}},
                    simulate);
}
