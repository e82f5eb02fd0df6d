// Projection of positions: constraints hold, the displacement is that of the metric, and nothing else moves.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <nsds/kernel.hpp>

#include "kernel/models.hpp"

namespace nsds::projection_test {
namespace {

using test::Trial;

constexpr double g = 9.81;

PositionProjection tight() {
  PositionProjection projection;
  projection.tolerance = 1e-11;
  return projection;
}

/// A mass on a massless rod of length 1 about the origin, in Cartesian coordinates, let go at the horizontal.
Trial pendulum(double h, double T) {
  Trial trial(0.0, T);
  auto& mass = trial.model->add<LagrangianLinearTIDS>(Vector{{1.0, 0.0}}, Vector::Zero(2),
                                                      Matrix(2.0 * Matrix::Identity(2, 2)));
  mass.setFExt(Vector{{0.0, -2.0 * g}});
  trial.model->link(EqualityConditionNSL(1),
                    LagrangianScleronomousR(
                        1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (q.squaredNorm() - 1.0); },
                        [](VectorConstRef q, MatrixRef H) { H = q.transpose(); }),
                    mass);
  trial.simulateWith(h, MoreauJeanOSI(0.5));
  return trial;
}

/// The bars of a four-bar linkage, q = (x, y, angle) each: 0-1 up, 1-2 across, 2-3 down to (1, 0). `copies`
/// of the last joint.
Trial fourBar(double h, double T, int copies) {
  Trial trial(0.0, T);
  const double L = 1.0;
  const Matrix mass = Vector{{1.5, 1.5, 1.5 * L * L / 12.0}}.asDiagonal();
  std::vector<LagrangianLinearTIDS*> bars;
  const double up = 2.0 * std::atan(1.0);
  for (const Vector& q : {Vector{{0.0, 0.5, up}}, Vector{{0.5, 1.0, 0.0}}, Vector{{1.0, 0.5, -up}}}) {
    bars.push_back(&trial.model->add<LagrangianLinearTIDS>(q, Vector::Zero(3), mass));
    bars.back()->setFExt(Vector{{2.0, -1.5 * g, 0.0}});
  }
  // The end of a bar: side = -1 the first, +1 the second.
  const auto end = [L](VectorConstRef q, Index bar, double side) {
    return Eigen::Vector2d(q[3 * bar] + side * 0.5 * L * std::cos(q[3 * bar + 2]),
                           q[3 * bar + 1] + side * 0.5 * L * std::sin(q[3 * bar + 2]));
  };
  const auto jacobian = [L](VectorConstRef q, Index bar, double side, double sign, MatrixRef H) {
    H(0, 3 * bar) = H(1, 3 * bar + 1) = sign;
    H(0, 3 * bar + 2) = -sign * side * 0.5 * L * std::sin(q[3 * bar + 2]);
    H(1, 3 * bar + 2) = sign * side * 0.5 * L * std::cos(q[3 * bar + 2]);
  };
  const auto ground = [&](LagrangianLinearTIDS& bar, double side, double x) {
    trial.model->link(
        EqualityConditionNSL(2),
        LagrangianScleronomousR(
            2, [=](VectorConstRef q, VectorRef y) { y = end(q, 0, side) - Eigen::Vector2d(x, 0.0); },
            [=](VectorConstRef q, MatrixRef H) {
              H.setZero();
              jacobian(q, 0, side, 1.0, H);
            }),
        bar);
  };
  const auto joint = [&](LagrangianLinearTIDS& a, LagrangianLinearTIDS& b) {
    trial.model->link(EqualityConditionNSL(2),
                      LagrangianScleronomousR(
                          2, [=](VectorConstRef q, VectorRef y) { y = end(q, 0, 1.0) - end(q, 1, -1.0); },
                          [=](VectorConstRef q, MatrixRef H) {
                            H.setZero();
                            jacobian(q, 0, 1.0, 1.0, H);
                            jacobian(q, 1, -1.0, -1.0, H);
                          }),
                      a, b);
  };
  ground(*bars[0], -1.0, 0.0);
  joint(*bars[0], *bars[1]);
  joint(*bars[1], *bars[2]);
  for (int copy = 0; copy < copies; ++copy) ground(*bars[2], 1.0, 1.0);
  trial.simulateWith(h, MoreauJeanOSI(0.5));
  return trial;
}

double worstDefect(const Model& model) {
  double worst = 0.0;
  for (const auto& interaction : model.nsds().interactions())
    worst = std::max(worst, interaction->y().cwiseAbs().maxCoeff());
  return worst;
}

/// The largest defect over all steps.
double drift(Trial trial) {
  double worst = 0.0;
  trial.simulation->run([&](const Simulation& s) { worst = std::max(worst, worstDefect(s.model())); });
  return worst;
}

TEST(Projection, KeepsAPendulumOnItsCircleForTenThousandSteps) {
  Trial trial = pendulum(1e-3, 10.0);
  trial.simulation->setProjection(tight());
  const double limit = 1e-11 * trial.model->scales().length;
  int steps = 0;
  trial.simulation->run([&](const Simulation& s) {
    ++steps;
    ASSERT_LE(worstDefect(s.model()), limit);
  });
  EXPECT_EQ(steps, 10000);
  EXPECT_GT(drift(pendulum(1e-3, 10.0)), 1e3 * limit);
}

TEST(Projection, TakesBackADriftOfSecondOrder) {
  std::vector<double> h{4e-3, 2e-3, 1e-3};
  std::vector<double> error;
  error.reserve(h.size());
  for (const double step : h) error.push_back(drift(pendulum(step, 2.0)));
  EXPECT_NEAR(fitOrder(h, error).order, 2.0, 0.1);
}

class FourBar : public testing::TestWithParam<int> {};

/// One joint given three times over leaves the motion what it is.
TEST_P(FourBar, StaysTogetherForTenThousandSteps) {
  Trial trial = fourBar(1e-3, 10.0, GetParam());
  trial.simulation->setProjection(tight());
  const double limit = 1e-11 * trial.model->scales().length;
  trial.simulation->run([&](const Simulation& s) { ASSERT_LE(worstDefect(s.model()), limit); });
  EXPECT_EQ(trial.simulation->step(), 10000);
  EXPECT_GT(drift(fourBar(1e-3, 2.0, 1)), 1e3 * limit);
}

INSTANTIATE_TEST_SUITE_P(Copies, FourBar, testing::Values(1, 3));

/// Two unilateral constraints and an equality on a system of full mass matrix that has neither force nor
/// velocity: one step projects. unit: of the coordinates, q' = unit q.
struct Displaced {
  Vector dq;  // in the units of the first system
  Vector lambda;
  Vector y;
  double tangency = 0.0;  // |M dq - G^T lambda| / |M dq|
};

Displaced displace(ProjectionMetric metric, const Vector& unit) {
  const Matrix D = unit.cwiseInverse().asDiagonal();
  const Matrix M{{3.0, 0.5, 0.2, 0.0}, {0.5, 2.0, -0.3, 0.1}, {0.2, -0.3, 1.0, 0.4}, {0.0, 0.1, 0.4, 0.7}};
  const Matrix G{{1.0, 0.3, -0.5, 0.2}, {0.4, -1.0, 0.1, 0.6}, {0.3, 0.2, 1.0, -0.4}};
  const Vector b{{-0.2, 0.05, 0.1}};
  Model model(0.0, 1.0);
  model.setScales({1.0, 1.0, 1.0});
  auto& system = model.add<LagrangianLinearTIDS>(Vector::Zero(4), Vector::Zero(4), Matrix(D * M * D));
  auto& contacts =
      model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix(G.topRows(2) * D), b.head(2)), system);
  auto& joint = model.link(EqualityConditionNSL(1),
                           LagrangianLinearTIR(Matrix(G.bottomRows(1) * D), b.tail(1)), system);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), MoreauJeanOSI(0.5));
  PositionProjection projection;
  projection.set = ProjectionSet::all;
  projection.metric = metric;
  projection.solver = Solver("auto").set("tolerance", 1e-13);
  simulation.setProjection(projection);
  simulation.acceptInitialState();
  simulation.run();
  EXPECT_EQ(simulation.projectionReport().iterations, 1);
  EXPECT_NEAR(simulation.projectionReport().before, 0.2, 1e-12);
  EXPECT_EQ(system.v().cwiseAbs().maxCoeff(), 0.0);
  Displaced result;
  result.dq = D * system.q();
  result.lambda.resize(3);
  result.lambda << simulation.projectionMultiplier(contacts), simulation.projectionMultiplier(joint);
  result.y.resize(3);
  result.y << contacts.y(), joint.y();
  result.tangency = (M * result.dq - G.transpose() * result.lambda).norm() / (M * result.dq).norm();
  return result;
}

