// Joints, stops, dry friction and contacts in one step, by different formulations.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/formulations/greased_law.hpp"
#include "kernel/models.hpp"

namespace nsds::test::mixed_laws_test {
namespace {

/// A block slides on ground that becomes slippery while it does: every step takes mu g h from its velocity,
/// with the coefficient of that step.
TEST(MixedLaws, ACoefficientThatChangesCountsFromTheNextStepOn) {
  const double h = 1e-2;
  const auto slides = [&](auto&& problem) {
    double mu = 0.4;
    Model model(0.0, 0.4);
    auto& block =
        model.add<LagrangianLinearTIDS>(Vector::Zero(2), Vector{{2.0, 0.0}}, Matrix(Matrix::Identity(2, 2)));
    block.setFExt(Vector{{0.0, -10.0}});
    model.link(GreasedNSL(&mu), LagrangianLinearTIR(Matrix{{0.0, 1.0}, {1.0, 0.0}}), block);
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                            std::forward<decltype(problem)>(problem));
    double expected = 2.0;
    while (simulation.hasNextEvent()) {
      if (simulation.step() == 20) mu = 0.1;
      simulation.computeOneStep();
      simulation.nextStep();
      expected -= mu * 10.0 * h;
      ASSERT_NEAR(block.v()[0], expected, 1e-9) << simulation.step();
    }
  };
  slides(FrictionContact());
  slides(GlobalFrictionContact());
  slides(GenericMechanical());
}

/// Rows of several kinds in one law beside a contact with friction, in one model of both orders: as with a law for each kind.
TEST(MixedLaws, RowsOfSeveralKindsGoWithFriction) {
  const auto end = [](bool together) {
    Model model(0.0, 0.5);
    auto& block =
        model.add<LagrangianLinearTIDS>(Vector::Zero(2), Vector{{2.0, 0.0}}, Matrix(Matrix::Identity(2, 2)));
    block.setFExt(Vector{{0.0, -10.0}});
    model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 2), LagrangianLinearTIR(Matrix{{0.0, 1.0}, {1.0, 0.0}}),
               block);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0, 1.0}}, Matrix{{-1.0, 2.0}, {-2.0, -0.5}});
    const Matrix I = Matrix::Identity(2, 2);
    const Matrix D = 0.1 * I;
    if (together) {
      model.link(MixedComplementarityNSL(1, 1), FirstOrderLinearTIR(I, I).setD(D), x);
    } else {
      model.link(EqualityConditionNSL(1), FirstOrderLinearTIR(I.row(0), I.col(0)).setD(D.topLeftCorner(1, 1)),
                 x);
      model.link(ComplementarityConditionNSL(),
                 FirstOrderLinearTIR(I.row(1), I.col(1)).setD(D.topLeftCorner(1, 1)), x);
    }
    TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2),
                            MixedOrderOSI(MoreauJeanOSI(0.5), EulerMoreauOSI(1.0)));
    simulation.run();
    EXPECT_EQ(simulation.nonSmoothProblem().name(), "GenericMechanical");
    Vector all(4);
    all << block.v(), x.x();
    return all;
  };
  const Vector separate = end(false);
  EXPECT_NEAR(separate[0], 2.0 - 0.3 * 10.0 * 0.5, 1e-6);
  EXPECT_LE((end(true) - separate).lpNorm<Eigen::Infinity>(), 1e-6);
}

