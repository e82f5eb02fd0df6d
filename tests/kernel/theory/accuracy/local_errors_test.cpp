// Local errors of a Moreau-Jean step with one impact: V. Acary, lecture on time integration of nonsmooth systems (2010),
// equations 60-72, as corrected by derivation.
//
// q'' = f over a floor, one impact at t_k + σh with restitution e. With q(t*) = q_k + v_k σh + ½f(σh)² = 0 the exact end of
// the step is, u = −e (v_k + fσh) being the velocity after the impact,
//
//   v = u + f(1 − σ)h,   q = u (1 − σ)h + ½f((1 − σ)h)²,
//
// and the scheme, which ends at q_k + h (θ v_{k+1} + (1 − θ) v_k), has v_{k+1} = v_k + hf where the contact is not active,
// P = 0, and v_{k+1} = −e v_k where it is. The differences are
//
//   P = 0:  e_v = −(1 + e)(v_k + hfσ),    e_q = −h(1 + e)(1 − σ)v_k − fh²[eσ(1 − σ) − ½(1 − σ)² − ½σ² + θ];
//   P > 0:  e_v = hf(1 − σ − eσ),         e_q = −h(1 + e)(1 − θ − σ)v_k − fh²[eσ(1 − σ) − ½(1 − σ)² − ½σ²].
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>
#include <random>

namespace nsds::local_errors_test {
namespace {

struct Impact {
  double f, e, theta, h, sigma, v;
  double q() const { return -v * sigma * h - 0.5 * f * sigma * h * sigma * h; }
};

struct End {
  double q, v, impulse;
};

End exactEnd(const Impact& impact) {
  const double u = -impact.e * (impact.v + impact.f * impact.sigma * impact.h);
  const double left = (1.0 - impact.sigma) * impact.h;
  return {left * (u + 0.5 * impact.f * left), u + impact.f * left,
          -(1.0 + impact.e) * (impact.v + impact.f * impact.sigma * impact.h)};
}

End stepOf(const Impact& impact, const Activation& activation = {}) {
  Model model(0.0, impact.h);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector{{impact.q()}}, Vector{{impact.v}}, Matrix{{1.0}});
  ball.setFExt(Vector{{impact.f}});
  Interaction& contact = model.link(NewtonImpactNSL(impact.e), LagrangianLinearTIR(Matrix{{1.0}}), ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, impact.h), MoreauJeanOSI(impact.theta, activation),
                          LCP());
  simulation.run();
  return {ball.q()[0], ball.v()[0], contact.lambda()[0]};
}

Impact drawn(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  Impact impact{};
  impact.f = -4.0 * uniform(random);
  impact.e = 0.1 + 0.9 * uniform(random);
  impact.theta = uniform(random);
  impact.h = std::pow(10.0, -1.5 - 2.5 * uniform(random));
  impact.sigma = 1.0 - uniform(random);
  impact.v =
      -(1.0 + 2.0 * uniform(random));  // the flight after it, 2 e |v| / |f| ≥ 1/20, is longer than a step
  return impact;
}

struct Errors {
  double q, v;
};

Errors formula(const Impact& impact, bool active) {
  const auto& [f, e, theta, h, s, v] = impact;
  const double bracket = e * s * (1.0 - s) - 0.5 * (1.0 - s) * (1.0 - s) - 0.5 * s * s;
  if (!active)
    return {-h * (1.0 + e) * (1.0 - s) * v - f * h * h * (bracket + theta), -(1.0 + e) * (v + h * f * s)};
  return {-h * (1.0 + e) * (1.0 - theta - s) * v - f * h * h * bracket, h * f * (1.0 - s - e * s)};
}

// Positions are hv and velocities v, up to 0.1 and 3 here: 1e-15 is a few of their roundings.
TEST(LocalErrors, AreThoseOfTheFormulasOverTenThousandSteps) {
  std::mt19937 random(20101);
  int active = 0, missed = 0;
  double worstQ = 0.0, worstV = 0.0;
  for (int i = 0; i < 10000; ++i) {
    const Impact impact = drawn(random);
    const End exact = exactEnd(impact), step = stepOf(impact);
    const bool detected = step.impulse > 0.0;
    // The contact is active where q_k + ½ h v_k ≤ 0.
    if (std::abs(impact.q() + 0.5 * impact.h * impact.v) > 1e-12) {
      EXPECT_EQ(detected, impact.q() + 0.5 * impact.h * impact.v < 0.0);
    }
    const Errors errors = formula(impact, detected);
    worstQ = std::max(worstQ, std::abs(exact.q - step.q - errors.q) / (impact.h * std::abs(impact.v)));
    worstV = std::max(worstV, std::abs(exact.v - step.v - errors.v) / std::abs(impact.v));
    active += detected ? 1 : 0;
    missed += std::abs(exact.v - step.v) > impact.h * 8.0 ? 1 : 0;
  }
  EXPECT_LE(worstQ, 4e-15);
  EXPECT_LE(worstV, 4e-15);
  EXPECT_GT(active, 4000);
  EXPECT_GT(10000 - active, 4000);
  EXPECT_EQ(missed,
            10000 - active);  // (66), (67): velocities err by more than O(h) where the impact is missed
}

