// The two-step scheme at position level: order, restitution, equalities, energy, states and what it refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>
#include <nsds/theory/accuracy/norms.hpp>

#include "kernel/models.hpp"

namespace nsds::schatzman_paoli_test {
namespace {

using test::Trial;

Trial ball(double h, double T, double e, double weight, double q0, double v0 = 0.0) {
  Trial trial(0.0, T);
  auto& body = trial.model->add<LagrangianLinearTIDS>(Vector{{q0}}, Vector{{v0}}, Matrix{{1.0}});
  body.setFExt(Vector{{-weight}});
  trial.model->link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0}}), body);
  trial.simulate(h, SchatzmanPaoliOSI(0.5));
  return trial;
}

/// Through infinitely many impacts, in the mean over time.
TEST(SchatzmanPaoli, ConvergesWithOrderOne) {
  const ImpactingMass exact = ImpactingMass::bouncingBall();
  std::vector<double> h;
  std::vector<double> error;
  for (int steps = 500; steps <= 16000; steps *= 2) {
    h.push_back(5.0 / steps);
    Trial trial = ball(h.back(), 5.0, 0.5, 2.0, 1.0);
    GridNorm norm;
    trial.simulation->run(
        [&](const Simulation& s) { norm.add(h.back(), trial.values()[1] - exact.at(s.time()).q); });
    error.push_back(norm.value());
  }
  EXPECT_NEAR(fitOrder(h, error).order, 1.0, 0.15);
}

/// Without forces the velocity after an impact is -e times that before, to rounding, whatever the step.
TEST(SchatzmanPaoli, RestitutesTheVelocity) {
  for (const double e : {0.0, 0.3, 0.9, 1.0}) {
    Trial trial = ball(0.01, 1.0, e, 0.0, 0.501234, -1.0);
    trial.finish();
    const auto& body = static_cast<const LagrangianLinearTIDS&>(*trial.model->nsds().systems().front());
    EXPECT_NEAR(body.v()[0], e, 1e-12);
  }
}

TEST(SchatzmanPaoli, BeginsAtTheInitialState) {
  Trial trial = ball(0.1, 1.0, 0.5, 2.0, 1.0, -0.5);
  const auto& body = static_cast<const LagrangianLinearTIDS&>(*trial.model->nsds().systems().front());
  EXPECT_EQ(body.q()[0], 1.0);
  trial.step();
  EXPECT_NEAR(body.q()[0], 1.0 - 0.05 - 0.02, 1e-15);
  EXPECT_NEAR(body.v()[0], -0.7, 1e-15);
}

TEST(SchatzmanPaoli, HoldsEqualitiesForPositions) {
  Trial trial(0.0, 3.0);
  auto& a = trial.model->add<LagrangianLinearTIDS>(Vector{{0.0}}, Vector{{1.0}}, Matrix{{1.0}},
                                                   Matrix{{40.0}}, Matrix{{0.3}});
  auto& b = trial.model->add<LagrangianLinearTIDS>(Vector{{2.0}}, Vector{{1.0}}, Matrix{{3.0}});
  b.setFExt([](double t, VectorRef f) { f[0] = std::cos(5.0 * t); });
  auto& rod =
      trial.model->link(EqualityConditionNSL(1), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -2.0), a, b);
  trial.simulateWith(1e-2, SchatzmanPaoliOSI(0.5));
  trial.simulation->run([&](const Simulation&) { ASSERT_NEAR(rod.y()[0], 0.0, 1e-13); });
  EXPECT_GT(std::abs(a.q()[0]), 1e-3);
}

/// Of a linear oscillator, for any step if theta >= 1/2: no drift over 10^4 steps of a sixth of the period.
TEST(SchatzmanPaoli, KeepsTheEnergyOfOscillators) {
  for (const double theta : {0.0, 0.5, 1.0}) {
    Trial trial(0.0, 1e4);
    auto& body = trial.model->add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{0.0}}, Matrix{{1.0}},
                                                        Matrix{{1.0}}, Matrix{{0.0}});
    trial.simulate(1.0, SchatzmanPaoliOSI(theta));
    double early = 0.0;
    double late = 0.0;
    trial.simulation->run([&](const Simulation& s) {
      double& largest = s.step() <= 1000 ? early : late;
      largest = std::max(largest, std::abs(body.q()[0]));
    });
    EXPECT_NEAR(late, early, 1e-3 * early) << theta;
  }
}

TEST(SchatzmanPaoli, ReturnsToAStateToTheBit) {
  Trial trial = ball(0.01, 5.0, 0.7, 2.0, 1.0);
  trial.steps(90);
  const State state = trial.model->state();
  trial.steps(200);
  const State end = trial.model->state();
  trial.model->setState(state);
  trial.steps(200);
  EXPECT_TRUE(trial.model->state() == end);
}

template <class Build>
void expectRefused(Build&& build) {
  Model model(0.0, 1.0);
  build(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), SchatzmanPaoliOSI());
  EXPECT_THROW(simulation.initialize(), InvalidArgument);
}

TEST(SchatzmanPaoli, RefusesWhatItDoesNotIntegrate) {
  EXPECT_THROW(SchatzmanPaoliOSI(-0.1), InvalidArgument);
  EXPECT_THROW(SchatzmanPaoliOSI(std::nan("")), InvalidArgument);
  EXPECT_EQ(SchatzmanPaoliOSI(0.25).theta(), 0.25);
  const auto add = [](Model& model) -> LagrangianLinearTIDS& {
    return model.add<LagrangianLinearTIDS>(Vector{{1.0, 0.0}}, Vector::Zero(2), Matrix::Identity(2, 2));
  };
  expectRefused([&](Model& model) { add(model).prescribe(0, [](double) { return 1.0; }); });
  expectRefused([&](Model& model) {
    model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 2), LagrangianLinearTIR(Matrix(Matrix::Identity(2, 2))),
               add(model));
  });
}

TEST(SchatzmanPaoli, StopsAtAnOverflow) {
  Trial trial(0.0, 1e4);
  trial.model->add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{0.0}}, Matrix{{1.0}}, Matrix{{100.0}},
                                         Matrix{{0.0}});
  trial.simulate(1.0, SchatzmanPaoliOSI(0.0));
  EXPECT_THROW(trial.finish(), Error);
  for (const double value : trial.values()) EXPECT_TRUE(std::isfinite(value));
}

}  // namespace
}  // namespace nsds::schatzman_paoli_test