/// A sledge of two blocks coupled by a rigid bar (y = q_1 - q_0 - 1), each on the ground with friction,
/// pushed; an end stop ahead, and dry friction of a brake in an interval.
struct Sledge {
  explicit Sledge(std::unique_ptr<OneStepNSProblem> problem, bool stopAndBrake) : model(0.0, 1.0) {
    for (int k = 0; k < 2; ++k) {
      blocks[k] = &model.add<LagrangianLinearTIDS>(Vector{{1.0 * k, 0.0}}, Vector{{2.0, 0.0}},
                                                   Matrix((1.0 + k) * Matrix::Identity(2, 2)));
      blocks[k]->setFExt(Vector{{0.0, -10.0 * (1.0 + k)}});
      grounds[k] = &model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 2),
                               LagrangianLinearTIR(Matrix{{0.0, 1.0}, {1.0, 0.0}}), *blocks[k]);
    }
    bar = &model.link(EqualityConditionNSL(1), LagrangianLinearTIR(Matrix{{-1.0, 0.0, 1.0, 0.0}}, -1.0),
                      *blocks[0], *blocks[1]);
    if (stopAndBrake) {
      stop = &model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{-1.0, 0.0}}, 1.3), *blocks[1]);
      brake = &model.link(RelayNSL(-0.003, 0.003), LagrangianLinearTIR(Matrix{{1.0, 0.0}}), *blocks[0]);
    }
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 1e-3),
                                                std::make_unique<MoreauJeanOSI>(0.5), std::move(problem));
    simulation->initialize();
  }
  void finish() {
    while (simulation->hasNextEvent()) {
      simulation->computeOneStep();
      simulation->nextStep();
    }
  }
  Model model;
  LagrangianLinearTIDS* blocks[2] = {};
  Interaction* grounds[2] = {};
  Interaction* bar = nullptr;
  Interaction* stop = nullptr;
  Interaction* brake = nullptr;
  std::unique_ptr<TimeStepping> simulation;
};

Solver tight() {
  return Solver("auto").set("tolerance", 1e-12);
}

/// Both slow down by mu g, the bar without load: v^2 / (2 mu g) to rest.
TEST(JointsAndFriction, SledgeStopsAsOneBody) {
  Sledge generic(std::make_unique<GenericMechanical>(tight()), false);
  Sledge global(std::make_unique<GlobalFrictionContact>(tight()), false);
  for (Sledge* sledge : {&generic, &global}) {
    for (int k = 0; k < 500; ++k) {
      sledge->simulation->computeOneStep();
      sledge->simulation->nextStep();
    }
    EXPECT_NEAR(sledge->blocks[0]->v()[0], 2.0 - 0.3 * 10.0 * 0.5, 1e-10);
    EXPECT_NEAR(sledge->bar->lambda()[0], 0.0, 1e-12);
    EXPECT_NEAR(sledge->bar->y()[0], 0.0, 1e-12);
    sledge->finish();
    EXPECT_NEAR(sledge->blocks[1]->v()[0], 0.0, 1e-12);
    // Exact but for the last step before rest, in which the mean velocity is off by at most mu g h / 2.
    EXPECT_NEAR(sledge->blocks[0]->q()[0], 4.0 / (2.0 * 3.0), 2e-6);
    EXPECT_NEAR(sledge->grounds[1]->lambda()[0], 20.0 * 1e-3, 1e-13);
  }
  EXPECT_NEAR(generic.blocks[0]->q()[0], global.blocks[0]->q()[0], 1e-11);
}

/// The second block hits the stop after 0.3 m: the bar stops the first one too, with its momentum.
TEST(JointsAndFriction, StopTakesTheMomentumOfBoth) {
  Sledge sledge(std::make_unique<GenericMechanical>(tight()), true);
  double largestBar = 0.0;
  double largestStop = 0.0;
  while (sledge.simulation->hasNextEvent()) {
    sledge.simulation->computeOneStep();
    sledge.simulation->nextStep();
    largestBar = std::max(largestBar, std::abs(sledge.bar->lambda()[0]));
    largestStop = std::max(largestStop, sledge.stop->lambda()[0]);
    EXPECT_LE(std::abs(sledge.brake->lambda()[0]), 0.003 + 1e-15);
  }
  EXPECT_NEAR(sledge.blocks[1]->v()[0], 0.0, 1e-12);
  // Deceleration on the way: mu g and the brake of 3 N on 3 kg: v^2 = 4 - 2 (3 + 1) 0.3.
  const double v = std::sqrt(4.0 - 2.0 * 4.0 * 0.3);
  EXPECT_NEAR(largestStop, 3.0 * v, 0.05);
  EXPECT_NEAR(largestBar, v, 0.05);
}

