// The exact solutions, against the formulas of the lecture, against their own equations, and event to event.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>
#include <nsds/theory/accuracy/norms.hpp>
#include <nsds/theory/accuracy/sampled_function.hpp>
#include <numbers>

namespace nsds::impacting_mass_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Equations 69-71 of the lecture: for n ≥ 1 and t in [3 − 2/2ⁿ, 3 − 1/2ⁿ),
//   q = −(t − 3)² − (3/2ⁿ) (t − 1) + (2/2ⁿ) (3 − 1/2ⁿ),   v = −2 (t − 3) − 3/2ⁿ.
TEST(ImpactingMass, IsTheBallOfTheLecture) {
  const ImpactingMass ball = ImpactingMass::bouncingBall();
  EXPECT_EQ(ball.restTime(), 3.0);
  EXPECT_EQ(ball.firstSpeed(), 2.0);
  for (int i = 0; i < 10000; ++i) {
    const double t = 3.5e-4 * i;
    double q = 1.0 - t * t, v = -2.0 * t;
    if (t >= 3.0) q = v = 0.0;
    if (t >= 1.0 && t < 3.0) {
      const double s = std::exp2(-std::floor(1.0 - std::log2(3.0 - t)));
      q = -(t - 3.0) * (t - 3.0) - 3.0 * s * (t - 1.0) + 2.0 * s * (3.0 - s);
      v = -2.0 * (t - 3.0) - 3.0 * s;
    }
    const ImpactingMassState state = ball.at(t);
    ASSERT_NEAR(state.q, q, 4e-15) << t;
    ASSERT_NEAR(state.vRight, v, 4e-15) << t;
  }
  const std::vector<double> impacts = ball.impactTimes(10.0);
  ASSERT_GT(impacts.size(), 40u);
  for (std::size_t n = 0; n < 40; ++n) EXPECT_EQ(impacts[n], 3.0 - std::exp2(1.0 - static_cast<double>(n)));
}

TEST(ImpactingMass, IsTheOscillatorWithArchesOfHalfAPeriod) {
  const ImpactingMass oscillator = ImpactingMass::impactingOscillator();
  EXPECT_EQ(oscillator.restTime(), kInfinity);
  for (int i = 0; i < 3000; ++i) {
    const double t = 0.0101 * i;
    const double k = std::floor(t / std::numbers::pi + 0.5);
    EXPECT_NEAR(oscillator.at(t).q, std::pow(0.7, k) * std::abs(std::cos(t)), 1e-14) << t;
  }
  const std::vector<double> impacts = oscillator.impactTimes(100.0);
  ASSERT_EQ(impacts.size(), 32u);
  for (std::size_t n = 0; n < impacts.size(); ++n)
    EXPECT_NEAR(impacts[n], (static_cast<double>(n) + 0.5) * std::numbers::pi, 1e-13);
}

// The first impact is at cos t₁ = d / (1 + d) = 1/6 with speed (1 + d) sin t₁.
TEST(ImpactingMass, AccumulatesUnderASpring) {
  const ImpactingMass mass = ImpactingMass::accumulatingOscillator();
  EXPECT_NEAR(mass.restTime(), 16.612340496, 5e-10);
  EXPECT_NEAR(mass.impactTimes(2.0).front(), std::acos(1.0 / 6.0), 1e-15);
  EXPECT_NEAR(mass.firstSpeed(), 1.2 * std::sin(std::acos(1.0 / 6.0)), 1e-15);
  EXPECT_EQ(mass.at(17.0).q, 0.0);
  EXPECT_EQ(mass.at(17.0).vLeft, 0.0);
}

// Between impacts energy is kept and q'' = −g − k q; at impacts q = 0 and v⁺ = −e v⁻.
TEST(ImpactingMass, SatisfiesItsEquations) {
  for (const ImpactingMassParameters& p :
       {ImpactingMassParameters{9.81, 0.0, 0.8, 0.3}, ImpactingMassParameters{0.5, 4.0, 0.6, 2.0},
        ImpactingMassParameters{0.0, 9.0, 0.5, 0.1}, ImpactingMassParameters{1.0, 2.0, 1.0, 1.0},
        ImpactingMassParameters{3.0, 1.0, 0.0, 1.0}, ImpactingMassParameters{2.0, 1e-10, 0.5, 1.0}}) {
    const ImpactingMass mass(p);
    const double until = std::min(mass.restTime(), 20.0);
    const auto energy = [&](double q, double v) {
      return 0.5 * v * v + p.gravity * q + 0.5 * p.stiffness * q * q;
    };
    double left = energy(p.height, 0.0), last = 0.0;
    for (const double impact : mass.impactTimes(until)) {
      const ImpactingMassState at = mass.at(impact);
      EXPECT_EQ(at.q, 0.0);
      EXPECT_NEAR(energy(0.0, at.vLeft), left, 1e-13 * left);
      EXPECT_NEAR(at.vRight, -p.restitution * at.vLeft, 1e-15 * std::abs(at.vLeft));
      if (impact - last > 1e-3) {  // in shorter flights the rounding of t is seen
        const double t = 0.3 * last + 0.7 * impact, h = 1e-4 * (impact - last);
        const ImpactingMassState middle = mass.at(t);
        EXPECT_NEAR(energy(middle.q, middle.vLeft), left, 1e-10 * left);
        EXPECT_NEAR((mass.at(t + h).q - mass.at(t - h).q) / (2.0 * h), middle.vRight, 1e-7);
        EXPECT_NEAR((mass.at(t + h).vLeft - mass.at(t - h).vLeft) / (2.0 * h),
                    -p.gravity - p.stiffness * middle.q, 1e-6);
      }
      left = energy(0.0, at.vRight);
      last = impact;
    }
  }
}

