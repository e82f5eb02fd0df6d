// Contacts with friction that share a load in more ways than one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <random>
#include <vector>

#include "kernel/event_driven/event_driven.hpp"

namespace nsds::test::event_driven_hyperstatic_test {
namespace {

/// A rigid block, q = (x, y, angle), on feet in a row below its centre; a horizontal force F(t) at a height
/// above the feet.
struct Block {
  Block(const std::vector<double>& places, double mu, double height, std::function<double(double)> load,
        double T = 1.0)
      : model(0.0, T), at(places), pull(std::move(load)) {
    block =
        &model.add<LagrangianDS>(Vector::Zero(3), Vector::Zero(3), Matrix(Vector{{m, m, J}}.asDiagonal()));
    block->setFExt([this, height](double t, VectorRef f) { f << pull(t), -m * g, -pull(t) * (height - b); });
    for (const double x : places) {
      feet.push_back(&model.link(NewtonImpactFrictionNSL(0.0, 0.0, mu, 2),
                                 LagrangianLinearTIR(Matrix{{0.0, 1.0, x}, {1.0, 0.0, b}}), *block));
    }
  }
  /// Forces balance the loads, are within the cones, and nothing moves up or turns.
  void expectBalance(double mu, double t, double height, double acceleration) const {
    double N = 0.0, T = 0.0, moment = 0.0;
    for (std::size_t i = 0; i < feet.size(); ++i) {
      const auto lambda = feet[i]->lambda();
      EXPECT_GE(lambda[0], -1e-9) << i;
      EXPECT_LE(std::abs(lambda[1]), mu * lambda[0] + 1e-9) << i << " at " << t;
      N += lambda[0];
      T += lambda[1];
      moment += at[i] * lambda[0];
    }
    EXPECT_NEAR(N, m * g, 1e-9);
    EXPECT_NEAR(T, m * acceleration - pull(t), 1e-9);
    EXPECT_NEAR(moment + b * T - pull(t) * (height - b), 0.0, 1e-9);
  }

