// Evolution under maximal monotone operators by their resolvents: exact solutions, and what the laws make of the same.
#include "kernel/theory/front_doors/runs.hpp"
#include "nsds/theory/first_order/monotone_inclusion.hpp"

namespace nsds::monotone_inclusions_test {
namespace {

/// A = ∂(μ |·|₁): soft thresholds.
MonotoneInclusion softly(Index states, double mu = 1.0) {
  return {states, [mu](double rho, VectorConstRef z, VectorRef p) {
            p = z.array().sign() * (z.array().abs() - mu * rho).cwiseMax(0.0);
          }};
}

/// rho: the length of steps unless given.
struct MonotoneRun : DoorRun {
  MonotoneRun(const MonotoneInclusion& inclusion, const Vector& x0, double h, Index steps, double rho = 0.0)
      : DoorRun(inclusion, x0, 0.0, h, steps, EulerMoreauOSI(1.0), rho > 0.0 ? rho : h) {
    simulation.setNewtonOptions({.tolerance = 1e-13});
  }
};

/// -x' ∈ sgn x is at zero from |x₀| on, by steps that are exact up to there, but for what differences of J leave.
TEST(MonotoneInclusions, DryFrictionStops) {
  MonotoneRun run(softly(2), Vector{{1.0, -0.55}}, 0.1, 20);
  run.simulation.run([&](const Simulation& s) {
    const double t = s.time();
    EXPECT_NEAR(run.parts.system.x()[0], std::max(0.0, 1.0 - t), 1e-10) << t;
    // 0.55 is between two instants: the last step goes to zero.
    EXPECT_NEAR(run.parts.system.x()[1], -std::max(0.0, 0.55 - t), 1e-10) << t;
    if (t > 1.05) {
      EXPECT_LT(run.parts.interaction.lambda().norm(), 1e-8);
    }
  });
}

/// Each step is J_h(x_k - h g(t_{k+1})).
TEST(MonotoneInclusions, StepsAreResolvents) {
  // The shrinkage of the norm in the plane, beside a rotation: A = ∂|·| + R, which no potential has.
  const MonotoneInclusion shrink(2, [](double rho, VectorConstRef z, VectorRef p) {
    p = z.norm() > rho ? Vector((1.0 - rho / z.norm()) * z) : Vector(Vector::Zero(2));
  });
  const auto load = [](double t, VectorRef g) { g << 1.4 * std::cos(3.0 * t), 1.1 * std::sin(2.0 * t); };
  MonotoneInclusion loaded = shrink;
  loaded.setLoad(load);
  Vector x{{0.8, 0.3}};
  MonotoneRun run(loaded, x, 0.05, 80);
  int rested = 0;
  run.simulation.run([&](const Simulation& s) {
    Vector g = Vector::Zero(2);
    load(s.time(), g);
    x = shrink.resolvent(0.05, x - 0.05 * g);
    EXPECT_LT((run.parts.system.x() - x).norm(), 1e-9) << s.time();
    rested += x.norm() == 0.0 ? 1 : 0;
    // -λ ∈ A(x): the Yosida approximation at x - ρ λ is -λ.
    const Vector lambda = run.parts.interaction.lambda();
    EXPECT_LT((shrink.yosida(1.0, x - lambda) + lambda).norm(), 1e-7);
  });
  EXPECT_GT(rested, 2);
  EXPECT_LT(run.simulation.statistics().solves, 4 * 80);
}

/// What a relay makes of the same: x' = 1.5 sin 3t - sgn x.
TEST(MonotoneInclusions, AgreeWithRelays) {
  const auto load = [](double t, VectorRef g) { g[0] = -1.5 * std::sin(3.0 * t); };
  MonotoneInclusion inclusion = softly(1);
  inclusion.setLoad(load);
  MonotoneRun run(inclusion, Vector{{0.4}}, 0.01, 600);
  std::vector<double> states;
  run.simulation.run([&](const Simulation&) { states.push_back(run.parts.system.x()[0]); });
  Model model(0.0, 6.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.4}}, Matrix{{0.0}});
  x.setB([](double t, VectorRef b) { b[0] = 1.5 * std::sin(3.0 * t); });
  model.link(RelayNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
  simulation.run([&](const Simulation& s) {
    EXPECT_NEAR(x.x()[0], states[static_cast<std::size_t>(s.step() - 1)], 1e-10);
  });
}

/// Steps of another length than ρ, as the last one of a run may be, have the same solution: Newton's method finds it.
TEST(MonotoneInclusions, DoNotNeedRhoToBeTheStep) {
  for (const double rho : {0.02, 0.05, 0.3}) {
    Model model(0.0, 1.97);
    const FirstOrderParts parts = softly(2).addTo(model, Vector{{1.0, -0.55}}, rho);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    simulation.setNewtonOptions({.tolerance = 1e-13});
    simulation.run();
    EXPECT_LT(parts.system.x().norm(), 1e-9) << rho;
  }
}

/// -x' ∈ N_[-1,1](x) + x - 2 sin t by its resolvent, P((z + 2 ρ … of f = x the resolvent is P_K(z/(1 + ρ)). Order one against the
/// exact solution of x' = 2 sin t - x below 1.
TEST(MonotoneInclusions, ConvergeWithOrderOne) {
  // x = e^{-t} + sin t - cos t from 0 reaches 1 at t* and leaves when 2 sin t < 1, t = 5π/6.
  const auto rising = [](double t) { return std::exp(-t) + std::sin(t) - std::cos(t); };
  double low = 1.0;
  double high = 2.0;
  for (int k = 0; k < 60; ++k) (rising(0.5 * (low + high)) < 1.0 ? low : high) = 0.5 * (low + high);
  const double leaves = 5.0 * M_PI / 6.0;
  const auto exact = [=](double t) {
    if (t < low) return Vector{{rising(t)}};
    if (t < leaves) return Vector{{1.0}};
    const double c = (1.0 - std::sin(leaves) + std::cos(leaves)) * std::exp(leaves - t);
    return Vector{{c + std::sin(t) - std::cos(t)}};
  };
  const OrderFit fit = orderOverTwoDecades(
      3.5,
      [&](double t0, double h, Index steps) {
        MonotoneInclusion inclusion(1, [](double rho, VectorConstRef z, VectorRef p) {
          p = (z / (1.0 + rho)).cwiseMax(-1.0).cwiseMin(1.0);
        });
        inclusion.setLoad([](double t, VectorRef g) { g[0] = -2.0 * std::sin(t); });
        return largestError(inclusion, t0, h, steps, EulerMoreauOSI(1.0), exact, h);
      },
      16);
  EXPECT_NEAR(fit.order, 1.0, 0.15);
}

TEST(MonotoneInclusionInput, IsRefusedByName) {
  using Resolvent = MonotoneInclusion::Resolvent;
  Model model(0.0, 1.0);
  const auto refused = [&](const Vector& x0, const Resolvent& J, const std::string& part) {
    const MonotoneInclusion inclusion(x0.size(), J);
    expectPart(test::errorText<InvalidArgument>([&] { inclusion.addTo(model, x0, 0.1); }), part);
  };
  const Vector x0{{1.0, 0.0}};
  refused(
      x0, [](double, VectorConstRef z, VectorRef p) { p = 1.5 * z; }, "MonotoneInclusion");
  // Rotations by 90° are non-expansive but not firmly so.
  refused(
      x0, [](double, VectorConstRef z, VectorRef p) { p << -z[1], z[0]; }, "MonotoneInclusion");
  // A threshold that does not depend on ρ is of no one operator.
  refused(
      x0, [](double, VectorConstRef z, VectorRef p) { p = 0.5 * z; }, "one operator");
  // The normal cone of [-1, 1] has no element at 2. That of -log x has none at 0, which is in the closure of its domain.
  refused(
      Vector{{2.0}}, [](double, VectorConstRef z, VectorRef p) { p = z.cwiseMax(-1.0).cwiseMin(1.0); },
      "x0 is at a distance of 1 from the domain");
  const MonotoneInclusion barrier(1, [](double rho, VectorConstRef z, VectorRef p) {
    p[0] = 0.5 * (z[0] + std::sqrt(z[0] * z[0] + 4.0 * rho));
  });
  EXPECT_NO_THROW(barrier.addTo(model, Vector{{0.0}}, 0.1));
  MonotoneInclusion inclusion = softly(2);
  expectPart(test::errorText<InvalidArgument>([&] { MonotoneInclusion(2, {}); }), "resolvent is empty");
  expectPart(test::errorText<InvalidArgument>([&] { softly(0); }), "0 states");
  expectPart(test::errorText<InvalidArgument>([&] { inclusion.setLoad({}); }), "load is empty");
  expectPart(test::errorText<InvalidArgument>([&] { inclusion.addTo(model, Vector{{1.0}}, 0.1); }),
             "x0 has 1");
  expectPart(test::errorText<InvalidArgument>([&] {
               inclusion.addTo(model, Vector{{1.0, NAN}}, 0.1);
             }),
             "x0(1)");
  expectPart(test::errorText<InvalidArgument>([&] { inclusion.addTo(model, x0, 0.0); }), "rho");
}

}  // namespace
}  // namespace nsds::monotone_inclusions_test
