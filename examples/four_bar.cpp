// A four-bar linkage of three bars in space on four pivots with parallel axes, driven by a motor at the
// crank. A linkage in the plane has three equations for its two unknown angles and the crank; in space the
// pivots are 20 rows on 18 degrees of freedom, of which 17 are independent: their forces are not determined,
// the motion is. The angle of the rocker is that of the planar closure, two circles that meet:
//
//   |A + coupler - D| = rocker,   A = crank (cos p, sin p),   D = (ground, 0).
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"

using namespace nsds;

namespace {

const Eigen::Vector3d axis(0.0, -1.0, 0.0);  // angles are counted from x to z
const double crankLength = 0.4, couplerLength = 1.2, rockerLength = 1.0, ground = 1.1;

/// Where coupler and rocker meet: the centre of the pivot between them.
Eigen::Vector3d meeting(double crankAngle) {
  const Eigen::Vector3d A = crankLength * Eigen::Vector3d(std::cos(crankAngle), 0.0, std::sin(crankAngle));
  const Eigen::Vector3d between = Eigen::Vector3d(ground, 0.0, 0.0) - A;
  const double e = between.norm();
  const double along = (couplerLength * couplerLength - rockerLength * rockerLength + e * e) / (2.0 * e);
  const double across = std::sqrt(couplerLength * couplerLength - along * along);
  return A + along / e * between + across / e * Eigen::Vector3d(-between[2], 0.0, between[0]);
}

double rockerAngle(double crankAngle) {
  const Eigen::Vector3d B = meeting(crankAngle);
  return std::atan2(B[2], B[0] - ground);
}

/// A slender bar of 2 kg/m between two points.
NewtonEulerDS& addBar(Model& model, const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d middle = 0.5 * (from + to), along = to - from;
  const double length = along.norm(), m = 2.0 * length, J = m * length * length / 12.0;
  const double half = 0.5 * std::atan2(along[2], along[0]);
  Vector q(7);
  q << middle, std::cos(half), std::sin(half) * axis;
  auto& bar = model.add<NewtonEulerDS>(q, Vector::Zero(6), m, Matrix(Vector{{0.01 * J, J, J}}.asDiagonal()));
  bar.setFExt(Vector{{0.0, 0.0, -9.81 * m}});
  return bar;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double rate = parameters["rate"], start = parameters["start"], h = parameters["h"];
  const Eigen::Vector3d origin = Eigen::Vector3d::Zero(), D(ground, 0.0, 0.0), B = meeting(start);
  const Eigen::Vector3d A = crankLength * Eigen::Vector3d(std::cos(start), 0.0, std::sin(start));

  Model model(0.0, parameters["T"]);
  auto& crank = addBar(model, origin, A);
  auto& coupler = addBar(model, A, B);
  auto& rocker = addBar(model, D, B);
  const PivotJointR shaft(crank, {.anchor = origin, .axis = axis});
  const PivotJointR swing(rocker, {.anchor = D, .axis = axis});
  const EqualityConditionNSL closed(5);
  model.link(closed, shaft, crank);
  model.link(closed, PivotJointR({coupler, crank}, {.anchor = A, .axis = axis}), coupler, crank);
  model.link(closed, PivotJointR({coupler, rocker}, {.anchor = B, .axis = axis}), coupler, rocker);
  model.link(closed, swing, rocker);
  Interaction& motor = model.link(EqualityConditionNSL(1),
                                  JointMotorR::withRate(shaft, 0, [&](double) { return rate; }), crank);

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
  const auto crankNow = [&] { return start + shaft.coordinate(0, crank.q()); };
  const auto rockerNow = [&] { return rockerAngle(start) + swing.coordinate(0, rocker.q()); };
  io::Recorder recorder;
  recorder.column("crank", "rad", crankNow);
  recorder.column("rocker", "rad", rockerNow);
  recorder.column("moment", "N m", [&] { return motor.lambda()[0] / h; });
  double error = 0.0, sideways = 0.0;
  io::Run run(simulation, parameters);
  run.keep("error", error).keep("sideways", sideways);
  run(recorder, [&](const Simulation&) {
    error = std::max(error, std::abs(rockerNow() - rockerAngle(crankNow())));
    sideways = std::max(sideways, std::abs(coupler.q()[1]));
  });
  save(recorder.trajectory(), parameters);

  std::printf("rocker: within %.1e rad of the planar linkage; out of the plane: %.1e m\n", error, sideways);
  const bool correct = error < h * h * rate * rate && sideways < 1e-9;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A four-bar linkage in space, driven at its crank.",
                    {{"rate", 3.0, "rad/s", "rate of the crank", 0.1, 20.0},
                     {"start", 0.5, "rad", "angle of the crank at the start", -3.0, 3.0},
                     {"h", 1e-3, "s", "time step", 1e-4, 5e-3},
                     {"T", 2.5, "s", "end of the simulation", 0.1, 20.0}},
                    simulate);
}
