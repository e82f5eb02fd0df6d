// Rigid bodies, a body that is moved, and the woodpecker.
#include <cmath>
#include <nsds/kernel.hpp>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

constexpr double R = 0.1;
constexpr double g = 9.81;

/// A sphere above the plane x = 0: gap |x| - R, and the velocities of the point that touches.
class SphereOnWallR final : public MechanicalRelation {
 public:
  SphereOnWallR() : MechanicalRelation("SphereOnWallR", 3, 6, true) {}

 private:
  void doOutput(double, VectorConstRef q, VectorRef y) const override { y << std::abs(q[0]) - R, q[1], q[2]; }
  void doJacobian(double, VectorConstRef, MatrixRef H) const override {
    H.setZero();
    H(0, 0) = H(1, 1) = H(2, 2) = 1.0;
    H(1, 5) = -R;
    H(2, 4) = R;
  }
};

/// t, x, v_x, p_x, lambda_N, angle, |contact force|, q, v_y, v_z.
Rows sphere(bool projected) {
  Model model(0.0, 10.0);
  Vector q0 = Vector::Zero(7);
  q0[0] = q0[3] = 1.0;
  auto& body = model.add<NewtonEulerDS>(q0, Vector::Unit(6, 0) * 2.0, 1.0, Matrix::Identity(3, 3));
  body.setFExt(Vector{{-g, 0.0, 0.0}});
  auto& wall = model.link(NewtonImpactFrictionNSL(0.9, 0.9, 0.6, 3), SphereOnWallR(), body);
  MoreauJeanOSI integrator(0.5, projected ? within(0.5, 1e-7) : Activation{.restingGap = 0.0});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.005), std::move(integrator),
                          FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  if (projected) simulation.setProjection(identityMetric(model, 1e-8, 20));
  Rows rows;
  const auto record = [&](const Simulation& s) {
    const auto q = body.q();
    rows.push_back({s.time(), q[0], body.v()[0], body.p()[0], wall.lambda()[0], std::acos(q[3]),
                    body.p().norm(), q[0], q[1], q[2], q[3], q[4], q[5], q[6], body.v()[1], body.v()[2]});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

}  // namespace

Rows bouncingSphere() {
  return sphere(false);
}
Rows bouncingSphereProjected() {
  return sphere(true);
}

/// A free body that spins; the reference has no initial row. t, x, quaternion, 0.
Rows freeBody() {
  Model model(0.0, 10.0);
  Vector q0 = Vector::Zero(7);
  q0[0] = 0.5 / std::sqrt(2.0);
  q0[2] = -q0[0];
  q0[3] = std::cos(std::atan(1.0) / 2.0);
  q0[5] = std::sin(std::atan(1.0) / 2.0);
  Vector v0 = Vector::Zero(6);
  v0[0] = v0[5] = 100.0;
  auto& body =
      model.add<NewtonEulerDS>(q0, v0, 1.0, Matrix{{0.1, 0.1, 0.0}, {0.1, 1.0, 0.0}, {0.0, 0.0, 1.0}});
  body.setFExt(Vector{{0.0, 0.0, -g}});
  body.setRotationUpdate(RotationUpdate::exponential);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(1.0));
  simulation.setNewtonOptions({.tolerance = 1e-14});
  Rows rows;
  simulation.run([&](const Simulation& s) {
    std::vector<double> row(22, 0.0);
    row[0] = s.time();
    for (Index i = 0; i < 7; ++i) row[static_cast<std::size_t>(i + 1)] = body.q()[i];
    rows.push_back(std::move(row));
  });
  return rows;
}

