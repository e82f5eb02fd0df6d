// The discrete energy identity, the signs of works that are theorems, and the laws' known defects.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/contact/chaotic_pile.hpp"
#include "kernel/models.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"

namespace nsds::test::energy_test {
namespace {

TEST(EnergyIdentity, ClosesInEveryStepOfAChaoticPile) {
  expectClosedBalance(4000);
}

/// Beads that touch, dropped: waves of impacts open contacts that are still a rounding closed. Nothing gains.
TEST(ElasticImpacts, OfTouchingBeadsCreateNoEnergy) {
  const int beads = 40;
  const double m = 0.05, g = 9.81, R = 0.01, drop = 0.3;
  const double T = 10.0 * std::sqrt(2.0 * drop / g);
  Model model(0.0, T);
  std::vector<LagrangianLinearTIDS*> column;
  for (int i = 0; i < beads; ++i) {
    column.push_back(&model.add<LagrangianLinearTIDS>(Vector::Constant(1, drop + R + 2.0 * R * i),
                                                      Vector::Zero(1), Matrix::Constant(1, 1, m)));
    column.back()->setFExt(Vector::Constant(1, -m * g));
    if (i == 0)
      model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(Matrix::Ones(1, 1), -R), *column[0]);
    else
      model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -2.0 * R),
                 *column[static_cast<std::size_t>(i - 1)], *column.back());
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, T / 6400), MoreauJeanOSI(0.5), LCP());
  const auto energy = [&] {
    double sum = 0.0;
    for (const auto* bead : column) sum += bead->kineticEnergy() + m * g * bead->q()[0];
    return sum;
  };
  const double start = energy();
  double most = 0.0;
  simulation.run([&](const Simulation&) { most = std::max(most, energy()); });
  EXPECT_LE(most, start * (1.0 + 1e-6));
}

/// For theta = 1/2 the internal work of springs is what they store; without damping nothing else is lost.
TEST(EnergyIdentity, SpringsGiveBackWhatTheyTake) {
  Model model(0.0, 10.0);
  auto& mass =
      model.add<LagrangianLinearTIDS>(Vector::Constant(1, 1.0), Vector::Zero(1), Matrix::Constant(1, 1, 2.0),
                                      Matrix::Constant(1, 1, 50.0), Matrix::Zero(1, 1));
  model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), mass);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5), LCP());
  EnergyBalance balance;
  simulation.run(balance);
  EXPECT_NEAR(balance.now().kinetic + balance.now().elastic, 25.0, 1e-11);
  EXPECT_NEAR(balance.now().internal, 25.0 - balance.now().elastic, 1e-11);
  EXPECT_NEAR(balance.now().normal, 0.0, 1e-11);  // e = 1
}

/// A particle hits a wall obliquely while it spins: normal work is - (1 - e^2) / 2 m v_N^2.
TEST(NormalWork, OfOneImpactIsThatOfItsRestitution) {
  Trial run(0.0, 0.2);
  auto& particle = run.model->add<LagrangianLinearTIDS>(Vector::Constant(1, 0.05), Vector::Constant(1, -3.0),
                                                        Matrix::Constant(1, 1, 2.0));
  run.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix::Identity(1, 1)), particle);
  run.simulate(1e-3, MoreauJeanOSI(0.5));
  EnergyBalance balance;
  run.simulation->run(balance);
  EXPECT_NEAR(balance.now().normal, -0.75 * 0.5 * 2.0 * 9.0, 1e-12);
  EXPECT_NEAR(balance.now().kinetic, 0.25 * 0.5 * 2.0 * 9.0, 1e-12);
}

/// Frémond's law on the mean velocity: tangential work is never positive with theta = 1/2, whatever hits how.
TEST(Fremond, TangentialWorkIsNeverPositive) {
  Draws draws(11);
  const auto draw = [&] { return draws.uniform(-1.0, 1.0); };
  for (int trial = 0; trial < test::effort(50, 200); ++trial) {
    Matrix root(3, 3);
    for (Index i = 0; i < 9; ++i) root.data()[i] = draw();
    const Matrix mass = root * root.transpose() + 0.1 * Matrix::Identity(3, 3);
    Trial run(0.0, 0.1);
    auto& body = run.model->add<LagrangianLinearTIDS>(
        Vector::Zero(3), Vector{{-1.0 - draw(), 3.0 * draw(), 3.0 * draw()}}, mass);
    run.model->link(FremondImpactFrictionNSL(0.8, 0.7, 3),
                    LagrangianLinearTIR(Matrix(Matrix::Identity(3, 3))), body);
    run.simulateWith(1e-2, MoreauJeanOSI(0.5), FrictionContact(Solver("auto").set("tolerance", 1e-12)));
    EnergyBalance balance;
    run.simulation->run(balance);
    EXPECT_LE(balance.now().tangential, 1e-11) << "trial " << trial;
    EXPECT_LE(balance.worstDefect(), 1e-12) << "trial " << trial;
  }
}

