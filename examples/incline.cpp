// A box, or a stack of boxes, on an incline. The slope is a fraction of the coefficient of friction: below 1
// the stack stands for ever, above 1 a single box slides with (tan(alpha) - mu) g cos(alpha).
//
// In the frame of the incline, z normal to it, gravity points to (g sin(alpha), 0, -g cos(alpha)). Contacts
// are found while the simulation runs: four points a box.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const int boxes = parameters.integer("boxes");
  const double slope = parameters["slope"], h = parameters["h"], T = parameters["T"];
  const double mu = 0.5, g = 9.81, side = 1.0, height = 0.1, m = 1.0;  // flat: they do not topple
  const double alpha = std::atan(slope * mu);

  Model model(0.0, T);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, mu, 3));
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  std::vector<NewtonEulerDS*> stack;
  for (int k = 0; k < boxes; ++k) {
    Vector q = Vector::Zero(7);
    q[2] = (0.5 + k) * height;
    q[3] = 1.0;
    stack.push_back(&model.add<NewtonEulerDS>(
        q, Vector::Zero(6), m,
        Matrix(m / 12.0 *
               Vector{{side * side + height * height, side * side + height * height, 2.0 * side * side}}
                   .asDiagonal())));
    stack.back()->setFExt(Vector{{m * g * std::sin(alpha), 0.0, -m * g * std::cos(alpha)}});
    contacts.add(*stack.back(), Box{0.5 * Vector3(side, side, height)});
  }
  NewtonEulerDS& top = *stack.back();
  io::Recorder recorder;
  recorder.column("downhill", "m", [&top] { return top.q()[0]; });
  recorder.column("velocity", "m/s", [&top] { return top.v()[0]; });

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", parameters["tolerance"])));
  simulation.setInteractionManager(contacts);
  io::Run run(simulation, parameters);
  run(recorder);
  save(recorder.trajectory(), parameters);

  const double moved = top.q()[0];
  std::printf("slope %g of the friction angle's, %d boxes, %lld steps of %g s\n", slope, boxes,
              static_cast<long long>(simulation.steps()), h);
  std::printf("the top box has moved %.3e m downhill\n", moved);
  // What the solver may leave of a step's speed g h at each interface moves the boxes, and adds up where they
  // slide.
  const double left = boxes * parameters["tolerance"] * g * h;
  bool correct = false;
  if (slope < 1.0) {
    correct = std::abs(moved) <= std::max(1e-9 * side, left * T);
    std::printf("it should stand\n");
  } else if (slope == 1.0) {
    std::printf("on the friction angle itself rounding says whether it stands: the theory does not apply\n");
    return 0;
  } else {
    const double acceleration = (std::sin(alpha) - mu * std::cos(alpha)) * g;
    correct = boxes > 1 ||
              std::abs(top.v()[0] - acceleration * T) <= std::max(1e-9 * acceleration * T, left * T / h);
    std::printf("velocity %.12f m/s, (tan(alpha) - mu) g cos(alpha) T is %.12f m/s\n", top.v()[0],
                acceleration * T);
  }
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "Boxes on an incline: they stand, or slide, as tan(alpha) / mu says.",
                    {{"boxes", 1.0, "", "boxes on top of each other", 1.0, 10.0, true},
                     {"slope", 0.9, "", "tan(alpha) / mu", 0.0, 2.0},
                     {"h", 1e-2, "s", "time step", 1e-5, 2e-2},
                     {"T", 2.0, "s", "end of the simulation", 1e-3, 1e4},
                     {"tolerance", 1e-12, "", "of the friction solver", 1e-14, 1e-2}},
                    simulate);
}
