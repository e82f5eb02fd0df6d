// x' = f(t, x, u), u ∈ U: selections with known motions, and what all of them stay within.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/first_order/controlled_inclusion.hpp>
#include <vector>

namespace nsds::test::controlled_inclusion_test {
namespace {

/// x' = -x + u, |u| ≤ 1
ControlledInclusion scalar() {
  return ControlledInclusion::affine(
      1, 1, [](double, VectorConstRef x, VectorRef f) { f = -x; },
      [](double, VectorConstRef, MatrixRef G) { G(0, 0) = 1.0; }, BoxSet{-1.0, 1.0});
}

TEST(ControlledInclusion, TheSelectionOfLeastNormIsExact) {
  // |-x + u| is least for u = clip(x): x = 1 + (x₀ - 1) e^-t from x₀ > 1, and rest from |x₀| ≤ 1.
  std::vector<double> sizes, errors;
  for (const double h : {0.1, 0.03, 0.01, 0.003, 0.001}) {
    Model model(0.0, 1.0);
    const FirstOrderDS& system = scalar().addMinimalNormTo(model, Vector{{3.0}});
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
    double worst = 0.0;
    simulation.run([&](const Simulation& s) {
      worst = std::max(worst, std::abs(system.x()[0] - 1.0 - 2.0 * std::exp(-s.time())));
    });
    sizes.push_back(h);
    errors.push_back(worst);
  }
  EXPECT_NEAR(fitOrder(sizes, errors).order, 1.0, 0.15);
  EXPECT_NEAR(scalar().minimalControl(0.0, Vector{{0.3}})[0], 0.3, 1e-10);
  EXPECT_NEAR(scalar().minimalControl(0.0, Vector{{-3.0}})[0], -1.0, 1e-10);
}

TEST(ControlledInclusion, SamplesStayInTheReachableSetAndAFeedbackReachesItsEnd) {
  // From 0: |x(t)| ≤ 1 - e^-t; implicit Euler: 1 - (1 + h)^-k, reached by u = 1.
  const double h = 0.01;
  const auto run = [&](const auto& add) {
    Model model(0.0, 2.0);
    const FirstOrderDS& system = add(model);
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
    std::vector<double> x{system.x()[0]};
    simulation.run([&](const Simulation&) { x.push_back(system.x()[0]); });
    return x;
  };
  double widest = 0.0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto sampled = [&](Model& m) -> const FirstOrderDS& {
      return scalar().addSampledTo(m, Vector{{0.0}}, 0.1, seed);
    };
    const std::vector<double> x = run(sampled);
    EXPECT_EQ(x, run(sampled));  // the same seed, the same control
    for (std::size_t k = 0; k < x.size(); ++k)
      EXPECT_LE(std::abs(x[k]), 1.0 - std::pow(1.0 + h, -static_cast<double>(k)) + 1e-12);
    widest = std::max(widest, std::abs(x.back()));
  }
  EXPECT_GT(widest, 0.2);
  const auto end = run([&](Model& m) -> const FirstOrderDS& {
    return scalar().addFeedbackTo(m, Vector{{0.0}}, [](double, VectorConstRef, VectorRef u) { u[0] = 1.0; });
  });
  EXPECT_NEAR(end.back(), 1.0 - std::pow(1.0 + h, -200.0), 1e-11);
  EXPECT_NEAR(scalar().support(0.0, Vector{{0.4}}, Vector{{1.0}}), 0.6, 1e-10);
  EXPECT_NEAR(scalar().support(0.0, Vector{{0.4}}, Vector{{-1.0}}), 1.4, 1e-10);
}

TEST(ControlledInclusion, SamplesArePointsOfAPolyhedron) {
  // The triangle u₁, u₂ ≥ 0, u₁ + u₂ ≤ 1.
  const PolyhedronSet triangle{Matrix{{1.0, 0.0}, {0.0, 1.0}, {-1.0, -1.0}}, Vector{{0.0, 0.0, -1.0}}};
  const ControlledInclusion inclusion(
      2, 2, [](double, VectorConstRef, VectorConstRef u, VectorRef f) { f = u; }, triangle);
  int onBoundary = 0;
  for (std::int64_t k = 0; k < 200; ++k) {
    const Vector u = inclusion.sampledControl(5, k);
    EXPECT_LT(inclusion.outside(u), 1e-14);
    onBoundary += (inclusion.U().H * u - inclusion.U().K).minCoeff() < 1e-12 ? 1 : 0;
  }
  EXPECT_GT(onBoundary, 60);
  EXPECT_LT(onBoundary, 140);
  EXPECT_NEAR(inclusion.outside(Vector{{1.0, 1.0}}), std::sqrt(0.5), 1e-14);
}

TEST(ControlledInclusion, RefusesBadInput) {
  const auto f = [](double, VectorConstRef, VectorConstRef u, VectorRef value) { value = u; };
  const BoxSet box{-1.0, 1.0};
  EXPECT_THROW(ControlledInclusion(1, 1, {}, box), InvalidArgument);
  EXPECT_THROW(ControlledInclusion(0, 1, f, box), InvalidArgument);
  EXPECT_THROW(ControlledInclusion(1, 0, f, box), InvalidArgument);
  EXPECT_THROW(ControlledInclusion(1, 1, f, OrthantSet{}), InvalidArgument);  // unbounded
  EXPECT_THROW(ControlledInclusion(1, 1, f, FreeSet{}), InvalidArgument);
  const auto faces = [](const Matrix& H, const Vector& K) { return PolyhedronSet{H, K}; };
  EXPECT_THROW(ControlledInclusion(1, 1, f, faces(Matrix{{1.0}, {-1.0}}, Vector{{1.0, 0.0}})),
               InvalidArgument);  // empty
  EXPECT_THROW(ControlledInclusion(1, 1, f, faces(Matrix{{0.0}}, Vector{{0.0}})), InvalidArgument);
  EXPECT_THROW(ControlledInclusion(1, 2, f, faces(Matrix{{1.0}}, Vector{{0.0}})), InvalidArgument);
  EXPECT_THROW(ControlledInclusion(1, 1, f, BoxSet{1.0, -1.0}), InvalidArgument);
  EXPECT_THROW(ControlledInclusion(1, 1, f, convex::ball(Vector{{0.0}}, 1.0)), InvalidArgument);
  const ControlledInclusion inclusion(1, 1, f, box);
  EXPECT_THROW((void)inclusion.minimalControl(0.0, Vector{{0.0}}), InvalidArgument);
  EXPECT_THROW((void)inclusion.velocity(0.0, Vector::Zero(2), Vector{{0.0}}), InvalidArgument);
  Model model(0.0, 1.0);
  EXPECT_THROW((void)inclusion.addFeedbackTo(model, Vector{{0.0}}, {}), InvalidArgument);
  EXPECT_THROW((void)inclusion.addMinimalNormTo(model, Vector{{0.0}}), InvalidArgument);
  EXPECT_THROW((void)inclusion.addSampledTo(model, Vector{{0.0}}, 0.0, 1), InvalidArgument);
  EXPECT_THROW((void)inclusion.addSampledTo(model, Vector::Zero(2), 0.1, 1), InvalidArgument);
  // A feedback that leaves U is an error where it does.
  (void)inclusion.addFeedbackTo(model, Vector{{0.0}},
                                [](double t, VectorConstRef, VectorRef u) { u[0] = 4.0 * t; });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  EXPECT_THROW(simulation.run(), Error);
  EXPECT_NEAR(simulation.time(), 0.2, 0.11);
}

}  // namespace
}  // namespace nsds::test::controlled_inclusion_test
