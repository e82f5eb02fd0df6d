// Steps of several one-step problems: names, check functions, the manual loop, what a failed step leaves, what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernel/error_text.hpp"
#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"

namespace nsds::test::levels_test {
namespace {

template <class Scheme>
class Levels : public testing::Test {};
TYPED_TEST_SUITE(Levels, Schemes);

/// A bead in a curved bowl, whose functions return NaN or throw when the test says so.
struct Bowl {
  explicit Bowl(double T = 1.0) : run(0.0, T) {
    bead = &run.model->add<LagrangianDS>(Vector{{0.6, 0.0}}, Vector{{0.0, 0.0}},
                                         [this](VectorConstRef q, MatrixRef M) {
                                           M(0, 0) = 1.0 + 0.1 * q[1] * q[1] + at("M(q)");
                                           M(1, 1) = 1.0;
                                         });
    bead->setName("bead");
    bead->setFExt([this](double, VectorRef f) { f[1] = -10.0 + at("F_ext"); });
    bead->setFInt(
        [this](double, VectorConstRef, VectorConstRef v, VectorRef f) {
          f = 0.1 * v;
          f[0] += at("F_int");
        },
        [](double, VectorConstRef, VectorConstRef, MatrixRef) {},
        [](double, VectorConstRef, VectorConstRef, MatrixRef J) { J(0, 0) = J(1, 1) = 0.1; });
    contact = &run.model->link(NewtonImpactFrictionNSL(0.0, 0.0, 0.1, 2),
                               LagrangianScleronomousR(
                                   2,
                                   [this](VectorConstRef q, VectorRef y) {
                                     y[0] = 1.0 - q.norm() + at("the output");
                                     y[1] = 0.0;
                                   },
                                   [this](VectorConstRef q, MatrixRef H) {
                                     H.row(0) = -q.transpose() / q.norm();
                                     H(1, 0) = -H(0, 1) + at("the Jacobian");
                                     H(1, 1) = H(0, 0);
                                   }),
                               *bead);
  }
  double at(const std::string& name) const {
    if (broken != name) return 0.0;
    if (throws) throw std::runtime_error("user's own");
    return std::numeric_limits<double>::quiet_NaN();
  }

  std::string broken;
  bool throws = false;
  Trial run;
  LagrangianDS* bead;
  Interaction* contact;
};

TYPED_TEST(Levels, AreHeardByCheckFunctionsInTheirOrder) {
  Bowl bowl;
  bowl.run.simulateWith(1e-2, TypeParam::make());
  std::vector<std::string> heard;
  bowl.run.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
    if (heard.empty() || heard.back() != outcome.problem) heard.emplace_back(outcome.problem);
    return SolverAction::accept;
  });
  const auto names = bowl.run.simulation->integrator().levels();
  EXPECT_GT(names.size(), 1U);
  EXPECT_EQ(names.back(), "time_stepping");
  // The bead is in contact after 60 steps.
  bowl.run.steps(60);
  heard.clear();
  bowl.run.step();
  // Where levels depend on each other, more iterates follow.
  ASSERT_GE(heard.size(), names.size());
  heard.resize(names.size());
  EXPECT_EQ(heard, std::vector<std::string>(names.begin(), names.end()));
}

TYPED_TEST(Levels, HaveProblemsByTheirNames) {
  Bowl bowl;
  bowl.run.simulateWith(1e-2, TypeParam::make());
  TimeStepping& simulation = *bowl.run.simulation;
  const OneStepIntegrator& integrator = simulation.integrator();
  for (std::size_t k = 0; k < integrator.levels().size(); ++k) {
    const std::string formulation = integrator.normalsAlone(k) ? "LCP" : "FrictionContact";
    EXPECT_EQ(simulation.nonSmoothProblem(integrator.levels()[k]).name(), formulation);
  }
  EXPECT_EQ(&simulation.nonSmoothProblem("time_stepping"), &simulation.nonSmoothProblem());
  const std::string first(simulation.integrator().levels().front());
  const std::string unknown = errorText<InvalidArgument>([&] { simulation.nonSmoothProblem("impact"); });
  EXPECT_TRUE(says(unknown, first) && says(unknown, "impact")) << unknown;
  Model empty(0.0, 1.0);
  TimeStepping early(empty, TimeDiscretisation(0.0, 0.1), TypeParam::make());
  EXPECT_THROW(early.nonSmoothProblem(first), Error);
  // A step goes on to solve other levels than the last by itself.
  simulation.computeFreeStep();
  EXPECT_THROW(simulation.computeOneStepNS(first), InvalidArgument);
}

/// computeFreeStep() solves the levels before the last, once in a step.
TYPED_TEST(Levels, AreSolvedByTheManualLoop) {
  Bowl whole;
  whole.run.simulateWith(1e-2, TypeParam::make());
  whole.run.finish();
  Bowl manual;
  manual.run.simulateWith(1e-2, TypeParam::make());
  TimeStepping& simulation = *manual.run.simulation;
  while (simulation.hasNextEvent()) {
    do {
      simulation.computeFreeStep();
      simulation.computeOneStepNS();
      simulation.update();
    } while (!simulation.newtonConverged());
    simulation.nextStep();
  }
  EXPECT_EQ(manual.run.values(), whole.run.values());
}

