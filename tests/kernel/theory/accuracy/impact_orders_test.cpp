// Orders of the schemes of event capturing on the three academic problems, in the norms that they converge in: L1 of positions
// and of velocities, as means over phases of the impacts in their steps, where errors are below 3e-2.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/hausdorff.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>
#include <nsds/theory/accuracy/norms.hpp>
#include <nsds/theory/accuracy/sampled_function.hpp>
#include <tuple>

namespace nsds::impact_orders_test {
namespace {

constexpr Index kPhases = 8;

enum class Scheme { moreauJeanHalf, moreauJeanOne, schatzmanPaoli };
enum class Problem { ball, oscillator, accumulating };

std::unique_ptr<OneStepIntegrator> integratorOf(Scheme scheme) {
  if (scheme == Scheme::schatzmanPaoli) return std::make_unique<SchatzmanPaoliOSI>(0.5);
  return std::make_unique<MoreauJeanOSI>(scheme == Scheme::moreauJeanHalf ? 0.5 : 1.0);
}

ImpactingMass massOf(Problem problem) {
  if (problem == Problem::ball) return ImpactingMass::bouncingBall();
  if (problem == Problem::oscillator) return ImpactingMass::impactingOscillator();
  return ImpactingMass::accumulatingOscillator();
}

/// Past the accumulations at 3 and 16.6, and three impacts of the oscillator.
double endOf(Problem problem) {
  if (problem == Problem::ball) return 4.0;
  return problem == Problem::oscillator ? 8.0 : 17.5;
}

class ImpactOrders : public testing::TestWithParam<std::tuple<Scheme, Problem>> {};

TEST_P(ImpactOrders, AreOneInL1) {
  const auto [scheme, problem] = GetParam();
  const ImpactingMass exact = massOf(problem);
  std::vector<double> steps, errorsQ, errorsV;
  for (int k = 0; k <= 8; ++k) {
    const double h = 1e-2 * std::pow(10.0, -0.25 * k);
    double errorQ = 0.0, errorV = 0.0;
    for (Index i = 0; i < kPhases; ++i) {
      Model model((static_cast<double>(i) + 0.5) / kPhases * h, endOf(problem));
      const LagrangianLinearTIDS& mass = exact.addTo(model).mass;
      TimeStepping simulation(model, TimeDiscretisation(model.t0(), h), integratorOf(scheme));
      GridNorm q, v;
      simulation.run([&](const Simulation& s) {
        const ImpactingMassState state = exact.at(s.time());
        q.add(s.lastTimeStep(), mass.q()[0] - state.q);
        v.add(s.lastTimeStep(), mass.v()[0] - state.vRight);
      });
      errorQ += q.value() / kPhases;
      errorV += v.value() / kPhases;
    }
    steps.push_back(h);
    errorsQ.push_back(errorQ);
    errorsV.push_back(errorV);
  }
  const OrderFit q = fitOrder(steps, errorsQ, {.largest = 3e-2}),
                 v = fitOrder(steps, errorsV, {.largest = 3e-2});
  RecordProperty("order_q", std::to_string(q.order) + " +- " + std::to_string(q.standardError));
  RecordProperty("order_v", std::to_string(v.order) + " +- " + std::to_string(v.standardError));
  EXPECT_NEAR(q.order, 1.0, 0.2);
  EXPECT_NEAR(v.order, 1.0, 0.2);
  EXPECT_GE(q.points, 3);  // velocities of the accumulating oscillator err by 90 h
  EXPECT_GE(v.points, 3);
}

std::string nameOf(const testing::TestParamInfo<std::tuple<Scheme, Problem>>& info) {
  const char* const schemes[] = {"MoreauJeanHalf", "MoreauJeanOne", "SchatzmanPaoli"};
  const char* const problems[] = {"Ball", "Oscillator", "Accumulating"};
  const auto [scheme, problem] = info.param;
  return std::string(schemes[static_cast<int>(scheme)]) + problems[static_cast<int>(problem)];
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, ImpactOrders,
    testing::Combine(testing::Values(Scheme::moreauJeanHalf, Scheme::moreauJeanOne, Scheme::schatzmanPaoli),
                     testing::Values(Problem::ball, Problem::oscillator, Problem::accumulating)),
    nameOf);

/// The velocity of the scheme is v_k on [t_k, t_{k+1}).
TEST(FilledGraphs, OfABouncingBallConvergeWhileTheUniformErrorStays) {
  const ImpactingMass ball = ImpactingMass::bouncingBall();
  std::vector<double> steps, distances;
  for (int k = 0; k <= 4; ++k) {
    const double h = 1e-2 * std::pow(10.0, -0.5 * k);
    steps.push_back(h);
    distances.push_back(meanOverPhases(kPhases, [&](double phase) {
      Model model(phase * h, 4.0);
      const LagrangianLinearTIDS& mass = ball.addTo(model).mass;
      TimeStepping simulation(model, TimeDiscretisation(model.t0(), h), MoreauJeanOSI(0.5));
      SampledFunction v;
      double last = mass.v()[0];
      v.append(model.t0(), last);
      simulation.run([&](const Simulation& s) {
        v.append(s.time(), last, mass.v()[0]);
        last = mass.v()[0];
      });
      const SampledFunction exact = ball.velocity(model.t0(), 4.0, std::numeric_limits<double>::infinity());
      EXPECT_GE(uniformDistance(v, exact), 0.9 * 1.5 * ball.firstSpeed())
          << "h = " << h << ", phase " << phase;
      return hausdorffDistance(v, exact);
    }));
  }
  const OrderFit fit = fitOrder(steps, distances);
  RecordProperty("order", std::to_string(fit.order) + " +- " + std::to_string(fit.standardError));
  EXPECT_NEAR(fit.order, 1.0, 0.2);
  EXPECT_LT(distances.back(), 1e-2);
}

}  // namespace
}  // namespace nsds::impact_orders_test
