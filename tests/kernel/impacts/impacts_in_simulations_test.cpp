// Impact laws in EventDriven and TimeStepping: the same law in both, joints, what goes on beside an impact, what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel/error.hpp>
#include <nsds/kernel/formulations/lcp.hpp>
#include <nsds/kernel/impacts/complementarity_impact_laws.hpp>
#include <nsds/kernel/impacts/lzb_impact_law.hpp>
#include <nsds/kernel/integrators/dormand_prince.hpp>
#include <nsds/kernel/integrators/moreau_jean_osi.hpp>
#include <nsds/kernel/integrators/schatzman_paoli_osi.hpp>
#include <nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp>
#include <nsds/kernel/modeling/laws/complementarity.hpp>
#include <nsds/kernel/modeling/laws/friction.hpp>
#include <nsds/kernel/modeling/laws/impact.hpp>
#include <nsds/kernel/modeling/model.hpp>
#include <nsds/kernel/modeling/relation.hpp>
#include <nsds/kernel/simulation/event_driven.hpp>
#include <nsds/kernel/simulation/time_stepping.hpp>

#include "kernel/error_text.hpp"
#include "kernel/impacts/chains.hpp"

namespace nsds::test::impacts_in_simulations_test {
namespace {

/// Balls of diameter 1 on a line, the first of which comes from a distance at velocity 1 while the others touch.
struct Line {
  template <class Law>
  Line(Index n, double distance, const Law& law, double T = 1.0) : model(0.0, T) {
    for (Index i = 0; i < n; ++i) {
      const double place = static_cast<double>(i) - (i == 0 ? distance : 0.0);
      balls.push_back(&model.add<LagrangianLinearTIDS>(
          Vector::Constant(1, place), Vector::Constant(1, i == 0 ? 1.0 : 0.0), Matrix::Identity(1, 1)));
      if (i > 0)
        contacts.push_back(&model.link(law, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0),
                                       *balls[balls.size() - 2], *balls.back()));
    }
  }
  Vector velocities() const {
    Vector v(std::ssize(balls));
    for (Index i = 0; i < v.size(); ++i) v[i] = balls[static_cast<std::size_t>(i)]->v()[0];
    return v;
  }
  Model model;
  std::vector<LagrangianLinearTIDS*> balls;
  std::vector<Interaction*> contacts;
};

const MultipleImpactNSL spring(0.8, 1e7);

template <class Law>
Vector byEvents(const Law& law, double e = 0.8) {
  Line line(4, 0.5, MultipleImpactNSL(e, 1e7));
  EventDriven simulation(line.model, TimeDiscretisation(0.0, 0.1), Dopri5());
  simulation.setImpactLaw(law);
  simulation.run();
  return line.velocities();
}

template <class Law>
Vector bySteps(const Law& law, double e = 0.8) {
  Line line(4, 0.5, MultipleImpactNSL(e, 1e7));
  TimeStepping simulation(line.model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5), LCP());
  simulation.setImpactLaw(law);
  simulation.run();
  return line.velocities();
}

/// Without loads each simulation has the velocities that the law alone gives.
TEST(ImpactsInSimulations, BothHaveTheVelocitiesOfTheLaw) {
  const auto check = [](const auto& law) {
    const Vector expected = strike(law, cradle(4, spring)).velocities;
    EXPECT_LT((byEvents(law) - expected).cwiseAbs().maxCoeff(), 1e-9) << law.name();
    EXPECT_LT((bySteps(law) - expected).cwiseAbs().maxCoeff(), 1e-9) << law.name();
  };
  check(NewtonImpactLaw());
  check(MoreauImpactLaw());
  check(PoissonImpactLaw());
  check(LZBImpactLaw());
}

