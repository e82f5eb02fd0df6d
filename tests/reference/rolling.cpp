// A ball that resists rolling bounces on the ground, in the plane and in space. In the references the point of contact is that
// of the start of a step, and the centre that of its predicted end, q_k + h v_k: the arm is (-R, 0, 0) - h v_k, and not the
// radius. With the arm of the ball the law holds between other velocities than those that are printed. Here the relation is
// given that arm for the length of a step; velocities before are those of the true arm.
#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/kernel/formulations/global_rolling_friction_contact.hpp>
#include <nsds/kernel/formulations/rolling_friction_contact.hpp>
#include <nsds/kernel/modeling/laws/rolling_friction.hpp>

#include "reference/cases.hpp"

namespace nsds::test {
namespace {

constexpr double g = 9.81;
constexpr double h = 0.005;

/// Rows of a ball on the plane x = 0 with the arm of its contact: N, T, M in the plane, q = (height, sideways, angle).
class BallInPlaneR final : public MechanicalRelation {
 public:
  BallInPlaneR(double radius, const Vector3* arm)
      : MechanicalRelation("BallInPlaneR", 3, 3, false), radius_(radius), arm_(arm) {}

 private:
  void doOutput(double, VectorConstRef q, VectorRef y) const override { y << q[0] - radius_, q[1], q[2]; }
  void doJacobian(double, VectorConstRef, MatrixRef H) const override {
    H << 1.0, 0.0, -(*arm_)[1], 0.0, 1.0, (*arm_)[0], 0.0, 0.0, 1.0;
  }
  double radius_;
  const Vector3* arm_;
};

/// In space: N = e_x, T1 = -e_z, T2 = e_y, and turning about the tangents. The ball turns about e_z alone, in whatever frame.
class BallInSpaceR final : public MechanicalRelation {
 public:
  BallInSpaceR(double radius, const Vector3* arm)
      : MechanicalRelation("BallInSpaceR", 5, 6, false), radius_(radius), arm_(arm) {}

