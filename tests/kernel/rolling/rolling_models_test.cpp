// Rolling friction in models: the rows of a contact, relations by hand, joints beside contacts, the global form, heaps, steps of
// adaptive length, a coefficient that its user changes.
#include <gtest/gtest.h>

#include <vector>

#include "kernel/rolling/rolling_body.hpp"

namespace nsds::test::rolling_models_test {
namespace {

/// What a body turns by, and where it goes, in a time eps at velocities v.
Vector moved(const Vector& q, const Vector& v, double eps, bool planar) {
  if (planar) return q + eps * v;
  Vector to = q;
  to.head<3>() += eps * v.head<3>();
  const Vector3 angle = eps * v.tail<3>();
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle.norm(), angle.normalized()));
  const Eigen::Quaterniond now = Eigen::Quaterniond(q[3], q[4], q[5], q[6]) * turn;
  to.tail<4>() << now.w(), now.x(), now.y(), now.z();
  return to;
}

/// The rows of moments in y are angles since the contact was placed: H v is their rate, as of the other rows.
TEST(RollingContact, RowsAreDerivativesOfTheirOutputs) {
  for (const bool planar : {true, false}) {
    const Index rows = planar ? 3 : 5, n = planar ? 3 : 6;
    ContactR contact(rows, 2, planar ? ContactBodies::planar : ContactBodies::spatial);
    const std::vector<Vector> q =
        planar ? std::vector<Vector>{Vector{{0.1, 0.2, 0.7}}, Vector{{0.9, -0.3, -1.1}}}
               : std::vector<Vector>{Vector{{0.1, 0.2, 0.3, 0.5, 0.5, -0.5, 0.5}},
                                     Vector{{0.9, -0.3, 0.1, 0.6, 0.0, 0.8, 0.0}}};
    const std::vector<Vector> v =
        planar ? std::vector<Vector>{Vector{{1.0, -2.0, 3.0}}, Vector{{0.5, 0.3, -1.0}}}
               : std::vector<Vector>{Vector{{1.0, -2.0, 0.5, 3.0, 1.0, -0.5}},
                                     Vector{{0.5, 0.3, 1.0, -1.0, 2.0, 0.7}}};
    const auto all = [&](double eps) {
      Vector both(2 * q[0].size());
      both << moved(q[0], v[0], eps, planar), moved(q[1], v[1], eps, planar);
      return both;
    };
    Vector both(2 * n);
    both << v[0], v[1];
    const Vector3 normal = planar ? Vector3(0.6, -0.8, 0.0) : Vector3(0.48, -0.6, 0.64);
    contact.place({Vector3(0.4, 0.1, planar ? 0.0 : 0.2), normal, 0.01, 0}, all(0.0));
    Matrix H(rows, 2 * n);
    Vector before(rows), after(rows), now(rows);
    contact.jacobian(0.0, all(0.0), H);
    contact.output(0.0, all(0.0), now);
    const double eps = 1e-4;
    contact.output(0.0, all(-eps), before);
    contact.output(0.0, all(eps), after);
    EXPECT_LE(((after - before) / (2.0 * eps) - H * both).norm(), 1e-6);
    EXPECT_LE((now - 0.01 * Vector::Unit(rows, 0)).norm(), 1e-15);
    // The relative angular velocity, in space along the tangents.
    if (planar) {
      EXPECT_NEAR((H * both)[2], v[0][2] - v[1][2], 1e-14);
    } else {
      Vector3 omega = Vector3::Zero();
      for (const std::size_t b : {0U, 1U}) {
        const Eigen::Quaterniond turn(q[b][3], q[b][4], q[b][5], q[b][6]);
        omega += (b == 0 ? 1.0 : -1.0) * (turn * Vector3(v[b].tail<3>()));
      }
      EXPECT_NEAR((H * both)[3], omega.dot(contact.axis(1)), 1e-13);
      EXPECT_NEAR((H * both)[4], omega.dot(contact.axis(2)), 1e-13);
    }
  }
}

/// A disk of the plane with linear rows of its own: height, slip and turning of its lowest point.
struct Wheels {
  LagrangianLinearTIDS& add(double x, double v, double mass) {
    const double J = 0.5 * mass * R * R;
    auto& wheel = model.add<LagrangianLinearTIDS>(Vector{{x, R, 0.0}}, Vector{{v, 0.0, -v / R}},
                                                  Matrix(Vector{{mass, mass, J}}.asDiagonal()));
    wheel.setFExt(Vector{{0.0, -mass * g, 0.0}});
    return wheel;
  }
  template <class Law>
  Interaction& onGround(const Law& law, LagrangianLinearTIDS& wheel) {
    return model.link(
        law,
        LagrangianLinearTIR(Matrix{{0.0, 1.0, 0.0}, {1.0, 0.0, R}, {0.0, 0.0, 1.0}}, Vector{{-R, 0.0, 0.0}}),
        wheel);
  }
  explicit Wheels(double T) : model(0.0, T) {}
  Model model;
};