/// Where contacts differ in their restitution, Poisson's law is not Newton's, which contacts obey without a law.
TEST(ImpactsInSimulations, BothHaveTheVelocitiesOfPoissonsLaw) {
  Chain chain{Vector{{1.0, 3.0, 0.5, 2.0}}, Vector::Unit(4, 0), {}};
  for (const double e : {0.2, 0.9, 0.5}) chain.laws.push_back(std::make_unique<NewtonImpactNSL>(e));
  const Vector expected = strike(PoissonImpactLaw(), chain).velocities;
  EXPECT_GT((strike(NewtonImpactLaw(), chain).velocities - expected).cwiseAbs().maxCoeff(), 0.05);
  const auto velocitiesOf = [&](auto&& simulate) {
    Model model(0.0, 1.0);
    std::vector<LagrangianLinearTIDS*> balls;
    for (Index i = 0; i < 4; ++i) {
      const double place = static_cast<double>(i) - (i == 0 ? 0.5 : 0.0);
      balls.push_back(&model.add<LagrangianLinearTIDS>(Vector::Constant(1, place),
                                                       chain.velocities.segment(i, 1),
                                                       Matrix::Constant(1, 1, chain.masses[i])));
      if (i == 0) continue;
      const auto& law = dynamic_cast<const NewtonImpactNSL&>(*chain.laws[static_cast<std::size_t>(i) - 1]);
      model.link(law, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0), *balls[balls.size() - 2],
                 *balls.back());
    }
    simulate(model);
    Vector v(4);
    for (Index i = 0; i < 4; ++i) v[i] = balls[static_cast<std::size_t>(i)]->v()[0];
    return v;
  };
  const Vector events = velocitiesOf([](Model& model) {
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
    simulation.setImpactLaw(PoissonImpactLaw());
    simulation.run();
  });
  EXPECT_LT((events - expected).cwiseAbs().maxCoeff(), 1e-9);
  const Vector steps = velocitiesOf([](Model& model) {
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5), LCP());
    simulation.setImpactLaw(PoissonImpactLaw());
    simulation.run();
  });
  EXPECT_LT((steps - expected).cwiseAbs().maxCoeff(), 1e-9);
}

/// A law of the user: the balls exchange velocities, as the schoolbook has it.
class Schoolbook final : public ImpactLaw {
 public:
  Schoolbook() : ImpactLaw("Schoolbook") {}

 private:
  void doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport&) const override {
    impulses.setConstant(-2.0 * problem.uMinus.minCoeff() / problem.W.coeff(0, 0));
  }
};

TEST(ImpactsInSimulations, BothTakeALawOfTheUser) {
  const Vector expected = Vector::Unit(4, 3);
  EXPECT_LT((byEvents(Schoolbook()) - expected).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((bySteps(Schoolbook()) - expected).cwiseAbs().maxCoeff(), 1e-12);
}

/// Impulses and energies are shown: the step's multipliers are impulses of the impact, as nothing else acts.
TEST(ImpactsInSimulations, ImpulsesAndEnergyAreShown) {
  const Struck expected = strike(LZBImpactLaw(), cradle(4, spring));
  {
    Line line(4, 0.5, spring);
    EventDriven simulation(line.model, TimeDiscretisation(0.0, 1.0), Dopri5());
    simulation.setImpactLaw(LZBImpactLaw());
    Vector seen = Vector::Zero(3);
    simulation.initialize();
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      const bool impact = simulation.event() == EventKind::impact;
      simulation.nextStep();
      for (Index i = 0; i < 3 && impact; ++i)
        seen[i] += simulation.impulse(*line.contacts[static_cast<std::size_t>(i)])[0];
    }
    EXPECT_LT((seen - expected.impulses).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_NEAR(simulation.impactReport().energyChange, expected.report.energyChange, 1e-9);
    EXPECT_NEAR(*simulation.impactReport().dissipated, -expected.report.energyChange, 1e-9);
  }
  Line line(4, 0.5, spring);
  TimeStepping simulation(line.model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5), LCP());
  simulation.setImpactLaw(LZBImpactLaw());
  Vector seen = Vector::Zero(3);
  simulation.run([&](const Simulation&) {
    for (Index i = 0; i < 3; ++i) seen[i] += line.contacts[static_cast<std::size_t>(i)]->lambda()[0];
  });
  EXPECT_LT((seen - expected.impulses).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NEAR(simulation.impactReport().energyChange, expected.report.energyChange, 1e-9);
}

/// A bouncing ball: without other contacts all laws are Newton's with e. The next top follows from e, and by steps with
/// order one, as the mean over the phases of the impact in the step shows.
double topOfBounce(double h, double drop) {
  Model model(0.0, 1.2);
  auto& ball =
      model.add<LagrangianLinearTIDS>(Vector::Constant(1, drop), Vector::Zero(1), Matrix::Identity(1, 1));
  ball.setFExt(Vector::Constant(1, -10.0));
  model.link(MultipleImpactNSL(0.8, 1e7), LagrangianLinearTIR(Matrix::Ones(1, 1), 0.0), ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5), LCP());
  simulation.setImpactLaw(LZBImpactLaw());
  double top = 0.0;
  bool rises = false;
  simulation.run([&](const Simulation&) {
    rises = rises || ball.v()[0] > 0.0;
    if (rises) top = std::max(top, ball.q()[0]);
  });
  return top;
}

