// Cohesion: a block hangs from a ceiling as long as what pulls it is below C, and leaves it beyond, in the first step with
// m v = h (F − C), then free. In the rows of the law a pull is positive.
#include <gtest/gtest.h>

#include "kernel/contact_laws/block.hpp"

namespace nsds::test::cohesive_contacts {
namespace {

constexpr double mass = 0.5, C = 8.0, h = 1e-3;

Block::Load pull(double force, Index rows) {
  return [force, rows](double) { return Vector(force * Vector::Unit(rows, 0)); };
}

TEST(Cohesion, HoldsBelowItsForce) {
  for (const Index rows : {1, 2, 3}) {
    for (const double part : {-1.0, 0.0, 0.5, 0.999}) {
      Block block(CohesiveNSL(C, rows == 1 ? 0.0 : 0.3, rows), mass, pull(part * C, rows), Vector::Zero(rows),
                  1.0);
      block.simulate(TimeDiscretisation(0.0, h));
      while (block.simulation->hasNextEvent()) {
        block.step();
        ASSERT_NEAR(block.v()[0], 0.0, 1e-12);
        ASSERT_NEAR(block.force()[0], -part * C, 1e-8 * C);
      }
      EXPECT_NEAR(block.body->q()[0], 0.0, 1e-12);
      EXPECT_EQ(block.contact->lawState()[0], 1.0);
    }
  }
}

TEST(Cohesion, BreaksBeyondItsForce) {
  const double F = 1.25 * C;
  for (const Index rows : {1, 2, 3}) {
    Block block(CohesiveNSL(C, rows == 1 ? 0.0 : 0.3, rows), mass, pull(F, rows), Vector::Zero(rows), 0.05);
    block.simulate(TimeDiscretisation(0.0, h));
    block.step();
    EXPECT_NEAR(block.v()[0], h * (F - C) / mass, 1e-12);
    EXPECT_NEAR(block.force()[0], -C, 1e-10 * C);
    EXPECT_EQ(block.contact->lawState()[0], 0.0);
    while (block.simulation->hasNextEvent()) {
      block.step();
      ASSERT_NEAR(block.v()[0], (F * block.simulation->time() - h * C) / mass, 1e-10);
      ASSERT_EQ(block.contact->lambda()[0], 0.0);
    }
  }
}

/// A load that grows breaks the bond in the first step whose mean load is above C.
TEST(Cohesion, BreaksWhenALoadHasGrown) {
  const double rate = 20.0;  // [N/s]
  Block block(
      CohesiveNSL(C, 0.0, 1), mass, [=](double t) { return Vector(Vector::Constant(1, rate * t)); },
      Vector::Zero(1), 1.0);
  block.simulate(TimeDiscretisation(0.0, h));
  double broken = -1.0;
  while (block.simulation->hasNextEvent() && broken < 0.0) {
    block.step();
    if (block.contact->lawState()[0] == 0.0) broken = block.simulation->time();
  }
  EXPECT_NEAR(broken, C / rate, 1.5 * h);
}

/// Pulled off, pressed on again, pulled with half of C: a brittle bond is gone, a renewed one holds.
TEST(Cohesion, IsGoneForGoodOrRenewed) {
  for (const Bond bond : {Bond::brittle, Bond::renewed}) {
    const auto load = [](double t) {
      return Vector(Vector::Constant(1, t < 0.01 ? 1.5 * C : t < 0.1 ? -C : 0.5 * C));
    };
    Block block(CohesiveNSL(C, 0.0, 1, bond), mass, load, Vector::Zero(1), 0.15);
    block.simulate(TimeDiscretisation(0.0, h));
    double highest = 0.0;
    while (block.simulation->hasNextEvent()) {
      block.step();
      if (block.simulation->time() < 0.05) highest = std::max(highest, block.body->q()[0]);
    }
    ASSERT_GT(highest, 1e-5);
    const double tail = 0.15 - 0.1;
    if (bond == Bond::renewed) {
      EXPECT_NEAR(block.v()[0], 0.0, 1e-12);
    } else {
      EXPECT_NEAR(block.v()[0], 0.5 * C * tail / mass, 2.0 * C * h / mass);
    }
  }
}

/// Friction has the bond's force beside what presses: a block that is pulled off by P slides from μ (C − P) on.
TEST(Cohesion, AddsToFriction) {
  const double mu = 0.4, P = 3.0;
  for (const Index rows : {2, 3}) {
    for (const double part : {0.99, 1.2}) {
      Vector f = Vector::Zero(rows);
      f[0] = P;
      f[rows - 1] = part * mu * (C - P);
      Block block(
          CohesiveNSL(C, mu, rows), mass, [f](double) { return f; }, Vector::Zero(rows), 0.1);
      block.simulate(TimeDiscretisation(0.0, h), FrictionContact(Solver("auto").set("tolerance", 1e-12)));
      while (block.simulation->hasNextEvent()) block.step();
      const double a = std::max(0.0, part - 1.0) * mu * (C - P) / mass;
      EXPECT_NEAR(block.v()[rows - 1], 0.1 * a, 1e-9);
      EXPECT_NEAR(block.v()[0], 0.0, 1e-9);
      EXPECT_EQ(block.contact->lawState()[0], 1.0);
    }
  }
}

/// Closed contacts do no work along their normals; what breaking takes, h C U / 2, is of order two in h.
TEST(Cohesion, TakesNoEnergyAsStepsBecomeShort) {
  const double F = 2.0 * C;
  double last = 0.0;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    Block block(CohesiveNSL(C, 0.0, 1), mass, pull(F, 1), Vector::Zero(1), 0.04);
    block.simulate(TimeDiscretisation(0.0, step));
    EnergyBalance balance;
    balance.begin(*block.simulation);
    while (block.simulation->hasNextEvent()) {
      block.step();
      balance.step(*block.simulation);
    }
    const double taken = balance.now().normal;
    EXPECT_NEAR(taken, -0.5 * step * C * step * (F - C) / mass, 1e-12);
    EXPECT_LT(std::abs(balance.now().defect), 1e-12);
    if (last != 0.0) {
      EXPECT_NEAR(last / taken, 4.0, 1e-6);
    }
    last = taken;
  }
}

/// n beads glued to each other hang from a ceiling: bond k bears the weight beneath it, and the first that cannot is the one
/// that breaks.
TEST(Cohesion, HoldsAChain) {
  constexpr Index n = 5;
  const double weight = mass * g;
  for (const bool holds : {true, false}) {
    const double bond = (holds ? 5.01 : 4.5) * weight;
    Model model(0.0, 0.1);
    std::vector<LagrangianLinearTIDS*> beads;
    std::vector<Interaction*> bonds;
    for (Index k = 0; k < n; ++k) {
      auto& bead = model.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1),
                                                   Matrix(Matrix::Constant(1, 1, mass)));
      bead.setFExt([weight](double, VectorRef f) { f[0] = weight; });
      const CohesiveNSL law(bond, 0.0, 1);
      bonds.push_back(k == 0
                          ? &model.link(law, LagrangianLinearTIR(Matrix(Matrix::Identity(1, 1))), bead)
                          : &model.link(law, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}), *beads.back(), bead));
      beads.push_back(&bead);
    }
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
    simulation.initialize();
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
      for (Index k = 0; holds && k < n; ++k)
        ASSERT_NEAR(bonds[static_cast<std::size_t>(k)]->lambda()[0] / h, -static_cast<double>(n - k) * weight,
                    1e-7);
    }
    for (std::size_t k = 0; k < bonds.size(); ++k)
      EXPECT_EQ(bonds[k]->lawState()[0], holds || k > 0 ? 1.0 : 0.0) << k;
    // The chain that has come off falls as one.
    const double v = holds ? 0.0 : g * 0.1 - h * bond / (n * mass);
    for (const auto* bead : beads) EXPECT_NEAR(bead->v()[0], v, 1e-9);
  }
}

/// The bond is part of the state of the model.
TEST(Cohesion, IsRestoredWithTheState) {
  Block block(CohesiveNSL(C, 0.0, 1), mass, pull(1.5 * C, 1), Vector::Zero(1), 0.01);
  block.simulate(TimeDiscretisation(0.0, h));
  const State start = block.model->state();
  block.step();
  const double v = block.v()[0];
  EXPECT_EQ(block.contact->lawState()[0], 0.0);
  block.model->setState(start);
  EXPECT_EQ(block.contact->lawState()[0], 1.0);
  block.step();
  EXPECT_EQ(block.v()[0], v);
}

}  // namespace
}  // namespace nsds::test::cohesive_contacts
