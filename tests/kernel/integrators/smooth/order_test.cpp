// Orders of convergence with equal steps, between errors of 1e-3 and a hundred times the round-off.
#include <gtest/gtest.h>

#include "kernel/integrators/smooth/convergence.hpp"

namespace nsds::test::order_test {
namespace {

struct Method {
  const char* name;
  int order;
  bool ofDormandPrince;
};

class OrderOf : public ::testing::TestWithParam<std::tuple<Method, Case (*)()>> {};

TEST_P(OrderOf, IsThatOfTheory) {
  const Method method = std::get<0>(GetParam());
  Case c = std::get<1>(GetParam())();
  // Order 2 shows long before round-off; the runs of Andrews's mechanism begin with fine steps.
  const int finest = method.order == 2 && c.steps > 100 ? 64 : 256;
  const Convergence found =
      converge(c, c.steps, finest, [&](double h) { return makeIntegrator(method.name, fixedSteps(h)); });
  const bool exceeds = method.ofDormandPrince && c.quadratureLike;
  expectOrder(found.position, method.order, exceeds, "q");
  expectOrder(found.velocity, method.order, exceeds, "v");
}

INSTANTIATE_TEST_SUITE_P(
    Methods, OrderOf,
    ::testing::Combine(::testing::Values(Method{"DOPRI5", 5, true}, Method{"MDOP5", 5, true},
                                         Method{"HEM5", 5, false}, Method{"BH3", 3, false},
                                         Method{"BH5", 4, false}, Method{"PHEM56", 5, true},
                                         Method{"Heun", 2, false}, Method{"BS3", 3, false},
                                         Method{"RKF45", 4, false}, Method{"Gauss2", 2, false},
                                         Method{"Gauss4", 4, false}, Method{"Radau3", 3, false},
                                         Method{"Radau5", 5, false}),
                       ::testing::Values(&pendulum, &sliderCrank, &andrews, &top)));

/// Forces that equal steps need for an error, between two runs in logarithms.
double forcesFor(double error, const char* name, int forcesAStep) {
  Case c = andrews();
  const Series series =
      converge(c, c.steps, 64, [&](double h) { return makeIntegrator(name, fixedSteps(h)); }).position;
  for (std::size_t i = 1; i < series.h.size(); ++i) {
    if (series.error[i] > error) continue;
    const double h = series.h[i] * std::pow(error / series.error[i], 1.0 / series.local(i));
    return forcesAStep * c.end / h;
  }
  return 0.0;
}

/// Six forces instead of eight and a smaller error constant (Arnold, Murua 1998).
TEST(Phem56, NeedsFewerForcesThanHem5ForTheSameError) {
  for (const double error : {1e-8, 1e-9, 1e-10}) {
    const double partitioned = forcesFor(error, "PHEM56", 6);
    EXPECT_GT(partitioned, 0.0);
    EXPECT_LT(partitioned, 0.75 * forcesFor(error, "HEM5", 8));
  }
}

}  // namespace
}  // namespace nsds::test::order_test