TEST(ImpactsInSimulations, StepsHaveLoadsBesideTheImpact) {
  const auto error = [](double h) {
    double sum = 0.0;
    for (int k = 0; k < 8; ++k) {
      const double drop = 1.0 + 0.031 * k;
      sum += std::abs(topOfBounce(h, drop) - 0.64 * drop);
    }
    return sum / 8.0;
  };
  const double coarse = error(1.2 / 240);
  const double fine = error(1.2 / 3840);
  EXPECT_NEAR(std::log2(coarse / fine) / 4.0, 1.0, 0.25);
  EXPECT_LT(fine, 5e-3);
}

/// Balls that rest on each other under their weight, and one that falls on them: what stays closed carries forces.
TEST(ImpactsInSimulations, RestingBallsStayAtRestBetweenImpacts) {
  Model model(0.0, 0.5);
  std::vector<LagrangianLinearTIDS*> balls;
  std::vector<Interaction*> contacts;
  const MultipleImpactNSL plastic(0.0, 1e7);
  for (int i = 0; i < 3; ++i) {
    balls.push_back(&model.add<LagrangianLinearTIDS>(Vector::Constant(1, 0.5 + i + (i == 2 ? 0.2 : 0.0)),
                                                     Vector::Zero(1), Matrix::Identity(1, 1)));
    balls.back()->setFExt(Vector::Constant(1, -10.0));
    contacts.push_back(i == 0 ? &model.link(plastic, LagrangianLinearTIR(Matrix::Ones(1, 1), -0.5), *balls[0])
                              : &model.link(plastic, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0),
                                            *balls[balls.size() - 2], *balls.back()));
  }
  const double h = 1e-3;
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5), LCP());
  simulation.setImpactLaw(LZBImpactLaw());
  simulation.run();
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(balls[static_cast<std::size_t>(i)]->v()[0], 0.0, 1e-9);
    EXPECT_NEAR(balls[static_cast<std::size_t>(i)]->q()[0], 0.5 + i, 2.0 * h);
    EXPECT_NEAR(contacts[static_cast<std::size_t>(i)]->lambda()[0] / h, 10.0 * (3 - i), 1e-6);
  }
}

/// Two balls on one rod, a joint between their velocities, are as one of twice the mass.
TEST(ImpactsInSimulations, JointsHoldInImpacts) {
  const auto run = [](auto&& simulate) {
    Model model(0.0, 1.0);
    std::vector<LagrangianLinearTIDS*> balls;
    for (int i = 0; i < 3; ++i)
      balls.push_back(&model.add<LagrangianLinearTIDS>(Vector::Constant(1, i == 0 ? -0.3 : 1.0 * i),
                                                       Vector::Constant(1, i == 0 ? 1.0 : 0.0),
                                                       Matrix::Identity(1, 1)));
    model.link(spring, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0), *balls[0], *balls[1]);
    // Twice the same joint: redundant
    Interaction& rod = model.link(EqualityConditionNSL(2),
                                  LagrangianLinearTIR(Matrix{{-1.0, 1.0}, {-1.0, 1.0}}, Vector{{-1.0, -1.0}}),
                                  *balls[1], *balls[2]);
    simulate(model);
    static_cast<void>(rod);
    return Vector{{balls[0]->v()[0], balls[1]->v()[0], balls[2]->v()[0]}};
  };
  // Masses 1 and 2, e = 0.8
  const Vector expected{{1.0 / 3.0 - 0.8 * 2.0 / 3.0, 0.6, 0.6}};
  const Vector events = run([](Model& model) {
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Dopri5());
    simulation.setImpactLaw(LZBImpactLaw());
    simulation.run();
  });
  EXPECT_LT((events - expected).cwiseAbs().maxCoeff(), 1e-10);
  const Vector steps = run([](Model& model) {
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
    simulation.setImpactLaw(LZBImpactLaw());
    simulation.run();
  });
  EXPECT_LT((steps - expected).cwiseAbs().maxCoeff(), 1e-10);
}

