// The play operator as a sweeping process: the interval [u - r, u + r] drags x while u goes from 0 to 1 and back to -1, so that x
// ends at -1 + r. All small steps of a diode with a resistor are well posed.
#include <cmath>
#include <cstdio>
#include <nsds/kernel.hpp>
#include <nsds/theory.hpp>

using namespace nsds;

int main() {
  const double r = 0.25, h = 0.125, T = 3.0;
  const SweepingProcess play(1, [=](double t) {
    const double u = t < 1.0 ? t : 2.0 - t;
    return BoxSet{u - r, u + r};
  });
  Model model(0.0, T);
  const FirstOrderDS& system = play.addTo(model, Vector::Zero(1)).system;
  TimeStepping(model, TimeDiscretisation(0.0, h), catchingUp()).run();

  const Matrix one = Matrix::Identity(1, 1);
  const SmallSteps steps = smallSteps(LinearComplementaritySystem(-one, one, one, one));
  std::printf("x(%g) = %g, %s\n", T, system.x()[0], steps.message.c_str());
  return std::abs(system.x()[0] - (-1.0 + r)) < 1e-12 && steps.answer == Answer::yes ? 0 : 1;
}
