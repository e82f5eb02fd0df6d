// Coulomb's friction between events: slip, stick, and Painleve's rod.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <string>
#include <vector>

#include "kernel/event_driven/event_driven.hpp"
#include "kernel/formulations/greased_law.hpp"
#include "mechanisms/painleve_rod.hpp"

namespace nsds::test::event_driven_friction_test {
namespace {

TEST(EventDrivenFriction, ABlockStopsWhereItsEnergyIsSpentAndIsPulledAway) {
  const double mu = 0.4, v0 = 2.0, m = 3.0, slope = 6.0;
  const double stop = v0 / (mu * g), away = mu * m * g / slope;
  Model model(0.0, 3.0);
  auto& block =
      model.add<LagrangianDS>(Vector::Zero(2), Vector{{v0, 0.0}}, Matrix(m * Matrix::Identity(2, 2)));
  block.setFExt([=](double t, VectorRef force) { force << (t > 1.0 ? slope * t : 0.0), -m * g; });
  const Interaction& contact =
      model.link(NewtonImpactFrictionNSL(0.0, 0.0, mu, 2), LagrangianLinearTIR(normalFirst), block);
  EventDriven simulation(model, TimeDiscretisation(0.0, 3.0), Dopri5());
  simulation.addTimeEvent(1.0);  // the load jumps there
  std::vector<double> events;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::friction) events.push_back(simulation.time());
    simulation.nextStep();
    if (simulation.time() > stop && simulation.time() < 1.0) {
      EXPECT_NEAR(contact.lambda()[1], 0.0, 1e-9);
    }
  }
  ASSERT_EQ(events.size(), 2U);
  EXPECT_NEAR(events[0], stop, 1e-12);
  EXPECT_NEAR(events[1], away, 1e-9);
  const double pulled = slope / m * std::pow(3.0 - away, 3) / 6.0;
  EXPECT_NEAR(block.q()[0], v0 * v0 / (2.0 * mu * g) + pulled, 1e-8);
  EXPECT_NEAR(contact.lambda()[0], m * g, 1e-10);
  EXPECT_NEAR(contact.lambda()[1], -mu * m * g, 1e-10);
}

/// What sticks has no position to return to, whatever the integrator projects at restarts.
template <class Integrator>
void expectItStaysWhereItStops() {
  const double mu = 0.4, v0 = 2.0, m = 3.0;
  Model model(0.0, 1.0);
  auto& block =
      model.add<LagrangianDS>(Vector::Zero(2), Vector{{v0, 0.0}}, Matrix(m * Matrix::Identity(2, 2)));
  block.setFExt([=](double, VectorRef force) { force << 0.0, -m * g; });
  model.link(NewtonImpactFrictionNSL(0.0, 0.0, mu, 2), LagrangianLinearTIR(normalFirst), block);
  EventDriven simulation(model, TimeDiscretisation(0.0, 1.0), Integrator());
  simulation.run();
  EXPECT_NEAR(block.q()[0], v0 * v0 / (2.0 * mu * g), 1e-9);
  EXPECT_NEAR(block.q()[1], 0.0, 1e-12);
}

TEST(EventDrivenFriction, ABlockStaysWhereItStops) {
  expectItStaysWhereItStops<Dopri5>();
  expectItStaysWhereItStops<Mdop5>();
  expectItStaysWhereItStops<Hem5>();
  expectItStaysWhereItStops<Phem56>();
  expectItStaysWhereItStops<Bh5>();
}

TEST(EventDrivenFriction, AnImpactRubsWithinTheCone) {
  // Steep: sticks after the impact; shallow: slides with P_T = -mu P_N.
  for (const double vx : {0.5, 4.0}) {
    const double mu = 0.3, e = 0.5, vy = -2.0;
    Model model(0.0, 0.1);
    auto& point =
        model.add<LagrangianDS>(Vector{{0.0, 0.1}}, Vector{{vx, vy}}, Matrix(Matrix::Identity(2, 2)));
    const Interaction& contact =
        model.link(NewtonImpactFrictionNSL(e, 0.0, mu, 2), LagrangianLinearTIR(normalFirst), point);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Hem5());
    simulation.computeOneStep();
    ASSERT_EQ(simulation.event(), EventKind::impact);
    simulation.nextStep();
    const double P = -(1.0 + e) * vy;
    EXPECT_NEAR(simulation.impulse(contact)[0], P, 1e-10);
    EXPECT_NEAR(point.v()[0], vx > mu * P ? vx - mu * P : 0.0, 1e-10);
    EXPECT_NEAR(point.v()[1], -e * vy, 1e-10);
  }
}

