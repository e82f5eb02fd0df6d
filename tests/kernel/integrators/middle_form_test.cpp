// Moreau and Jean's scheme with M, F and H between the ends of a step, in smooth motion: order, symmetry in time, energy,
// what it shares with the form at the ends, and what it refuses.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <string>

#include "kernel/error_text.hpp"
#include "kernel/integrators/swinging.hpp"
#include "kernel/models.hpp"
#include "mechanisms/andrews.hpp"
#include "mechanisms/in_model.hpp"

namespace nsds::test::middle_form_test {
namespace {

const Vector start{{1.0, 0.3}};
const Vector startRate{{0.0, -1.0}};

MoreauJeanOSI middle(double theta = 0.5) {
  return {theta, Evaluation::middle};
}

struct Convergence {
  std::vector<double> h;
  std::vector<double> error;
  double order() const { return fitOrder(h, error).order; }
};

/// At T = 2, of (q, v) against a Runge-Kutta solution.
Convergence doublePendulumConvergence(Evaluation evaluation, double theta) {
  const Vector exact = doublePendulumAt(2.0, start, startRate);
  Convergence result;
  for (int steps = 400; steps <= 12800; steps *= 2) {
    Trial run(0.0, 2.0);
    auto& pendulum = addDoublePendulum(*run.model, start, startRate);
    run.simulateWith(2.0 / steps, MoreauJeanOSI(theta, evaluation));
    run.simulation->setNewtonOptions({.tolerance = 1e-12});
    run.finish();
    result.h.push_back(2.0 / steps);
    result.error.push_back(
        std::max((pendulum.q() - exact.head(2)).norm(), (pendulum.v() - exact.tail(2)).norm()));
  }
  return result;
}

/// The midpoint rule is of order two whatever M(q) is; at the ends, or off the middle, the scheme is of order one.
TEST(MiddleForm, IsOfOrderTwoWhereTheMassChanges) {
  const Convergence between = doublePendulumConvergence(Evaluation::middle, 0.5);
  EXPECT_NEAR(between.order(), 2.0, 0.1);
  EXPECT_LT(between.error.back(), 1e-5);
  const Convergence ends = doublePendulumConvergence(Evaluation::ends, 0.5);
  EXPECT_NEAR(ends.order(), 1.0, 0.2);
  EXPECT_LT(between.error.back(), 1e-2 * ends.error.back());
  const Convergence implicit = doublePendulumConvergence(Evaluation::middle, 1.0);
  EXPECT_NEAR(implicit.order(), 1.0, 0.2);
}

/// Andrews' squeezer: seven bodies on six equalities of their coordinates, M(q), a constant torque. Equalities hold at the
/// ends of steps, with impulses along H of the middle.
TEST(MiddleForm, IsOfOrderTwoForAndrewsSqueezer) {
  Convergence result;
  for (int steps = 800; steps <= 6400; steps *= 2) {
    const double h = mechanisms::Andrews::end / steps;
    Trial run(0.0, mechanisms::Andrews::end);
    auto& squeezer = mechanisms::addTo(*run.model, std::make_shared<mechanisms::Andrews>(),
                                       mechanisms::Andrews::startPosition(), Vector::Zero(7));
    run.simulateWith(h, middle(), Equality(Solver("auto").set("tolerance", 1e-12)));
    run.simulation->setNewtonOptions({.tolerance = 1e-12});
    run.finish();
    result.h.push_back(h);
    result.error.push_back((squeezer.q() - mechanisms::Andrews::endPosition()).norm());
  }
  EXPECT_NEAR(result.order(), 2.0, 0.1);
  EXPECT_LT(result.error.back(), 2e-5);
}

/// Turning the velocities and stepping on leads back: the equations of a step do not tell its start from its end.
TEST(MiddleForm, ReturnsWhenTimeIsTurned) {
  const auto miss = [](Evaluation evaluation) {
    Trial run(0.0, 10.0);
    auto& pendulum = addDoublePendulum(*run.model, start, startRate);
    run.simulateWith(0.01, MoreauJeanOSI(0.5, evaluation));
    run.simulation->setNewtonOptions({.tolerance = 1e-14});
    run.steps(100);
    pendulum.setV(-pendulum.v());
    run.steps(100);
    return std::max((pendulum.q() - start).norm(), (pendulum.v() + startRate).norm());
  };
  EXPECT_LT(miss(Evaluation::middle), 1e-11);
  EXPECT_GT(miss(Evaluation::ends), 1e-4);
}

/// A heavy asymmetric top on a ball joint: quaternions, the gyroscopic moment, an equality and a force that turns with it.
TEST(MiddleForm, ReturnsWithBodiesOnJoints) {
  for (const RotationUpdate update : {RotationUpdate::conserving, RotationUpdate::exponential}) {
    Trial run(0.0, 10.0);
    const Vector q0{{0.0, 0.3, 0.4, 1.0, 0.0, 0.0, 0.0}};
    const Vector spin{{0.5, 0.2, 3.0}};
    Vector v0(6);
    v0 << Eigen::Vector3d(spin).cross(Eigen::Vector3d(q0.head<3>())), spin;
    auto& top = run.model->add<NewtonEulerDS>(q0, v0, 2.0, Matrix(Vector{{0.3, 0.4, 0.5}}.asDiagonal()));
    top.setRotationUpdate(update);
    top.setGravity(Vector{{0.0, 0.0, -9.81}});
    run.model->link(EqualityConditionNSL(3), BallJointR(top, {.anchor = Eigen::Vector3d::Zero()}), top);
    run.simulateWith(0.01, middle(), Equality(Solver("auto").set("tolerance", 1e-14)));
    run.simulation->setNewtonOptions({.tolerance = 1e-14});
    run.steps(50);
    top.setV(-top.v());
    run.steps(50);
    EXPECT_LT((top.q() - q0).norm(), 1e-12);
    EXPECT_LT((top.v() + v0).norm(), 1e-12);
  }
}

/// Symmetry keeps the error of the energy bounded: over 20 000 steps it is what it was over the first 4000.
TEST(MiddleForm, KeepsTheEnergyOfTheDoublePendulum) {
  const auto largest = [](double h, Evaluation evaluation) {
    Trial run(0.0, 20000 * h);
    auto& pendulum = addDoublePendulum(*run.model, Vector{{0.6, 0.2}}, Vector::Zero(2));
    const double before = doublePendulumEnergy(pendulum.q(), pendulum.v());
    run.simulateWith(h, MoreauJeanOSI(0.5, evaluation));
    double early = 0.0;
    double late = 0.0;
    run.simulation->run([&](const Simulation& s) {
      double& worst = s.step() <= 4000 ? early : late;
      worst = std::max(worst, std::abs(doublePendulumEnergy(pendulum.q(), pendulum.v()) - before));
    });
    return std::pair(early, late);
  };
  const auto [early, late] = largest(4e-3, Evaluation::middle);
  EXPECT_LT(late, 1.2 * early);
  EXPECT_LT(late, 2e-5);  // of 3.7 J above the rest
  const auto [fine, fineLate] = largest(2e-3, Evaluation::middle);
  EXPECT_NEAR(early / fine, 4.0, 0.4);
  EXPECT_LT(fineLate, 1.2 * fine);
}

/// Work is accounted for: what the identity of energies leaves open is rounding and the Newton tolerance.
TEST(MiddleForm, ClosesTheBalanceOfEnergies) {
  for (const double theta : {0.5, 0.8}) {
    Trial run(0.0, 2.0);
    addDoublePendulum(*run.model, start, startRate);
    auto& oscillator = run.model->add<LagrangianLinearTIDS>(Vector{{0.3}}, Vector{{0.0}}, Matrix{{2.0}},
                                                            Matrix{{50.0}}, Matrix{{0.1}});
    oscillator.setFExt([](double t, VectorRef f) { f[0] = std::sin(7.0 * t); });
    Vector v0(6);
    v0 << 1.0, 0.0, 0.0, 1.0, 2.0, 3.0;
    run.model
        ->add<NewtonEulerDS>(Vector{{0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}}, v0, 2.0,
                             Matrix(Vector{{0.3, 0.4, 0.5}}.asDiagonal()))
        .setMExt(Vector{{0.1, 0.2, 0.3}}, Frame::inertial);
    run.simulateWith(0.01, middle(theta));
    EnergyBalance balance;
    run.simulation->run(balance);
    EXPECT_LE(balance.worstDefect(), 1e-9) << theta;
  }
}

/// With constant operators and loads both forms are one.
TEST(MiddleForm, IsThatOfTheEndsForLinearSystems) {
  const auto values = [](Evaluation evaluation) {
    Trial run(0.0, 2.0);
    auto& ball = addBall(*run.model, 1.0, -0.3);
    linkGround(*run.model, ball, 0.7);
    auto& sprung = run.model->add<LagrangianLinearTIDS>(
        Vector{{0.1, 0.2}}, Vector{{1.0, 0.0}}, Matrix{{2.0, 0.5}, {0.5, 1.0}},
        Matrix{{90.0, -40.0}, {-40.0, 40.0}}, Matrix{{0.2, 0.0}, {0.0, 0.1}});
    sprung.setFExt(Vector{{1.0, -2.0}});
    run.model->link(NewtonImpactNSL(0.3), LagrangianLinearTIR(Matrix{{0.0, 1.0}}, 0.05), sprung);
    run.simulate(1e-3, MoreauJeanOSI(0.5, evaluation));
    run.finish();
    return run.values();
  };
  EXPECT_EQ(values(Evaluation::middle), values(Evaluation::ends));
}

/// The upper rod is driven, its angle is a(t) = 1 + sin(3t)/3. The lower one follows
/// q'' = a'² sin(a - q) - g sin q - cos(a - q) a'', and the sum of the reactions is the time integral of the torque
/// 2 a'' + cos(a - q) q'' + q'² sin(a - q) + 2 g sin a.
TEST(MiddleForm, TakesPrescribedVelocities) {
  const Vector exact = rungeKutta(Vector{{0.3, -1.0, 0.0, 0.0}}, 1.0, 10000, [](const Vector& x) {
    const double a = 1.0 + std::sin(3.0 * x[3]) / 3.0;
    const double rate = std::cos(3.0 * x[3]);
    const double acceleration = -3.0 * std::sin(3.0 * x[3]);
    const double s = std::sin(a - x[0]);
    const double c = std::cos(a - x[0]);
    const double free = rate * rate * s - gravity * std::sin(x[0]) - c * acceleration;
    const double torque = 2.0 * acceleration + c * free + x[1] * x[1] * s + 2.0 * gravity * std::sin(a);
    return Vector{{x[1], free, torque, 1.0}};
  });
  Convergence angle;
  Convergence impulse;
  for (const double h : {0.02, 0.01, 0.005}) {
    Trial run(0.0, 1.0);
    auto& pendulum = addDoublePendulum(*run.model, start, Vector{{1.0, -1.0}});
    pendulum.prescribe(0, [](double t) { return std::cos(3.0 * t); });
    run.simulateWith(h, middle());
    double sum = 0.0;
    run.simulation->run([&](const Simulation&) {
      sum += pendulum.reaction()[0];
      ASSERT_EQ(pendulum.reaction()[1], 0.0);
    });
    EXPECT_DOUBLE_EQ(pendulum.v()[0], std::cos(3.0));
    angle.h.push_back(h);
    angle.error.push_back(std::abs(pendulum.q()[1] - exact[0]));
    impulse.h.push_back(h);
    impulse.error.push_back(std::abs(sum - exact[2]));
  }
  EXPECT_NEAR(angle.order(), 2.0, 0.1);
  EXPECT_NEAR(impulse.order(), 2.0, 0.1);
}

TEST(MiddleForm, ReturnsToAStateToTheBit) {
  Trial run(0.0, 10.0);
  addDoublePendulum(*run.model, start, startRate);
  run.simulateWith(0.01, middle());
  run.steps(50);
  const State state = run.model->state();
  run.steps(100);
  const State end = run.model->state();
  run.model->setState(state);
  run.steps(100);
  EXPECT_TRUE(run.model->state() == end);
}

/// Beside first-order systems mechanical ones move as they do alone.
TEST(MiddleForm, StepsBesideFirstOrderSystems) {
  const auto end = [](bool mixed) {
    Trial run(0.0, 1.0);
    auto& pendulum = addDoublePendulum(*run.model, start, startRate);
    if (mixed) {
      run.model->add<FirstOrderLinearDS>(Vector{{1.0, 0.0}}, Matrix{{0.0, 1.0}, {-1.0, 0.0}});
      run.simulateWith(0.01, MixedOrderOSI(middle(), EulerMoreauOSI(0.5)));
    } else {
      run.simulateWith(0.01, middle());
    }
    run.finish();
    return Vector(pendulum.q());
  };
  EXPECT_EQ(end(true), end(false));
}

/// The bytes of a state are of the scheme that made it: a run does not go on in the other form.
TEST(MiddleForm, RefusesSavedStatesOfTheOtherForm) {
  const auto make = [](Evaluation evaluation) {
    Trial run(0.0, 1.0);
    addDoublePendulum(*run.model, start, startRate);
    run.simulateWith(0.01, MoreauJeanOSI(0.5, evaluation));
    run.steps(3);
    return run;
  };
  const Trial between = make(Evaluation::middle);
  const Trial again = make(Evaluation::middle);
  const Trial ends = make(Evaluation::ends);
  const std::vector<std::byte> bytes = between.model->saveState();
  again.model->restoreState(bytes);
  EXPECT_EQ(again.values(), between.values());
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { ends.model->restoreState(bytes); }), "between the ends"));
}

