// Limits and balances of rolling friction: without resistance it is Coulomb's law; energy does not rise; momenta are kept;
// nothing depends on the frame; steps begin with the last impulses, and repeat from a state.
#include <gtest/gtest.h>

#include <vector>

#include "kernel/rolling/rolling_body.hpp"

namespace nsds::test::rolling_limits_test {
namespace {

/// Balls thrown on the ground and on each other, under a law.
template <class Law>
struct ThrownBalls {
  template <class Problem>
  ThrownBalls(const Law& law, Problem problem, double h, double T = 1.0,
              const Eigen::Matrix3d& frame = Eigen::Matrix3d::Identity())
      : model(0.0, T), contacts(law) {
    contacts.addStatic(HalfSpace{frame.col(2), 0.0});
    for (int k = 0; k < 4; ++k) {
      const Vector3 x(0.3 * k, 0.1 * (k % 2), R + 0.05 + 0.65 * k), v(1.0 - 0.7 * k, 0.4 * k - 0.5, -0.2 * k);
      const Vector3 omega(2.0 - k, 1.0 + 0.5 * k, 3.0 - 2.0 * k);
      Vector q(7), velocity(6);
      q << frame * x, 1.0, 0.0, 0.0, 0.0;
      velocity << frame * v, frame * omega;
      const double mass = 1.0 + 0.5 * k;
      auto& ball =
          model.add<NewtonEulerDS>(q, velocity, mass, Matrix(0.4 * mass * R * R * Matrix::Identity(3, 3)));
      ball.setFExt(Vector(-mass * g * frame.col(2)));
      contacts.add(ball, Sphere{R});
      balls.push_back(&ball);
    }
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                                                std::move(problem));
    simulation->setInteractionManager(contacts);
    simulation->setCheckSolverFunction([this](const SolverOutcome& outcome) {
      residual = std::max(residual, outcome.residual);
      return outcome.status == SolverStatus::ok ? SolverAction::accept : SolverAction::stop;
    });
    simulation->initialize();
  }
  template <class Look>
  void run(const Look& look) {
    while (simulation->hasNextEvent()) {
      simulation->computeOneStep();
      simulation->nextStep();
      look();
    }
  }
  double energy(const Vector3& up = Vector3::UnitZ()) const {
    double sum = 0.0;
    for (const NewtonEulerDS* ball : balls)
      sum += ball->kineticEnergy() + ball->mass() * g * up.dot(ball->q().head<3>());
    return sum;
  }