/// A law that shows what it was given.
class Shown final : public ImpactLaw {
 public:
  explicit Shown(Matrix& W) : ImpactLaw("Shown"), W_(W) {}

 private:
  void doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport&) const override {
    W_ = problem.W;
    impulses[0] = -2.0 * problem.uMinus[0] / problem.W.coeff(0, 0);
  }
  Matrix& W_;
};

/// A ball comes to two that joints hold to the ground: nothing is left of the contact between these, not even rounding.
TEST(ImpactsInSimulations, ContactsBetweenHeldBallsCannotMove) {
  Model model(0.0, 1.0);
  std::vector<LagrangianLinearTIDS*> balls;
  for (int i = 0; i < 3; ++i)
    balls.push_back(&model.add<LagrangianLinearTIDS>(Vector::Constant(1, i == 0 ? -0.3 : 1.0 * i),
                                                     Vector::Constant(1, i == 0 ? 1.0 : 0.0),
                                                     Matrix::Constant(1, 1, 0.7 + 0.4 * i)));
  for (std::size_t i = 0; i < 2; ++i) {
    model.link(spring, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0), *balls[i], *balls[i + 1]);
    model.link(EqualityConditionNSL(1),
               LagrangianLinearTIR(Matrix::Constant(1, 1, 0.3), -0.3 * static_cast<double>(i + 1)),
               *balls[i + 1]);
  }
  Matrix W;
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
  simulation.setImpactLaw(Shown(W));
  simulation.run();
  ASSERT_EQ(W.rows(), 2);
  EXPECT_NEAR(W(0, 0), 1.0 / 0.7, 1e-14);
  EXPECT_EQ(W(0, 1), 0.0);
  EXPECT_EQ(W(1, 0), 0.0);
  EXPECT_EQ(W(1, 1), 0.0);
  EXPECT_NEAR(balls[0]->v()[0], -1.0, 1e-12);
}

/// Many pairs on rods, each with a ball that comes: rods that share no ball do not couple contacts.
TEST(ImpactsInSimulations, EachRodTakesItsOwnImpact) {
  Model model(0.0, 1.0);
  std::vector<LagrangianLinearTIDS*> balls;
  const auto add = [&](double x, double v) -> LagrangianLinearTIDS& {
    balls.push_back(&model.add<LagrangianLinearTIDS>(Vector::Constant(1, x), Vector::Constant(1, v),
                                                     Matrix::Identity(1, 1)));
    return *balls.back();
  };
  const int pairs = 20;
  for (int i = 0; i < pairs; ++i) {
    auto& comes = add(-0.3, 1.0 + 0.01 * i);
    auto& first = add(1.0, 0.0);
    auto& second = add(2.0, 0.0);
    model.link(spring, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0), comes, first);
    model.link(EqualityConditionNSL(1), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, Vector{{-1.0}}), first,
               second);
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
  simulation.setImpactLaw(LZBImpactLaw());
  simulation.run();
  for (int i = 0; i < pairs; ++i) {
    const double v = 1.0 + 0.01 * i;
    const auto at = static_cast<std::size_t>(3 * i);
    EXPECT_NEAR(balls[at]->v()[0], v * (1.0 / 3.0 - 0.8 * 2.0 / 3.0), 1e-10);
    EXPECT_NEAR(balls[at + 1]->v()[0], 0.6 * v, 1e-10);
    EXPECT_NEAR(balls[at + 2]->v()[0], 0.6 * v, 1e-10);
  }
}

