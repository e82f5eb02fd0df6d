// An elastic bar of 100 nodes that hits a wall, and a double pendulum between stops.
#include <cmath>
#include <nsds/kernel.hpp>

#include "kernel/impacting_bar.hpp"
#include "reference/cases.hpp"

namespace nsds::test {
namespace {

/// Angles q from the vertical, both absolute, m = l = 1, g = 10:
/// M = [2, cos d; cos d, 1], F_gyr = (v_1^2 sin d, -v_0^2 sin d), F_int = (20 sin q_0, 10 sin q_1), d = q_0 -
/// q_1.
LagrangianDS& addDoublePendulum(Model& model) {
  auto& pendulum =
      model.add<LagrangianDS>(Vector{{0.1, 0.2}}, Vector::Zero(2), [](VectorConstRef q, MatrixRef M) {
        const double c = std::cos(q[0] - q[1]);
        M << 2.0, c, c, 1.0;
      });
  pendulum.setFGyr(
      [](VectorConstRef q, VectorConstRef v, VectorRef force) {
        const double s = std::sin(q[0] - q[1]);
        force << v[1] * v[1] * s, -v[0] * v[0] * s;
      },
      // Entry (0, 0) is v_1 v_0 c in the reference, where v_1^2 c is right: it converges in one iteration, so
      // that its Jacobians, not the equations alone, decide about the last digits.
      [](VectorConstRef q, VectorConstRef v, MatrixRef dq) {
        const double c = std::cos(q[0] - q[1]);
        dq << v[1] * v[0] * c, -v[1] * v[1] * c, -v[0] * v[0] * c, v[0] * v[0] * c;
      },
      [](VectorConstRef q, VectorConstRef v, MatrixRef dv) {
        const double s = std::sin(q[0] - q[1]);
        dv << 0.0, 2.0 * v[1] * s, -2.0 * v[0] * s, 0.0;
      });
  pendulum.setFInt([](double, VectorConstRef q, VectorConstRef,
                      VectorRef force) { force << 20.0 * std::sin(q[0]), 10.0 * std::sin(q[1]); },
                   [](double, VectorConstRef q, VectorConstRef, MatrixRef dq) {
                     dq << 20.0 * std::cos(q[0]), 0.0, 0.0, 10.0 * std::cos(q[1]);
                   },
                   [](double, VectorConstRef, VectorConstRef, MatrixRef dv) { dv.setZero(); });
  return pendulum;
}

}  // namespace

/// t, q_0, v_0, p_0/h, lambda, q K q, v M v, q_99, v_99, q_50, v_50, (v_0 + v_0 before) lambda / 2.
Rows impactingBar() {
  constexpr Index n = ImpactingBar::n;
  const double t0 = 1e-8, h = 2e-6;
  ImpactingBar impacting(t0 + 748.0 * h, 0.0, t0);
  const SparseMatrix M = ImpactingBar::mass(), K = ImpactingBar::stiffness();
  const LagrangianLinearTIDS& bar = impacting.bar;
  const Interaction& wall = impacting.wall;
  TimeStepping simulation(impacting.model, TimeDiscretisation(t0, h),
                          MoreauJeanOSI(0.5, {.gamma = 0.0, .restingGap = 0.0}), LCP(tight()));
  Rows rows;
  double before = bar.v()[0];
  const auto record = [&](const Simulation& s) {
    const auto q = bar.q();
    const auto v = bar.v();
    const double lambda = wall.lambda()[0];
    rows.push_back({s.time(), q[0], v[0], bar.p()[0] / h, lambda, q.dot(K * q), v.dot(M * v), q[n - 1],
                    v[n - 1], q[n / 2], v[n / 2], 0.5 * (v[0] + before) * lambda});
    before = v[0];
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

/// t, q_0, v_0, q_1, v_1, places of both masses, speeds of both masses across, 0.
Rows doublePendulum() {
  Model model(0.0, 5.0);
  auto& pendulum = addDoublePendulum(model);
  // Stops to the left of the upper mass (e = 1) and of the lower mass (e = 0).
  model.link(NewtonImpactNSL(1.0),
             LagrangianScleronomousR(
                 1, [](VectorConstRef q, VectorRef y) { y[0] = std::sin(q[0]); },
                 [](VectorConstRef q, MatrixRef H) { H << std::cos(q[0]), 0.0; }),
             pendulum);
  model.link(NewtonImpactNSL(0.0),
             LagrangianScleronomousR(
                 1, [](VectorConstRef q, VectorRef y) { y[0] = std::sin(q[0]) + std::sin(q[1]); },
                 [](VectorConstRef q, MatrixRef H) { H << std::cos(q[0]), std::cos(q[1]); }),
             pendulum);
  // The reference stops iterating at a residual of 0.05 N s, which the first iterate always meets.
  model.setScales({1.0, 1.0, 1.0});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 5e-4), MoreauJeanOSI(0.500001), LCP(tight()));
  simulation.setNewtonOptions({.tolerance = 0.05});
  Rows rows;
  const auto record = [&](const Simulation& s) {
    const auto q = pendulum.q();
    const auto v = pendulum.v();
    const double x0 = std::sin(q[0]), y0 = -std::cos(q[0]);
    const double u0 = v[0] * std::cos(q[0]);
    rows.push_back({s.time(), q[0], v[0], q[1], v[1], x0, y0, x0 + std::sin(q[1]), y0 - std::cos(q[1]), u0,
                    u0 + v[1] * std::cos(q[1]), 0.0});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

}  // namespace nsds::test