  Model model;
  CollisionDetection contacts;
  std::vector<NewtonEulerDS*> balls;
  std::unique_ptr<TimeStepping> simulation;
  double residual = 0.0;
};

FrictionContact frictionProblem() {
  return FrictionContact(Solver("auto").set("tolerance", asked));
}

/// The largest difference of coordinates and velocities on the way. Rotations q and −q do not occur: both start at 1.
template <class A, class B>
double distance(A& a, B& b) {
  double worst = 0.0;
  a.run([&] {
    b.simulation->computeOneStep();
    b.simulation->nextStep();
    for (std::size_t k = 0; k < a.balls.size(); ++k) {
      worst = std::max(
          {worst, (a.balls[k]->q() - b.balls[k]->q()).norm(), (a.balls[k]->v() - b.balls[k]->v()).norm()});
    }
  });
  return worst;
}

TEST(Rolling, WithoutResistanceIsCoulombsLaw) {
  ThrownBalls friction(NewtonImpactFrictionNSL(0.4, 0.1, 0.3, 3), frictionProblem(), 2e-3);
  ThrownBalls rolling(NewtonImpactRollingFrictionNSL(0.4, 0.1, 0.3, 0.0, 5), rollingProblem(), 2e-3);
  EXPECT_LE(distance(friction, rolling), 1e-8);
  EXPECT_LE(rolling.residual, shown);
  // Impacts amplify differences, which stay of the first order in the coefficient until one falls into another step.
  std::vector<double> coefficients{1e-6, 1e-7, 1e-8}, distances;
  for (const double muR : coefficients) {
    ThrownBalls plain(NewtonImpactFrictionNSL(0.4, 0.1, 0.3, 3), frictionProblem(), 2e-3);
    ThrownBalls resisting(NewtonImpactRollingFrictionNSL(0.4, 0.1, 0.3, muR, 5), rollingProblem(), 2e-3);
    distances.push_back(distance(plain, resisting));
  }
  EXPECT_NEAR(fitOrder(coefficients, distances).order, 1.0, 0.1);
}

/// Impacts of balls are central, and what resists opposes the velocities before as after: energy falls in every step. Between
/// balls of unequal velocities moments do not push one to feed the other.
TEST(Rolling, DoesNotRaiseEnergy) {
  for (const double e_n : {0.0, 0.6}) {
    ThrownBalls balls(NewtonImpactRollingFrictionNSL(e_n, 0.0, 0.4, 0.02, 5), rollingProblem(), 2e-3, 2.0);
    Complementarity complementarity;
    double before = balls.energy();
    const double first = before;
    int impacts = 0;
    balls.run([&] {
      complementarity.step(*balls.simulation);
      const double now = balls.energy();
      EXPECT_LE(now, before + 1e-11 * first) << "t = " << balls.simulation->time();
      impacts += now < before - 1e-3 * first ? 1 : 0;
      before = now;
    });
    EXPECT_GE(impacts, 4);
    EXPECT_LT(before, 0.9 * first);
    EXPECT_LE(balls.residual, shown);
    EXPECT_LE(complementarity.outOfCone(), 1e-10);
    EXPECT_LE(complementarity.outOfRollingCone(), 1e-10);
    EXPECT_LE(complementarity.attraction(), 0.0);
  }
}

/// Moments act on both bodies with opposite signs: momenta of two balls that meet are kept, about any point.
TEST(Rolling, KeepsMomentaOfTwoBodies) {
  Model model(0.0, 0.5);
  CollisionDetection contacts(NewtonImpactRollingFrictionNSL(0.3, 0.0, 0.5, 0.05, 5));
  std::vector<NewtonEulerDS*> balls;
  for (const double side : {-1.0, 1.0}) {
    Vector q = Vector::Zero(7), v(6);
    q.head<4>() << 0.5 * side, -0.1 * side, 0.05, 1.0;
    v << -1.5 * side, 0.2, 0.3 * side, 3.0, -2.0 * side, 5.0;
    const double mass = 2.0 + side;
    balls.push_back(
        &model.add<NewtonEulerDS>(q, v, mass, Matrix(0.4 * mass * R * R * Matrix::Identity(3, 3))));
    contacts.add(*balls.back(), Sphere{R});
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5), rollingProblem());
  simulation.setInteractionManager(contacts);
  simulation.initialize();
  // Impulses act at the places of the start of the step, and moments in the frames that bodies have there.
  std::vector<Vector3> places(2);
  std::vector<Eigen::Matrix3d> frames(2);
  const auto momenta = [&] {
    Vector sum = Vector::Zero(6);
    for (std::size_t k = 0; k < 2; ++k) {
      const Vector3 p = balls[k]->mass() * balls[k]->v().head<3>();
      sum.head<3>() += p;
      sum.tail<3>() += places[k].cross(p) + frames[k] * balls[k]->inertia() * balls[k]->v().tail<3>();
    }
    return sum;
  };
  double moment = 0.0;
  while (simulation.hasNextEvent()) {
    for (std::size_t k = 0; k < 2; ++k) {
      places[k] = balls[k]->q().head<3>();
      frames[k] = balls[k]->rotation();
    }
    const Vector before = momenta();
    simulation.computeOneStep();
    simulation.nextStep();
    EXPECT_LE((momenta() - before).norm(), 1e-13);
    for (const auto& contact : model.nsds().interactions())
      moment = std::max(moment, contact->lambda().tail<2>().norm());
  }
  EXPECT_GT(moment, 0.01);
}