/// A ball on a plane whose velocity is given. t, ball: q_0, v_0, p_0, lambda, q_1, v_1; plane: q_0, v_0, q_1,
/// v_1; and what the reference prints as the reaction of the plane, -lambda - v_0. In its first row it prints
/// q_0 and v_0 of the ball twice.
Rows ballOnMovingPlane() {
  Model model(0.0, 10.0);
  const auto add = [&](double height) -> LagrangianLinearTIDS& {
    auto& body = model.add<LagrangianLinearTIDS>(Vector{{height, 0.0, 0.0}}, Vector::Zero(3),
                                                 Matrix(Vector{{1.0, 1.0, 0.4 * R * R}}.asDiagonal()));
    body.setFExt(Vector{{-g, 0.0, 0.0}});
    return body;
  };
  auto& ball = add(1.0);
  auto& plane = add(0.0);
  plane.prescribe(0, [](double t) { return 2.0 + std::cos(2.0 * std::atan(1.0) * t); });
  auto& contact = model.link(NewtonImpactNSL(0.9),
                             LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0, -1.0, 0.0, 0.0}}), ball, plane);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.005), MoreauJeanOSI(0.5), LCP(tight()));
  Rows rows;
  const auto record = [&](const Simulation& s) {
    const Vector q = ball.q(), v = ball.v(), plane_q = plane.q(), plane_v = plane.v();
    const double lambda = contact.lambda()[0];
    const Index shown = rows.empty() ? 0 : 1;
    rows.push_back({s.time(), q[0], v[0], ball.p()[0], lambda, q[shown], v[shown], plane_q[0], plane_v[0],
                    plane_q[1], plane_v[1], -lambda - plane_v[0]});
  };
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

/// Glocker's woodpecker: t, q_0, v_0, q_1, v_1, q_2, v_2 of the height of the sleeve and the angles of sleeve
/// and bird; three contacts of the sleeve and the beak with the pole.
Rows woodpecker() {
  const double r_O = 0.0025, r_M = 0.0031, h_M = 0.0058, l_M = 0.010, l_G = 0.015, h_S = 0.02, l_S = 0.0201;
  const double m_M = 0.0003, m_S = 0.0045, J_M = 5e-9, J_S = 7e-7, c = 0.0056;
  Model model(0.0, 0.3);
  const Matrix M{{m_S + m_M, m_S * l_M, m_S * l_G},
                 {m_S * l_M, J_M + m_S * l_M * l_M, m_S * l_M * l_G},
                 {m_S * l_G, m_S * l_M * l_G, J_S + m_S * l_G * l_G}};
  const Matrix K{{0.0, 0.0, 0.0}, {0.0, c, -c}, {0.0, -c, c}};
  auto& bird = model.add<LagrangianLinearTIDS>(
      Vector{{0.0, -0.1036, -0.2788}}, Vector{{-0.3411, 4.8572e-15, -7.4583}}, M, K, Matrix::Zero(3, 3));
  bird.setFExt(Vector{{-(m_S + m_M) * g, -m_S * l_M * g, -m_S * l_G * g}});
  const auto link = [&](double restitution, const Matrix& H, double offset) {
    model.link(NewtonImpactFrictionNSL(restitution, 0.0, 0.3, 2),
               LagrangianLinearTIR(H, Vector{{offset, 0.0}}), bird);
  };
  link(0.5, Matrix{{0.0, 0.0, -h_S}, {1.0, l_M, l_G - l_S}}, l_M + l_G - l_S - r_O);
  link(0.0, Matrix{{0.0, h_M, 0.0}, {1.0, r_M, 0.0}}, r_M - r_O);
  link(0.0, Matrix{{0.0, -h_M, 0.0}, {1.0, r_M, 0.0}}, r_M - r_O);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 2e-5), MoreauJeanOSI(0.5, {.restingGap = 0.0}),
                          FrictionContact(Solver("auto").set("tolerance", 1e-13)));
  Rows rows;
  const auto record = [&](const Simulation& s) {
    const auto q = bird.q();
    const auto v = bird.v();
    rows.push_back({s.time(), q[0], v[0], q[1], v[1], q[2], v[2]});
  };
  simulation.acceptInitialState();  // of the second contact, by 9e-7 m
  simulation.initialize();
  record(simulation);
  simulation.run(record);
  return rows;
}

}  // namespace nsds::test