/// Newton's restitution with Coulomb's friction can create energy: a rod that hits obliquely, its centre
/// above the tip, friction and rotation coupled (Kane, Levinson 1985: the double pendulum). Pinned: an impact
/// of a body with coupled mass matrix, e = 0.9, that sticks, leaves with more energy than it came with.
TEST(NewtonCoulomb, CanCreateEnergy) {
  Draws draws(3);
  const auto draw = [&] { return draws.uniform(-1.0, 1.0); };
  double most = 0.0;
  for (int trial = 0; trial < test::effort(50, 400); ++trial) {
    Matrix root(2, 2);
    for (Index i = 0; i < 4; ++i) root.data()[i] = draw();
    const Matrix mass = root * root.transpose() + 0.02 * Matrix::Identity(2, 2);
    Trial run(0.0, 0.01);
    auto& body = run.model->add<LagrangianLinearTIDS>(Vector::Zero(2), Vector{{-1.0, 3.0 * draw()}}, mass);
    run.model->link(NewtonImpactFrictionNSL(0.9, 0.0, 0.8, 2),
                    LagrangianLinearTIR(Matrix(Matrix::Identity(2, 2))), body);
    run.simulateWith(1e-2, MoreauJeanOSI(0.5), FrictionContact());
    const double before = body.kineticEnergy();
    EnergyBalance balance;
    run.simulation->run(balance);
    ASSERT_LE(balance.worstDefect(), 1e-9);
    most = std::max(most, balance.now().kinetic / before);
    EXPECT_NEAR(balance.now().kinetic - before, balance.now().normal + balance.now().tangential,
                1e-9 * (1.0 + before));
  }
  EXPECT_GT(most, 1.1);
}

/// e = 0 dissipates: whatever hits, normal work is not positive where the contact was approaching.
TEST(PlasticImpacts, Dissipate) {
  Draws draws(5);
  const auto draw = [&] { return draws.uniform(-1.0, 1.0); };
  for (int trial = 0; trial < test::effort(50, 100); ++trial) {
    Model model(0.0, 0.05);
    std::vector<LagrangianLinearTIDS*> beads;
    for (int k = 0; k < 4; ++k) {
      beads.push_back(&model.add<LagrangianLinearTIDS>(Vector::Constant(1, 0.01 * k),
                                                       Vector::Constant(1, 2.0 * draw()),
                                                       Matrix::Constant(1, 1, 1.5 + draw())));
    }
    for (std::size_t k = 1; k < beads.size(); ++k)
      model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}), *beads[k - 1], *beads[k]);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5), LCP());
    EnergyBalance balance(true);
    simulation.run(balance);
    for (const Energies& at : balance.history()) EXPECT_LE(at.largestNormal, 1e-14) << "trial " << trial;
  }
}

/// A wheel turned by a prescribed rate against viscous friction: the prescription gives what friction takes.
TEST(PrescribedVelocity, GivesWhatFrictionTakes) {
  Trial run(0.0, 1.0);
  auto& wheel =
      run.model->add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Constant(1, 2.0), Matrix::Identity(1, 1),
                                           Matrix::Zero(1, 1), Matrix::Constant(1, 1, 0.5));
  wheel.prescribe(0, 2.0);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  EnergyBalance balance;
  run.simulation->run(balance);
  EXPECT_NEAR(balance.now().prescribed, 0.5 * 4.0 * 1.0, 1e-12);
  EXPECT_NEAR(balance.now().internal, -0.5 * 4.0 * 1.0, 1e-12);
  EXPECT_NEAR(wheel.reaction()[0], 0.5 * 2.0 * 1e-2, 1e-15);
  EXPECT_LE(balance.worstDefect(), 1e-13);
}

/// A chain pulled at its end by a harmonic velocity: the prescribed end is exact, the rest obeys M v' = F.
TEST(PrescribedVelocity, IsMetExactlyAndDrivesTheRest) {
  Trial run(0.0, 1.0);
  const Matrix K{{50.0, -50.0}, {-50.0, 50.0}};
  auto& chain = run.model->add<LagrangianLinearTIDS>(Vector::Zero(2), Vector{{1.0, 0.0}},
                                                     Matrix::Identity(2, 2), K, Matrix::Zero(2, 2));
  chain.prescribe(0, PrescribedVelocity::harmonic(0.0, 1.0, 3.0, 0.0));
  run.simulate(1e-3, MoreauJeanOSI(0.5));
  EnergyBalance balance;
  run.simulation->run(balance);
  EXPECT_NEAR(chain.v()[0], std::cos(3.0), 1e-15);
  EXPECT_NEAR(chain.q()[0], std::sin(3.0) / 3.0, 1e-6);
  // x'' + 50 x = 50/3 sin 3t from rest: x = A sin 3t - (3 A / w) sin w t, A = 50/3 / (50 - 9), w = sqrt 50.
  const double w = std::sqrt(50.0);
  const double A = 50.0 / 3.0 / 41.0;
  EXPECT_NEAR(chain.q()[1], A * std::sin(3.0) - 3.0 * A / w * std::sin(w), 1e-5);
  EXPECT_LE(balance.worstDefect(), 1e-12);
}