/// A scene that is turned moves as it did, turned.
TEST(Rolling, DoesNotDependOnTheFrame) {
  const NewtonImpactRollingFrictionNSL law(0.3, 0.1, 0.4, 0.03, 5);
  const Eigen::Matrix3d frame =
      Eigen::AngleAxisd(1.1, Vector3(0.3, 1.0, -0.5).normalized()).toRotationMatrix();
  ThrownBalls straight(law, rollingProblem(), 2e-3);
  ThrownBalls turned(law, rollingProblem(), 2e-3, 1.0, frame);
  double worst = 0.0;
  straight.run([&] {
    turned.simulation->computeOneStep();
    turned.simulation->nextStep();
    for (std::size_t k = 0; k < straight.balls.size(); ++k) {
      const NewtonEulerDS& a = *straight.balls[k];
      const NewtonEulerDS& b = *turned.balls[k];
      worst = std::max({worst, (frame * a.q().head<3>() - b.q().head<3>()).norm(),
                        (frame * a.v().head<3>() - b.v().head<3>()).norm(),
                        (frame * a.rotation() * a.v().tail<3>() - b.rotation() * b.v().tail<3>()).norm()});
    }
  });
  EXPECT_LE(worst, 1e-8);
}

/// A ball that is held by the resistance: from the second step on solvers have nothing to do.
TEST(Rolling, StepsBeginWithTheLastImpulses) {
  for (const bool planar : {true, false}) {
    RollingBody body(planar, std::atan(0.05), {0.0, 0.0, 0.5, 0.03, planar ? 3 : 5}, {}, 1.0, 0.4);
    body.simulate(1e-2, RollingFrictionContact(Solver("nsgs").set("tolerance", 1e-10)));
    std::vector<std::int64_t> iterations;
    for (int k = 0; k < 3; ++k) {
      body.step();
      iterations.push_back(body.iterations);
    }
    EXPECT_GT(iterations[0], 0);
    EXPECT_EQ(iterations[2], 0);
  }
}

/// Two balls that roll over each other turn the frame of their contact: impulses and moments keep their directions in space.
TEST(Rolling, ImpulsesTurnWithTheFrameOfTheContact) {
  Model model(0.0, 1.0);
  CollisionDetection contacts(NewtonImpactRollingFrictionNSL(0.0, 0.0, 0.8, 0.02, 5));
  Vector q = Vector::Zero(7);
  q.head<4>() << 0.5 * R, 0.3 * R, std::sqrt(4.0 - 0.34) * R, 1.0;
  auto& ball =
      model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(0.4 * R * R * Matrix::Identity(3, 3)));
  ball.setFExt(Vector{{0.0, 0.0, -g}});
  contacts.add(ball, Sphere{R});
  contacts.addStatic(Sphere{R});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5), rollingProblem());
  simulation.setInteractionManager(contacts);
  simulation.initialize();
  const auto inSpace = [&](Index first) -> Vector3 {
    const Interaction& contact = *model.nsds().interactions().front();
    const auto& relation = dynamic_cast<const ContactR&>(contact.relation());
    return contact.lambda()[first] * relation.axis(1) + contact.lambda()[first + 1] * relation.axis(2);
  };
  double turned = 0.0;
  for (int k = 0; k < 60; ++k) {
    simulation.computeOneStep();
    simulation.nextStep();
    const Vector3 force = inSpace(1), moment = inSpace(3);
    contacts.updateInteractions(model, 5e-3);
    const Vector3 normal =
        dynamic_cast<const ContactR&>(model.nsds().interactions().front()->relation()).normal();
    const auto across = [&](const Vector3& a) -> Vector3 { return a - a.dot(normal) * normal; };
    EXPECT_LE((inSpace(1) - across(force)).norm(), 1e-14);
    EXPECT_LE((inSpace(3) - across(moment)).norm(), 1e-14);
    turned = std::max(turned, std::abs(normal[0]) + std::abs(normal[1]));
  }
  EXPECT_GT(turned, 0.5);
}

TEST(Rolling, RepeatsFromAState) {
  ThrownBalls balls(NewtonImpactRollingFrictionNSL(0.2, 0.0, 0.4, 0.02, 5), rollingProblem(), 5e-3, 1.5);
  const auto steps = [&](int count) {
    for (int k = 0; k < count; ++k) {
      balls.simulation->computeOneStep();
      balls.simulation->nextStep();
    }
  };
  steps(150);
  ASSERT_GT(balls.contacts.contacts(), 0);
  const State start = balls.model.state();
  steps(100);
  const State end = balls.model.state();
  balls.model.setState(start);
  steps(100);
  EXPECT_TRUE(balls.model.state() == end);
}

}  // namespace
}  // namespace nsds::test::rolling_limits_test
