// The law of Liu, Zhao and Brogliato against closed forms, against the motion of springs in time, and its energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <nsds/kernel/error.hpp>
#include <nsds/kernel/impacts/complementarity_impact_laws.hpp>
#include <nsds/kernel/impacts/lzb_impact_law.hpp>
#include <nsds/kernel/modeling/laws/impact.hpp>
#include <numbers>

#include "kernel/error_text.hpp"
#include "kernel/impacts/chains.hpp"

namespace nsds::test::lzb_impact_law_test {
namespace {

LZBOptions fixedSteps(double impulse) {
  LZBOptions options;
  options.steps = MicroSteps::fixed;
  options.impulseStep = impulse;
  return options;
}

LZBOptions monostiff() {
  LZBOptions options;
  options.stiffness = ContactStiffness::monostiffness;
  return options;
}

double difference(const Vector& a, const Vector& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

/// m1 v1 + m2 v2 is kept and v2 - v1 becomes -e times what it was. Of several pairs that no ball connects each has this
/// impact, at its own velocity.
TEST(LZB, SeparatedBallsHaveTheImpactOfTwo) {
  const double m1 = 1.3, m2 = 0.4, v1 = 2.0, v2 = -0.7;
  for (const LZBOptions& options : {LZBOptions{}, monostiff()}) {
    for (const double e : {0.0, 0.3, 0.8, 1.0}) {
      Chain pair{Vector{{m1, m2}}, Vector{{v1, v2}}, {}};
      pair.laws.push_back(std::make_unique<MultipleImpactNSL>(e, 2e7, 1.5));
      const Struck after = strike(LZBImpactLaw(options), pair);
      const double mean = (m1 * v1 + m2 * v2) / (m1 + m2);
      EXPECT_NEAR(after.velocities[0], mean - e * m2 / (m1 + m2) * (v1 - v2), 1e-14);
      EXPECT_NEAR(after.velocities[1], mean + e * m1 / (m1 + m2) * (v1 - v2), 1e-14);
      EXPECT_NEAR(after.report.energyChange + *after.report.dissipated, 0.0, 1e-14);
    }
  }
}

/// The same by micro-steps: a third ball that is 1e30 times as heavy makes the matrix couple them, without a part in it.
TEST(LZB, MicroStepsFollowTheImpactOfTwo) {
  for (LZBOptions options : {LZBOptions{}, monostiff()}) {
    options.tolerance = 1e-14;
    for (const double e : {0.0, 0.3, 0.8, 1.0}) {
      for (const double eta : {1.0, 1.5, 3.0}) {
        SparseMatrix W(2, 2);
        W.insert(0, 0) = 2.0;
        W.insert(1, 1) = 1e-30;
        W.insert(0, 1) = 1e-30;
        W.insert(1, 0) = 1e-30;
        W.makeCompressed();
        const MultipleImpactNSL law(e, 1e6, eta);
        const std::vector<const NonSmoothLaw*> laws{&law, &law};
        const Vector uMinus{{-1.0, 0.0}};
        Vector P(2);
        const ImpactReport report = LZBImpactLaw(options).solve({W, uMinus, laws}, P);
        EXPECT_NEAR(uMinus[0] + 2.0 * P[0], e, 1e-12) << "e = " << e << ", eta = " << eta;
        EXPECT_GT(report.microSteps, 50);
      }
    }
  }
}

/// Three balls, linear springs of equal stiffness: until a contact opens the compressions are, with K = m = 1,
/// δ₁ = (sin t + sin(√3 t)/√3)/2 and δ₂ = (sin t − sin(√3 t)/√3)/2. The first contact opens first; then the second one gives
/// back its energy, δ₂²/2 and that of the velocity, to two balls.
TEST(LZB, ThreeBallsWithLinearSpringsMoveAsByHand) {
  const double w = std::numbers::sqrt3;
  double left = 1.5, right = 3.5;  // δ₁ changes its sign there once
  while (right - left > 1e-15 * right) {
    const double t = 0.5 * (left + right);
    (std::sin(t) + std::sin(w * t) / w > 0.0 ? left : right) = t;
    if (t == left && t == right) break;
  }
  const double t = left;
  const double d2 = 0.5 * (std::sin(t) - std::sin(w * t) / w);
  const double u1 = -0.5 * (std::cos(t) + std::cos(w * t));  // v2 - v1
  const double u2 = -0.5 * (std::cos(t) - std::cos(w * t));  // v3 - v2
  const double v1 = (1.0 - 2.0 * u1 - u2) / 3.0;
  const double pair = 0.5 * (1.0 - v1);
  const double apart = std::sqrt(u2 * u2 + 2.0 * d2 * d2);
  const Vector expected{{v1, pair - 0.5 * apart, pair + 0.5 * apart}};
  const Struck after = strike(LZBImpactLaw(), cradle(3, MultipleImpactNSL(1.0, 3e8, 1.0)));
  EXPECT_LT(difference(after.velocities, expected), 1e-12);
  EXPECT_NEAR(expected[0], -0.1303, 5e-5);
}

/// The law has the configuration stand still; springs in time have none that opens close again here.
TEST(LZB, TenBallsMoveAsTheirSpringsInTime) {
  for (const double eta : {1.0, 1.5, 2.0}) {
    const Chain chain = cradle(10, MultipleImpactNSL(1.0, 1e7, eta));
    const Struck after = strike(LZBImpactLaw(), chain);
    EXPECT_LT(difference(after.velocities, throughTime(chain, Gaps::open, 2000)), 1e-8) << "eta = " << eta;
  }
}

TEST(LZB, FiveBallsOfTheCradleMoveAsTheirSpringsInTime) {
  const Chain chain = cradle(5, MultipleImpactNSL(1.0, 1e7));
  const Struck after = strike(LZBImpactLaw(), chain);
  EXPECT_LT(difference(after.velocities, throughTime(chain, Gaps::open, 2000)), 1e-8);
  // Nearly all of the momentum, and not all of it as in the cradle of the schoolbook
  EXPECT_GT(after.velocities[4], 0.97);
  EXPECT_LT(after.velocities[0], -0.05);
}

/// Balls and springs that differ, exponents too. Contacts open and close again, at once, as the configuration stands still.
TEST(LZB, ChainsOfDifferentBallsMoveAsTheirSpringsInTime) {
  Chain chain{Vector{{1.0, 3.0, 0.5, 2.0, 0.7}}, Vector{{2.0, 0.0, 0.0, 0.0, 0.0}}, {}};
  const double K[] = {1e6, 4e6, 2e6, 1.5e6};
  const double eta[] = {1.5, 1.5, 1.0, 2.0};
  for (std::size_t i = 0; i < 4; ++i)
    chain.laws.push_back(std::make_unique<MultipleImpactNSL>(1.0, K[i], eta[i]));
  const Struck after = strike(LZBImpactLaw(), chain);
  EXPECT_LT(difference(after.velocities, throughTime(chain, Gaps::none, 20000)), 1e-8);
}

TEST(LZB, EnergyIsBalanced) {
  for (const LZBOptions& options : {LZBOptions{}, monostiff()}) {
    for (const double e : {0.0, 0.4, 0.9, 1.0}) {
      for (const double eta : {1.0, 1.5}) {
        const Chain chain = cradle(10, MultipleImpactNSL(e, 1e6, eta));
        const Struck after = strike(LZBImpactLaw(options), chain);
        EXPECT_NEAR(after.report.energyChange + *after.report.dissipated, 0.0, 1e-11) << e << ", " << eta;
        EXPECT_NEAR(kineticEnergy(chain, after.velocities) - 0.5, after.report.energyChange, 1e-13);
        EXPECT_NEAR(after.velocities.sum(), 1.0, 1e-13);
        EXPECT_GE(after.impulses.minCoeff(), 0.0);
        for (Index i = 0; i < 9; ++i) EXPECT_GE(after.velocities[i + 1] - after.velocities[i], -1.1e-11);
        if (e == 1.0) {
          EXPECT_EQ(*after.report.dissipated, 0.0);
        } else {
          EXPECT_GT(*after.report.dissipated, 0.0);
        }
      }
    }
  }
}

/// Where everything is lost all laws give the plastic impact of the whole chain.
TEST(LZB, WithoutRestitutionBallsStayTogether) {
  for (const LZBOptions& options : {LZBOptions{}, monostiff()}) {
    const Struck after = strike(LZBImpactLaw(options), cradle(5, MultipleImpactNSL(0.0, 1e6)));
    EXPECT_LT(difference(after.velocities, Vector::Constant(5, 0.2)), 1e-12);
  }
}

/// Elastic contacts have one stiffness, lossy ones two, which differ in what balls leave with.
TEST(LZB, OneAndTwoStiffnessesDifferWhereEnergyIsLost) {
  const auto velocities = [](double e, const LZBOptions& options) {
    return strike(LZBImpactLaw(options), cradle(3, MultipleImpactNSL(e, 1e6))).velocities;
  };
  EXPECT_EQ(velocities(1.0, {}), velocities(1.0, monostiff()));
  EXPECT_GT(difference(velocities(0.7, {}), velocities(0.7, monostiff())), 1e-3);
}

/// Equal exponents: stiffnesses count by their ratios, and velocities are multiples of that before.
TEST(LZB, UnitsDoNotMatter) {
  const auto velocities = [](double scale, double speed) {
    Chain chain{Vector{{1.0, 3.0, 0.5, 2.0}}, speed * Vector::Unit(4, 0), {}};
    for (const double K : {1.0, 4.0, 0.3})
      chain.laws.push_back(std::make_unique<MultipleImpactNSL>(0.8, scale * K));
    return Vector(strike(LZBImpactLaw(), chain).velocities / speed);
  };
  EXPECT_LT(difference(velocities(1.0, 1.0), velocities(1e12, 1.0)), 1e-12);
  EXPECT_LT(difference(velocities(1.0, 1.0), velocities(1.0, 1e-5)), 1e-12);
}

/// Fixed steps end somewhere behind the ends of phases. The mean over ten phases of an end in a step falls with order one.
TEST(LZB, FixedStepsAreOfOrderOne) {
  for (const LZBOptions& stiffness : {LZBOptions{}, monostiff()}) {
    const Chain chain = cradle(4, MultipleImpactNSL(0.8, 1e6));
    const Vector exact = strike(LZBImpactLaw(stiffness), chain).velocities;
    const auto error = [&](double step) {
      double sum = 0.0;
      for (int k = 0; k < 10; ++k) {
        LZBOptions options = fixedSteps(step * (1.0 + 0.037 * k));
        options.stiffness = stiffness.stiffness;
        sum += difference(strike(LZBImpactLaw(options), chain).velocities, exact);
      }
      return sum / 10.0;
    };
    const double coarse = error(1e-3);
    const double fine = error(1e-3 / 16.0);
    EXPECT_NEAR(std::log2(coarse / fine) / 4.0, 1.0, 0.15);
    EXPECT_LT(coarse, 10.0 * 1e-3);
  }
}

/// A step of the whole impulse throws the balls apart and creates energy, which is no outcome of an impact.
TEST(LZB, FixedStepsThatAreTooLongAreRefused) {
  const Chain chain = cradle(3, MultipleImpactNSL(0.8, 1e6));
  for (const double step : {0.7, 3.0, 1e3}) {
    const std::string text = errorText<Error>([&] { strike(LZBImpactLaw(fixedSteps(step)), chain); });
    EXPECT_NE(text.find("are too long"), std::string::npos) << step << ": " << text;
  }
  EXPECT_NEAR(strike(LZBImpactLaw(fixedSteps(1e-2)), chain).velocities.sum(), 1.0, 1e-13);
}

/// A limit on the impulse of the primary contact makes steps shorter, and no difference.
TEST(LZB, LocatedStepsMayHaveAnImpulseAtMost) {
  LZBOptions options;
  options.impulseStep = 1e-3;
  const Chain chain = cradle(3, MultipleImpactNSL(0.7, 1e6));
  const Struck limited = strike(LZBImpactLaw(options), chain);
  const Struck free = strike(LZBImpactLaw(), chain);
  EXPECT_LT(difference(limited.velocities, free.velocities), 1e-12);
  EXPECT_GT(limited.report.microSteps, 1000);
}

/// Errors fall with the tolerance that is asked for.
TEST(LZB, TheToleranceIsKept) {
  const Chain chain = cradle(5, MultipleImpactNSL(0.8, 1e6));
  const Vector exact = strike(LZBImpactLaw(), chain).velocities;
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    LZBOptions options;
    options.tolerance = tolerance;
    EXPECT_LT(difference(strike(LZBImpactLaw(options), chain).velocities, exact), 100.0 * tolerance);
  }
}

/// A wave passes a thousand balls: micro-steps grow with the number of balls, ten times as many for ten times the balls.
TEST(LZB, AThousandBallsPassAWaveOn) {
  LZBOptions options;
  options.tolerance = 1e-7;
  options.zeroVelocity = 1e-8;
  const auto strikeChain = [&](Index n) {
    return strike(LZBImpactLaw(options), cradle(n, MultipleImpactNSL(1.0, 1e6)));
  };
  const Struck hundred = strikeChain(100);
  const Struck thousand = strikeChain(1000);
  EXPECT_NEAR(thousand.velocities.sum(), 1.0, 1e-12);
  EXPECT_NEAR(thousand.report.energyChange, 0.0, 1e-4);
  EXPECT_NEAR(thousand.velocities[999], hundred.velocities[99], 1e-4);
  EXPECT_LT(thousand.report.microSteps, 12 * hundred.report.microSteps);
}

TEST(LZB, BadInputIsNamed) {
  const auto text = [](auto&& set) {
    return errorText<InvalidArgument>([&] {
      LZBOptions options;
      set(options);
      const LZBImpactLaw refused(options);
    });
  };
  EXPECT_NE(text([](LZBOptions& o) { o.tolerance = 0.0; }).find("tolerance"), std::string::npos);
  EXPECT_NE(text([](LZBOptions& o) { o.zeroVelocity = 1.0; }).find("zeroVelocity"), std::string::npos);
  EXPECT_NE(text([](LZBOptions& o) { o.impulseStep = -1.0; }).find("impulseStep"), std::string::npos);
  EXPECT_NE(text([](LZBOptions& o) { o.steps = MicroSteps::fixed; }).find("impulseStep"), std::string::npos);
  EXPECT_NE(text([](LZBOptions& o) { o.zeroEnergy = -1.0; }).find("zeroEnergy"), std::string::npos);
  EXPECT_NE(text([](LZBOptions& o) { o.maxMicroSteps = 0; }).find("micro-steps"), std::string::npos);
  const auto law = [](double e, double K, double eta) {
    return errorText<InvalidArgument>([&] { const MultipleImpactNSL refused(e, K, eta); });
  };
  EXPECT_NE(law(1.1, 1.0, 1.0).find("restitution"), std::string::npos);
  EXPECT_NE(law(1.0, 0.0, 1.0).find("stiffness"), std::string::npos);
  EXPECT_NE(law(1.0, 1.0, 0.5).find("exponent"), std::string::npos);
  const std::string other =
      errorText<InvalidArgument>([] { strike(LZBImpactLaw(), cradle(3, NewtonImpactNSL(1.0))); });
  EXPECT_NE(other.find("MultipleImpactNSL"), std::string::npos) << other;
}

TEST(LZB, EndlessImpactsAreErrors) {
  LZBOptions options;
  options.maxMicroSteps = 10;
  const Chain chain = cradle(3, MultipleImpactNSL(1.0, 1e6));
  EXPECT_NE(errorText<Error>([&] { strike(LZBImpactLaw(options), chain); }).find("10 micro-steps"),
            std::string::npos);
  // What no impulse moves cannot be stopped.
  SparseMatrix W(2, 2);
  W.insert(0, 0) = 1.0;
  W.insert(1, 1) = 0.0;
  W.makeCompressed();
  const MultipleImpactNSL law(1.0, 1.0);
  const std::vector<const NonSmoothLaw*> laws{&law, &law};
  const Vector uMinus{{0.0, -1.0}};
  Vector P(2);
  const ImpactProblem problem{W, uMinus, laws};
  EXPECT_NE(errorText<Error>([&] { LZBImpactLaw().solve(problem, P); }).find("contact 1 approaches"),
            std::string::npos);
}

}  // namespace
}  // namespace nsds::test::lzb_impact_law_test
