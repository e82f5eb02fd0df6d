// Contacts of D1MinusOSI at acceleration level: those at rest drift and stay at rest, others are struck or leave.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"

namespace nsds::test::drifting_contacts_test {
namespace {

/// A bead in a circular bowl (side 1) or on a hill (side -1) of radius 1, under G, from rest at an angle from the lowest point.
struct Bead {
  Bead(double T, double G, double angle, double side, double e = 0.0) : model(0.0, T) {
    model.setScales({1.0, 1.0, 1.0});
    bead = &model.add<LagrangianLinearTIDS>(Vector{{std::sin(angle), -std::cos(angle)}}, Vector{{0.0, 0.0}},
                                            Matrix(Matrix::Identity(2, 2)));
    bead->setFExt(Vector{{0.0, -G}});
    contact =
        &model.link(NewtonImpactNSL(e),
                    LagrangianScleronomousR(
                        1, [side](VectorConstRef q, VectorRef y) { y[0] = side * (1.0 - q.norm()); },
                        [side](VectorConstRef q, MatrixRef H) { H = -side * q.transpose() / q.norm(); }),
                    *bead);
  }
  Model model;
  LagrangianLinearTIDS* bead;
  Interaction* contact;
};

/// a'' = -G sin a from rest at a, by the classical Runge-Kutta method.
double pendulumAngle(double G, double angle, double time) {
  Eigen::Vector2d s(angle, 0.0);
  const auto f = [G](const Eigen::Vector2d& x) { return Eigen::Vector2d(x[1], -G * std::sin(x[0])); };
  const int n = 4000;
  const double d = time / n;
  for (int k = 0; k < n; ++k) {
    const Eigen::Vector2d k1 = f(s), k2 = f(s + 0.5 * d * k1), k3 = f(s + 0.5 * d * k2), k4 = f(s + d * k3);
    s += d / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return s[0];
}

/// The order of the position after 3/√G s in a bowl, for lengths of steps in turns of 1 : ratio, whatever the scales of the model say
/// of G: the contact never opens.
double orderInABowl(double G, double ratio, double e = 0.0) {
  const double T = 3.0 / std::sqrt(G);
  const double exact = pendulumAngle(G, 1.0, T);
  std::vector<double> steps, errors;
  for (const int pairs : {60, 120, 240, 480, 960}) {
    std::vector<double> instants{0.0};
    for (int k = 0; k < pairs; ++k) {
      instants.push_back((k + ratio / (1.0 + ratio)) * T / pairs);
      instants.push_back(k + 1 == pairs ? T : (k + 1) * T / pairs);
    }
    Bead bowl(T, G, 1.0, 1.0, e);
    TimeStepping simulation(bowl.model, TimeDiscretisation(instants), D1MinusByAccelerations::make());
    int open = 0;
    simulation.run([&](const Simulation&) { open += bowl.contact->lambda()[0] > 0.0 ? 0 : 1; });
    EXPECT_EQ(open, 0) << G << " " << pairs;
    steps.push_back(T / pairs);
    errors.push_back(std::hypot(bowl.bead->q()[0] - std::sin(exact), bowl.bead->q()[1] + std::cos(exact)));
  }
  return fitOrder(steps, errors).order;
}

TEST(D1MinusDrift, IsNoOpeningWhereStepsDiffer) {
  EXPECT_NEAR(orderInABowl(10.0, 4.0), 2.0, 0.2);
  EXPECT_NEAR(orderInABowl(200.0, 4.0), 2.0, 0.2);
  EXPECT_NEAR(orderInABowl(10.0, 10.0), 2.0, 0.2);
}

TEST(D1MinusDrift, IsNoOpeningWhereMotionIsFasterThanTheScales) {
  EXPECT_NEAR(orderInABowl(200.0, 1.0), 2.0, 0.2);
  EXPECT_NEAR(orderInABowl(1e4, 1.0), 2.0, 0.2);
}

/// A law that restitutes lets a drift turn around.
TEST(D1MinusDrift, IsNoImpact) {
  EXPECT_NEAR(orderInABowl(10.0, 1.0, 0.8), 2.0, 0.2);
  EXPECT_NEAR(orderInABowl(200.0, 4.0, 0.8), 2.0, 0.2);
}

/// Down from near the top of a hill it leaves where cos θ, θ from the top, is 2/3 of that at the start, and falls freely from there.
TEST(D1MinusDrift, LetsABeadLeaveAHill) {
  const double start = 0.3;
  const double leaves = 2.0 / 3.0 * std::cos(start);
  for (const double h : {1e-2, 1e-3}) {
    Bead hill(2.0, 10.0, M_PI - start, -1.0);
    TimeStepping simulation(hill.model, TimeDiscretisation(0.0, h), D1MinusByAccelerations::make());
    double last = 1.0;
    double opens = 0.0;
    simulation.run([&](const Simulation& s) {
      if (hill.contact->lambda()[0] > 0.0) {
        last = hill.bead->q()[1];
        opens = s.time();
      }
    });
    EXPECT_NEAR(last, leaves, 5.0 * h);
    EXPECT_LT(opens, 1.5);
    EXPECT_GT(hill.contact->y()[0], 0.5);
  }
}

/// A velocity that is set into a contact at rest is an impact, which is restituted.
TEST(D1MinusDrift, IsNotWhatTheUserSets) {
  const double h = 1e-3;
  Trial trial(0.0, 1.0);
  auto& ball = addBall(*trial.model, 0.0);
  linkGround(*trial.model, ball, 0.5);
  trial.simulateWith(h, D1MinusByAccelerations::make());
  trial.steps(20);
  ball.setV(Vector{{-1.0}});
  trial.step();
  EXPECT_NEAR(ball.v()[0], 0.5, 20.0 * h);
}

}  // namespace
}  // namespace nsds::test::drifting_contacts_test
