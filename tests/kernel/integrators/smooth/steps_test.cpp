// Steps that fail, end early or are repeated.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernel/integrators/smooth/failing.hpp"
#include "kernel/integrators/smooth/integration.hpp"
#include "mechanisms/andrews.hpp"
#include "mechanisms/pendulum.hpp"
#include "mechanisms/spinning_top.hpp"

namespace nsds::test::steps_test {
namespace {

class Steps : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, Steps, ::testing::ValuesIn(everyMethodWithEnds));

TEST_P(Steps, AfterAnErrorTheStateIsThatBeforeTheStep) {
  for (const bool fixed : {false, true}) {
    Failing system;
    Vector q, v;
    Pendulum::exact(0.0, q, v);
    const auto integrator = makeIntegrator(GetParam(), fixed ? fixedSteps(0.03) : tolerances(1e-6));
    integrator->start(system, 0.0, q, v);
    double t = 0.0;
    const auto go = [&] {
      for (;;) {
        t = integrator->endTime();
        q = integrator->q();
        v = integrator->v();
        integrator->step(1.0);
      }
    };
    EXPECT_THROW(go(), Error);
    EXPECT_GT(t, 0.1);
    EXPECT_EQ(integrator->endTime(), t);
    EXPECT_EQ(integrator->q(), q);
    EXPECT_EQ(integrator->v(), v);
    EXPECT_LT(largest(integrator->acceleration() + Vector{{0.0, Pendulum::gravity}} -
                      q / Pendulum::l * integrator->multipliers()[0]),
              1e-12);
    // Short steps lead on, up to where the force is known.
    const double allowed = 0.5 * (t + 0.2);
    integrator->setNextStep(allowed - t);
    integrator->step(allowed);
    EXPECT_GT(integrator->endTime(), t);
  }
}

TEST_P(Steps, ResultsThatAreNoNumbersEndInAnErrorOfTheStepSize) {
  Failing system;
  system.throws = false;
  Vector q, v;
  Pendulum::exact(0.0, q, v);
  const auto integrator = makeIntegrator(GetParam(), tolerances(1e-6));
  EXPECT_THROW(integrate(*integrator, system, 0.0, q, v, 1.0), StepSizeError);
  EXPECT_NEAR(integrator->endTime(), 0.2, 1e-12);
  EXPECT_TRUE(integrator->q().allFinite());
}

/// v' = v^2: v = 1 / (1 - t).
class Explosion : public DenseSystem {
 public:
  Explosion() : DenseSystem(1, 0) {}
  void mass(VectorConstRef, MatrixRef M) override { M(0, 0) = 1.0; }
  void force(double, VectorConstRef, VectorConstRef v, VectorRef F) override { F[0] = v[0] * v[0]; }
  void gap(double, VectorConstRef, VectorRef) override {}
  void jacobian(double, VectorConstRef, MatrixRef) override {}
  void curvature(double, VectorConstRef, VectorConstRef, VectorRef) override {}
};

TEST_P(Steps, AMotionThatEndsInInfinityIsAnErrorOfTheStepSize) {
  Explosion system;
  const auto integrator = makeIntegrator(GetParam(), tolerances(1e-6));
  EXPECT_THROW(integrate(*integrator, system, 0.0, Vector{{0.0}}, Vector{{1.0}}, 2.0), StepSizeError);
  EXPECT_NEAR(integrator->endTime(), 1.0, 1e-2);
}

TEST_P(Steps, NoMoreStepsThanAllowed) {
  Pendulum system;
  Vector q, v;
  Pendulum::exact(0.0, q, v);
  SmoothOptions options = tolerances(1e-8);
  options.maxSteps = 10;
  const auto integrator = makeIntegrator(GetParam(), options);
  EXPECT_THROW(integrate(*integrator, system, 0.0, q, v, 2.0), StepSizeError);
  EXPECT_EQ(integrator->statistics().steps + integrator->statistics().rejectedSteps, 10);
  EXPECT_GT(integrator->endTime(), 0.0);
  EXPECT_EQ(integrator->options().maxSteps, 10);
}

TEST_P(Steps, AShortenedStepHasTheBitsOfAStepOfThatLength) {
  Vector q0, v0;
  SpinningTop::exact(0.0, q0, v0);
  for (const double part : {0.9, 0.37, 0.02}) {
    SpinningTop top;
    const auto cut = makeIntegrator(GetParam(), tolerances(1e-4));
    cut->start(top, 0.0, q0, v0);
    cut->step(0.5);
    cut->step(0.5);
    const double end = cut->beginTime() + part * (cut->endTime() - cut->beginTime());
    cut->shorten(end);
    EXPECT_EQ(cut->endTime(), end);

    const auto straight = makeIntegrator(GetParam(), tolerances(1e-4));
    straight->start(top, 0.0, q0, v0);
    straight->step(0.5);
    straight->step(end);
    EXPECT_EQ(straight->endTime(), end);
    EXPECT_EQ(cut->q(), straight->q());
    EXPECT_EQ(cut->v(), straight->v());
    EXPECT_EQ(cut->acceleration(), straight->acceleration());
    EXPECT_EQ(cut->multipliers(), straight->multipliers());
  }
}

/// From the middle of a run, shortened steps and redundant rows included.
TEST_P(Steps, ARestoredIntegratorGoesOnWithTheSameBits) {
  Andrews first, second;
  const auto one = makeIntegrator(GetParam(), tolerances(1e-5));
  one->start(first, 0.0, Andrews::startPosition(), Vector::Zero(7));
  for (int k = 0; k < 20; ++k) one->step(0.03);
  const auto other = makeIntegrator(GetParam(), tolerances(1e-5));
  other->restoreState(second, one->saveState());
  EXPECT_EQ(other->q(), one->q());
  const double cut = 0.5 * (one->beginTime() + one->endTime());
  for (SmoothIntegrator* integrator : {one.get(), other.get()}) {
    integrator->shorten(cut);
    for (int k = 0; k < 20; ++k) integrator->step(0.03);
  }
  EXPECT_EQ(other->endTime(), one->endTime());
  EXPECT_EQ(other->q(), one->q());
  EXPECT_EQ(other->v(), one->v());
  EXPECT_EQ(other->multipliers(), one->multipliers());
  one->shorten(one->beginTime());
  EXPECT_EQ(one->endTime(), one->beginTime());
}

TEST_P(Steps, EndAtTheVeryInstantAskedFor) {
  Pendulum system;
  Vector q, v;
  Pendulum::exact(0.0, q, v);
  const auto integrator = makeIntegrator(GetParam(), tolerances(1e-4));
  integrator->start(system, 0.0, q, v);
  // Instants whose distance is rounded.
  for (int k = 1; k < 200; ++k) {
    const double t = std::sqrt(0.001 * k);
    while (integrator->endTime() < t) integrator->step(t);
    ASSERT_EQ(integrator->endTime(), t);
  }
}

TEST_P(Steps, TheSameBitsAgain) {
  const auto run = [] {
    Andrews system;
    const auto integrator = makeIntegrator(GetParam(), tolerances(1e-6));
    integrate(*integrator, system, 0.0, Andrews::startPosition(), Vector::Zero(7), 0.005);
    Vector all(21);
    all << integrator->q(), integrator->v(), integrator->multipliers(),
        static_cast<double>(integrator->statistics().forceEvaluations);
    return all;
  };
  EXPECT_EQ(run(), run());
}

/// A restart takes its state from the integrator itself, with other constraints.
TEST_P(Steps, ARestartMayUseTheOwnState) {
  Pendulum held;
  SpinningTop top;
  Vector q, v;
  Pendulum::exact(0.0, q, v);
  const auto integrator = makeIntegrator(GetParam(), tolerances(1e-6));
  integrate(*integrator, held, 0.0, q, v, 0.3);
  q = integrator->q();
  v = integrator->v();
  class Free : public Pendulum {
   public:
    Index constraints() const override { return 0; }
  } loose;
  integrator->start(loose, integrator->endTime(), integrator->q(), integrator->v());
  EXPECT_EQ(integrator->q(), q);
  EXPECT_EQ(integrator->v(), v);
  while (integrator->endTime() < 0.5) integrator->step(0.5);
  const double t = 0.5 - 0.3;
  EXPECT_LT(largest(integrator->q() - (q + t * v - Vector{{0.0, 0.5 * Pendulum::gravity * t * t}})), 1e-12);
}

TEST(SmoothOptions, AreChecked) {
  const auto refuses = [](auto change) {
    SmoothOptions options;
    change(options);
    EXPECT_THROW(Hem5{options}, InvalidArgument);
  };
  refuses([](SmoothOptions& o) { o.relativeTolerance = 0.0; });
  refuses([](SmoothOptions& o) { o.absoluteTolerance = -1.0; });
  refuses([](SmoothOptions& o) { o.maxStep = std::numeric_limits<double>::quiet_NaN(); });
  refuses([](SmoothOptions& o) { o.fixedStep = std::numeric_limits<double>::infinity(); });
  refuses([](SmoothOptions& o) { o.initialStep = -1.0; });
  refuses([](SmoothOptions& o) { o.maxSteps = 0; });
  refuses([](SmoothOptions& o) { o.positionViolation = 0.0; });
  Hem5 integrator;
  EXPECT_THROW(integrator.step(1.0), Error);
  Pendulum system;
  EXPECT_THROW(integrator.start(system, 0.0, Vector::Zero(3), Vector::Zero(2)), InvalidArgument);
  integrator.start(system, 0.0, Vector{{0.8, 0.0}}, Vector::Zero(2));
  EXPECT_THROW(integrator.step(0.0), InvalidArgument);
  EXPECT_THROW(integrator.shorten(0.1), InvalidArgument);
  Vector q(2), v(2);
  EXPECT_THROW(integrator.interpolate(0.1, q, v), InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::steps_test
