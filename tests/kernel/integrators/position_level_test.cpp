// Schatzman and Paoli's scheme for what is not linear: M(q), F(t, q, v), g(t, q), bodies that turn. Order, restitution,
// equalities, energy, and what it refuses.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/error_text.hpp"
#include "kernel/integrators/swinging.hpp"
#include "kernel/models.hpp"

namespace nsds::test::position_level_test {
namespace {

LagrangianDS& addPoint(Model& model, const Vector& q, const Vector& v) {
  return model.add<LagrangianDS>(q, v, Matrix(Matrix::Identity(q.size(), q.size())));
}

/// A linear model that does not say so takes the Newton loop, and comes to the same.
TEST(PositionLevel, StepsLinearModelsAsBefore) {
  const Matrix M{{2.0, 0.5}, {0.5, 1.0}};
  const Matrix K{{90.0, -40.0}, {-40.0, 40.0}};
  const Matrix C{{0.2, 0.0}, {0.0, 0.1}};
  const Vector q0{{0.4, 0.5}};
  const Vector v0{{1.0, 0.0}};
  const auto load = [](double t, VectorRef f) { f << std::sin(3.0 * t), -8.0; };
  for (const double theta : {0.0, 0.5, 1.0}) {
    Trial linear(0.0, 2.0);
    auto& known = linear.model->add<LagrangianLinearTIDS>(q0, v0, M, K, C);
    known.setFExt(load);
    linear.model->link(NewtonImpactNSL(0.6), LagrangianLinearTIR(Matrix{{0.0, 1.0}}), known);
    linear.simulate(1e-3, SchatzmanPaoliOSI(theta));
    Trial general(0.0, 2.0);
    auto& unknown = general.model->add<LagrangianDS>(q0, v0, M);
    unknown.setFExt(load);
    unknown.setFInt([&](double, VectorConstRef q, VectorConstRef v, VectorRef f) { f = K * q + C * v; });
    general.model->link(NewtonImpactNSL(0.6),
                        LagrangianScleronomousR(1, [](VectorConstRef q, VectorRef y) { y[0] = q[1]; }),
                        unknown);
    general.simulate(1e-3, SchatzmanPaoliOSI(theta));
    for (int k = 0; k < 2000; ++k) {
      linear.step();
      general.step();
      ASSERT_LT((known.q() - unknown.q()).norm(), 1e-9) << theta << " at step " << k;
    }
    EXPECT_LT((known.v() - unknown.v()).norm(), 1e-7);
  }
}

/// The mean over the steps, and over eight phases of the impacts in the steps. With e = 0.7.
double stoppedPendulumError(double h) {
  constexpr double T = 6.0;
  const StoppedPendulum exact(1.2, 0.7);
  double error = 0.0;
  for (int phase = 0; phase < 8; ++phase) {
    const double t0 = h * phase / 8.0;
    const Vector begin = exact.at(t0);
    Trial run(0.0, T);
    auto& pendulum = addPoint(*run.model, begin.head(1), begin.tail(1));
    pendulum.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = std::sin(q[0]); });
    run.model->link(NewtonImpactNSL(0.7),
                    LagrangianScleronomousR(1, [](VectorConstRef q, VectorRef y) { y[0] = std::sin(q[0]); }),
                    pendulum);
    run.simulate(h, SchatzmanPaoliOSI());
    run.simulation->run([&](const Simulation& s) {
      error += h / 8.0 * std::abs(pendulum.q()[0] - exact.at(t0 + s.time())[0]);
    });
  }
  return error;
}

TEST(PositionLevel, IsOfOrderOneOnAPendulumWithAStop) {
  std::vector<double> h;
  std::vector<double> error;
  for (int steps = 100; steps <= 1600; steps *= 2) {
    h.push_back(6.0 / steps);
    error.push_back(stoppedPendulumError(h.back()));
  }
  EXPECT_NEAR(fitOrder(h, error).order, 1.0, 0.2);
}

