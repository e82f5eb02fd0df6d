// When the Newton loop of a step ends: by tolerances of either kind, or by the user's test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <utility>
#include <vector>

#include "kernel/error_text.hpp"
#include "kernel/models.hpp"

namespace nsds::test::convergence_test {
namespace {

/// A double pendulum in its angles, of unit masses and lengths, whose steps take several iterates.
void addPendulum(Model& model) {
  auto& pendulum =
      model.add<LagrangianDS>(Vector{{2.0, -1.0}}, Vector::Zero(2), [](VectorConstRef q, MatrixRef M) {
        const double c = std::cos(q[0] - q[1]);
        M << 2.0, c, c, 1.0;
      });
  pendulum.setFGyr([](VectorConstRef q, VectorConstRef v, VectorRef f) {
    const double s = std::sin(q[0] - q[1]);
    f << s * v[1] * v[1], -s * v[0] * v[0];
  });
  pendulum.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) {
    f << 19.62 * std::sin(q[0]), 9.81 * std::sin(q[1]);
  });
}

/// Iterates of each step, whose residuals `isEnough` takes.
template <class Judge>
std::vector<int> iterations(TimeStepping& simulation, const Judge& isEnough) {
  std::vector<int> counts;
  std::int64_t before = 0;
  simulation.run([&](const Simulation& s) {
    counts.push_back(simulation.newtonIterations());
    EXPECT_EQ(s.statistics().newtonIterations - before, counts.back());
    before = s.statistics().newtonIterations;
    EXPECT_TRUE(isEnough(simulation.newtonResidual())) << simulation.newtonResidual();
  });
  return counts;
}

TEST(Convergence, ResidualAndIterationsAreThoseOfTheStep) {
  Model model(0.0, 1.0);
  addPendulum(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.02), MoreauJeanOSI(0.5));
  const auto counts = iterations(simulation, [](double r) { return r <= 1e-10; });
  EXPECT_EQ(counts.size(), 50U);
  EXPECT_GE(*std::min_element(counts.begin(), counts.end()), 2);
  EXPECT_EQ(simulation.newtonOptions().tolerance, 1e-10);

  Model linear(0.0, 0.1);
  linkGround(linear, addBall(linear, 1.0), 0.5);
  TimeStepping once(linear, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
  for (const int count : iterations(once, [](double r) { return r == 0.0; })) EXPECT_EQ(count, 1);
}

/// A tolerance in newton seconds is the same whatever scales a model is given; one relative to them is not.
TEST(Convergence, AnAbsoluteToleranceDoesNotDependOnScales) {
  constexpr double allowed = 1e-6;
  std::vector<std::vector<int>> absolute, relative;
  for (const double mass : {1.0, 1e4}) {
    for (const bool isAbsolute : {true, false}) {
      Model model(0.0, 1.0);
      addPendulum(model);
      model.setScales({1.0, 1.0, mass});
      NewtonOptions options{.tolerance = allowed};
      if (isAbsolute) options = {.tolerance = 0.0, .absoluteTolerance = allowed};
      TimeStepping simulation(model, TimeDiscretisation(0.0, 0.02), MoreauJeanOSI(0.5));
      simulation.setNewtonOptions(options);
      const double scale = isAbsolute ? mass : 1.0;
      (isAbsolute ? absolute : relative).push_back(iterations(simulation, [=](double r) {
        return r * scale <= allowed;
      }));
    }
  }
  EXPECT_EQ(absolute[0], absolute[1]);
  EXPECT_EQ(absolute[0], relative[0]);  // the scale of momentum is 1 N s there
  EXPECT_NE(relative[0], relative[1]);
}

TEST(Convergence, TheUsersTestDecides) {
  Model model(0.0, 1.0);
  addPendulum(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.02), MoreauJeanOSI(0.5));
  std::vector<std::pair<double, int>> asked;
  simulation.setNewtonOptions({.converged = [&](double residual, int iteration) {
    asked.emplace_back(residual, iteration);
    return iteration == 5;
  }});
  const auto counts = iterations(simulation, [&](double r) { return r == asked.back().first; });
  for (const int count : counts) EXPECT_EQ(count, 5);
  ASSERT_EQ(asked.size(), 5 * counts.size());
  for (std::size_t i = 0; i < asked.size(); ++i) EXPECT_EQ(asked[i].second, static_cast<int>(i % 5) + 1);
}

TEST(Convergence, ATestThatIsNeverContentEndsInAnErrorThatSaysSo) {
  Model model(0.0, 1.0);
  addPendulum(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.02), MoreauJeanOSI(0.5));
  simulation.setNewtonOptions({.maxIterations = 7, .converged = [](double, int) { return false; }});
  simulation.initialize();
  const std::vector<double> start = model.nsds().flat().values();
  const std::string text = errorText<NewtonError>([&] { simulation.computeOneStep(); });
  EXPECT_TRUE(says(text, "did not converge in 7 iterations")) << text;
  EXPECT_TRUE(says(text, "which the user's convergence test does not take")) << text;
  EXPECT_EQ(model.nsds().flat().values(), start);
}

TEST(Convergence, WhatTheUsersTestThrowsLeavesTheStartOfTheStep) {
  Model model(0.0, 1.0);
  addPendulum(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.02), MoreauJeanOSI(0.5));
  simulation.setNewtonOptions(
      {.converged = [](double, int) -> bool { throw std::runtime_error("no judgement"); }});
  simulation.initialize();
  const std::vector<double> start = model.nsds().flat().values();
  EXPECT_EQ(errorText([&] { simulation.computeOneStep(); }), "no judgement");
  EXPECT_EQ(model.nsds().flat().values(), start);
  simulation.setNewtonOptions({});
  simulation.run();
  EXPECT_EQ(simulation.step(), 50);
}

TEST(Convergence, OptionsWithoutMeaningAreRefused) {
  Model model(0.0, 1.0);
  addPendulum(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.02), MoreauJeanOSI(0.5));
  const auto text = [&](const NewtonOptions& options) {
    return errorText<InvalidArgument>([&] { simulation.setNewtonOptions(options); });
  };
  EXPECT_TRUE(says(text({.tolerance = 0.0}), "the Newton tolerance 0 is not positive"));
  EXPECT_TRUE(says(text({.tolerance = -1.0, .absoluteTolerance = 1.0}), "the Newton tolerance -1"));
  EXPECT_TRUE(says(text({.absoluteTolerance = -1.0}), "the absolute Newton tolerance -1"));
  EXPECT_TRUE(says(text({.absoluteTolerance = std::nan("")}), "the absolute Newton tolerance nan"));
  EXPECT_TRUE(says(text({.maxIterations = 0}), "0 Newton iterations"));

  Model circuit(0.0, 1.0);
  TimeStepping early(circuit, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5));
  early.setNewtonOptions({.absoluteTolerance = 1e-6});  // what the model will have is not known yet
  circuit.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix(-Matrix::Identity(1, 1)));
  EXPECT_TRUE(
      says(errorText<InvalidArgument>([&] { early.initialize(); }), "is for models with mechanical systems"));
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { early.setNewtonOptions({.absoluteTolerance = 1e-6}); }),
                   "is for models with mechanical systems"));
}

}  // namespace
}  // namespace nsds::test::convergence_test
