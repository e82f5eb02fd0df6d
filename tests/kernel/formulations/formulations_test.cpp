// Equalities, relays, normal cones and their mixtures, against closed forms and against one another.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "kernel/formulations/particle.hpp"

namespace nsds::test::formulations_test {
namespace {

/// A rail through 0 that falls at 30 degrees: n' q = 0.
Vector along() {
  return Vector{{0.5 * std::numbers::sqrt3, -0.5}};
}
Matrix across() {
  return Matrix{{0.5, 0.5 * std::numbers::sqrt3}};
}

/// On the rail the particle slides at g sin 30 = 5 m/s^2, and the rail is not left by more than rounding; the
/// same with the constraint said twice, which leaves its multipliers undetermined.
TEST(Equality, HoldsAParticleOnARail) {
  for (const Index copies : {1, 2}) {
    Trial run(0.0, 1.0);
    auto& particle = addParticle(run, Vector::Zero(2), 2.0 * along());
    auto& rail = run.model->link(EqualityConditionNSL(copies),
                                 LagrangianLinearTIR(Matrix(across().replicate(copies, 1))), particle);
    EXPECT_EQ(rail.unitaryRelations(), 1);
    run.simulateWith(1e-2, MoreauJeanOSI(0.5));
    EXPECT_EQ(run.simulation->nonSmoothProblem().name(), "Equality");
    for (int k = 1; k <= 100; ++k) {
      run.step();
      const double t = 1e-2 * k;
      ASSERT_LT((particle.v() - (2.0 + 5.0 * t) * along()).norm(), 1e-11) << "step " << k;
      ASSERT_LT((particle.q() - (2.0 * t + 2.5 * t * t) * along()).norm(), 1e-11) << "step " << k;
      ASSERT_LT(std::abs(rail.y()[0]), 1e-13) << "step " << k;
      // The normal impulse m g cos 30 h, shared by the copies in whatever way.
      ASSERT_NEAR(rail.lambda().sum(), g * 0.5 * std::numbers::sqrt3 * 1e-2, 1e-12) << "step " << k;
    }
  }
}

/// Constraints that contradict each other: w_1 = 0 and w_1 = -1 have no solution, and the step says so.
TEST(Equality, OfContradictingConstraintsFails) {
  Trial run(0.0, 1.0);
  auto& system = run.model->add<FirstOrderLinearDS>(Vector::Zero(1), Matrix::Zero(1, 1));
  FirstOrderLinearTIR relation(Matrix{{1.0}, {1.0}}, Matrix{{1.0, 1.0}});
  relation.setE(Vector{{0.0, 1.0}});
  run.model->link(EqualityConditionNSL(2), relation, system);
  run.jumps = JumpRule::accept;  // else there is an error before the first step
  run.simulateWith(1e-2, EulerMoreauOSI(1.0));
  try {
    run.step();
    FAIL() << "no error";
  } catch (const SolverError& error) {
    EXPECT_EQ(error.status(), SolverStatus::infeasible) << error.what();
    EXPECT_EQ(error.problem().problemClass, "equality");
  }
}

/// On the rail towards a stop: as a mixed problem in the plane, and as an LCP of the one coordinate along it.
TEST(MLCP, OfRailAndStopIsTheLcpAlongTheRail) {
  Trial plane(0.0, 2.0);
  auto& particle = addParticle(plane, Vector::Zero(2), Vector::Zero(2));
  plane.model->link(EqualityConditionNSL(1), LagrangianLinearTIR(across()), particle);
  auto& stop = plane.model->link(NewtonImpactNSL(0.6), LagrangianLinearTIR(Matrix(-along().transpose()), 1.0),
                                 particle);
  Trial line(0.0, 2.0);
  auto& reduced =
      line.model->add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1), Matrix::Identity(1, 1));
  reduced.setFExt(Vector{{5.0}});
  auto& wall = line.model->link(NewtonImpactNSL(0.6), LagrangianLinearTIR(Matrix{{-1.0}}, 1.0), reduced);
  for (Trial* trial : {&plane, &line}) {
    trial->model->setScales({1.0, 1.0, 1.0});
    trial->simulateWith(1e-3, MoreauJeanOSI(0.5));
  }
  EXPECT_EQ(plane.simulation->nonSmoothProblem().name(), "MLCP");
  EXPECT_EQ(line.simulation->nonSmoothProblem().name(), "LCP");
  int impacts = 0;
  for (int k = 0; k < 2000; ++k) {
    plane.step();
    line.step();
    ASSERT_NEAR(along().dot(particle.q()), reduced.q()[0], 1e-10) << "step " << k;
    ASSERT_NEAR(along().dot(particle.v()), reduced.v()[0], 1e-10) << "step " << k;
    ASSERT_NEAR(stop.lambda()[0], wall.lambda()[0], 1e-10) << "step " << k;
    if (wall.lambda()[0] > 0.1) ++impacts;
  }
  EXPECT_GE(impacts, 2);
  const nsds::ProblemCopy copy = plane.simulation->nonSmoothProblem().copyProblem();
  EXPECT_EQ(copy.problemClass, "mlcp");
  EXPECT_EQ(copy.lower[0], -std::numeric_limits<double>::infinity());
}

