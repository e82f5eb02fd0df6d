// Newton's cradle with three equal balls on a line; the first arrives with velocity 1, restitution e = 1.
//
// Touching (gap = 0): both contacts impact together. Newton's law then gives -1/3, 2/3, 2/3: momentum and
// kinetic energy are kept, but it is not what one sees. A property of the law, not of the solver: Newton's
// law knows nothing of the wave that runs through the balls. With a gap the impacts come one after the other,
// and the last ball leaves alone: 0, 0, 1.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <string>
#include <vector>

#include "example.hpp"

using namespace nsds;

int simulate(const io::Parameters& parameters) {
  const double gap = parameters["gap"], h = parameters["h"], R = 0.05;

  Model model(0.0, 1.0);
  std::vector<LagrangianLinearTIDS*> balls;
  io::Recorder recorder;
  for (int i = 0; i < 3; ++i) {
    // The first ball just touches the second, or is about to.
    const double position = i * (2.0 * R + gap);
    const double velocity = i == 0 ? 1.0 : 0.0;
    auto& ball = model.add<LagrangianLinearTIDS>(Vector::Constant(1, position), Vector::Constant(1, velocity),
                                                 Matrix::Identity(1, 1));
    balls.push_back(&ball);
    const std::string name = "ball" + std::to_string(i + 1);
    recorder.column(name + ".position", "m", [&ball] { return ball.q()[0]; });
    recorder.column(name + ".velocity", "m/s", [&ball] { return ball.v()[0]; });
  }
  const Matrix H{{-1.0, 1.0}};
  for (std::size_t i = 0; i < 2; ++i) {
    model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(H, -2.0 * R), *balls[i], *balls[i + 1]);
  }

  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          LCP(Solver("lemke").set("tolerance", 1e-12)));
  io::Run run(simulation, parameters);
  run(recorder);
  save(recorder.trajectory(), parameters);

  const std::vector<double> expected =
      gap == 0.0 ? std::vector{-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0} : std::vector{0.0, 0.0, 1.0};
  double energy = 0.0;
  bool correct = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const double v = balls[i]->v()[0];
    energy += balls[i]->kineticEnergy();
    correct = correct && std::abs(v - expected[i]) < 1e-12;
    std::printf("ball %zu leaves with %+.12f m/s, known answer %+.12f\n", i + 1, v, expected[i]);
  }
  correct = correct && std::abs(energy - 0.5) < 1e-12;
  std::printf("kinetic energy %.12f J, before the impacts 0.5 J\n", energy);
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "Newton's cradle: three balls touching (gap = 0), or with gaps.",
                    {{"gap", 0.0, "m", "distance between the balls at rest", 0.0, 0.1},
                     {"h", 1e-3, "s", "time step", 1e-5, 1e-2}},
                    simulate);
}