/// A rejected problem of any level leaves the state of the start of the step, and the run goes on as if it had never been.
TYPED_TEST(Levels, LeaveNothingOfARejectedStep) {
  Bowl whole;
  whole.run.simulateWith(1e-2, TypeParam::make());
  whole.run.steps(80);
  Bowl bowl;
  bowl.run.simulateWith(1e-2, TypeParam::make());
  std::string rejected;
  bowl.run.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
    return outcome.problem == rejected ? SolverAction::reject : SolverAction::accept;
  });
  bowl.run.steps(60);
  const std::int64_t step = bowl.run.simulation->step();
  for (const std::string_view name : bowl.run.simulation->integrator().levels()) {
    rejected = name;
    const State before = bowl.run.model->state();
    bowl.run.step();
    EXPECT_TRUE(bowl.run.model->state() == before) << name;
    EXPECT_EQ(bowl.run.simulation->step(), step);
  }
  rejected.clear();
  bowl.run.steps(20);
  EXPECT_EQ(bowl.run.values(), whole.run.values());
}

TYPED_TEST(Levels, NameWhatReturnsNaNAndTakeTheStepBack) {
  Bowl whole;
  whole.run.simulateWith(1e-2, TypeParam::make());
  whole.run.steps(70);
  Bowl bowl;
  bowl.run.simulateWith(1e-2, TypeParam::make());
  bowl.run.steps(60);
  for (const char* const name : {"M(q)", "F_ext", "F_int", "the output", "the Jacobian"}) {
    const State before = bowl.run.model->state();
    bowl.broken = name;
    const std::string text = errorText<Error>([&] { bowl.run.step(); });
    EXPECT_TRUE(says(text, name) && says(text, "nan")) << text;
    EXPECT_TRUE(bowl.run.model->state() == before) << name;
    bowl.throws = true;
    EXPECT_THROW(bowl.run.step(), std::runtime_error);
    EXPECT_TRUE(bowl.run.model->state() == before) << name;
    bowl.throws = false;
    bowl.broken.clear();
  }
  bowl.run.steps(10);
  EXPECT_EQ(bowl.run.values(), whole.run.values());
}

TYPED_TEST(Levels, ReturnToAStateToTheBit) {
  Bowl bowl;
  bowl.run.simulateWith(1e-2, TypeParam::make());
  bowl.run.steps(45);
  const State state = bowl.run.model->state();
  bowl.run.steps(40);
  const State end = bowl.run.model->state();
  bowl.run.model->setState(state);
  bowl.run.steps(40);
  EXPECT_TRUE(bowl.run.model->state() == end);
}

template <class Scheme, class Build>
void expectRefused(const char* what, const Build& build) {
  Model model(0.0, 1.0);
  build(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), Scheme::make());
  const std::string text = errorText<InvalidArgument>([&] { simulation.initialize(); });
  EXPECT_TRUE(says(text, Scheme::make().name()) && says(text, what)) << text;
}

TYPED_TEST(Levels, RefuseByNameWhatTheyDoNotTake) {
  const auto add = [](Model& model) -> LagrangianLinearTIDS& {
    return model.add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{0.0}}, Matrix{{1.0}});
  };
  expectRefused<TypeParam>(
      "first-order", [](Model& model) { model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}}); });
  expectRefused<TypeParam>("prescribe",
                           [&](Model& model) { add(model).prescribe(0, [](double) { return 1.0; }); });
  expectRefused<TypeParam>("compliant", [&](Model& model) {
    model.link(ComplementarityConditionNSL(),
               LagrangianCompliantLinearTIR(Matrix{{1.0}}, Vector::Zero(1), Matrix{{0.1}}), add(model));
  });
  expectRefused<TypeParam>(
      "Relay", [&](Model& model) { model.link(RelayNSL(), LagrangianLinearTIR(Matrix{{1.0}}), add(model)); });
  // Formulations that keep velocities among their unknowns need matrices of one problem.
  Model model(0.0, 1.0);
  add(model);
  TimeStepping matrices(model, TimeDiscretisation(0.0, 0.1), TypeParam::make(), GlobalFrictionContact());
  EXPECT_THROW(matrices.initialize(), InvalidArgument);
  TimeStepping combined(model, TimeDiscretisation(0.0, 0.1), TypeParam::make());
  combined.setProjection({.mode = ProjectionMode::combined});
  const std::string text = errorText<InvalidArgument>([&] { combined.initialize(); });
  EXPECT_TRUE(says(text, "combined") && says(text, "direct")) << text;
}

/// An iteration that may not go on says so, by NewtonError or in the log.
TEST(LevelsOfRattle, SayThatNewtonDoesNotConverge) {
  Bowl bowl;
  bowl.run.simulateWith(0.05, RattleOSI());
  bowl.run.simulation->setNewtonOptions({.tolerance = 1e-15, .maxIterations = 1});
  const State before = bowl.run.model->state();
  EXPECT_THROW(bowl.run.step(), NewtonError);
  EXPECT_TRUE(bowl.run.model->state() == before);
  int warnings = 0;
  bowl.run.model->setLogSink(
      [&](LogLevel level, std::string_view) { warnings += level == LogLevel::warning ? 1 : 0; });
  bowl.run.simulation->setNewtonOptions({.tolerance = 1e-15, .maxIterations = 1, .throwOnFailure = false});
  bowl.run.step();
  EXPECT_EQ(warnings, 1);
}

}  // namespace
}  // namespace nsds::test::levels_test
