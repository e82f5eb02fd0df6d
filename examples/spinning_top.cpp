// A heavy symmetric top on a ball joint in steady precession: its axis, tilted by a from the vertical, goes
// round with the rate w of the slow root of
//
//   J cos(a) w^2 - J3 s w + m g l = 0,   J = J1 + m l^2 about the anchor,
//
// s the spin, the component of Omega along the axis, m g l the moment of the weight at the tilt of 90
// degrees. H. Goldstein, Classical Mechanics (1980), 5-7.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double spin = parameters["spin"], tilt = parameters["tilt"], h = parameters["h"], T = parameters["T"];
  const double m = 0.5, g = 9.81, l = 0.1, J1 = 1e-3, J3 = 2e-3;

  // The slow root, and Omega for it in the frame of the body: the axis is its z, its x is in the plane of
  // tilt.
  const double J = J1 + m * l * l, a = J * std::cos(tilt), b = J3 * spin, c = m * g * l;
  const double rate = 2.0 * c / (b + std::sqrt(b * b - 4.0 * a * c));
  Vector q0(7), v0(6);
  q0 << l * std::sin(tilt), 0.0, l * std::cos(tilt), std::cos(0.5 * tilt), 0.0, std::sin(0.5 * tilt), 0.0;
  v0 << 0.0, rate * l * std::sin(tilt), 0.0, -rate * std::sin(tilt), 0.0, spin;

  Model model(0.0, T);
  auto& top = model.add<NewtonEulerDS>(q0, v0, m, Matrix(Vector{{J1, J1, J3}}.asDiagonal()));
  top.setFExt(Vector{{0.0, 0.0, -m * g}});
  const BallJointR joint(top, {.anchor = Eigen::Vector3d::Zero()});
  Interaction& anchor = model.link(EqualityConditionNSL(3), joint, top);

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
  const auto tiltNow = [&] { return std::acos(top.rotation()(2, 2)); };
  double azimuth = 0.0, last = 0.0, swing = 0.0, opening = 0.0;
  io::Recorder recorder;
  recorder.column("azimuth", "rad", [&] { return azimuth; });
  recorder.column("tilt", "rad", tiltNow);
  recorder.column("spin", "rad/s", [&] { return top.v()[5]; });
  const auto watch = [&](const Simulation&) {
    const double angle = std::atan2(top.q()[1], top.q()[0]);
    azimuth += std::remainder(angle - last, 2.0 * std::acos(-1.0));
    last = angle;
    swing = std::max(swing, std::abs(tiltNow() - tilt));
    opening = std::max(opening, anchor.y().norm());
  };
  io::Run run(simulation, parameters);
  run.keep("azimuth", azimuth).keep("last", last).keep("swing", swing).keep("opening", opening);
  run(watch, recorder);
  save(recorder.trajectory(), parameters);

  const double measured = azimuth / T;
  std::printf("precession: %.5f rad/s, exact %.5f rad/s\n", measured, rate);
  std::printf("tilt: within %.1e rad; spin: %.12g rad/s; the anchor opens by %.1e m\n", swing, top.v()[5],
              opening);
  // A step turns the top by h times the spin: the error is of order two in that.
  const double error = std::pow(h * spin, 2);
  const bool correct = std::abs(measured - rate) < 0.25 * rate * error + 2.0 * swing / T &&
                       swing < 0.1 * error && std::abs(top.v()[5] - spin) < 1e-9 * spin &&
                       opening < error * l;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A heavy top on a ball joint precesses steadily.",
                    {{"spin", 80.0, "rad/s", "spin about its axis", 60.0, 200.0},
                     {"tilt", 0.5, "rad", "angle from the vertical", 0.2, 1.5},
                     {"h", 2e-4, "s", "time step", 1e-5, 1e-3},
                     {"T", 3.0, "s", "end of the simulation", 1.0, 20.0}},
                    simulate);
}