 private:
  void doOutput(double, VectorConstRef q, VectorRef y) const override {
    y << std::abs(q[0]) - radius_, -q[2], q[1], 0.0, 0.0;
  }
  void doJacobian(double, VectorConstRef, MatrixRef H) const override {
    const Vector3 axes[] = {Vector3::UnitX(), -Vector3::UnitZ(), Vector3::UnitY()};
    H.setZero();
    for (Index r = 0; r < 3; ++r) {
      const Vector3& axis = axes[r];
      H.block<1, 3>(r, 0) = axis.transpose();
      H.block<1, 3>(r, 3) << (*arm_)[1] * axis[2] - (*arm_)[2] * axis[1],
          (*arm_)[2] * axis[0] - (*arm_)[0] * axis[2], (*arm_)[0] * axis[1] - (*arm_)[1] * axis[0];
      if (r > 0) H.block<1, 3>(r + 2, 3) = axis.transpose();
    }
  }
  double radius_;
  const Vector3* arm_;
};

struct Setting {
  double gamma;  ///< of the activation
  bool staleArm;
  bool global;
};

std::unique_ptr<OneStepNSProblem> problemOf(const Setting& setting) {
  const Solver solver = Solver("auto").set("tolerance", 1e-12);
  if (setting.global) return std::make_unique<GlobalRollingFrictionContact>(solver);
  return std::make_unique<RollingFrictionContact>(solver);
}

/// Steps a ball, which the relation with the arm is linked to, and records rows; the largest residual of its steps.
template <class Body, class Record>
double bounce(Model& model, Body& body, double radius, const Setting& setting, Vector3& arm,
              const Record& record) {
  TimeStepping simulation(
      model, TimeDiscretisation(0.0, h),
      std::make_unique<MoreauJeanOSI>(0.5, Activation{.gamma = setting.gamma, .restingGap = 0.0}),
      problemOf(setting));
  double residual = 0.0;
  simulation.setCheckSolverFunction([&](const SolverOutcome& outcome) {
    residual = std::max(residual, outcome.residual);
    return outcome.status == SolverStatus::ok ? SolverAction::accept : SolverAction::stop;
  });
  const Vector3 trueArm(-radius, 0.0, 0.0);
  arm = trueArm;
  simulation.initialize();
  record(simulation);
  while (simulation.hasNextEvent()) {
    if (setting.staleArm) {
      const Index moves = body.v().size() == 3 ? 2 : 3;
      arm.head(moves) -= h * body.v().head(moves);
    }
    simulation.computeOneStep();
    simulation.nextStep();
    record(simulation);
    if (!setting.staleArm) continue;
    arm = trueArm;
    body.setQ(Vector(body.q()));  // so that velocities are those of the true arm again
    simulation.initialize();
  }
  return residual;
}

}  // namespace

/// A contact is active where the gap is closed at the start of a step: every row of the reference fits that, and none of the other
/// rules. t (of the first row that of the second), height, its velocity, angular velocity, p and lambda along the normal, sideways
/// displacement, angle, sideways velocity, 0.
RollingRun rollingBallInThePlane(bool staleArm, bool global) {
  const double R = 0.5;
  Model model(0.0, 10.0);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector{{1.0, 0.0, 0.0}}, Vector{{0.0, 0.0, 2.0}},
                                               Matrix(Vector{{1.0, 1.0, 0.4 * R * R}}.asDiagonal()));
  ball.setFExt(Vector{{-g, 0.0, 0.0}});
  Vector3 arm;
  auto& ground =
      model.link(NewtonImpactRollingFrictionNSL(0.9, 0.0, 0.1, 0.0, 3), BallInPlaneR(R, &arm), ball);
  RollingRun run;
  run.residual = bounce(model, ball, R, {0.0, staleArm, global}, arm, [&](const Simulation& s) {
    const auto q = ball.q(), v = ball.v();
    run.rows.push_back(
        {std::max(s.time(), h), q[0], v[0], v[2], ball.p()[0], ground.lambda()[0], q[1], q[2], v[1], 0.0});
  });
  return run;
}

/// t, q, v, p, lambda, angle, |p|.
RollingRun rollingBallInSpace(bool staleArm, bool global) {
  const double R = 0.1;
  Model model(0.0, 15.0);
  Vector q0 = Vector::Zero(7), v0 = Vector::Zero(6);
  q0[0] = q0[3] = 1.0;
  v0[0] = 2.0;
  v0[5] = 1.0;
  auto& ball = model.add<NewtonEulerDS>(q0, v0, 1.0, Matrix::Identity(3, 3));
  ball.setFExt(Vector{{-g, 0.0, 0.0}});
  ball.setRotationUpdate(RotationUpdate::exponential);
  Vector3 arm;
  auto& ground =
      model.link(NewtonImpactRollingFrictionNSL(0.9, 0.9, 0.6, 0.01, 5), BallInSpaceR(R, &arm), ball);
  RollingRun run;
  run.residual = bounce(model, ball, R, {0.5, staleArm, global}, arm, [&](const Simulation& s) {
    std::vector<double> row{s.time()};
    const auto append = [&](VectorConstRef values) { row.insert(row.end(), values.begin(), values.end()); };
    append(ball.q());
    append(ball.v());
    append(ball.p());
    append(ground.lambda());
    row.push_back(2.0 * std::acos(ball.q()[3]));
    row.push_back(ball.p().norm());
    run.rows.push_back(std::move(row));
  });
  return run;
}

Rows rollingBallInThePlane() {
  return rollingBallInThePlane(true).rows;
}
Rows rollingBallInSpace() {
  return rollingBallInSpace(true).rows;
}
Rows rollingBallInSpaceGlobally() {
  return rollingBallInSpace(true, true).rows;
}

}  // namespace nsds::test