/// A point flies against the wall y = 1 - x²/4 - y², whose normal at the impact is known: its normal velocity becomes
/// - e times itself, its tangential one stays, with an error of order h, in the mean over the phases of the impact.
TEST(PositionLevel, RestitutesTheVelocityOnACurvedWall) {
  const Vector q0{{0.1, 0.2}};
  const Vector v0{{0.6, 0.8}};
  // 1 - (x + 0.6 t)²/4 - (y + 0.8 t)² = 0, a quadratic equation for t.
  const double a = 0.25 * 0.36 + 0.64;
  const double b = 2.0 * (0.25 * 0.06 + 0.16);
  const double c = 0.25 * 0.01 + 0.04 - 1.0;
  const double t = (-b + std::sqrt(b * b - 4.0 * a * c)) / (2.0 * a);
  const Vector hit = q0 + t * v0;
  const Vector normal = Vector{{-0.5 * hit[0], -2.0 * hit[1]}}.normalized();
  for (const double e : {0.0, 0.4, 1.0}) {
    const Vector exact = v0 - (1.0 + e) * normal.dot(v0) * normal;
    std::vector<double> h;
    std::vector<double> error;
    for (const double step : {0.02, 0.01, 0.005, 0.0025, 0.00125}) {
      double sum = 0.0;
      for (int phase = 0; phase < 8; ++phase) {
        Trial run(0.0, 2.0);
        auto& ball = addPoint(*run.model, q0 + step * phase / 8.0 * v0, v0);
        auto& wall = run.model->link(
            NewtonImpactNSL(e),
            LagrangianScleronomousR(
                1, [](VectorConstRef q, VectorRef y) { y[0] = 1.0 - 0.25 * q[0] * q[0] - q[1] * q[1]; }),
            ball);
        run.simulate(step, SchatzmanPaoliOSI());
        while (wall.lambda()[0] == 0.0) run.step();
        run.step();  // with e > 0 the impulse may fall into two steps
        if (e > 0.0) run.step();
        sum += (ball.v() - exact).norm() / 8.0;
      }
      h.push_back(step);
      error.push_back(sum);
    }
    EXPECT_NEAR(fitOrder(h, error).order, 1.0, 0.2) << e;
    EXPECT_LT(error.back(), 5.0 * h.back()) << e;
  }
}

struct Bead {
  /// A bead on the parabola y = x²/2 under gravity, as an equality.
  Bead(double h, double T) : run(0.0, T) {
    bead = &addPoint(*run.model, Vector{{1.0, 0.5}}, Vector::Zero(2));
    bead->setFExt(Vector{{0.0, -gravity}});
    link = &run.model->link(EqualityConditionNSL(1),
                            LagrangianScleronomousR(
                                1, [](VectorConstRef q, VectorRef y) { y[0] = q[1] - 0.5 * q[0] * q[0]; },
                                [](VectorConstRef q, MatrixRef H) { H << -q[0], 1.0; }),
                            *bead);
    run.simulateWith(h, SchatzmanPaoliOSI());
  }
  Trial run;
  LagrangianDS* bead;
  Interaction* link;
};

/// (1 + x²) x'' + x x'² + g x = 0.
TEST(PositionLevel, IsOfOrderOneForABeadOnACurve) {
  const Vector exact = rungeKutta(Vector{{1.0, 0.0}}, 2.0, 20000, [](const Vector& s) {
    return Vector{{s[1], -(s[0] * s[1] * s[1] + gravity * s[0]) / (1.0 + s[0] * s[0])}};
  });
  std::vector<double> h;
  std::vector<double> error;
  for (const int steps : {200, 400, 800, 1600, 3200}) {
    Bead trial(2.0 / steps, 2.0);
    trial.run.simulation->run([&](const Simulation&) {
      // The Newton tolerance, of a velocity, times h.
      ASSERT_LE(std::abs(trial.link->y()[0]), 1e-9 * 2.0 / steps);
    });
    h.push_back(2.0 / steps);
    error.push_back(std::abs(trial.bead->q()[0] - exact[0]));
  }
  EXPECT_NEAR(fitOrder(h, error).order, 1.0, 0.2);
}