/// x' = 2 lambda, lambda in -sgn x: x = x0 - 2 t until it is 0, where it stays; the last step before takes
/// what is left. Exact in the scheme, whatever theta.
TEST(Relay, ReachesZeroInFiniteTimeAndStays) {
  for (const double theta : {0.0, 0.5, 1.0}) {
    const double h = 1e-2, x0 = 0.5037;
    Trial run(0.0, 1.0);
    auto& system = run.model->add<FirstOrderLinearDS>(Vector::Constant(1, x0), Matrix::Zero(1, 1));
    auto& relay = run.model->link(RelayNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{2.0}}), system);
    run.simulateWith(h, EulerMoreauOSI(theta));
    EXPECT_EQ(run.simulation->nonSmoothProblem().name(), "Relay");
    for (int k = 1; k <= 100; ++k) {
      const double before = system.x()[0];
      run.step();
      ASSERT_NEAR(system.x()[0], std::max(0.0, x0 - 2.0 * h * k), 1e-14) << "step " << k;
      ASSERT_NEAR(relay.lambda()[0], -std::min(1.0, before / (2.0 * h)), 1e-12) << "step " << k;
    }
  }
}

/// An interval that does not hold 0, one open above, and one point: lambda is at the bound that w asks for.
TEST(Relay, TakesAnyInterval) {
  const double inf = std::numeric_limits<double>::infinity();
  const auto multiplier = [](const RelayNSL& law, double x0) {
    Trial run(0.0, 1.0);
    auto& system = run.model->add<FirstOrderLinearDS>(Vector::Constant(1, x0), Matrix::Zero(1, 1));
    auto& relay = run.model->link(law, FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), system);
    run.jumps = JumpRule::accept;
    run.simulateWith(0.5, EulerMoreauOSI(0.5));
    run.step();
    return relay.lambda()[0];
  };
  EXPECT_EQ(multiplier(RelayNSL(2.0, 3.0), 1.0), 2.0);    // w = 1 + 0.5 lambda > 0
  EXPECT_EQ(multiplier(RelayNSL(2.0, 3.0), -9.0), 3.0);   // w < 0 throughout
  EXPECT_EQ(multiplier(RelayNSL(2.0, 3.0), -1.25), 2.5);  // w = 0
  EXPECT_EQ(multiplier(RelayNSL(-1.0, inf), -50.0), 100.0);
  EXPECT_EQ(multiplier(RelayNSL(-inf, 1.0), 50.0), -100.0);
  EXPECT_EQ(multiplier(RelayNSL(0.5, 0.5), 7.0), 0.5);
}

/// Dry friction with a given normal force as a relay on a velocity: a = -F sgn(v) / m, then rest.
TEST(Relay, IsDryFrictionOnALagrangianSystem) {
  Trial run(0.0, 1.0);
  auto& body = run.model->add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Ones(1), Matrix{{2.0}});
  run.model->link(RelayNSL(-0.05, 0.05), LagrangianLinearTIR(Matrix{{1.0}}), body);  // impulses of a step
  run.simulateWith(1e-2, MoreauJeanOSI(0.5));
  for (int k = 1; k <= 60; ++k) {
    run.step();
    ASSERT_NEAR(body.v()[0], std::max(0.0, 1.0 - 0.025 * k), 1e-13) << "step " << k;
  }
}