/// Two wheels, of which one rolls more heavily, with a rod between their centres: both slow down by the mean of what resists,
/// a (1 + c) (m_1 + m_2) = (μ_1 m_1 + μ_2 m_2) g / R. The rod is an equality, which the laws choose the global form for.
TEST(RollingModels, WheelsWithARodSlowDownTogether) {
  const double v0 = 1.0, h = 5e-3, m1 = 1.0, m2 = 3.0, r1 = 0.01, r2 = 0.04;
  Wheels wheels(0.5);
  auto& first = wheels.add(0.0, v0, m1);
  auto& second = wheels.add(1.0, v0, m2);
  wheels.onGround(NewtonImpactRollingFrictionNSL(0.0, 0.0, 0.6, r1, 3), first);
  wheels.onGround(NewtonImpactRollingFrictionNSL(0.0, 0.0, 0.6, r2, 3), second);
  auto& rod = wheels.model.link(EqualityConditionNSL(1),
                                LagrangianLinearTIR(Matrix{{-1.0, 0.0, 0.0, 1.0, 0.0, 0.0}}, Vector{{-1.0}}),
                                first, second);
  TimeStepping simulation(wheels.model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
  simulation.initialize();
  EXPECT_EQ(simulation.nonSmoothProblem().name(), "GlobalRollingFrictionContact");
  simulation.nonSmoothProblem().setSolver(Solver("auto").set("tolerance", asked));
  const double a = (r1 * m1 + r2 * m2) * g / (R * 1.5 * (m1 + m2));
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    ASSERT_NEAR(first.v()[0], v0 - a * simulation.time(), 1e-9);
    ASSERT_NEAR(second.v()[2], -(v0 - a * simulation.time()) / R, 1e-8);
  }
  // m_1 (1 + c) a = μ_1 m_1 g / R + F: the rod pulls what rolls more lightly.
  EXPECT_NEAR(std::abs(rod.lambda()[0]) / h, m1 * (1.5 * a - r1 * g / R), 1e-6);
  EXPECT_LE(std::abs(rod.y()[0]), 1e-9);
  EXPECT_EQ(simulation.nonSmoothProblem().copyProblem().muR, (Vector{{r1, r2}}));
}

/// A relation by hand and one that a detector places are the same rows.
TEST(RollingModels, RelationsByHandAreThoseOfADetector) {
  const NewtonImpactRollingFrictionNSL law(0.0, 0.0, 0.2, 0.02, 3);
  Wheels wheels(0.8);
  auto& wheel = wheels.add(0.0, 1.0, RollingBody::mass);
  wheels.onGround(law, wheel);
  wheel.setV(Vector{{1.0, 0.0, 2.0}});
  TimeStepping byHand(wheels.model, TimeDiscretisation(0.0, 4e-3), MoreauJeanOSI(0.5), rollingProblem());
  byHand.initialize();
  RollingBody detected(true, 0.0, law, {1.0, -2.0}, 0.8);
  detected.run(4e-3, [&](double) {
    byHand.computeOneStep();
    byHand.nextStep();
    ASSERT_NEAR(wheel.v()[0], detected.speed(), 1e-9);
    ASSERT_NEAR(wheel.v()[2], -detected.turning(), 1e-8);
  });
  EXPECT_NEAR(wheel.v()[0] + R * wheel.v()[2], 0.0, 1e-9);
}

/// The global form has the solutions of the reduced one.
TEST(RollingModels, TheGlobalFormHasTheSameMotion) {
  for (const bool planar : {true, false}) {
    const NewtonImpactRollingFrictionNSL law(0.0, 0.0, 0.2, 0.02, planar ? 3 : 5);
    RollingBody reduced(planar, 0.1, law, {1.0, -2.0}, 0.8, 0.5);
    RollingBody global(planar, 0.1, law, {1.0, -2.0}, 0.8, 0.5);
    global.simulate(4e-3, GlobalRollingFrictionContact(Solver("auto").set("tolerance", asked)));
    reduced.run(4e-3, [&](double) {
      global.step();
      ASSERT_LE((reduced.body().v() - global.body().v()).norm(), 1e-8);
      ASSERT_LE((reduced.body().q() - global.body().q()).norm(), 1e-8);
    });
    EXPECT_LE(global.residual, shown);
    EXPECT_LE(global.defect, shown);
  }
}