/// A box of four blocks on a grid of 3 x 3 contact points each: hyperstatic. The velocities of all
/// formulations agree.
TEST(GlobalForm, AgreesWithTheReducedOneOnHyperstaticContact) {
  const auto run = [](std::unique_ptr<OneStepNSProblem> problem) {
    Model model(0.0, 0.3);
    Vector q = Vector::Zero(7);
    q[3] = 1.0;
    auto& box = model.add<NewtonEulerDS>(q, Vector{{0.5, 0.2, 0.0, 0.0, 0.0, 1.0}}, 2.0,
                                         Matrix(Vector{{0.2, 0.25, 0.3}}.asDiagonal()));
    box.setFExt(Vector{{0.0, 0.0, -20.0}});
    for (int i = -1; i <= 1; ++i) {
      for (int j = -1; j <= 1; ++j) {
        ContactR contact(3, 1);
        contact.place({{0.4 * i, 0.3 * j, 0.0}, Vector3::UnitZ(), 0.0, 0}, q);
        model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.4, 3), std::move(contact), box);
      }
    }
    TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-3), std::make_unique<MoreauJeanOSI>(0.5),
                            std::move(problem));
    simulation.setNewtonOptions({.tolerance = 1e-12});
    simulation.initialize();
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
    }
    return Vector(box.q());
  };
  const Vector reduced = run(std::make_unique<FrictionContact>(tight()));
  const Vector global = run(std::make_unique<GlobalFrictionContact>(tight()));
  const Vector generic = run(std::make_unique<GenericMechanical>(tight()));
  EXPECT_GT(reduced.head(2).norm(), 0.02);
  EXPECT_LE((reduced - global).norm(), 1e-8);
  EXPECT_LE((reduced - generic).norm(), 1e-8);
}

/// Two springs of one layer, the second of which gives way under the force of the first too: D is not
/// symmetric, and both are pressed, y = q + D f = 0.
TEST(MixedLaws, AComplianceNeedNotBeSymmetric) {
  const Matrix D{{0.1, 0.0}, {0.05, 0.1}};
  Model model(0.0, 1.0);
  auto& plate =
      model.add<LagrangianLinearTIDS>(Vector::Zero(2), Vector::Zero(2), Matrix(Matrix::Identity(2, 2)));
  plate.setFExt(Vector{{-10.0, -10.0}});
  auto& layer = model.link(ComplementarityConditionNSL(),
                           LagrangianCompliantLinearTIR(Matrix::Identity(2, 2), Vector::Zero(2), D), plate);
  const double h = 0.1;
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(1.0), LCP());
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    ASSERT_TRUE((layer.lambda().array() > 0.0).all());
    const Vector y = plate.q() + D * layer.lambda() / h;
    EXPECT_LE(y.cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE((layer.y() - y).cwiseAbs().maxCoeff(), 1e-12);
    simulation.nextStep();
  }
}

TEST(GlobalForm, RefusesCompliance) {
  Trial run(0.0, 1.0);
  auto& mass = addBall(*run.model, 0.0);
  run.model->link(
      EqualityConditionNSL(1),
      LagrangianCompliantLinearTIR(Matrix::Identity(1, 1), Vector::Zero(1), Matrix::Constant(1, 1, 0.5)),
      mass);
  EXPECT_THROW(run.simulateWith(1e-2, MoreauJeanOSI(1.0), GlobalFrictionContact()), InvalidArgument);
}

TEST(GlobalForm, NeedsAnIntegratorWithIterationMatrices) {
  Model model(0.0, 1.0);
  auto& circuit = model.add<FirstOrderLinearDS>(Vector::Ones(1), Matrix(-Matrix::Identity(1, 1)));
  model.link(EqualityConditionNSL(1), FirstOrderLinearTIR(Matrix::Identity(1, 1), Matrix::Identity(1, 1)),
             circuit);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), EulerMoreauOSI(0.5), GlobalFrictionContact());
  try {
    simulation.initialize();
    FAIL() << "accepted";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("GlobalFrictionContact"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("EulerMoreauOSI"), std::string::npos);
  }
}

}  // namespace
}  // namespace nsds::test::mixed_laws_test