FirstOrderLinearDS& addCoupled(Trial& run) {
  return run.model->add<FirstOrderLinearDS>(Vector{{1.0, -0.7}}, Matrix{{0.0, 1.0}, {-1.0, 0.2}});
}

/// The square |lambda_i| <= 1 as a polyhedron, as two intervals, and as intervals given to the formulation of
/// polyhedra.
TEST(AVI, OfASquareIsTheRelay) {
  const FirstOrderLinearTIR relation(Matrix::Identity(2, 2), Matrix{{2.0, 0.5}, {-0.5, 2.0}});
  Matrix H(4, 2);
  H << Matrix::Identity(2, 2), -Matrix::Identity(2, 2);
  const NormalConeNSL square(H, Vector::Constant(4, -1.0));
  Trial cone(0.0, 2.0);
  Trial relay(0.0, 2.0);
  Trial boxes(0.0, 2.0);
  auto& a = addCoupled(cone);
  auto& b = addCoupled(relay);
  auto& c = addCoupled(boxes);
  cone.model->link(square, relation, a);
  relay.model->link(RelayNSL(), relation, b);
  boxes.model->link(RelayNSL(), relation, c);
  cone.simulateWith(1e-2, EulerMoreauOSI(0.5));
  relay.simulateWith(1e-2, EulerMoreauOSI(0.5));
  boxes.simulateWith(1e-2, EulerMoreauOSI(0.5), AVI());
  EXPECT_EQ(cone.simulation->nonSmoothProblem().name(), "AVI");
  for (int k = 0; k < 200; ++k) {
    cone.step(), relay.step(), boxes.step();
    ASSERT_LT((a.x() - b.x()).norm(), 1e-8) << "step " << k;
    ASSERT_LT((c.x() - b.x()).norm(), 1e-8) << "step " << k;
  }
  EXPECT_LT(b.x().norm(), 1e-6);  // the relays have won
  const nsds::ProblemCopy copy = cone.simulation->nonSmoothProblem().copyProblem();
  EXPECT_EQ(copy.A, H);
  EXPECT_EQ(copy.b, Vector::Constant(4, -1.0));
}

/// lambda in the triangle lambda >= 0, lambda_1 + lambda_2 <= 1, x' = lambda, far from x = 0: the corner that
/// minimises x' lambda. Beside a relay on another system, so that one polyhedron is not the whole problem.
TEST(AVI, OfATriangleTakesTheCorner) {
  Matrix H(3, 2);
  H << 1.0, 0.0, 0.0, 1.0, -1.0, -1.0;
  const NormalConeNSL triangle(H, Vector{{0.0, 0.0, -1.0}});
  const FirstOrderLinearTIR relation(Matrix::Identity(2, 2), Matrix::Identity(2, 2));
  for (const Vector& corner : {Vector{{0.0, 0.0}}, Vector{{1.0, 0.0}}, Vector{{0.0, 1.0}}}) {
    Trial run(0.0, 1.0);
    const Vector x0 = corner.isZero() ? Vector(Vector::Constant(2, 5.0)) : Vector(-5.0 * corner);
    auto& system = run.model->add<FirstOrderLinearDS>(x0, Matrix::Zero(2, 2));
    auto& other = run.model->add<FirstOrderLinearDS>(Vector::Ones(1), Matrix::Zero(1, 1));
    auto& cone = run.model->link(triangle, relation, system);
    auto& relay = run.model->link(RelayNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), other);
    // A row that looks at both systems makes them one island.
    run.model->link(ComplementarityConditionNSL(),
                    FirstOrderLinearTIR(Matrix{{0.0, 0.0, 1.0}}, Matrix{{0.0}, {0.0}, {1.0}}), system, other);
    run.simulateWith(1e-2, EulerMoreauOSI(0.5));
    EXPECT_EQ(run.simulation->nonSmoothProblem().name(), "AVI");
    run.step();
    EXPECT_LT((cone.lambda() - corner).norm(), 1e-9);
    EXPECT_NEAR(relay.lambda()[0], -1.0, 1e-9);
  }
}

}  // namespace
}  // namespace nsds::test::formulations_test