/// A point of mass 1 on the ground y = 0.
struct GreasedPoint {
  GreasedPoint(double coefficient, double T, const Vector& q, const Vector& v)
      : mu(coefficient), model(0.0, T) {
    point = &model.add<LagrangianDS>(q, v, Matrix(Matrix::Identity(2, 2)));
    contact = &model.link(GreasedNSL(&mu), LagrangianLinearTIR(normalFirst), *point);
    model.setScales({1.0, 1.0, 1.0});
  }
  double mu;
  Model model;
  LagrangianDS* point;
  Interaction* contact;
};

TEST(EventDrivenFriction, ABlockStopsLaterOnGreaseThatAnEventLays) {
  const double v0 = 2.0, rough = 0.4, smooth = 0.1, laid = 0.2;
  GreasedPoint m(rough, 2.5, Vector::Zero(2), Vector{{v0, 0.0}});
  m.point->setFExt(Vector{{0.0, -g}});
  EventDriven simulation(m.model, TimeDiscretisation(0.0, 2.5), Dopri5());
  simulation.addTimeEvent(laid, [&](EventDriven&) { m.mu = smooth; });
  double stop = 0.0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::friction) stop = simulation.time();
    simulation.nextStep();
  }
  const double then = v0 - rough * g * laid;
  EXPECT_NEAR(stop, laid + then / (smooth * g), 1e-12);
  EXPECT_NEAR(m.point->q()[0], 0.5 * (v0 + then) * laid + then * then / (2.0 * smooth * g), 1e-10);
}

TEST(EventDrivenFriction, ABlockSlidesOnForEverOnceThereIsNoFriction) {
  GreasedPoint m(0.2, 1.0, Vector::Zero(2), Vector{{2.0, 0.0}});
  m.point->setFExt(Vector{{0.0, -g}});
  EventDriven simulation(m.model, TimeDiscretisation(0.0, 0.25), Mdop5());
  const auto step = [&] {
    simulation.computeOneStep();
    simulation.nextStep();
  };
  step();
  m.mu = 0.0;
  while (simulation.hasNextEvent()) {
    step();
    EXPECT_NEAR(m.point->v()[0], 2.0 - 0.2 * g * 0.25, 1e-12);
  }
  EXPECT_NEAR(m.contact->lambda()[0], g, 1e-9);
}

/// What ends the last bounces of a ball, when they are rounding, leaves it alone too.
TEST(EventDrivenFriction, ABlockWithoutFrictionSlidesOnWhileAnotherBodyComesToRest) {
  Model model(0.0, 2.0);
  auto& block =
      model.add<LagrangianDS>(Vector{{0.0, 0.0}}, Vector{{1.0, 0.0}}, Matrix(Matrix::Identity(2, 2)));
  block.setFExt(Vector{{0.0, -g}});
  model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.0, 2), LagrangianLinearTIR(Matrix{{0.0, 1.0}, {1.0, 0.0}}),
             block);
  auto& ball = model.add<LagrangianDS>(scalar(2.0), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  // Above a ground at 1: what is left of the gaps soon is rounding.
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one, scalar(-1.0)), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Hem5());
  EventOptions options;
  options.accumulationInterval = 1e-12;
  simulation.setEventOptions(options);
  simulation.run();
  EXPECT_NEAR(ball.v()[0], 0.0, 1e-12);
  EXPECT_NEAR(ball.q()[0], 1.0, 1e-12);
  EXPECT_NEAR(block.v()[0], 1.0, 1e-12);
  EXPECT_NEAR(block.q()[0], 2.0, 1e-12);
}

/// Up a slope and down again, against its acceleration and along with it.
TEST(EventDrivenFriction, ABlockThrownUpASlopeWithoutFrictionComesBack) {
  const double slope = 0.3;
  GreasedPoint m(0.0, 1.0, Vector::Zero(2), Vector{{1.0, 0.0}});
  m.point->setFExt(Vector{{-g * std::sin(slope), -g * std::cos(slope)}});
  EventDriven simulation(m.model, TimeDiscretisation(0.0, 0.1), Hem5());
  simulation.run([&](const Simulation& s) {
    const double t = s.time();
    EXPECT_NEAR(m.point->q()[0], t - 0.5 * g * std::sin(slope) * t * t, 1e-10) << t;
    EXPECT_NEAR(m.point->q()[1], 0.0, 1e-12) << t;
  });
}

TEST(EventDrivenFriction, ABlockThatSticksSlidesWhereGreaseIsLaidBetweenSteps) {
  const double pull = 3.0;
  GreasedPoint m(0.5, 1.0, Vector::Zero(2), Vector::Zero(2));
  m.point->setFExt(Vector{{pull, -g}});
  EventDriven simulation(m.model, TimeDiscretisation(0.0, 0.5), Hem5());
  const auto step = [&] {
    simulation.computeOneStep();
    simulation.nextStep();
  };
  step();
  EXPECT_NEAR(m.contact->lambda()[1], -pull, 1e-12);
  m.mu = 0.1;
  step();
  EXPECT_NEAR(m.contact->lambda()[1], -0.1 * g, 1e-12);
  EXPECT_NEAR(m.point->v()[0], (pull - 0.1 * g) * 0.5, 1e-12);
}