/// Impulses of equalities along H of q_k make the step symmetric: 10^5 steps lose no energy. v is that of the middle of the
/// last step, so that the energy is taken where the coordinates of its ends have their mean.
TEST(PositionLevel, KeepsTheEnergyOfABeadOnACurve) {
  Bead trial(0.01, 1000.0);
  double early = 0.0;
  double late = 0.0;
  double height = trial.bead->q()[1];
  double first = 0.0;
  double last = 0.0;
  trial.run.simulation->run([&](const Simulation& s) {
    const double energy = 0.5 * trial.bead->v().squaredNorm() + 0.5 * gravity * (height + trial.bead->q()[1]);
    height = trial.bead->q()[1];
    double& worst = s.step() <= 10000 ? early : late;
    worst = std::max(worst, std::abs(energy - 0.5 * gravity));
    if (s.step() <= 10000) first += energy / 10000.0;
    if (s.step() > 90000) last += energy / 10000.0;
  });
  EXPECT_LT(late, 1.05 * early);
  EXPECT_LT(late, 0.02 * gravity);
  EXPECT_NEAR(last, first, 1e-3 * gravity);
}

/// M(q_k) with F at the mean velocity: the energy of the double pendulum stays where it was in the first steps, for θ = ½
/// and for the scheme that is explicit in q.
TEST(PositionLevel, KeepsTheEnergyOfTheDoublePendulum) {
  for (const double theta : {0.0, 0.5}) {
    Trial run(0.0, 80.0);
    auto& pendulum = addDoublePendulum(*run.model, Vector{{0.6, 0.2}}, Vector::Zero(2));
    run.simulateWith(4e-3, SchatzmanPaoliOSI(theta));
    const double start = doublePendulumEnergy(pendulum.q(), pendulum.v());
    Vector before = pendulum.q();
    double early = 0.0;
    double late = 0.0;
    run.simulation->run([&](const Simulation& s) {
      const double energy = doublePendulumEnergy(0.5 * (before + pendulum.q()), pendulum.v());
      before = pendulum.q();
      double& worst = s.step() <= 4000 ? early : late;
      worst = std::max(worst, std::abs(energy - start));
    });
    EXPECT_LT(late, 1.2 * early) << theta;
    EXPECT_LT(late, 0.02 * gravity) << theta;
  }
}

/// A body on a ball joint: a pendulum that turns, its anchor held at every step.
TEST(PositionLevel, TakesBodiesOnJoints) {
  std::vector<double> h;
  std::vector<double> error;
  constexpr double moment = 0.4 + 2.0 * 0.25;  // about the anchor
  const Vector exact = rungeKutta(Vector{{1.0, 0.0}}, 1.0, 20000, [](const Vector& s) {
    return Vector{{s[1], -2.0 * gravity * 0.5 / moment * std::sin(s[0])}};
  });
  for (const int steps : {100, 200, 400, 800}) {
    Trial run(0.0, 1.0);
    auto& body = run.model->add<NewtonEulerDS>(
        Vector{{0.5 * std::sin(1.0), 0.0, -0.5 * std::cos(1.0), 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6), 2.0,
        Matrix(Vector{{0.3, 0.4, 0.5}}.asDiagonal()));
    body.setGravity(Vector{{0.0, 0.0, -gravity}});
    auto& joint =
        run.model->link(EqualityConditionNSL(3), BallJointR(body, {.anchor = Eigen::Vector3d::Zero()}), body);
    run.simulateWith(1.0 / steps, SchatzmanPaoliOSI());
    run.simulation->run([&](const Simulation&) { ASSERT_LT(joint.y().cwiseAbs().maxCoeff(), 1e-9 / steps); });
    h.push_back(1.0 / steps);
    error.push_back(std::abs(std::atan2(body.q()[0], -body.q()[2]) - exact[0]));
  }
  EXPECT_NEAR(fitOrder(h, error).order, 1.0, 0.2);
}

/// A spherical body whose centre falls on the ground: g does not follow the attitude, but is no H q of its coordinates.
TEST(PositionLevel, TakesImpactsOfBodies) {
  class Height final : public MechanicalRelation {
   public:
    Height() : MechanicalRelation("Height", 1, 6, true) {}

   private:
    void doOutput(double, VectorConstRef q, VectorRef y) const override { y[0] = q[2] - 0.1; }
    void doJacobian(double, VectorConstRef, MatrixRef H) const override {
      H.setZero();
      H(0, 2) = 1.0;
    }
  };
  Trial run(0.0, 2.0);
  auto& body = run.model->add<NewtonEulerDS>(Vector{{0.0, 0.0, 0.6, 1.0, 0.0, 0.0, 0.0}},
                                             Vector{{0.0, 0.0, -1.0, 1.0, 2.0, 3.0}}, 2.0,
                                             Matrix(Matrix::Identity(3, 3)));
  run.model->link(NewtonImpactNSL(0.5), Height(), body);
  run.simulate(0.01, SchatzmanPaoliOSI());
  run.finish();
  EXPECT_NEAR(body.v()[2], 0.5, 1e-10);
  EXPECT_NEAR(body.v()[5], 3.0, 1e-12);
}

/// A wall that comes with the speed 1 against a point at rest: the point leaves with 1 + e, relative to it with - e U-.
TEST(PositionLevel, TakesWallsThatMove) {
  Trial run(0.0, 2.0);
  auto& ball = addPoint(*run.model, Vector{{0.5}}, Vector{{0.0}});
  run.model->link(NewtonImpactNSL(0.4),
                  LagrangianRheonomousR(1, [](double t, VectorConstRef q, VectorRef y) { y[0] = q[0] - t; }),
                  ball);
  run.simulate(0.013, SchatzmanPaoliOSI());
  run.steps(60);
  EXPECT_NEAR(ball.v()[0], 1.4, 1e-9);
}

TEST(PositionLevel, ReturnsToAStateToTheBit) {
  Bead trial(0.01, 10.0);
  trial.run.steps(90);
  const State state = trial.run.model->state();
  trial.run.steps(200);
  const State end = trial.run.model->state();
  trial.run.model->setState(state);
  trial.run.steps(200);
  EXPECT_TRUE(trial.run.model->state() == end);
}

template <class Build>
std::string refusal(Build&& build) {
  Model model(0.0, 1.0);
  build(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), SchatzmanPaoliOSI());
  return errorText<InvalidArgument>([&] { simulation.initialize(); });
}

