// Tresca's friction: a block on a slope stays while its weight along the slope is below the bound, and slides beyond it with
//
//   m a = m g sin α − s,
//
// whatever presses it to the plane. The forces are constant, so that the velocities of the scheme are exact in every step.
#include <gtest/gtest.h>

#include "kernel/contact_laws/block.hpp"

namespace nsds::test::tresca_friction {
namespace {

constexpr double mass = 2.0, alpha = 0.4, phi = 0.7;
constexpr double shown = 1e-9;

using TrescaNSL = NewtonImpactTrescaFrictionNSL;

double alongSlope() {
  return mass * g * std::sin(alpha);
}

void expectAcceleration(Index rows, double bound, double pressed, double a) {
  Block::Load slope = onASlope(mass, alpha, phi, rows);
  const auto load = [=](double t) {
    Vector f = slope(t);
    f[0] *= pressed;
    return f;
  };
  for (const double h : {1e-2, 1e-3}) {
    Block block(TrescaNSL(0.0, 0.0, bound, rows), mass, load, Vector::Zero(rows), 0.2);
    block.simulate(TimeDiscretisation(0.0, h));
    while (block.simulation->hasNextEvent()) {
      block.step();
      const Vector v = block.v(), f = block.force();
      ASSERT_NEAR(v[0], 0.0, shown);
      ASSERT_NEAR(v.tail(rows - 1).norm(), a * block.simulation->time(), shown);
      ASSERT_NEAR(f[0], pressed * mass * g * std::cos(alpha), shown * mass * g);
      ASSERT_NEAR(f.tail(rows - 1).norm(), std::min(bound, alongSlope()), shown * mass * g);
      if (rows == 3 && a > 0.0) {
        ASSERT_NEAR(std::atan2(v[2], v[1]), phi, 1e-7);
      }
    }
  }
}

TEST(Tresca, StaysBelowTheBoundAndSlidesBeyondIt) {
  for (const Index rows : {2, 3}) {
    for (const double pressed : {1.0, 0.1, 7.0}) {
      expectAcceleration(rows, 1.01 * alongSlope(), pressed, 0.0);
      expectAcceleration(rows, 0.99 * alongSlope(), pressed, 0.01 * alongSlope() / mass);
      expectAcceleration(rows, 0.3 * alongSlope(), pressed, 0.7 * alongSlope() / mass);
      expectAcceleration(rows, 0.0, pressed, alongSlope() / mass);
    }
  }
}

/// On the level a block with velocity v stops at m v / s, within a step, and stays.
TEST(Tresca, StopsASlidingBlock) {
  const double bound = 3.0, v0 = 0.5, h = 1e-3;
  for (const Index rows : {2, 3}) {
    Vector v = Vector::Zero(rows);
    v.tail(rows - 1).setConstant(v0 / std::sqrt(static_cast<double>(rows - 1)));
    Block block(TrescaNSL(0.0, 0.0, bound, rows), mass, onASlope(mass, 0.0, 0.0, rows), v, 0.5);
    block.simulate(TimeDiscretisation(0.0, h));
    while (block.simulation->hasNextEvent()) {
      block.step();
      const double expected = std::max(0.0, v0 - bound / mass * block.simulation->time());
      ASSERT_NEAR(block.v().tail(rows - 1).norm(), expected, shown);
    }
    EXPECT_NEAR(block.body->q().tail(rows - 1).norm(), 0.5 * v0 * v0 * mass / bound, h * v0);
  }
}

/// The bound is a force: steps of other lengths change its impulse, and not the motion.
TEST(Tresca, IsOfForcesWhateverTheStep) {
  std::vector<double> instants;
  double t = 0.0;
  for (int k = 0; t < 0.2; ++k) {
    instants.push_back(t);
    t += k % 3 == 0 ? 1e-3 : k % 3 == 1 ? 4e-3 : 2.5e-3;
  }
  for (const Index rows : {2, 3}) {
    const double bound = 0.4 * alongSlope();
    Block block(TrescaNSL(0.0, 0.0, bound, rows), mass, onASlope(mass, alpha, phi, rows), Vector::Zero(rows),
                instants.back());
    block.simulate(TimeDiscretisation(instants));
    while (block.simulation->hasNextEvent()) {
      block.step();
      ASSERT_NEAR(block.v().tail(rows - 1).norm(), 0.6 * alongSlope() / mass * block.simulation->time(),
                  shown);
      ASSERT_NEAR(block.force().tail(rows - 1).norm(), bound, shown * mass * g);
    }
  }
}

/// In the plane the law is intervals, which several formulations take; they agree.
TEST(Tresca, OfThePlaneIsTakenByAllFormulationsOfIntervals) {
  const auto last = [](auto problem) {
    Block block(TrescaNSL(0.3, 0.2, 5.0, 2), mass, onASlope(mass, 0.9, 0.0, 2), Vector{{-1.0, 0.3}}, 0.1);
    block.simulate(TimeDiscretisation(0.0, 1e-3), std::move(problem));
    while (block.simulation->hasNextEvent()) block.step();
    return block.v();
  };
  const Vector expected = last(Relay());
  EXPECT_NEAR((last(AVI()) - expected).norm(), 0.0, shown);
  EXPECT_NEAR((last(VI()) - expected).norm(), 0.0, shown);
  EXPECT_NEAR((last(GenericMechanical()) - expected).norm(), 0.0, shown);
}

/// Two contacts in space that see each other, one of them with a bound that holds whatever comes: the law of each holds, and
/// what a bound is does not decide how well.
TEST(Tresca, HoldsInContactsThatAreCoupled) {
  const double h = 1e-2, bounds[2] = {1.5, 1e6};
  Matrix M = 2.0 * Matrix::Identity(6, 6);
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) M(i, j) += 0.3 * std::cos(1.0 + static_cast<double>(i * j + i + j));
  Model model(0.0, 0.3);
  auto& body = model.add<LagrangianLinearTIDS>(Vector::Zero(6), Vector{{0.0, 1.0, 0.5, 0.0, -0.7, 0.9}}, M);
  body.setFExt([](double, VectorRef f) { f << -60.0, 1.0, 2.0, -60.0, 0.5, -1.0; });
  std::vector<Interaction*> contacts;
  for (Index c = 0; c < 2; ++c) {
    Matrix H = Matrix::Zero(3, 6);
    H.block(0, 3 * c, 3, 3).setIdentity();
    contacts.push_back(&model.link(TrescaNSL(0.0, 0.0, bounds[c], 3), LagrangianLinearTIR(H), body));
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                          VI(Solver("auto").set("tolerance", 1e-12)));
  simulation.initialize();
  const double impulse = 60.0 * h;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    ASSERT_EQ(simulation.indexSet(1).size(), 2u) << "at " << simulation.time();
    for (std::size_t c = 0; c < 2; ++c) {
      const Vector lambda = contacts[c]->lambda(), w = contacts[c]->velocity();
      const double radius = h * bounds[c], slip = w.tail(2).norm();
      ASSERT_GE(lambda[0], -1e-10 * impulse);
      ASSERT_GE(w[0], -1e-10);
      ASSERT_LE(std::abs(lambda[0] * w[0]), 1e-10 * impulse);
      ASSERT_LE(lambda.tail(2).norm(), radius + 1e-10 * impulse);
      if (c == 1) {
        ASSERT_LE(slip, 1e-9);
      } else {
        ASSERT_NEAR(lambda.tail(2).dot(w.tail(2)), -radius * slip, 1e-9 * impulse);
      }
    }
  }
}

/// A contact that separates, or is open, does not rub.
TEST(Tresca, IsOfClosedContacts) {
  const Vector v0{{1.0, 0.7, -0.2}};
  Block block(
      TrescaNSL(0.0, 0.0, 5.0, 3), mass, [](double) { return Vector(Vector::Zero(3)); }, v0, 0.1);
  block.simulate(TimeDiscretisation(0.0, 1e-3));
  while (block.simulation->hasNextEvent()) {
    block.step();
    ASSERT_EQ(block.v(), v0);
  }
}

}  // namespace
}  // namespace nsds::test::tresca_friction
