// Sliding in space: orders where the slip turns, and where it ends.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"

namespace nsds::test::sliding_test {
namespace {

/// A mass on ground with μ, g = 10 and a load along the first tangent; q = (along the normal, two tangents).
struct LoadedSlider {
  static constexpr double g = 10.0;

  LoadedSlider(double T, double mu_, double load_, const Eigen::Vector2d& velocity)
      : mu(mu_), load(load_), run(0.0, T), v(velocity) {
    mass = &run.model->add<LagrangianLinearTIDS>(
        Vector(Vector::Zero(3)), Vector{{0.0, velocity[0], velocity[1]}}, Matrix(Matrix::Identity(3, 3)));
    mass->setFExt(Vector{{-g, load, 0.0}});
    run.model->link(NewtonImpactFrictionNSL(0.0, 0.0, mu, 3),
                    LagrangianLinearTIR(Matrix(Matrix::Identity(3, 3))), *mass);
  }
  Eigen::Vector2d acceleration(const Eigen::Vector2d& slip) const {
    return Eigen::Vector2d(load, 0.0) - mu * g / slip.norm() * slip;
  }
  /// The exact motion, by the classical Runge-Kutta method in steps of 2e-4, whose error is below 1e-11.
  void advance(double time) {
    const int n = static_cast<int>(std::ceil(time / 2e-4));
    const double h = time / n;
    for (int k = 0; k < n; ++k) {
      const Eigen::Vector2d a = acceleration(v), b = acceleration(v + 0.5 * h * a),
                            c = acceleration(v + 0.5 * h * b), d = acceleration(v + h * c);
      q += h * v + h * h / 6.0 * (a + b + c);
      v += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
  }

  double mu, load;
  Trial run;
  LagrangianLinearTIDS* mass;
  Eigen::Vector2d q{0.0, 0.0}, v;  // exact
};

struct SlidingOrders {
  double q, v;
};

/// A slip that is first across the load and turns into it; errors in the mean over the time.
template <class Scheme>
SlidingOrders slidingOrders() {
  std::vector<double> steps, q, v;
  for (const int n : {50, 100, 200, 400, 800}) {
    const double h = 1.0 / n;
    LoadedSlider slider(1.0, 0.3, 3.0, {0.2, 4.0});
    slider.run.simulateWith(h, Scheme::make());
    steps.push_back(h);
    q.push_back(0.0);
    v.push_back(0.0);
    slider.run.simulation->run([&](const Simulation&) {
      slider.advance(h);
      q.back() += h * (slider.mass->q().tail<2>() - slider.q).norm();
      v.back() += h * (slider.mass->v().tail<2>() - slider.v).norm();
    });
  }
  return {fitOrder(steps, q).order, fitOrder(steps, v).order};
}

template <class Scheme>
class SlidesInOrderTwo : public testing::Test {};
using OrderTwoSchemes = testing::Types<D1MinusByVelocities, D1MinusByAccelerations>;
TYPED_TEST_SUITE(SlidesInOrderTwo, OrderTwoSchemes);

/// Friction acts against the slip at both ends of a step.
TYPED_TEST(SlidesInOrderTwo, WhereTheSlipTurns) {
  const SlidingOrders order = slidingOrders<TypeParam>();
  EXPECT_NEAR(order.q, 2.0, 0.2);
  EXPECT_NEAR(order.v, 2.0, 0.2);
}

template <class Scheme>
class SlidesInOrderOne : public testing::Test {};
using OrderOneSchemes = testing::Types<Rattle, NonsmoothAlpha>;
TYPED_TEST_SUITE(SlidesInOrderOne, OrderOneSchemes);

/// Friction acts against the slip at the end of a step, for all of the step: that is their law.
TYPED_TEST(SlidesInOrderOne, WhereTheSlipTurns) {
  const SlidingOrders order = slidingOrders<TypeParam>();
  EXPECT_NEAR(order.q, 1.0, 0.2);
  EXPECT_NEAR(order.v, 1.0, 0.2);
}

template <class Scheme>
class SlidesInSpace : public testing::Test {};
TYPED_TEST_SUITE(SlidesInSpace, Schemes);

/// Unloaded it stops after v²/(2 μ g) = 0.4 m, where its slip does not turn around.
TYPED_TEST(SlidesInSpace, ToAStop) {
  for (const double h : {1e-2, 1e-3}) {
    LoadedSlider slider(1.0, 0.125, 0.0, {0.6, 0.8});
    slider.run.simulateWith(h, TypeParam::make());
    double forwards = 1.0;
    slider.run.simulation->run([&](const Simulation&) {
      forwards = std::min(forwards, slider.mass->v().tail<2>().dot(Eigen::Vector2d(0.6, 0.8)));
    });
    EXPECT_GE(forwards, -1e-10);
    EXPECT_NEAR(slider.mass->q()[1], 0.24, 0.3 * h);
    EXPECT_NEAR(slider.mass->q()[2], 0.32, 0.3 * h);
    EXPECT_NEAR(slider.mass->v().norm(), 0.0, 1e-10);
  }
}

}  // namespace
}  // namespace nsds::test::sliding_test
