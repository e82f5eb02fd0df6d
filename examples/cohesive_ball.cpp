// A law of one's own: a contact with cohesion. A ball that sticks to the ground is pulled off by a force that
// grows.
//
// The contact holds against a pull up to the cohesive force c: its impulse in a step of length h lies in
// [-c h, infinity), and the ball moves off only where the impulse is -c h. When it does, the bond is broken:
// the law is replaced by that of an ordinary contact. (CohesiveNSL has friction besides, and keeps the bond in its state.)
#include <cmath>
#include <cstdio>
#include <limits>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

namespace {

class GluedNSL final : public NonSmoothLaw {
 public:
  /// impulse: cohesive force times the step [N s].
  explicit GluedNSL(double impulse) : NonSmoothLaw("GluedNSL", 1), impulse_(impulse) {}

 private:
  AdmissibleSet doAdmissibleSet() const override {
    return BoxSet{-impulse_, std::numeric_limits<double>::infinity()};
  }
  bool doNeedsVelocity() const override { return true; }

  double impulse_;
};

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double h = parameters["h"], c = parameters["c"], m = 2.0, g = 9.81,
               rate = 10.0;  // rate of the pull [N/s]

  Model model(0.0, 4.0);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1), Matrix::Constant(1, 1, m));
  ball.setFExt([=](double t, VectorRef f) { f[0] = rate * t - m * g; });
  Interaction* contact = &model.link(GluedNSL(c * h), LagrangianLinearTIR(Matrix::Identity(1, 1)), ball);
  io::Recorder recorder;
  recorder.column("height", "m", [&ball] { return ball.q()[0]; });
  recorder.column("force", "N", [&] { return contact->lambda()[0] / h; });
  double broken = 0.0;
  const auto breakBond = [&](double t) {
    broken = t;
    model.remove(*contact);
    contact = &model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), ball);
  };
  const auto watch = [&](const Simulation& s) {
    if (broken == 0.0 && contact->velocity()[0] > 0.0) breakBond(s.time());
  };
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
  io::Run run(simulation, parameters);
  // A run that continues after the bond is broken needs the link that took its place.
  run.keepChange(
      "bond", [&] { return io::bytesOf(broken); },
      [&](std::span<const std::byte> bytes) {
        if (const auto t = io::valueOf<double>(bytes); t > 0.0) breakBond(t);
      });
  run(recorder, watch);
  save(recorder.trajectory(), parameters);

  const double expected = (m * g + c) / rate;
  std::printf("the bond breaks at %.4f s, weight and cohesion are overcome at %.4f s\n", broken, expected);
  const bool correct = std::abs(broken - expected) <= 2.0 * h;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A cohesive contact, by a law of the user's own.",
                    {{"h", 1e-3, "s", "time step", 1e-5, 1e-2}, {"c", 5.0, "N", "cohesive force", 0.0, 20.0}},
                    simulate);
}