TEST(Projection, MovesAcrossTheConstraintsInTheMassMetric) {
  const Displaced moved = displace(ProjectionMetric::mass, Vector::Ones(4));
  EXPECT_LE(moved.tangency, 1e-12);
  for (Index i = 0; i < 2; ++i) {
    EXPECT_GE(moved.y[i], -1e-12);
    EXPECT_GE(moved.lambda[i], 0.0);
    EXPECT_NEAR(moved.y[i] * moved.lambda[i], 0.0, 1e-12);
  }
  EXPECT_NEAR(moved.y[2], 0.0, 1e-12);
  EXPECT_GT(displace(ProjectionMetric::identity, Vector::Ones(4)).tangency, 0.1);
}

TEST(Projection, DoesNotDependOnUnitsInTheMassMetricAlone) {
  const Vector units{{1.0, 1000.0, 0.01, 57.3}};
  const auto change = [&](ProjectionMetric metric) {
    const Vector dq = displace(metric, Vector::Ones(4)).dq;
    return (displace(metric, units).dq - dq).norm() / dq.norm();
  };
  EXPECT_LE(change(ProjectionMetric::mass), 1e-11);
  EXPECT_GT(change(ProjectionMetric::identity), 0.1);
}

TEST(Projection, MovesALightBodyMore) {
  for (const auto& [metric, ratio] :
       {std::pair(ProjectionMetric::mass, 50.0), std::pair(ProjectionMetric::identity, 1.0)}) {
    Model model(0.0, 1.0);
    const auto add = [&](double q, double m) -> LagrangianLinearTIDS& {
      return model.add<LagrangianLinearTIDS>(Vector{{q}}, Vector::Zero(1), Matrix::Constant(1, 1, m));
    };
    auto& heavy = add(0.0, 50.0);
    auto& light = add(0.9, 1.0);
    model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0), heavy, light);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), MoreauJeanOSI(0.5));
    PositionProjection projection;
    projection.metric = metric;
    simulation.setProjection(projection);
    simulation.acceptInitialState();
    simulation.run();
    EXPECT_NEAR(light.q()[0] - heavy.q()[0], 1.0, 1e-12);
    EXPECT_NEAR((light.q()[0] - 0.9) / -heavy.q()[0], ratio, 1e-9 * ratio);
  }
}

