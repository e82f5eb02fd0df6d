// Implicit relays: at rest without chattering, and the same steps as the complementarity problem they can be written as.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/first_order/first_order_parts.hpp>
#include <nsds/theory/first_order/relay_system.hpp>

#include "kernel/theory/analysis/linear_systems.hpp"

namespace nsds::test::relay_system_test {
namespace {

TEST(RelaySystem, MakesTheStepsOfItsComplementarityForm) {
  LinearSystems random(21);
  double worst = 0.0;
  for (int k = 0; k < 20; ++k) {
    const Index n = random.integer(1, 5), m = random.integer(1, std::min<Index>(3, n));
    LinearComplementaritySystem matrices = random.portHamiltonian(n, m, k % 2 == 0 ? m : 0, n);
    RelaySystem relay(matrices);
    const Vector lower = -random.normal(m, 1).cwiseAbs(), upper = random.normal(m, 1).cwiseAbs();
    relay.setLevels(lower, upper).setB(random.normal(n, 1)).setE(random.normal(m, 1));
    const Vector x0 = random.normal(n, 1);

    Model asRelay(0.0, 1.0);
    const FirstOrderParts parts = relay.addTo(asRelay, x0);
    Model asComplementarity(0.0, 1.0);
    const FirstOrderParts rows = toLcs(relay).addTo(asComplementarity, x0);
    TimeStepping one(asRelay, TimeDiscretisation(0.0, 0.05), EulerMoreauOSI(1.0));
    TimeStepping other(asComplementarity, TimeDiscretisation(0.0, 0.05), EulerMoreauOSI(1.0));
    for (TimeStepping* each : {&one, &other}) {
      each->initialize();
      each->nonSmoothProblem().setSolver(Solver("auto").set("tolerance", 1e-13));
    }
    while (one.hasNextEvent()) {
      one.computeOneStep();
      other.computeOneStep();
      worst = std::max(worst, (parts.system.x() - rows.system.x()).norm() / (1.0 + x0.norm()));
      worst =
          std::max(worst, (parts.interaction.lambda() - lower - rows.interaction.lambda().head(m)).norm());
      one.nextStep();
      other.nextStep();
    }
  }
  EXPECT_LT(worst, 1e-12);
}

TEST(RelaySystem, DoesNotChatterWhereAnExplicitRelayDoes) {
  // A double integrator x'' = u + d held on x + x' = 0 by u = -2 sgn(x + x'), against d = ½ sin t.
  const Matrix A{{0.0, 1.0}, {0.0, 0.0}}, B{{0.0}, {2.0}}, C{{1.0, 1.0}};
  const double h = 0.01;
  Model model(0.0, 10.0);
  RelaySystem relay({A, B, C});
  relay.setB([](double t, VectorRef b) { b[1] = 0.5 * std::sin(t); });
  const FirstOrderParts parts = relay.addTo(model, Vector{{1.0, 0.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
  double implicitOff = 0.0, implicitWork = 0.0, control = 0.0;
  Vector x{{1.0, 0.0}};
  double explicitOff = 0.0, explicitWork = 0.0, before = 0.0;
  simulation.run([&](const Simulation& s) {
    const double t = s.time();
    if (t > 5.0) {
      implicitOff = std::max(implicitOff, std::abs(parts.system.x().sum()));
      implicitWork += std::abs(parts.interaction.lambda()[0] - control);
      explicitOff = std::max(explicitOff, std::abs(x.sum()));
    }
    control = parts.interaction.lambda()[0];
    const double u = x.sum() > 0.0 ? -1.0 : 1.0;
    if (t > 5.0) explicitWork += std::abs(u - before);
    before = u;
    x += h * (A * x + B * u + Vector{{0.0, 0.5 * std::sin(t)}});
  });
  // On the surface to rounding, with the equivalent control 2 u = -x₂ - d, which varies by about 1 in half a period.
  EXPECT_LT(implicitOff, 1e-13);
  EXPECT_LT(implicitWork, 2.0);
  EXPECT_GT(explicitOff, 0.1 * h);
  EXPECT_GT(explicitWork, 100.0);
}

TEST(RelaySystem, RefusesBadInput) {
  const Matrix one{{1.0}};
  RelaySystem relay({one, one, one});
  EXPECT_THROW((void)relay.setB(Vector::Zero(2)), InvalidArgument);
  EXPECT_THROW((void)relay.setE(Vector{{NAN}}), InvalidArgument);
  EXPECT_THROW((void)relay.setE(RelaySystem::VectorFunction()), InvalidArgument);
  EXPECT_THROW((void)relay.setLevels(Vector{{1.0}}, Vector{{-1.0}}), InvalidArgument);
  EXPECT_THROW((void)relay.setLevels(Vector{{-HUGE_VAL}}, Vector{{1.0}}), InvalidArgument);
  Model model(0.0, 1.0);
  EXPECT_THROW((void)relay.addTo(model, Vector::Zero(2)), InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::relay_system_test