// (66) and (67): with the contact forecast e_v = K h + O(h²), K = f (1 − σ − eσ); without e_v = K + O(h), the whole jump
// −(1 + e) v⁻. Positions err by O(h) in both.
TEST(LocalErrors, HaveTheOrdersOfTheLemma) {
  for (const double sigma : {0.1, 0.3, 0.45, 0.55, 0.8}) {
    std::vector<double> steps, errorsV, errorsQ;
    for (int k = 2; k <= 5; ++k) {
      const double h = std::pow(10.0, -k);
      const Impact impact{-2.0, 0.5, 0.5, h, sigma, -2.0};
      const End exact = exactEnd(impact), step = stepOf(impact);
      steps.push_back(h);
      errorsV.push_back(std::abs(exact.v - step.v));
      errorsQ.push_back(std::abs(exact.q - step.q));
    }
    EXPECT_NEAR(fitOrder(steps, errorsV).order, sigma < 0.5 ? 1.0 : 0.0, 0.01) << sigma;
    EXPECT_NEAR(fitOrder(steps, errorsQ).order, 1.0, 0.01) << sigma;
    if (sigma > 0.5) {
      EXPECT_NEAR(errorsV.back(), 3.0, 1e-4);
    }
  }
}

// Lemma (61): |∫ f − h (θ f(t_{k+1}) + (1 − θ) f(t_k))| ≤ C(θ) h var(f), C(θ) = max(θ, 1 − θ). No step function breaks it,
// and one with its jump within a hundredth of the step's end, or start if θ < ½, comes within one per cent.
TEST(LocalErrors, OfTheThetaRuleAreBoundedSharplyByTheVariation) {
  std::mt19937 random(61);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const auto ratio = [](double theta, const std::vector<double>& instants,
                        const std::vector<double>& values) {
    double integral = 0.0, variation = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      integral += values[i] * (instants[i + 1] - instants[i]);
      if (i > 0) variation += std::abs(values[i] - values[i - 1]);
    }
    return std::abs(integral - theta * values.back() - (1.0 - theta) * values.front()) / variation;
  };
  for (const double theta : {0.0, 0.2, 0.5, 0.8, 1.0}) {
    const double bound = std::max(theta, 1.0 - theta);
    double largest = 0.0;
    for (int i = 0; i < 2000; ++i) {
      std::vector<double> instants{0.0, 1.0}, values{uniform(random)};
      for (int k = 0; k < 1 + i % 4; ++k) {
        instants.push_back(uniform(random));
        values.push_back(uniform(random) - 0.5);
      }
      std::sort(instants.begin(), instants.end());
      largest = std::max(largest, ratio(theta, instants, values));
    }
    const double jump = theta >= 0.5 ? 0.995 : 0.005;
    largest = std::max(largest, ratio(theta, {0.0, jump, 1.0}, {0.0, 1.0}));
    EXPECT_LE(largest, bound + 1e-15) << theta;
    EXPECT_GE(largest, 0.99 * bound) << theta;
  }
}

// The step [3 − h, 3 + h] has all but finitely many impacts of the ball in it, and it rests at the end. Where the contact is
// active v_{k+1} = −e v_k, so that e_v = e v(3 − h) = ½ (2h − 3/2ⁿ), 2⁻ⁿ < h ≤ 2/2ⁿ, which is at most h/2: of order one.
TEST(LocalErrors, AtTheAccumulationAreOfOrderOneInVelocities) {
  const ImpactingMass ball = ImpactingMass::bouncingBall();
  Activation always;
  always.rule = [](const ActivationInput&) { return true; };
  for (int k = 0; k < 60; ++k) {
    const double h = 0.9 * std::pow(0.83, k);
    const ImpactingMassState start = ball.at(3.0 - h);
    Model model(3.0 - h, 3.0 + h);
    const auto [mass, contact] = ball.addTo(model);
    TimeStepping simulation(model, TimeDiscretisation(3.0 - h, 2.0 * h), MoreauJeanOSI(0.5, always), LCP());
    simulation.run();
    const double error = -mass.v()[0];
    const double power = std::exp2(std::ceil(std::log2(h)) - 1.0);  // 2⁻ⁿ
    EXPECT_GT(contact.lambda()[0], 0.0);
    EXPECT_NEAR(error, 0.5 * start.vRight, 1e-14);
    EXPECT_NEAR(error, 0.5 * (2.0 * h - 3.0 * power), 1e-14) << h;
    EXPECT_LE(std::abs(error), 0.5 * h);
  }
}

}  // namespace
}  // namespace nsds::local_errors_test
