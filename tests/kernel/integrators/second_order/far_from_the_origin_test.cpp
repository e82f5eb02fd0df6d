// Newton's method ends where coordinates are far from the origin, whose rounding gaps have.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"

namespace nsds::test::far_from_the_origin_test {
namespace {

template <class Scheme>
class FarFromTheOrigin : public testing::Test {};
TYPED_TEST_SUITE(FarFromTheOrigin, Schemes);

/// A mass on a rod of length 1 about (X, 0), from a = 0.93 and rest, for 200 steps. Its coordinates are rounded by X ε/2, which
/// a few times in a step of h are rates of that over h.
TYPED_TEST(FarFromTheOrigin, APendulumSwings) {
  const auto swing = [](double X, double h, double& gap) {
    Model model(0.0, 200.0 * h);
    model.setScales({1.0, 1.0, 1.0});
    auto& bob = model.add<LagrangianLinearTIDS>(Vector{{X + 0.8, -0.6}}, Vector{{0.0, 0.0}},
                                                Matrix(Matrix::Identity(2, 2)));
    bob.setFExt(Vector{{0.0, -10.0}});
    const auto length = [X](VectorConstRef q) { return std::hypot(q[0] - X, q[1]); };
    Interaction& rod = model.link(
        EqualityConditionNSL(1),
        LagrangianScleronomousR(
            1, [length](VectorConstRef q, VectorRef y) { y[0] = length(q) - 1.0; },
            [length, X](VectorConstRef q, MatrixRef H) { H << (q[0] - X) / length(q), q[1] / length(q); }),
        bob);
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), TypeParam::make());
    gap = 0.0;
    simulation.run([&](const Simulation&) { gap = std::max(gap, std::abs(rod.y()[0])); });
    return Eigen::Vector2d(bob.q()[0] - X, bob.q()[1]);
  };
  for (const double X : {1e2, 1e3, 1e4}) {
    for (const double h : {1e-3, 1e-4, 1e-5}) {
      double near = 0.0;
      double far = 0.0;
      const Eigen::Vector2d expected = swing(0.0, h, near);
      EXPECT_LE((swing(X, h, far) - expected).norm(), 1e-12 * X) << X << " " << h;
      EXPECT_LE(far, near + 1e-14 * X) << X << " " << h;
    }
  }
}

}  // namespace
}  // namespace nsds::test::far_from_the_origin_test
