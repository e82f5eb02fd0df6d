// A slider-crank whose rod is elastic, two modes of bending and two of stretching, without damping, and whose
// crank is turned at 150 rad/s (Simeon 1996, Surv. Math. Ind. 6; formulas and end values at 0.1 s of the test
// set of Mazzia and Magherini). Seven coordinates, three constraints, of which the last, a1 - 150 t = 0, is
// the drive: its multiplier is the torque on the crank, and what it works is the change of the energy of
// motion and deformation. Frequencies reach 1.3e5 rad/s.
//
// Methods of order 5 follow every oscillation; generalised-alpha, implicit, steps over those of no interest.
#include "mechanisms/flexible_slider_crank.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"
#include "mechanisms/in_model.hpp"

using namespace nsds;
using mechanisms::FlexibleSliderCrank;

namespace {

struct Result {
  double position, velocity;  // off the end values
  double slider;              // its position, likewise [m]
  double balance;             // work of the drive less the change of energy, of the largest change
  double change;              // that one [J]
  double g, rate;             // largest violations at ends of steps
  double displacement;        // of the start, to the constraints
  std::int64_t forces;
};

double largest(VectorConstRef x) {
  return x.cwiseAbs().maxCoeff();
}

Result simulated(const io::Parameters& parameters, std::unique_ptr<SmoothIntegrator> integrator, int samples,
                 io::Recorder* recorder = nullptr) {
  Model model(0.0, FlexibleSliderCrank::end);
  const auto mechanism = std::make_shared<FlexibleSliderCrank>();
  const auto& x =
      addTo(model, mechanism, FlexibleSliderCrank::startPosition(), FlexibleSliderCrank::startVelocity());
  const Interaction& joint = *model.nsds().interactions().front();
  const double interval = FlexibleSliderCrank::end / samples;
  EventDriven simulation(model, TimeDiscretisation(0.0, interval), std::move(integrator));
  simulation.projectInitialState();
  const auto energy = [&] { return mechanism->energy(x.q(), x.v()); };
  const auto torque = [&] { return joint.lambda()[2]; };
  io::Recorder unused;
  if (recorder == nullptr) recorder = &unused;
  recorder->column("slider", "m", [&] { return x.q()[2]; });
  recorder->column("bending", "m", [&] { return x.q()[3]; });
  recorder->column("stretching", "m", [&] { return x.q()[6]; });
  recorder->column("torque", "N m", torque);
  recorder->column("energy", "J", energy);
  simulation.initialize();
  const SmoothIntegrator& smooth = simulation.integrator();
  const Vector zero = Vector::Zero(7);
  Result result{};
  result.displacement = simulation.consistencyReport().displacement;
  // Simpson's rule over two intervals at a time.
  const double start = energy();
  double work = 0.0;
  std::array<double, 3> power{FlexibleSliderCrank::driveRate * torque(), 0.0, 0.0};
  std::size_t at = 0;
  io::Run run(simulation, parameters);
  run.keep("result", result).keep("work", work).keep("power", power).keep("at", at);
  run(*recorder, [&](const Simulation&) {
    power[++at] = FlexibleSliderCrank::driveRate * torque();
    const auto left = mechanisms::violations(*mechanism, smooth.endTime(), smooth.q(), smooth.v(), zero);
    result.g = std::max(result.g, left.position);
    result.rate = std::max(result.rate, left.velocity);
    if (at != 2) return;
    work += interval / 3.0 * (power[0] + 4.0 * power[1] + power[2]);
    power[0] = power[2];
    at = 0;
    result.change = std::max(result.change, std::abs(energy() - start));
    result.balance = std::max(result.balance, std::abs(energy() - start - work));
  });
  result.balance /= result.change;
  result.position = largest(x.q() - FlexibleSliderCrank::endPosition());
  result.velocity = largest(x.v() - FlexibleSliderCrank::endVelocity());
  result.slider = std::abs(x.q()[2] - FlexibleSliderCrank::endPosition()[2]);
  result.forces = smooth.statistics().forceEvaluations;
  return result;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  SmoothOptions options;
  options.relativeTolerance = 1e-10;
  options.absoluteTolerance = 1e-12;
  options.positionViolation = options.velocityViolation = 1e-12;
  bool correct = true;
  std::int64_t forces = 0;
  std::printf("%-18s %8s %8s %9s %9s %9s %8s\n", "", "q", "v", "balance", "g", "G v", "forces");
  const auto follow = [&](const char* name, std::unique_ptr<SmoothIntegrator> integrator,
                          io::Recorder* recorder = nullptr) {
    const Result r = simulated(parameters, std::move(integrator), 20000, recorder);
    std::printf("%-18s %8.1e %8.1e %9.1e %9.1e %9.1e %8lld\n", name, r.position, r.velocity, r.balance, r.g,
                r.rate, static_cast<long long>(r.forces));
    forces = r.forces;
    // The digits of the end values, and of the start in the literature.
    correct = correct && r.position < 1e-9 && r.velocity < 1e-5 && r.displacement < 1e-8;
    correct = correct && r.balance < 1e-5 && r.change > 1.0;
  };
  io::Recorder recorder;
  follow("MDOP5", std::make_unique<Mdop5>(options));
  follow("HEM5", std::make_unique<Hem5>(options));
  follow("PHEM56", std::make_unique<Phem56>(options), &recorder);
  save(recorder.trajectory(), parameters);

  GeneralizedAlphaOptions alpha;
  alpha.rhoInfinity = 0.5;
  alpha.fixedStep = parameters["step"];
  const auto samples = static_cast<int>(FlexibleSliderCrank::end / alpha.fixedStep + 0.5);
  const Result r = simulated(parameters, std::make_unique<GeneralizedAlpha>(alpha), samples);
  std::printf("generalised-alpha, steps of %.1e s: the slider is %.1e m off, %lld evaluations of forces\n",
              alpha.fixedStep, r.slider, static_cast<long long>(r.forces));
  std::printf("  |g| <= %.1e, |G v + g_t| <= %.1e\n", r.g, r.rate);
  correct = correct && r.slider < 1e-3 && r.g < 1e-9 && r.rate < 1e-9 && 10 * r.forces < forces;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A slider-crank with an elastic rod.",
                    {{"step", 2e-4, "s", "of generalised-alpha", 1e-4, 4e-4}}, simulate);
}
