// A slender block tilted by less than its critical angle rocks from corner to corner and comes to rest.
//
// Planar, q = (x, y, theta) of the centre, two corners on the ground with friction, plastic impacts (e = 0).
// Housner (1963): the angular velocity after an impact is r = 1 - (3/2) sin^2(a) times that before, a the
// angle of the diagonal with the side, if the block does not slip or bounce. The half period from rest at
// angle theta_0 is (2 / p) acosh(1 / (1 - theta_0 / a)) for slender blocks, p^2 = 3 g / (4 R).
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double b = 0.1, H = 1.0, m = 10.0, g = 9.81;  // width 2 b, height 2 H
  const double R = std::hypot(b, H), a = std::atan2(b, H);
  const double theta0 = parameters["tilt"] * a;

  Model model(0.0, 4.0);
  // Tilted about the right corner, which stands at the origin: the centre is at R (-sin(a - theta), cos(a -
  // theta)), theta > 0 to the right.
  const Vector q0{{-R * std::sin(a - theta0), R * std::cos(a - theta0), theta0}};
  auto& block =
      model.add<LagrangianDS>(q0, Vector::Zero(3), Matrix(Vector{{m, m, m * R * R / 3.0}}.asDiagonal()));
  block.setFExt(Vector{{0.0, -m * g, 0.0}});
  for (const double side : {1.0, -1.0}) {
    // The corner (side b, -H) turned by theta clockwise.
    model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.9, 2),
               LagrangianScleronomousR(
                   2,
                   [=](VectorConstRef q, VectorRef y) {
                     const double c = std::cos(q[2]), s = std::sin(q[2]);
                     y << q[1] - side * b * s - H * c, q[0] + side * b * c - H * s;
                   },
                   [=](VectorConstRef q, MatrixRef J) {
                     const double c = std::cos(q[2]), s = std::sin(q[2]);
                     J << 0.0, 1.0, -side * b * c + H * s, 1.0, 0.0, -side * b * s - H * c;
                   }),
               block);
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, parameters["h"]), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  simulation.acceptInitialState();
  io::Recorder recorder;
  recorder.column("angle", "rad", [&block] { return block.q()[2]; });
  recorder.column("angular velocity", "rad/s", [&block] { return block.v()[2]; });
  // Impacts: the angle passes zero.
  double last = theta0, largest = 0.0, before = 0.0, after = 0.0, firstImpact = 0.0;
  const auto watch = [&](const Simulation& s) {
    const double theta = block.q()[2];
    if (firstImpact == 0.0 && theta <= 0.0 && last > 0.0) {
      firstImpact = s.time();
      before = largest;
    }
    if (firstImpact > 0.0 && after == 0.0 && s.time() > firstImpact + 3.0 * s.timeStep())
      after = std::abs(block.v()[2]);
    largest = std::max(largest, std::abs(block.v()[2]));
    last = theta;
  };
  io::Run run(simulation, parameters);
  run.keep("last", last)
      .keep("largest", largest)
      .keep("before", before)
      .keep("after", after)
      .keep("firstImpact", firstImpact);
  run(watch, recorder);
  save(recorder.trajectory(), parameters);

  const double p = std::sqrt(3.0 * g / (4.0 * R));
  const double quarter = std::acosh(1.0 / (1.0 - theta0 / a)) / p;
  const double ratio = 1.0 - 1.5 * std::sin(a) * std::sin(a);
  std::printf("first impact at %.5f s, for slender blocks %.5f s\n", firstImpact, quarter);
  std::printf("angular velocity after / before the impact %.5f, Housner's ratio %.5f\n", after / before,
              ratio);
  std::printf("angle at the end %.2e rad, of %.4f at the start\n", block.q()[2], theta0);
  const bool correct = std::abs(firstImpact / quarter - 1.0) < 0.01 &&
                       std::abs(after / before / ratio - 1.0) < 0.02 && std::abs(block.q()[2]) < theta0;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A rocking block (Housner 1963).",
                    {{"h", 1e-4, "s", "time step", 1e-5, 1e-3},
                     {"tilt", 0.5, "", "initial angle / critical angle", 0.05, 0.9}},
                    simulate);
}
