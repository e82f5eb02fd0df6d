#include "kernel/models.hpp"

#include <cmath>

#include "kernel/modeling/user_parts.hpp"

namespace nsds::test {

LagrangianLinearTIDS& addBall(Model& model, double q, double v, double m, const Units& units) {
  const double speed = units.length / units.time;
  auto& ball =
      model.add<LagrangianLinearTIDS>(Vector::Constant(1, q * units.length), Vector::Constant(1, v * speed),
                                      Matrix::Constant(1, 1, m * units.mass));
  ball.setFExt(Vector::Constant(1, -10.0 * m * units.mass * speed / units.time));
  return ball;
}

Interaction& linkGround(Model& model, LagrangianLinearTIDS& ball, double e) {
  return model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0}}), ball);
}

Trial beads(const Units& units, double t0) {
  Trial run(t0, t0 + 1.0 * units.time);
  LagrangianLinearTIDS* below = nullptr;
  for (int i = 0; i < 5; ++i) {
    auto& bead = addBall(*run.model, 0.2 + 0.21 * i, -0.1 * i, 1.0 + 0.5 * i, units);
    if (below == nullptr) {
      linkGround(*run.model, bead, 0.5);
    } else {
      run.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -0.2 * units.length),
                      *below, bead);
    }
    below = &bead;
  }
  run.simulate(1e-3 * units.time, MoreauJeanOSI(0.5));
  return run;
}

Trial doublePendulum() {
  Trial run(0.0, 3.0);
  auto& pendulum =
      run.model->add<LagrangianDS>(Vector{{0.5, 1.0}}, Vector::Zero(2), [](VectorConstRef q, MatrixRef M) {
        const double c = std::cos(q[0] - q[1]);
        M << 2.0, c, c, 1.0;
      });
  pendulum.setFGyr([](VectorConstRef q, VectorConstRef v, VectorRef force) {
    const double s = std::sin(q[0] - q[1]);
    force << v[1] * v[1] * s, -v[0] * v[0] * s;
  });
  pendulum.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef force) {
    force << 20.0 * std::sin(q[0]), 10.0 * std::sin(q[1]);
  });
  const auto stop = [](VectorConstRef q, VectorRef y) {
    y << std::sin(q[0]), std::sin(q[0]) + std::sin(q[1]);
  };
  const auto stopJacobian = [](VectorConstRef q, MatrixRef H) {
    H << std::cos(q[0]), 0.0, std::cos(q[0]), std::cos(q[1]);
  };
  run.model->link(NewtonImpactNSL(0.3), LagrangianScleronomousR(2, stop, stopJacobian), pendulum);
  run.simulate(2e-3, MoreauJeanOSI(0.5));
  return run;
}

Trial diodeBridge() {
  const double L = 1e-2, C = 1e-6, R = 1e3;
  Trial run(0.0, 3e-4);
  auto& oscillator =
      run.model->add<FirstOrderLinearDS>(Vector{{10.0, 0.0}}, Matrix{{0.0, -1.0 / C}, {1.0 / L, 0.0}});
  FirstOrderLinearTIR bridge(Matrix{{0.0, 0.0}, {0.0, 0.0}, {-1.0, 0.0}, {1.0, 0.0}},
                             Matrix{{0.0, 0.0, -1.0 / C, 1.0 / C}, {0.0, 0.0, 0.0, 0.0}});
  bridge.setD(Matrix{{1.0 / R, 1.0 / R, -1.0, 0.0},
                     {1.0 / R, 1.0 / R, 0.0, -1.0},
                     {1.0, 0.0, 0.0, 0.0},
                     {0.0, 1.0, 0.0, 0.0}});
  run.model->link(ComplementarityConditionNSL(), bridge, oscillator);
  run.simulate(1e-6, EulerMoreauOSI(0.5));
  return run;
}

Trial wearingBalls() {
  Trial run(0.0, 1.0);
  auto& first = addBall(*run.model, 0.05);
  auto& second = addBall(*run.model, 0.07);
  auto& apart = addBall(*run.model, 0.09);
  const WearingImpactNSL law(0.5, 0.99);
  run.model->link(law, LagrangianLinearTIR(Matrix{{1.0}}), first);
  run.model->link(law, LagrangianLinearTIR(Matrix{{-1.0, 1.0}}), first, second);
  run.model->link(law, LagrangianLinearTIR(Matrix{{1.0}}), apart);
  run.simulate(2e-3, MoreauJeanOSI(0.5));
  return run;
}

}  // namespace nsds::test
