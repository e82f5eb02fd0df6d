// Why impacts are not integrated as large forces: schemes that take multipliers for values of a function. They stand here
// because nobody should use them.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>

#include "kernel/impacting_bar.hpp"
#include "kernel/theory/accuracy/newmark.hpp"

namespace nsds::naive_schemes_test {
namespace {

struct NewmarkRun {
  double largestForce = 0.0;
  double speedAfter = 0.0;  // when it leaves the floor for the first time
  double sigma = 0.0;       // where in its step the first impact is
};

// A ball from the exact state at `phase` steps.
NewmarkRun newmark(const ImpactingMass& ball, double h, double phase) {
  const double first = ball.impactTimes(1.5).front();
  const ImpactingMassState start = ball.at(phase * h);
  using Scalar = Eigen::Matrix<double, 1, 1>;
  PositionNewmark<1> scheme(Scalar(1.0), Scalar(0.0), Scalar(-ball.parameters().gravity), Scalar(start.q),
                            Scalar(start.vRight), h);
  double t = phase * h;
  NewmarkRun run;
  run.sigma = (first - t) / h - std::floor((first - t) / h);
  bool touched = false;
  while (t < 1.5) {
    scheme.step();
    t += h;
    run.largestForce = std::max(run.largestForce, scheme.lambda());
    if (touched && scheme.lambda() == 0.0) {
      run.speedAfter = scheme.v()[0];
      break;
    }
    touched = scheme.lambda() > 0.0;
  }
  return run;
}

// In the step of the impact λ = 4 (1 − σ) |v⁻| / h + O(1), and in the next, if σ > 2/3, 4 (3σ − 2) |v⁻| / h: no limit as
// h → 0.
TEST(NaiveNewmark, ForcesGrowWithoutBound) {
  const ImpactingMass ball = ImpactingMass::bouncingBall();
  std::vector<double> steps, forces;
  for (int k = 0; k <= 4; ++k) {
    const double h = 1e-2 * std::pow(10.0, -0.5 * k);
    steps.push_back(h);
    forces.push_back(meanOverPhases(16, [&](double phase) { return newmark(ball, h, phase).largestForce; }));
  }
  EXPECT_NEAR(fitOrder(steps, forces).order, -1.0, 0.1);
}

// The velocity after the impact is (3 − 4σ) |v⁻| where the mass leaves after one step on the floor, σ < 2/3, and (8σ − 5) |v⁻|
// after two: between |v⁻|/3 and 3 |v⁻|, nine times the energy, by where in the step the impact is. e is nowhere in it.
TEST(NaiveNewmark, VelocityAfterAnImpactIsAnAccidentOfTheGrid) {
  const ImpactingMass ball = ImpactingMass::bouncingBall();
  for (const double h : {1e-3, 1e-4, 1e-5}) {
    double slowest = HUGE_VAL, fastest = 0.0;
    for (int i = 0; i < 64; ++i) {
      const NewmarkRun run = newmark(ball, h, (i + 0.5) / 64.0);
      const double expected = run.sigma < 2.0 / 3.0 ? 3.0 - 4.0 * run.sigma : 8.0 * run.sigma - 5.0;
      EXPECT_NEAR(run.speedAfter / ball.firstSpeed(), expected, 10.0 * h) << run.sigma;
      slowest = std::min(slowest, run.speedAfter);
      fastest = std::max(fastest, run.speedAfter);
    }
    EXPECT_GT(fastest, 2.9 * ball.firstSpeed());
    EXPECT_LT(slowest, 0.4 * ball.firstSpeed());
  }
}

// An elastic bar that a load presses against a wall gains energy at its contact, whose velocity after an impact is an accident,
// whatever the step is. Moreau and Jean's scheme with θ = ½ keeps the energy of vibrations and loses some in each impact with e = 0.
TEST(NaiveNewmark, MakesAnElasticBarGainEnergy) {
  const double force = 1000.0;
  for (const double h : {2e-6, 1e-6, 5e-7}) {
    const int steps = 4000;
    test::ImpactingBar bar(steps * h, force);
    const double start = bar.energy();
    TimeStepping simulation(bar.model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5), LCP());
    double most = start;
    int contacts = 0;
    simulation.run([&](const Simulation&) {
      most = std::max(most, bar.energy());
      contacts += bar.wall.lambda()[0] > 0.0 ? 1 : 0;
    });
    EXPECT_LE(most, start * (1.0 + 1e-12));
    EXPECT_GT(contacts, 100);

    PositionNewmark<Eigen::Dynamic> naive(Matrix(bar.mass()), Matrix(bar.stiffness()), bar.load, bar.start(),
                                          bar.startVelocity(), h);
    for (int k = 0; k < steps; ++k) naive.step();
    const double end = 0.5 * naive.v().dot(bar.mass() * naive.v()) +
                       0.5 * naive.q().dot(bar.stiffness() * naive.q()) - bar.load.dot(naive.q());
    RecordProperty("energy_with_" + std::to_string(std::lround(1e7 * h)) + "e-7",
                   std::to_string(end / start));
    EXPECT_GT(end, 10.0 * start) << h;
  }
}

// An impulse p = 1 as a force of 1/w over a time w, and the trapezoidal rule with values of it at the grid. In the interior of
// a step it is not seen at all, an error of p; over a node it counts h/w, without limit as w → 0.
TEST(TrapezoidalRule, HasNoLimitForAnImpulse) {
  const double h = 0.1;
  const auto impulseOf = [&](double centre, double w) {
    const auto force = [&](double t) { return std::abs(t - centre) < 0.5 * w ? 1.0 / w : 0.0; };
    double sum = 0.0;
    for (int k = 0; k < 10; ++k) sum += 0.5 * h * (force(k * h) + force((k + 1) * h));
    return sum;
  };
  for (const double w : {1e-2, 1e-4, 1e-6}) {
    for (const double sigma : {0.1, 0.5, 0.9}) EXPECT_EQ(impulseOf((3.0 + sigma) * h, w), 0.0);
    EXPECT_NEAR(impulseOf(3.0 * h, w), h / w, 1e-9 / w);
  }
}

// The impulse as unknown of the step, without a value at an instant, errs by O(h): (1 + e) |v_k| against (1 + e) |v⁻|, and
// |v⁻| − |v_k| ≤ g h.
TEST(TrapezoidalRule, IsNotNeededForImpulsesOfSteps) {
  const ImpactingMass ball = ImpactingMass::bouncingBall();
  for (const double h : {1e-2, 1e-3, 1e-4}) {
    for (int i = 0; i < 8; ++i) {
      Model model((i + 0.5) / 8.0 * h, 1.5);
      const Interaction& contact = ball.addTo(model).contact;
      TimeStepping simulation(model, TimeDiscretisation(model.t0(), h), MoreauJeanOSI(0.5), LCP());
      double impulse = 0.0;
      simulation.run([&](const Simulation&) { impulse += contact.lambda()[0]; });
      EXPECT_NEAR(impulse, 1.5 * ball.firstSpeed(), 2.0 * 1.5 * ball.parameters().gravity * h);
    }
  }
}

}  // namespace
}  // namespace nsds::naive_schemes_test