/// A body that hangs by a point: its quaternion stays of unit length, its place is that of the point.
class HangingPointR final : public MechanicalRelation {
 public:
  HangingPointR() : MechanicalRelation("HangingPointR", 3, 6, false) {}

 private:
  static Eigen::Matrix3d rotation(VectorConstRef q) {
    return Eigen::Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix();
  }
  static Eigen::Vector3d arm() { return {0.5, 0.1, 0.2}; }
  void doOutput(double, VectorConstRef q, VectorRef y) const override {
    y = q.head<3>() + rotation(q) * arm();
  }
  void doJacobian(double, VectorConstRef, MatrixRef) const override;
};

void HangingPointR::doJacobian(double, VectorConstRef q, MatrixRef H) const {
  const Eigen::Vector3d r = arm();
  Eigen::Matrix3d hat;
  hat << 0.0, -r[2], r[1], r[2], 0.0, -r[0], -r[1], r[0], 0.0;
  H << Eigen::Matrix3d::Identity(), -rotation(q) * hat;
}

TEST(Projection, KeepsQuaternionsOfUnitLength) {
  Trial trial(0.0, 2.0);
  Vector q0 = Vector::Zero(7);
  q0.head<3>() << -0.5, -0.1, -0.2;
  q0[3] = 1.0;
  const Matrix inertia = Vector{{0.1, 0.2, 0.25}}.asDiagonal();
  auto& body = trial.model->add<NewtonEulerDS>(q0, Vector::Zero(6), 2.0, inertia);
  body.setFExt(Vector{{0.0, 0.0, -2.0 * g}});
  auto& joint = trial.model->link(EqualityConditionNSL(3), HangingPointR(), body);
  trial.simulateWith(2e-3, MoreauJeanOSI(0.5));
  PositionProjection projection;
  projection.tolerance = 1e-11;
  trial.simulation->setProjection(projection);
  trial.simulation->run();
  EXPECT_NEAR(body.q().tail<4>().norm(), 1.0, 1e-14);
  EXPECT_LE(joint.y().cwiseAbs().maxCoeff(), 1e-11);
}

}  // namespace
}  // namespace nsds::projection_test