/// A heap of balls falls together: many contacts on one body, of balls that stick, slide, and roll.
TEST(RollingModels, AHeapObeysTheLawInEveryStep) {
  const NewtonImpactRollingFrictionNSL law(0.0, 0.0, 0.5, 0.01, 5);
  const double h = 5e-3, radius = 0.1, mass = 1.0;
  Model model(0.0, 1.0);
  CollisionDetection contacts(law);
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  for (int k = 0; k < 14; ++k) {
    // Nine balls below, four above the gaps between them, one on top.
    const int layer = k < 9 ? 0 : k < 13 ? 1 : 2, side = 3 - layer;
    const int i = k - (layer == 0 ? 0 : layer == 1 ? 9 : 13), row = i / side;
    Vector q = Vector::Zero(7);
    q.head<4>() << (i % side + 0.5 * layer) * 2.02 * radius, (row + 0.49 * layer) * 2.02 * radius,
        radius * (1.01 + 1.5 * layer), 1.0;
    auto& ball = model.add<NewtonEulerDS>(q, Vector::Zero(6), mass,
                                          Matrix(0.4 * mass * radius * radius * Matrix::Identity(3, 3)));
    ball.setFExt(Vector{{0.0, 0.0, -mass * g}});
    contacts.add(ball, Sphere{radius});
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5), rollingProblem());
  simulation.setInteractionManager(contacts);
  double residual = 0.0, worst = 0.0;
  simulation.setCheckSolverFunction([&](const SolverOutcome& outcome) {
    residual = std::max(residual, outcome.residual);
    EXPECT_TRUE(outcome.status == SolverStatus::ok || outcome.status == SolverStatus::roundoffLimit)
        << outcome.message;
    return SolverAction::accept;
  });
  simulation.initialize();
  std::size_t most = 0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    worst = std::max(worst, lawResidual(simulation, law, h, radius, mass));
    most = std::max(most, simulation.indexSet(1).size());
    simulation.nextStep();
  }
  EXPECT_GE(most, 20U);
  EXPECT_LE(residual, shown);
  EXPECT_LE(worst, shown);
}

/// Steps of adaptive length see that sliding becomes rolling, and rolling rest.
TEST(RollingModels, StepsMayAdapt) {
  for (const bool planar : {true, false}) {
    const double c = planar ? 0.5 : 0.4, mu = 0.2, muR = 0.02, v0 = 1.0;
    RollingBody body(planar, 0.0, {0.0, 0.0, mu, muR, planar ? 3 : 5}, {v0, 0.0}, 2.5);
    StepControl control;
    control.relativeTolerance = control.absoluteTolerance = 1e-5;
    AdaptiveTimeStepping simulation(body.model(), TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5),
                                    rollingProblem(), control);
    simulation.setInteractionManager(body.contacts());
    simulation.run();
    const double turn = g * (mu * R - muR) / (c * R * R), rolls = v0 / (R * turn + mu * g);
    const double v = v0 - mu * g * rolls, slow = muR * g / (R * (1.0 + c));
    EXPECT_NEAR(body.path(), 0.5 * (v0 + v) * rolls + 0.5 * v * v / slow, 1e-3);
    EXPECT_NEAR(body.speed(), 0.0, 1e-8);
    EXPECT_LE(simulation.stepControlReport().accepted, 600);
    EXPECT_GE(simulation.stepControlReport().nonsmooth, 2);
  }
}

/// A law whose coefficients its user changes while the model moves; no restitution.
class WornNSL final : public NonSmoothLaw {
 public:
  explicit WornNSL(const double* muR) : NonSmoothLaw("WornNSL", 3), muR_(muR) {}

 private:
  AdmissibleSet doAdmissibleSet() const override { return RollingSet{0.5, *muR_}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double, VectorRef coefficients) const override {
    coefficients.setZero();
    return true;
  }
  const double* muR_;
};

TEST(RollingModels, CoefficientsMayChange) {
  double muR = 0.01, v = 1.0;
  Wheels wheels(0.4);
  auto& wheel = wheels.add(0.0, v, 2.0);
  wheels.onGround(WornNSL(&muR), wheel);
  TimeStepping simulation(wheels.model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5), rollingProblem());
  simulation.initialize();
  while (simulation.hasNextEvent()) {
    if (simulation.step() == 20) muR = 0.03;
    v -= 1e-2 * muR * g / (1.5 * R);
    simulation.computeOneStep();
    simulation.nextStep();
    ASSERT_NEAR(wheel.v()[0], v, 1e-10);
  }
}

}  // namespace
}  // namespace nsds::test::rolling_models_test