TEST(EventDrivenFriction, AnImpactRubsByTheCoefficientOfItsInstant) {
  GreasedPoint m(0.3, 10.0, Vector::Zero(2), Vector::Zero(2));
  EventDriven simulation(m.model, TimeDiscretisation(0.0, 10.0), Dopri5());
  for (const double mu : {0.3, 0.05, 0.6}) {
    m.point->setQ(Vector{{0.0, 1.0}});
    m.point->setV(Vector{{1.0, -2.0}});
    simulation.computeOneStep();
    ASSERT_EQ(simulation.event(), EventKind::impact);
    m.mu = mu;
    simulation.nextStep();
    EXPECT_NEAR(m.point->v()[0], std::max(1.0 - 2.0 * mu, 0.0), 1e-12) << mu;
  }
}

/// A state remembers the coefficient it was taken with: restored, the motion is that of the present one.
TEST(EventDrivenFriction, ARestoredStateSlidesByThePresentCoefficient) {
  GreasedPoint m(0.1, 1.0, Vector::Zero(2), Vector{{3.0, 0.0}});
  m.point->setFExt(Vector{{0.0, -g}});
  EventDriven simulation(m.model, TimeDiscretisation(0.0, 0.25), Phem56());
  const auto step = [&] {
    simulation.computeOneStep();
    simulation.nextStep();
  };
  step();
  const State state = m.model.state();
  m.mu = 0.2;
  step();
  m.model.setState(state);
  step();
  EXPECT_NEAR(m.point->v()[0], 3.0 - 0.25 * g * (0.1 + 0.2), 1e-12);
}

struct Rod {
  Rod(double mu, double angle, double slip) : parts(model, mu, angle, slip), rod(parts.rod), tip(parts.tip) {}
  Model model{0.0, 0.05};
  mechanisms::PainleveRod parts;
  LagrangianDS* rod;
  Interaction* tip;
};

TEST(EventDrivenFriction, PainlevesRodStopsByName) {
  // m W = 1 + 3 cos(theta) (cos(theta) - mu sin(theta) sign) < 0 for mu = 2 about 60 degrees, if friction
  // turns the tip into the ground: slip to the left.
  Rod stops(2.0, 1.0, -1.0);
  EventDriven simulation(stops.model, TimeDiscretisation(0.0, 0.05), Dopri5());
  EventOptions options;
  options.paradox = ParadoxResponse::stop;
  simulation.setEventOptions(options);
  try {
    simulation.run();
    FAIL();
  } catch (const ParadoxError& error) {
    EXPECT_NE(std::string(error.what()).find("tip"), std::string::npos);
  }
  EXPECT_EQ(stops.rod->v()[0], -1.0);
}

TEST(EventDrivenFriction, PainlevesRodIsStruckWithoutCollision) {
  Rod struck(2.0, 1.0, -1.0);
  int messages = 0;
  struck.model.setLogSink([&](LogLevel, std::string_view message) {
    messages += message.find("without collision") != std::string_view::npos ? 1 : 0;
  });
  EventDriven simulation(struck.model, TimeDiscretisation(0.0, 0.05), Dopri5());
  simulation.initialize();
  const double before = struck.rod->kineticEnergy();
  simulation.computeOneStep();
  EXPECT_EQ(messages, 1);
  // The impulse stops the tip: P = -W^-1 (0, U_T), W of the tip without tilt.
  const double s = std::sin(1.0), c = std::cos(1.0);
  const Matrix W{{1.0 + 3.0 * c * c, -3.0 * s * c}, {-3.0 * s * c, 1.0 + 3.0 * s * s}};
  const Vector P = W.inverse() * Vector{{0.0, 1.0}};
  EXPECT_NEAR(simulation.impulse(*struck.tip)[0], P[0], 1e-12);
  EXPECT_NEAR(simulation.impulse(*struck.tip)[1], P[1], 1e-12);
  EXPECT_LE(std::abs(P[1]), 2.0 * P[0]);
  EXPECT_LT(struck.rod->kineticEnergy(), before + g * 0.05);
}

TEST(EventDrivenFriction, WithLittleFrictionTheRodSlidesOn) {
  Rod slides(0.2, 1.0, -1.0);
  EventDriven simulation(slides.model, TimeDiscretisation(0.0, 0.01), Mdop5());
  double worst = 0.0;
  simulation.run([&](const Simulation&) {
    const auto lambda = slides.tip->lambda();
    worst = std::max(worst, std::abs(lambda[1] - 0.2 * lambda[0]));  // against the slip to the left
    EXPECT_GT(lambda[0], 0.0);
  });
  EXPECT_LE(worst, 1e-9);
  EXPECT_NEAR(slides.tip->y()[0], 0.0, 1e-9);
}

}  // namespace
}  // namespace nsds::test::event_driven_friction_test
