// The bouncing ball against its exact solution, through the accumulation of impacts.
#include <gtest/gtest.h>

#include <algorithm>
#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>
#include <nsds/theory/accuracy/norms.hpp>

namespace nsds::bouncing_ball_test {
namespace {

struct Errors {
  double q;       // in L1
  double v;       // in L1
  double unrest;  // max of |q| and |v| once the impacts have accumulated
};

Errors run(double h, double theta) {
  const ImpactingMass exact = ImpactingMass::bouncingBall();
  Model model(0.0, 5.0);
  const LagrangianLinearTIDS& ball = exact.addTo(model).mass;
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(theta), LCP());
  GridNorm errorQ, errorV;
  double unrest = 0.0;
  simulation.run([&](const Simulation& s) {
    const ImpactingMassState state = exact.at(s.time());
    const double q = ball.q()[0];
    const double v = ball.v()[0];
    errorQ.add(h, q - state.q);
    errorV.add(h, v - state.vRight);
    if (s.time() > 3.0 + 10.0 * h) unrest = std::max({unrest, std::abs(q), std::abs(v)});
  });
  return {errorQ.value(), errorV.value(), unrest};
}

class BouncingBall : public testing::TestWithParam<double> {};

TEST_P(BouncingBall, ConvergesWithOrderOneThroughTheAccumulationAndRests) {
  std::vector<double> steps;
  std::vector<double> q;
  std::vector<double> v;
  // Five decades. The steps do not divide the times of the impacts, so that no step profits from hitting one.
  for (int k = 2; k <= 12; ++k) {
    const double h = 0.97 * std::pow(10.0, -0.5 * k);
    const Errors errors = run(h, GetParam());
    steps.push_back(h);
    q.push_back(errors.q);
    v.push_back(errors.v);
    EXPECT_LE(errors.unrest, 10.0 * h) << "h = " << h;
  }
  const double orderQ = fitOrder(steps, q).order;
  const double orderV = fitOrder(steps, v).order;
  RecordProperty("order_q", std::to_string(orderQ));
  RecordProperty("order_v", std::to_string(orderV));
  EXPECT_NEAR(orderQ, 1.0, 0.2);
  EXPECT_NEAR(orderV, 1.0, 0.2);
}

INSTANTIATE_TEST_SUITE_P(Theta, BouncingBall, testing::Values(0.5, 1.0),
                         [](const auto& value) { return value.param == 0.5 ? "Half" : "One"; });

/// At rest the impulse of a step is the weight times the step.
TEST(BouncingBallAtRest, CarriesItsWeight) {
  const double h = 1e-3;
  Model model(0.0, 0.1);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1), Matrix::Identity(1, 1));
  ball.setFExt(Vector::Constant(1, -2.0));
  Interaction& contact = model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix::Identity(1, 1)), ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5), LCP());
  simulation.run([&](const Simulation&) {
    EXPECT_EQ(ball.q()[0], 0.0);
    EXPECT_EQ(ball.v()[0], 0.0);
    EXPECT_NEAR(contact.lambda()[0], 2.0 * h, 1e-18);
    EXPECT_EQ(ball.p()[0], contact.lambda()[0]);
  });
}

}  // namespace
}  // namespace nsds::bouncing_ball_test
