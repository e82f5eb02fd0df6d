// Bodies with Coulomb friction: a ball, two discs, a stick that hits the ground with its end.
#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

FrictionContact tightFriction() {
  return FrictionContact(Solver("auto").set("tolerance", 1e-12));
}

}  // namespace

/// A ball with all of its three velocities in the contact; nothing moves it along the ground. t, q_0, v_0,
/// p_0, lambda_N.
Rows bouncingBallWithFriction() {
  Model model(0.0, 10.0);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector{{1.0, 0.0, 0.0}}, Vector::Zero(3),
                                               Matrix(Vector{{1.0, 1.0, 0.4 * 0.01}}.asDiagonal()));
  ball.setFExt(Vector{{-9.81, 0.0, 0.0}});
  auto& ground = model.link(NewtonImpactFrictionNSL(0.9, 0.9, 0.6, 3),
                            LagrangianLinearTIR(Matrix(Matrix::Identity(3, 3))), ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.005), MoreauJeanOSI(0.5, {.restingGap = 0.0}),
                          tightFriction());
  Rows rows;
  const auto record = [&](const Simulation& s) {
    rows.push_back({s.time(), ball.q()[0], ball.v()[0], ball.p()[0], ground.lambda()[0]});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

/// Two discs of radius 1/2 above one another, coordinates (height, sideways, angle): t, q, v, p, lambda of
/// the lower with the ground; height of the upper, v and p of the lower again, lambda between them.
Rows twoDiscs() {
  const double R = 0.5;
  Model model(0.0, 10.0);
  const auto addDisc = [&](double height) -> LagrangianLinearTIDS& {
    auto& disc = model.add<LagrangianLinearTIDS>(Vector{{height, 0.0, 0.0}}, Vector::Zero(3),
                                                 Matrix(Vector{{1.0, 1.0, 0.5 * R * R}}.asDiagonal()));
    disc.setFExt(Vector{{-9.81, 0.0, 0.0}});
    return disc;
  };
  auto& lower = addDisc(1.0);
  auto& upper = addDisc(2.1);
  const NewtonImpactFrictionNSL law(0.9, 0.0, 0.1, 2);
  auto& ground =
      model.link(law, LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}, {0.0, 1.0, R}}, Vector{{-R, 0.0}}), lower);
  const Matrix H{{-1.0, 0.0, 0.0, 1.0, 0.0, 0.0}, {0.0, -1.0, R, 0.0, 1.0, R}};
  auto& contact = model.link(law, LagrangianLinearTIR(H, Vector{{-2.0 * R, 0.0}}), lower, upper);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.005), MoreauJeanOSI(0.5, {.restingGap = 0.0}),
                          tightFriction());
  Rows rows;
  const auto record = [&](const Simulation& s) {
    rows.push_back({s.time(), lower.q()[0], lower.v()[0], lower.p()[0], ground.lambda()[0], upper.q()[0],
                    lower.v()[0], lower.p()[0], contact.lambda()[0]});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

namespace {

/// The lower end of a stick of length 1, q = (x, y, phi) of its middle: N = y - cos(phi) / 2, T = -x -
/// sin(phi) / 2. The Jacobian is that at the place where it was last frozen.
class StickEndR final : public LagrangianRelation {
 public:
  explicit StickEndR(const Vector* frozen) : LagrangianRelation("StickEndR", 2, 3, false), frozen_(frozen) {}

 private:
  void doOutput(VectorConstRef q, VectorRef y) const override {
    y << q[1] - 0.5 * std::cos(q[2]), -q[0] - 0.5 * std::sin(q[2]);
  }
  void doJacobian(VectorConstRef, MatrixRef H) const override {
    const double phi = (*frozen_)[2];
    H << 0.0, 1.0, 0.5 * std::sin(phi), -1.0, 0.0, -0.5 * std::cos(phi);
  }

  const Vector* frozen_;
};

}  // namespace

/// The reference takes one iterate with the Jacobian at the start of the step, where the integrator iterates
/// on that at its end; so the relation is frozen by hand, and what it is at the end of a step is recorded
/// apart. t, q, v, p_0, y_N, 0, u_N, u_T, lambda_N, lambda_T, works of the step along N and T, dissipation by
/// friction, both works so far, kinetic and potential energy, work of the weight so far.
Rows impactingStick() {
  const double h = 1e-4, mu = 0.01, g = 10.0;
  Model model(0.0, 0.2);
  const double slope = 0.25 * std::numbers::pi;
  auto& stick = model.add<LagrangianLinearTIDS>(
      Vector{{0.5 * std::sin(slope), 0.5 * std::cos(slope) + 0.01, slope}}, Vector{{-0.5, 0.1, 0.1}},
      Matrix(Vector{{1.0, 1.0, 1.0 / 12.0}}.asDiagonal()));
  stick.setFExt(Vector{{0.0, -g, 0.0}});
  Vector frozen = stick.initialPosition();
  auto& end = model.link(NewtonImpactFrictionNSL(1.0, 0.0, mu, 2), StickEndR(&frozen), stick);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5, {.restingGap = 0.0}),
                          tightFriction());
  simulation.initialize();
  Rows rows;
  Vector before = end.velocity();
  Vector v = stick.v();
  double work_N = 0.0, work_T = 0.0, work = 0.0;
  const auto record = [&] {
    const Vector q = stick.q();
    const Vector u = end.velocity();
    const Vector lambda = end.lambda();
    if (rows.empty()) {  // the reference leaves the rest of its first row at zero
      rows.push_back({0.0, q[0], q[1], q[2], v[0], v[1], v[2]});
      rows.back().resize(22, 0.0);
      return;
    }
    const double step_N = 0.5 * (u[0] + before[0]) * lambda[0];
    const double step_T = 0.5 * (u[1] + before[1]) * lambda[1];
    work_N += step_N;
    work_T += step_T;
    work -= 0.5 * h * g * (v[1] + stick.v()[1]);
    v = stick.v();
    const double kinetic = 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] / 12.0);
    rows.push_back({simulation.time(),
                    q[0],
                    q[1],
                    q[2],
                    v[0],
                    v[1],
                    v[2],
                    stick.p()[0],
                    end.y()[0],
                    0.0,
                    u[0],
                    u[1],
                    lambda[0],
                    lambda[1],
                    step_N,
                    step_T,
                    0.5 * mu * std::abs(u[1] + before[1]) * lambda[0],
                    work_N,
                    work_T,
                    kinetic,
                    g * q[1],
                    work});
    before = u;
  };
  record();
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    frozen = stick.q();
    stick.setQ(frozen);  // so that outputs are evaluated with the new Jacobian
    simulation.initialize();
    record();
  }
  return rows;
}

}  // namespace nsds::test