/// Without an impact law the law of the contacts is Newton's; taking the law away leads back to it.
TEST(ImpactsInSimulations, WithoutALawContactsObeyTheirOwn) {
  const Vector newton = strike(NewtonImpactLaw(), cradle(4, spring)).velocities;
  Line line(4, 0.5, spring);
  TimeStepping simulation(line.model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5), LCP());
  simulation.setImpactLaw(LZBImpactLaw());
  for (int i = 0; i < 10; ++i) {
    simulation.computeOneStep();
    simulation.nextStep();
  }
  simulation.setImpactLaw(nullptr);
  simulation.run();
  EXPECT_LT((line.velocities() - newton).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(ImpactsInSimulations, WhatDoesNotGoTogetherIsNamed) {
  const auto planar = [](Model& model) {
    auto& body = model.add<LagrangianLinearTIDS>(Vector{{1.0, 0.0}}, Vector::Zero(2), Matrix::Identity(2, 2));
    model.link(NewtonImpactFrictionNSL(0.5, 0.0, 0.3, 2), LagrangianLinearTIR(Matrix::Identity(2, 2)), body)
        .setName("foot");
  };
  {
    Model model(0.0, 1.0);
    planar(model);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
    const std::string text = errorText<InvalidArgument>([&] {
      simulation.setImpactLaw(LZBImpactLaw());
      simulation.initialize();
    });
    EXPECT_TRUE(says(text, "foot") && says(text, "without friction")) << text;
  }
  {
    Model model(0.0, 1.0);
    planar(model);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
    const std::string text = errorText<InvalidArgument>([&] {
      simulation.setImpactLaw(NewtonImpactLaw());
      simulation.initialize();
    });
    EXPECT_TRUE(says(text, "foot") && says(text, "without friction")) << text;
  }
  {
    Line line(2, 0.5, NewtonImpactNSL(1.0));
    EventDriven simulation(line.model, TimeDiscretisation(0.0, 0.1), Dopri5());
    const std::string text = errorText<InvalidArgument>([&] {
      simulation.setImpactLaw(LZBImpactLaw());
      simulation.initialize();
    });
    EXPECT_TRUE(says(text, "interaction") && says(text, "MultipleImpactNSL")) << text;
  }
  {
    Line line(2, 0.5, spring);
    TimeStepping simulation(line.model, TimeDiscretisation(0.0, 0.1), SchatzmanPaoliOSI(0.5), LCP());
    const std::string text = errorText<InvalidArgument>([&] { simulation.setImpactLaw(LZBImpactLaw()); });
    EXPECT_TRUE(says(text, "MoreauJeanOSI")) << text;
  }
  {
    Line line(2, 0.5, spring);
    TimeStepping simulation(line.model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5), LCP());
    simulation.setImpactLaw(LZBImpactLaw());
    PositionProjection projection;
    projection.mode = ProjectionMode::combined;
    simulation.setProjection(projection);
    const std::string text = errorText<InvalidArgument>([&] { simulation.run(); });
    EXPECT_TRUE(says(text, "combined projection")) << text;
  }
}

/// An impact that fails leaves the simulation where it was, and says when it was.
TEST(ImpactsInSimulations, AFailureIsTakenBack) {
  LZBOptions few;
  few.maxMicroSteps = 3;
  {
    Line line(3, 0.5, spring);
    TimeStepping simulation(line.model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5), LCP());
    simulation.setImpactLaw(LZBImpactLaw(few));
    const std::string text = errorText<Error>([&] { simulation.run(); });
    EXPECT_TRUE(says(text, "impact at t = 0.5") || says(text, "impact at t = 0.49")) << text;
    EXPECT_EQ(line.velocities(), Vector::Unit(3, 0));
    simulation.setImpactLaw(LZBImpactLaw());
    simulation.run();
    EXPECT_GT(line.velocities()[2], 0.5);
  }
  Line line(3, 0.5, spring);
  EventDriven simulation(line.model, TimeDiscretisation(0.0, 0.1), Dopri5());
  simulation.setImpactLaw(LZBImpactLaw(few));
  const std::string text = errorText<Error>([&] { simulation.run(); });
  EXPECT_TRUE(says(text, "impact at t = 0.5")) << text;
  EXPECT_EQ(line.velocities(), Vector::Unit(3, 0));
  simulation.setImpactLaw(LZBImpactLaw());
  simulation.nextStep();  // the event waits for its consequences
  simulation.run();
  EXPECT_GT(line.velocities()[2], 0.5);
}

}  // namespace
}  // namespace nsds::test::impacts_in_simulations_test