TEST(PositionLevel, RefusesByNameWhatItDoesNotTake) {
  const auto circle = [](VectorConstRef q, VectorRef y) { y << q.squaredNorm() - 1.0, q[0]; };
  EXPECT_TRUE(says(refusal([&](Model& model) {
                     model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 2), LagrangianScleronomousR(2, circle),
                                addPoint(model, Vector{{2.0, 0.0}}, Vector::Zero(2)));
                   }),
                   "NewtonImpactFrictionNSL"));
  EXPECT_TRUE(says(refusal([&](Model& model) {
                     addPoint(model, Vector{{2.0}}, Vector::Zero(1)).prescribe(0, [](double) { return 1.0; });
                   }),
                   "prescribed"));
  EXPECT_TRUE(says(refusal([&](Model& model) {
                     model.link(EqualityConditionNSL(1),
                                LagrangianCompliantLinearTIR(Matrix{{1.0}}, Vector{{-2.0}}, Matrix{{1e-3}}),
                                addPoint(model, Vector{{2.0}}, Vector::Zero(1)));
                   }),
                   "LagrangianCompliantLinearTIR"));
  EXPECT_TRUE(
      says(refusal([&](Model& model) { model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}}); }),
           "not a mechanical system"));
}

TEST(PositionLevel, NamesFunctionsThatReturnNaN) {
  Trial run(0.0, 2.0);
  auto& ball = addPoint(*run.model, Vector{{0.0}}, Vector{{1.0}});
  run.model->link(NewtonImpactNSL(0.4),
                  LagrangianScleronomousR(
                      1, [](VectorConstRef q, VectorRef y) { y[0] = q[0] > 0.5 ? std::nan("") : 1.0; },
                      [](VectorConstRef, MatrixRef H) { H(0, 0) = 0.0; }),
                  ball);
  run.simulate(0.01, SchatzmanPaoliOSI());
  EXPECT_TRUE(says(errorText<Error>([&] { run.finish(); }), "LagrangianScleronomousR"));
  for (const double value : run.values()) EXPECT_TRUE(std::isfinite(value));
}

}  // namespace
}  // namespace nsds::test::position_level_test
