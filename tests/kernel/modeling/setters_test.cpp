// What users set between steps counts from the next step on; what cannot be set in the middle of a step is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

#include "kernel/error_text.hpp"

namespace nsds::test::setters_test {
namespace {

/// x' = lambda with |lambda| <= 1 and w = x + e. With e = -t/2, set before every step, the relay keeps x at t/2, which it
/// can follow because 1/2 < 1.
TEST(RelationOfAnInteraction, TakesAnOffsetBeforeEveryStep) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector::Zero(1), Matrix::Zero(1, 1));
  Interaction& relay =
      model.link(RelayNSL(-1.0, 1.0), FirstOrderLinearTIR(Matrix::Ones(1, 1), Matrix::Ones(1, 1)), x);
  TimeStepping s(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
  s.initialize();
  auto& relation = dynamic_cast<FirstOrderLinearTIR&>(relay.relation());
  while (s.hasNextEvent()) {
    relation.setE(Vector{{-0.5 * s.nextTime()}});
    s.computeOneStep();
    s.nextStep();
    EXPECT_NEAR(relay.y()[0], 0.0, 1e-12);
  }
  EXPECT_NEAR(x.x()[0], 0.5, 1e-12);
}

/// 0 <= -1 + D lambda _|_ lambda >= 0 has the solution 1 / D.
TEST(RelationOfAnInteraction, TakesAFeedthroughBetweenSteps) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(-Vector::Ones(1), Matrix::Zero(1, 1));
  FirstOrderLinearTIR diode(Matrix::Ones(1, 1), Matrix::Zero(1, 1));
  diode.setD(Matrix::Ones(1, 1));
  Interaction& link = model.link(ComplementarityConditionNSL(), diode, x);
  TimeStepping s(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  const auto step = [&s] {
    s.computeOneStep();
    s.nextStep();
  };
  step();
  EXPECT_NEAR(link.lambda()[0], 1.0, 1e-12);
  dynamic_cast<FirstOrderLinearTIR&>(link.relation()).setD(Matrix{{4.0}});
  step();
  EXPECT_NEAR(link.lambda()[0], 0.25, 1e-12);
  // Assignment is a setter of all its constants.
  dynamic_cast<FirstOrderLinearTIR&>(link.relation()) = diode;
  step();
  EXPECT_NEAR(link.lambda()[0], 1.0, 1e-12);
  const FirstOrderLinearTIR wider(Matrix::Ones(2, 1), Matrix::Zero(1, 2));
  EXPECT_NE(errorText([&] {
              dynamic_cast<FirstOrderLinearTIR&>(link.relation()) = wider;
            }).find("keeps its 1 rows and 1 columns; what is assigned has 2 and 1"),
            std::string::npos);
}

/// The position after n samples of u = -q - v, held for h each, the first 0: between samples q'' is constant.
double exactSampledPosition(double h, int n) {
  double q = 1.0;
  double v = 0.0;
  for (int k = 0; k < n; ++k) {
    const double u = k == 0 ? 0.0 : -q - v;
    q += h * v + 0.5 * h * h * u;
    v += h * u;
  }
  return q;
}

/// The control is the force that an observer sets: it holds from that instant to the next.
template <class Make>
double sampledPosition(const Make& make) {
  Model model(0.0, 1.0);
  auto& mass = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  auto simulation = make(model);
  simulation->run([&mass](const Simulation&) { mass.setFExt(Vector(-mass.q() - mass.v())); });
  return mass.q()[0];
}

TEST(SampledControl, IsExactInTimeStepping) {
  const double exact = exactSampledPosition(0.1, 10);
  EXPECT_NEAR(exact, 0.698756, 5e-7);
  const double q = sampledPosition([](Model& model) {
    return std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
  });
  EXPECT_NEAR(q, exact, 1e-14);
}

TEST(SampledControl, IsExactFromEventToEvent) {
  const double q = sampledPosition([](Model& model) {
    return std::make_unique<EventDriven>(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  });
  EXPECT_NEAR(q, exactSampledPosition(0.1, 10), 1e-13);
}

/// In the middle of a step states and structure are the scheme's.
TEST(MiddleOfAStep, RefusesStatesAndStructure) {
  Model model(0.0, 1.0);
  auto& mass = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  const auto ground = [] { return LagrangianLinearTIR(Matrix::Identity(1, 1)); };
  Interaction& contact = model.link(NewtonImpactNSL(0.0), ground(), mass);
  TimeStepping s(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
  s.initialize();
  s.computeFreeStep();
  EXPECT_NE(errorText([&] {
              mass.setV(Vector::Ones(1));
            }).find("system 1: v cannot be set in the middle of a step"),
            std::string::npos);
  EXPECT_NE(errorText([&] { mass.setQ(Vector::Ones(1)); }).find("q cannot be set"), std::string::npos);
  const auto between = [](const std::string& text) {
    return text.find("can be added and removed between steps") != std::string::npos;
  };
  const auto add = [&] {
    model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  };
  EXPECT_TRUE(between(errorText(add)));
  EXPECT_TRUE(between(errorText([&] { model.link(NewtonImpactNSL(0.0), ground(), mass); })));
  EXPECT_TRUE(between(errorText([&] { model.remove(mass); })));
  EXPECT_TRUE(between(errorText([&] { model.remove(contact); })));
  s.computeOneStepNS();
  s.update();
  s.nextStep();
  EXPECT_NO_THROW(mass.setV(Vector::Ones(1)));
  EXPECT_NO_THROW(add());
}

/// A simulation that ends in the middle of a step leaves the model to the user.
TEST(MiddleOfAStep, EndsWithTheSimulation) {
  Model model(0.0, 1.0);
  auto& mass = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  {
    TimeStepping s(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
    s.computeFreeStep();
  }
  EXPECT_NO_THROW(mass.setV(Vector::Ones(1)));
}

}  // namespace
}  // namespace nsds::test::setters_test