  static constexpr double m = 2.0, J = 0.7, b = 0.5;
  Model model;
  std::vector<double> at;
  std::function<double(double)> pull;
  LagrangianDS* block;
  std::vector<const Interaction*> feet;
};

const std::vector<std::vector<double>> beams{{-1.0, 0.0, 1.0}, {-1.0, 1.0}, {-1.0, -0.3, 0.6, 1.0}};

TEST(EventDrivenHyperstatic, ABlockOnFeetInARowSticksBelowTheLimit) {
  const double mu = 0.5;
  for (const auto& places : beams) {
    for (const double part : {0.0, 0.3, 0.98, -0.98}) {
      // Where every foot had the same share of the pull, the foot that carries least would slip.
      const double F = part * mu * Block::m * g;
      Block block(places, mu, 1.2, [=](double) { return F; });
      EventDriven simulation(block.model, TimeDiscretisation(0.0, 0.1), Dopri5());
      simulation.run([&](const Simulation& s) { block.expectBalance(mu, s.time(), 1.2, 0.0); });
      EXPECT_EQ(simulation.events(), 0) << places.size() << " feet, " << part;
      EXPECT_LE(block.block->q().norm(), 1e-12);
      EXPECT_LE(block.block->v().norm(), 1e-12);
    }
  }
}

/// Loads that feet can share in many ways are shown with the least forces: N_i = a + c x_i, and the same T for all.
TEST(EventDrivenHyperstatic, TheForcesShownAreTheLeast) {
  const double mu = 0.5;
  for (const auto& places : beams) {
    for (const double part : {0.0, 0.4}) {
      const double F = part * mu * Block::m * g;
      Block block(places, mu, 0.0, [=](double) { return F; });
      const auto n = std::ssize(places);
      Matrix balance(2, n);
      balance.row(0).setOnes();
      balance.row(1) = VectorView(block.at.data(), n);
      const Vector load{{Block::m * g, 0.0}};
      const Vector N = balance.transpose() * (balance * balance.transpose()).inverse() * load;
      ASSERT_GT(mu * N.minCoeff(), F / static_cast<double>(n));
      EventDriven simulation(block.model, TimeDiscretisation(0.0, 0.1), Dopri5());
      simulation.run([&](const Simulation& s) {
        for (Index i = 0; i < n; ++i) {
          const auto lambda = block.feet[static_cast<std::size_t>(i)]->lambda();
          EXPECT_NEAR(lambda[0], N[i], 1e-9) << n << " feet, foot " << i << " at " << s.time();
          EXPECT_NEAR(lambda[1], -F / static_cast<double>(n), 1e-9) << n << " feet, foot " << i;
        }
      });
    }
  }
}

TEST(EventDrivenHyperstatic, AboveTheLimitItSlides) {
  const double mu = 0.5, F = 1.3 * mu * Block::m * g, a = 0.3 * mu * g;
  for (const auto& places : beams) {
    Block block(places, mu, 0.6, [=](double) { return F; });
    EventDriven simulation(block.model, TimeDiscretisation(0.0, 0.1), Dopri5());
    simulation.run([&](const Simulation& s) { block.expectBalance(mu, s.time(), 0.6, a); });
    EXPECT_NEAR(block.block->v()[0], a, 1e-9);
    EXPECT_NEAR(block.block->q()[1], 0.0, 1e-10);
  }
}

TEST(EventDrivenHyperstatic, AForceThatGrowsPullsItAwayAtTheLimitOfAll) {
  const double mu = 0.4, rate = 20.0, limit = mu * Block::m * g;
  for (const auto& places : beams) {
    Block block(places, mu, 0.9, [=](double t) { return rate * t; });
    EventDriven simulation(block.model, TimeDiscretisation(0.0, 0.05), Dopri5());
    std::vector<double> events;
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      if (simulation.event() == EventKind::friction) events.push_back(simulation.time());
      simulation.nextStep();
      const double t = simulation.time();
      block.expectBalance(mu, t, 0.9, std::max(0.0, rate * t - limit) / Block::m);
    }
    ASSERT_EQ(events.size(), 1U) << places.size();
    EXPECT_NEAR(events[0], limit / rate, 1e-9);
    EXPECT_NEAR(block.block->q()[0], rate / Block::m * std::pow(1.0 - limit / rate, 3) / 6.0, 1e-8);
  }
}

TEST(EventDrivenHyperstatic, PulledAboveItTipsWithoutSlipping) {
  // About the right foot, at F h = m g: 0.8 h < mu m g holds with much friction.
  const double mu = 2.0, rate = 20.0, height = 1.4, tips = Block::m * g / height / rate;
  for (const auto& places : beams) {
    Block block(
        places, mu, height, [=](double t) { return rate * t; }, 1.02 * tips);
    EventDriven simulation(block.model, TimeDiscretisation(0.0, 1.1 * tips), Dopri5());
    simulation.initialize();
    simulation.computeOneStep();
    EXPECT_NEAR(simulation.time(), tips, 1e-9);
    EXPECT_NE(simulation.event(), EventKind::sampling);
    while (simulation.hasNextEvent()) {
      simulation.nextStep();
      if (simulation.hasNextEvent()) simulation.computeOneStep();
    }
    EXPECT_LT(block.block->v()[2], 0.0);
    EXPECT_NEAR(block.feet.back()->y()[0], 0.0, 1e-9);
    for (std::size_t i = 0; i + 1 < places.size(); ++i) EXPECT_GT(block.feet[i]->y()[0], 0.0);
  }
}

TEST(EventDrivenHyperstatic, ABlockThatSlidesStopsOnAllItsFeet) {
  const double mu = 0.3, v0 = 1.5, stop = v0 / (mu * g), T = 1.4 * stop;
  for (const auto& places : beams) {
    Block block(
        places, mu, 0.0, [](double) { return 0.0; }, T);
    block.block->setV(Vector{{v0, 0.0, 0.0}});
    EventDriven simulation(block.model, TimeDiscretisation(0.0, T / 7.0), Dopri5());
    std::vector<double> events;
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      if (simulation.event() == EventKind::friction) events.push_back(simulation.time());
      simulation.nextStep();
    }
    ASSERT_GE(events.size(), 1U);
    EXPECT_NEAR(events.front(), stop, 1e-11);
    EXPECT_NEAR(block.block->q()[0], v0 * v0 / (2.0 * mu * g), 1e-10);
    EXPECT_NEAR(block.block->v().norm(), 0.0, 1e-12);
    block.expectBalance(mu, T, 0.0, 0.0);
  }
}