/// A unit mass is led along q = sin t: the work that the guide puts in is the change of its kinetic energy.
TEST(EnergyIdentity, KnowsWhatAMovingGuidePutsIn) {
  Trial run(0.0, 0.9);
  auto& mass = run.model->add<LagrangianDS>(Vector::Zero(1), Vector::Ones(1), Matrix::Identity(1, 1));
  run.model->link(
      EqualityConditionNSL(1),
      LagrangianRheonomousR(1, [](double t, VectorConstRef q, VectorRef y) { y[0] = q[0] - std::sin(t); }),
      mass);
  run.simulateWith(1e-2, MoreauJeanOSI(0.5), Equality());
  EnergyBalance balance;
  run.simulation->run(balance);
  EXPECT_NEAR(mass.v()[0], std::cos(0.9), 1e-7);
  EXPECT_NEAR(balance.now().driven, 0.5 * std::cos(0.9) * std::cos(0.9) - 0.5, 1e-6);
  EXPECT_LE(balance.worstDefect(), 1e-7);
}

/// Away from theta = 1/2 the gyroscopic moment does work of its own.
TEST(EnergyIdentity, ClosesForTumblingBodiesAtAnyTheta) {
  for (const double theta : {0.5, 1.0}) {
    Trial run(0.0, 1.0);
    Vector q = Vector::Zero(7);
    q[3] = 1.0;
    run.model->add<NewtonEulerDS>(q, Vector{{0.0, 0.0, 0.0, 1.0, 2.0, 3.0}}, 1.0,
                                  Matrix(Vector{{1.0, 2.0, 2.5}}.asDiagonal()));
    run.simulate(1e-2, MoreauJeanOSI(theta));
    run.simulation->setNewtonOptions({.tolerance = 1e-14});
    EnergyBalance balance;
    run.simulation->run(balance);
    EXPECT_LE(balance.worstDefect(), 1e-13) << theta;
  }
}

/// A double pendulum of unit masses and lengths swings wide, its mass depends on its angles: the identity
/// closes to rounding, and the weights work what their potential loses, to the order of the scheme.
TEST(EnergyIdentity, ClosesWhereTheMassDependsOnThePlace) {
  const double g = 10.0;
  std::vector<double> errors;
  for (const double h : {1e-3, 5e-4}) {
    Trial run(0.0, 1.0);
    auto& pendulum = run.model->add<LagrangianDS>(Vector{{1.5, 0.5}}, Vector{{0.0, 2.0}},
                                                  [](VectorConstRef q, MatrixRef M) {
                                                    const double c = std::cos(q[0] - q[1]);
                                                    M << 2.0, c, c, 1.0;
                                                  });
    pendulum.setFGyr([](VectorConstRef q, VectorConstRef v, VectorRef f) {
      const double s = std::sin(q[0] - q[1]);
      f << v[1] * v[1] * s, -v[0] * v[0] * s;
    });
    pendulum.setFInt([=](double, VectorConstRef q, VectorConstRef, VectorRef f) {
      f << 2.0 * g * std::sin(q[0]), g * std::sin(q[1]);
    });
    const auto potential = [&] { return -g * (2.0 * std::cos(pendulum.q()[0]) + std::cos(pendulum.q()[1])); };
    const double start = potential();
    run.simulate(h, MoreauJeanOSI(0.5));
    run.simulation->setNewtonOptions({.tolerance = 1e-14});
    EnergyBalance balance;
    run.simulation->run(balance);
    EXPECT_LE(balance.worstDefect(), 1e-12);
    EXPECT_GT(balance.now().external, 5.0);  // it did fall
    errors.push_back(std::abs(balance.now().external - (start - potential())));
  }
  EXPECT_LT(errors[0], 0.2);
  EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.2);
}

TEST(Observers, TellViolationAndComplementarity) {
  Trial run(0.0, 1.0);
  auto& ball = addBall(*run.model, 0.3);
  linkGround(*run.model, ball, 0.5);
  run.simulate(1e-3, MoreauJeanOSI(0.5));
  ConstraintViolation violation;
  Complementarity complementarity;
  IndexSetHistory history;
  SolverEffort effort;
  run.simulation->run(violation, complementarity, history, effort);
  EXPECT_GT(violation.penetration(), 0.0);
  EXPECT_LT(violation.penetration(), 10.0 * 1e-3 * 1e-3 + 3.0 * 1e-3);
  EXPECT_EQ(violation.bilateral(), 0.0);
  EXPECT_LE(complementarity.product(), 1e-14);
  EXPECT_LE(complementarity.attraction(), 0.0);
  EXPECT_LE(complementarity.approach(), 1e-14);
  EXPECT_EQ(history.active().size(), 1000U);
  EXPECT_GT(history.changes().size(), 2U);
  EXPECT_EQ(effort.newtonIterations(), std::vector<std::int64_t>(1000, 1));
}

}  // namespace
}  // namespace nsds::test::energy_test
