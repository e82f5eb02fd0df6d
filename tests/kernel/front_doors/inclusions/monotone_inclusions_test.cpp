// Evolution under maximal monotone operators by their resolvents: exact solutions, and what the laws make of the same.
#include "nsds/kernel/first_order/monotone_inclusion.hpp"
#include "runs.hpp"

namespace nsds {
namespace {

/// A = ∂(μ |·|₁): soft thresholds.
MonotoneInclusion softly(const Vector& x0, double mu = 1.0) {
  return {x0, [mu](double rho, VectorConstRef z, VectorRef p) {
            p = z.array().sign() * (z.array().abs() - mu * rho).cwiseMax(0.0);
          }};
}

struct MonotoneRun {
  MonotoneRun(const MonotoneInclusion& inclusion, double T, double h, double rho = 0.0)
      : model(0.0, T),
        parts(inclusion.addTo(model, rho > 0.0 ? rho : h)),
        simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0)) {
    simulation.setNewtonOptions({.tolerance = 1e-13});
  }
  Model model;
  FirstOrderParts parts;
  TimeStepping simulation;
};

/// -x' ∈ sgn x is at zero from |x₀| on, by steps that are exact up to there, but for what differences of J leave.
TEST(MonotoneInclusions, DryFrictionStops) {
  MonotoneRun run(softly(Vector{{1.0, -0.55}}), 2.0, 0.1);
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
  const MonotoneInclusion shrink(Vector{{0.8, 0.3}}, [](double rho, VectorConstRef z, VectorRef p) {
    p = z.norm() > rho ? Vector((1.0 - rho / z.norm()) * z) : Vector(Vector::Zero(2));
  });
  const auto load = [](double t, VectorRef g) { g << 1.4 * std::cos(3.0 * t), 1.1 * std::sin(2.0 * t); };
  MonotoneInclusion loaded = shrink;
  loaded.setLoad(VectorField::zero(2).add(load));
  MonotoneRun run(loaded, 4.0, 0.05);
  Vector x{{0.8, 0.3}};
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
  MonotoneInclusion inclusion = softly(Vector{{0.4}});
  inclusion.setLoad(VectorField::zero(1).add(load));
  MonotoneRun run(inclusion, 6.0, 0.01);
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
    MonotoneRun run(softly(Vector{{1.0, -0.55}}), 1.97, 0.1, rho);
    run.simulation.run();
    EXPECT_LT(run.parts.system.x().norm(), 1e-9) << rho;
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
        MonotoneInclusion inclusion(exact(t0), [](double rho, VectorConstRef z, VectorRef p) {
          p = (z / (1.0 + rho)).cwiseMax(-1.0).cwiseMin(1.0);
        });
        inclusion.setLoad(VectorField::zero(1).add([](double t, VectorRef g) { g[0] = -2.0 * std::sin(t); }));
        const double T = t0 + h * static_cast<double>(steps);
        Model model(t0, T);
        const FirstOrderParts parts = inclusion.addTo(model, h);
        TimeStepping simulation(model, TimeDiscretisation(t0, h), EulerMoreauOSI(1.0));
        double worst = 0.0;
        simulation.run([&](const Simulation& s) {
          worst = std::max(worst, std::abs(parts.system.x()[0] - exact(s.time())[0]));
        });
        return worst;
      },
      16);
  EXPECT_NEAR(fit.order, 1.0, 0.15);
}

TEST(MonotoneInclusionInput, IsRefusedByName) {
  const Vector x0{{1.0, 0.0}};
  expectPart(messageOf<InvalidArgument>([&] { MonotoneInclusion(x0, {}); }), "resolvent is empty");
  expectPart(messageOf<InvalidArgument>([&] { softly(Vector()); }), "x0 is empty");
  expectPart(messageOf<InvalidArgument>(
                 [&] { MonotoneInclusion(x0, [](double, VectorConstRef z, VectorRef p) { p = 1.5 * z; }); }),
             "MonotoneInclusion");
  // Rotations by 90° are non-expansive but not firmly so.
  expectPart(messageOf<InvalidArgument>([&] {
               MonotoneInclusion(x0, [](double, VectorConstRef z, VectorRef p) { p << -z[1], z[0]; });
             }),
             "MonotoneInclusion");
  // A threshold that does not depend on ρ is of no one operator.
  expectPart(messageOf<InvalidArgument>(
                 [&] { MonotoneInclusion(x0, [](double, VectorConstRef z, VectorRef p) { p = 0.5 * z; }); }),
             "one operator");
  MonotoneInclusion inclusion = softly(x0);
  expectPart(messageOf<InvalidArgument>([&] { inclusion.setLoad(VectorField::zero(1)); }), "1 entries");
  expectPart(messageOf<InvalidArgument>(
                 [&] { inclusion.setLoad(VectorField::linear(Matrix(Matrix::Identity(2, 2)))); }),
             "depends on x");
  Model model(0.0, 1.0);
  expectPart(messageOf<InvalidArgument>([&] { inclusion.addTo(model, 0.0); }), "rho");
}

}  // namespace
}  // namespace nsds