// t₁ (1 + e) / (1 − e), with t₁ = √(2 q0/g).
TEST(ImpactingMass, TheAccumulationOfABallEndsWhereItsSeriesDoes) {
  for (const double e : {0.1, 0.5, 0.9, 0.99, 0.999}) {
    const ImpactingMass ball({.gravity = 9.81, .stiffness = 0.0, .restitution = e, .height = 0.7});
    const double end = std::sqrt(2.0 * 0.7 / 9.81) * (1.0 + e) / (1.0 - e);
    EXPECT_NEAR(ball.restTime(), end, 1e-12 * end) << e;
  }
}

TEST(ImpactingMass, SamplesItsVelocity) {
  const ImpactingMass ball = ImpactingMass::bouncingBall();
  const SampledFunction v = ball.velocity(0.25, 5.0, kInfinity);
  EXPECT_EQ(v.time(0), 0.25);
  EXPECT_EQ(v.time(1), 1.0);
  EXPECT_EQ(v.left(1)[0], -2.0);
  EXPECT_EQ(v.right(1)[0], 1.0);
  EXPECT_EQ(v.time(v.size() - 1), 5.0);
  const ImpactingMass oscillator = ImpactingMass::impactingOscillator();
  const double spacing = 1e-2;
  const SampledFunction coarse = oscillator.velocity(0.0, 8.0, spacing);
  EXPECT_LE(uniformDistance(coarse, oscillator.velocity(0.0, 8.0, 1e-4)), spacing * spacing / 8.0);
}

// From event to event the library finds the same motion, from a start within the first flight.
TEST(ImpactingMass, IsWhatEventsFind) {
  const ImpactingMass mass = ImpactingMass::accumulatingOscillator();
  Model model(0.3, 8.0);
  const ImpactingMass::Parts parts = mass.addTo(model);
  SmoothOptions options;
  options.relativeTolerance = options.absoluteTolerance = 1e-12;
  EventDriven simulation(model, TimeDiscretisation(0.3, 0.1), Dopri5(options));
  const std::vector<double> impacts = mass.impactTimes(8.0);
  const auto isImpact = [&](double t) {
    return std::any_of(impacts.begin(), impacts.end(),
                       [&](double impact) { return std::abs(t - impact) < 1e-9; });
  };
  simulation.run([&](const Simulation& s) {
    EXPECT_NEAR(parts.mass.q()[0], mass.at(s.time()).q, 1e-9) << s.time();
    if (isImpact(s.time())) return;
    EXPECT_NEAR(parts.mass.v()[0], mass.at(s.time()).vRight, 1e-9) << s.time();
  });
  EXPECT_NEAR(parts.contact.y()[0], mass.at(8.0).q, 1e-9);
}

TEST(ImpactingMass, RefusesWhatDoesNotFall) {
  const auto refused = [](double g, double k, double e, double q0) {
    EXPECT_THROW(ImpactingMass({g, k, e, q0}), InvalidArgument) << g << ' ' << k << ' ' << e << ' ' << q0;
  };
  refused(-1.0, 1.0, 0.5, 1.0);
  refused(1.0, -1.0, 0.5, 1.0);
  refused(0.0, 0.0, 0.5, 1.0);
  refused(kInfinity, 0.0, 0.5, 1.0);
  refused(1.0, std::nan(""), 0.5, 1.0);
  refused(1.0, 0.0, -0.1, 1.0);
  refused(1.0, 0.0, 1.1, 1.0);
  refused(1.0, 0.0, 0.5, 0.0);
  refused(1.0, 0.0, 1.0 - 1e-8, 1.0);
  refused(1e300, 0.0, 0.5, 1e300);
  const ImpactingMass ball = ImpactingMass::bouncingBall();
  EXPECT_THROW(ball.at(-1e-9), InvalidArgument);
  EXPECT_THROW(ball.at(std::nan("")), InvalidArgument);
  EXPECT_THROW(ball.impactTimes(kInfinity), InvalidArgument);
  EXPECT_THROW(ball.velocity(1.0, 1.0, 0.1), InvalidArgument);
  EXPECT_THROW(ball.velocity(-1.0, 1.0, 0.1), InvalidArgument);
  EXPECT_THROW(ball.velocity(0.0, 1.0, 0.0), InvalidArgument);
  EXPECT_THROW(ImpactingMass::impactingOscillator().velocity(0.0, 1.0, kInfinity), InvalidArgument);
  Model early(-1.0, 1.0);
  EXPECT_THROW(ball.addTo(early), InvalidArgument);
}

}  // namespace
}  // namespace nsds::impacting_mass_test