TEST(MiddleForm, SaysWhatItIs) {
  EXPECT_EQ(MoreauJeanOSI(0.5).evaluation(), Evaluation::ends);
  EXPECT_EQ(MoreauJeanOSI(0.5, Activation{.gamma = 0.3}).evaluation(), Evaluation::ends);
  const MoreauJeanOSI scheme(0.7, Evaluation::middle, {.gamma = 0.3});
  EXPECT_EQ(scheme.evaluation(), Evaluation::middle);
  EXPECT_EQ(scheme.activation().gamma, 0.3);
  EXPECT_EQ(scheme.description(), "MoreauJeanOSI with theta = 0.7, M, F and H between the ends of a step");
  EXPECT_EQ(MoreauJeanOSI(0.7).description(), "MoreauJeanOSI with theta = 0.7");
  EXPECT_THROW(middle(1.5), InvalidArgument);
  EXPECT_THROW(middle(std::nan("")), InvalidArgument);
  EXPECT_THROW(MoreauJeanOSI(0.5, Evaluation::middle, {.gamma = -1.0}), InvalidArgument);
}

/// A function that returns NaN within a step is named, and the step is taken back.
TEST(MiddleForm, NamesFunctionsThatReturnNaN) {
  for (const bool inMass : {true, false}) {
    Trial run(0.0, 1.0);
    const auto broken = [](double q) { return q > 0.5 ? std::nan("") : 1.0; };
    auto& system = run.model->add<LagrangianDS>(
        Vector{{0.0}}, Vector{{1.0}},
        [=](VectorConstRef q, MatrixRef M) { M(0, 0) = inMass ? broken(q[0]) : 1.0; });
    system.setFInt([=](double, VectorConstRef q, VectorConstRef, VectorRef f) {
      f[0] = inMass ? 0.0 : 0.0 * broken(q[0]);
    });
    run.simulateWith(0.01, middle());
    const std::string error = errorText([&] { run.finish(); });
    EXPECT_NE(error.find(inMass ? "M(q)" : "F_int"), std::string::npos) << error;
    for (const double value : run.values()) EXPECT_TRUE(std::isfinite(value));
  }
}

}  // namespace
}  // namespace nsds::test::middle_form_test