/// A sliding block whose feet brake unlike one another is slowed down as they share its weight. Masses touch it before and behind, along
/// slanted faces with friction in half of the runs, each under a force: whatever the block does, they are not pushed into it, and press only
/// where they touch.
TEST(EventDrivenHyperstatic, WhatBrakesIsNotPushedIntoItsNeighbours) {
  const double m = 2.0, J = 0.7, v0 = 1.5, T = 0.2;
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> random(0.0, 1.0);
  int pressed = 0;
  for (int run = 0; run < 200; ++run) {
    Model model(0.0, T);
    auto& block = model.add<LagrangianDS>(Vector::Zero(3), Vector{{v0, 0.0, 0.0}},
                                          Matrix(Vector{{m, m, J}}.asDiagonal()));
    block.setFExt(Vector{{0.0, -m * g, 0.0}});
    for (int foot = 0; foot < 3 + run % 4; ++foot) {
      const double x = (foot % 2 == 0 ? 1.0 : -1.0) * (0.1 + random(generator));
      model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.5 * random(generator), 2),
                 LagrangianLinearTIR(Matrix{{0.0, 1.0, x}, {1.0, 0.0, 0.0}}), block);
    }
    const bool slanted = run / 4 % 2 == 1;
    std::vector<const Interaction*> sides;
    for (const double side : {1.0, -1.0}) {
      auto& mass =
          model.add<LagrangianDS>(Vector::Zero(2), Vector{{v0, 0.0}}, Matrix(Matrix::Identity(2, 2)));
      const double pull = -0.5 * random(generator) * g;
      const double slant = slanted ? 0.4 * (random(generator) - 0.5) : 0.0;
      const double mu = slanted ? 0.5 * random(generator) : 0.0;
      mass.setFExt(Vector{{pull, slanted ? 0.3 * pull * random(generator) : 0.0}});
      const double nx = side * std::cos(slant), ny = std::sin(slant);
      sides.push_back(&model.link(
          NewtonImpactFrictionNSL(0.0, 0.0, mu, 2),
          LagrangianLinearTIR(Matrix{{-nx, -ny, 0.0, nx, ny}, {ny, -nx, 0.0, -ny, nx}}), block, mass));
    }
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.05), Dopri5());
    simulation.run([&](const Simulation& s) {
      for (const Interaction* contact : sides) {
        EXPECT_GE(contact->y()[0], -1e-10) << run << " at " << s.time();
        EXPECT_LE(std::min(contact->y()[0], contact->lambda()[0]), 1e-9) << run << " at " << s.time();
        pressed += contact->lambda()[0] > 0.0 ? 1 : 0;
      }
    });
    EXPECT_NEAR(block.q()[1], 0.0, 1e-10) << run;
  }
  EXPECT_GT(pressed, 200);
}

/// One block on three feet carries another on three feet: pulled, the lower slides, and takes the upper along
/// until its acceleration is more than friction gives.
TEST(EventDrivenHyperstatic, AStackSlidesBelowAndSticksAboveUntilItSlidesThereToo) {
  const double m1 = 3.0, m2 = 1.0, J = 1.0, b = 0.2, mu1 = 0.2, mu2 = 0.35, rate = 10.0;
  const double first = mu1 * (m1 + m2) * g / rate, second = (mu1 + mu2) * (m1 + m2) * g / rate;
  Model model(0.0, 1.2 * second);
  const auto add = [&](double m) -> LagrangianDS& {
    return model.add<LagrangianDS>(Vector::Zero(3), Vector::Zero(3), Matrix(Vector{{m, m, J}}.asDiagonal()));
  };
  auto& lower = add(m1);
  auto& upper = add(m2);
  lower.setFExt([=](double t, VectorRef f) { f << rate * t, -m1 * g, 0.0; });
  upper.setFExt(Vector{{0.0, -m2 * g, 0.0}});
  std::vector<const Interaction*> between;
  for (const double x : {-1.0, 0.0, 1.0}) {
    model.link(NewtonImpactFrictionNSL(0.0, 0.0, mu1, 2),
               LagrangianLinearTIR(Matrix{{0.0, 1.0, x}, {1.0, 0.0, b}}), lower);
    between.push_back(
        &model.link(NewtonImpactFrictionNSL(0.0, 0.0, mu2, 2),
                    LagrangianLinearTIR(Matrix{{0.0, -1.0, -x, 0.0, 1.0, x}, {-1.0, 0.0, b, 1.0, 0.0, b}}),
                    lower, upper));
  }
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.05), Dopri5());
  std::vector<double> events;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::friction) events.push_back(simulation.time());
    simulation.nextStep();
    const double t = simulation.time();
    if (t > second) continue;
    const double a = std::max(0.0, rate * t - mu1 * (m1 + m2) * g) / (m1 + m2);
    double T = 0.0, N = 0.0;
    for (const Interaction* contact : between) {
      EXPECT_LE(std::abs(contact->lambda()[1]), mu2 * contact->lambda()[0] + 1e-9);
      N += contact->lambda()[0];
      T += contact->lambda()[1];
    }
    EXPECT_NEAR(N, m2 * g, 1e-8);
    EXPECT_NEAR(T, m2 * a, 1e-8) << t;
  }
  ASSERT_EQ(events.size(), 2U);
  EXPECT_NEAR(events[0], first, 1e-8);
  EXPECT_NEAR(events[1], second, 1e-8);
  EXPECT_NEAR(upper.v()[0] - lower.v()[0], -0.5 * rate / m1 * std::pow(0.2 * second, 2), 1e-7);
}

}  // namespace
}  // namespace nsds::test::event_driven_hyperstatic_test
