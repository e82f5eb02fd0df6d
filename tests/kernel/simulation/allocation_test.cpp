// A steady step allocates nothing: counted at malloc over many steps, for models of every kind.
#include <gtest/gtest.h>

#include <memory>
#include <nsds/kernel.hpp>
#include <nsds/kernel/formulations/rolling_friction_contact.hpp>
#include <nsds/kernel/modeling/laws/rolling_friction.hpp>

#include "support/malloc_counter.hpp"

namespace nsds::allocation_test {
namespace {

constexpr double g = 9.81;
constexpr double R = 0.1;

/// Allocations from step `warmUp` to the end, by the manual loop and by run() alike.
long allocationsOf(Simulation& simulation, int warmUp) {
  for (int k = 0; k < warmUp; ++k) {
    simulation.computeOneStep();
    simulation.nextStep();
  }
  const long before = test::allocations();
  simulation.run();
  return test::allocations() - before;
}

LagrangianLinearTIDS& addBead(Model& model, double height) {
  const Matrix mass = Eigen::Vector3d(1.0, 1.0, 0.6 * R * R).asDiagonal();
  auto& bead = model.add<LagrangianLinearTIDS>(Vector{{height, 0.0, 0.0}}, Vector::Zero(3), mass);
  bead.setFExt([](double, VectorRef force) { force << -g, 0.0, 0.0; });
  return bead;
}

TEST(Allocation, NewAndEigenAreCounted) {
  const long before = test::allocations();
  const std::unique_ptr<Vector> vector(new Vector(Vector::Zero(100)));
  EXPECT_EQ((*vector)[99], 0.0);
  EXPECT_GE(test::allocations() - before, 2);
}

class SteadyStep : public ::testing::TestWithParam<const char*> {};

TEST_P(SteadyStep, RestingColumnAllocatesNothing) {
  Model model(0.0, 1.0);
  LagrangianLinearTIDS* below = nullptr;
  for (int i = 0; i < 20; ++i) {
    auto& bead = addBead(model, R + 2.0 * R * i);
    if (below == nullptr) {
      model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}, -R), bead);
    } else {
      const Matrix H{{-1.0, 0.0, 0.0, 1.0, 0.0, 0.0}};
      model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(H, -2.0 * R), *below, bead);
    }
    below = &bead;
  }
  Solver solver(GetParam());
  TimeStepping simulation(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5),
                          LCP(solver.set("tolerance", 1e-6)));
  EXPECT_EQ(allocationsOf(simulation, 5), 0);
  EXPECT_EQ(simulation.indexSet(1).size(), 20u);
}

TEST_P(SteadyStep, CircuitAllocatesNothing) {
  Model model(0.0, 1e-3);
  auto& oscillator = model.add<FirstOrderLinearDS>(Vector{{10.0, 0.0}}, Matrix{{0.0, -1e6}, {1e2, 0.0}});
  FirstOrderLinearTIR relation(Matrix{{-1.0, 0.0}}, Matrix{{-1e6}, {0.0}});
  relation.setD(Matrix{{1e3}});
  model.link(ComplementarityConditionNSL(), relation, oscillator);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-6), EulerMoreauOSI(0.5), LCP(Solver(GetParam())));
  EXPECT_EQ(allocationsOf(simulation, 5), 0);
}

TEST(SteadyNonlinearStep, AllocatesNothing) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderNonLinearDS>(Vector{{0.5, 0.2}}, [](double t, VectorConstRef s, VectorRef f) {
    f[0] = s[1] + std::sin(10.0 * t);
    f[1] = -std::sin(s[0]) - 0.1 * s[1];
  });
  model.link(RelayNSL(),
             FirstOrderType2R(
                 1, [](VectorConstRef s, VectorConstRef, VectorRef y) { y[0] = s[1] + 0.1 * s[1] * s[1]; },
                 [](VectorConstRef lambda, VectorRef r) { r[1] = lambda[0] + 0.1 * lambda[0] * lambda[0]; }),
             x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-3), EulerMoreauOSI(0.5));
  EXPECT_EQ(allocationsOf(simulation, 5), 0);
  EXPECT_GT(simulation.statistics().newtonIterations, 1500);
}

/// Ten states have an inverse that is not kept as those of small systems are.
TEST_P(SteadyStep, PlantUnderTheHoldAllocatesNothing) {
  const Index n = 10;
  Model model(0.0, 1.0);
  auto& plant = model.add<FirstOrderLinearDS>(
      Vector::Ones(n), Matrix::NullaryExpr(n, n, [](Index i, Index j) { return i == j ? -2.0 : 0.1; }));
  model.link(ComplementarityConditionNSL(),
             FirstOrderLinearTIR(Matrix::Identity(1, n), Matrix::Identity(n, 1)).setE(Vector{{-0.5}}), plant);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), ZeroOrderHoldOSI(), LCP(Solver(GetParam())));
  EXPECT_EQ(allocationsOf(simulation, 5), 0);
}

TEST_P(SteadyStep, CircuitOfWeightedMultipliersAllocatesNothing) {
  Model model(0.0, 1e-3);
  auto& oscillator = model.add<FirstOrderLinearDS>(Vector{{10.0, 0.0}}, Matrix{{0.0, -1e6}, {1e2, 0.0}});
  FirstOrderLinearTIR relation(Matrix{{-1.0, 0.0}}, Matrix{{-1e6}, {0.0}});
  relation.setD(Matrix{{1e3}});
  model.link(ComplementarityConditionNSL(), relation, oscillator);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-6), EulerMoreauOSI::weighted(0.5),
                          LCP(Solver(GetParam())));
  EXPECT_EQ(allocationsOf(simulation, 5), 0);
}

INSTANTIATE_TEST_SUITE_P(Solvers, SteadyStep, ::testing::Values("lemke", "least_index", "pgs"));

/// A column of beads at rest under friction: one island of 20 contacts, and one of a single contact.
class SteadyFriction : public ::testing::TestWithParam<int> {};

TEST_P(SteadyFriction, AllocatesNothing) {
  const Index dimension = 3;
  Model model(0.0, 0.5);
  const NewtonImpactFrictionNSL law(0.0, 0.0, 0.3, dimension);
  const Matrix I = Matrix::Identity(dimension, dimension);
  LagrangianLinearTIDS* below = nullptr;
  for (int i = 0; i < GetParam(); ++i) {
    auto& bead = addBead(model, R + 2.0 * R * i);
    if (below == nullptr) {
      model.link(law, LagrangianLinearTIR(I, Vector{{-R, 0.0, 0.0}}), bead);
    } else {
      Matrix H(dimension, 2 * dimension);
      H << -I, I;
      model.link(law, LagrangianLinearTIR(H, Vector{{-2.0 * R, 0.0, 0.0}}), *below, bead);
    }
    below = &bead;
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5), FrictionContact());
  EXPECT_EQ(allocationsOf(simulation, 5), 0);
  EXPECT_EQ(simulation.indexSet(1).size(), static_cast<std::size_t>(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Contacts, SteadyFriction, ::testing::Values(1, 2, 20));

/// Sliding modes, equalities and mixtures, each by the formulation that its laws choose.
template <class... Laws>
long allocationsOfLoop(const Laws&... laws) {
  Model model(0.0, 1.0);
  auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, -0.7}}, Matrix{{0.0, 1.0}, {-1.0, 0.2}});
  const FirstOrderLinearTIR relation(Matrix::Identity(2, 2), Matrix{{2.0, 0.5}, {-0.5, 2.0}});
  (model.link(laws, relation, system), ...);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), EulerMoreauOSI(0.5));
  return allocationsOf(simulation, 10);
}

TEST(Allocation, OfOtherFormulationsIsNone) {
  Matrix square(4, 2);
  square << Matrix::Identity(2, 2), -Matrix::Identity(2, 2);
  const NormalConeNSL cone(square, Vector::Constant(4, -1.0));
  EXPECT_EQ(allocationsOfLoop(EqualityConditionNSL(2)), 0);
  EXPECT_EQ(allocationsOfLoop(RelayNSL()), 0);
  EXPECT_EQ(allocationsOfLoop(cone), 0);
  EXPECT_EQ(allocationsOfLoop(ComplementarityConditionNSL(), EqualityConditionNSL(2)), 0);
}

/// Nonlinear, through virtual operators, Newton loop and a relation whose Jacobian is evaluated in every
/// iterate.
TEST(Allocation, PendulumOnAStopHasNone) {
  Model model(0.0, 3.0);
  auto& pendulum = model.add<LagrangianDS>(Vector::Constant(1, 1.0), Vector::Zero(1), Matrix::Identity(1, 1));
  pendulum.setFInt(
      [](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = g * std::sin(q[0]); },
      [](double, VectorConstRef q, VectorConstRef, MatrixRef J) { J(0, 0) = g * std::cos(q[0]); },
      [](double, VectorConstRef, VectorConstRef, MatrixRef J) { J.setZero(); });
  const LagrangianScleronomousR height(
      1, [](VectorConstRef q, VectorRef y) { y[0] = std::sin(q[0]); },
      [](VectorConstRef q, MatrixRef H) { H(0, 0) = std::cos(q[0]); });
  model.link(NewtonImpactNSL(0.0), height, pendulum);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5), LCP());
  EXPECT_EQ(allocationsOf(simulation, 2500), 0);
  EXPECT_NEAR(pendulum.q()[0], 0.0, 1e-3);  // it hangs against the stop
}

/// A pendulum in Cartesian coordinates, projected in every step; and a ball that rests by combined
/// projection.
TEST(Allocation, OfProjectionsIsNone) {
  for (const ProjectionMode mode : {ProjectionMode::direct, ProjectionMode::combined}) {
    Model model(0.0, 1.0);
    auto& mass = model.add<LagrangianLinearTIDS>(Vector{{1.0, 0.0}}, Vector::Zero(2), Matrix::Identity(2, 2));
    mass.setFExt(Vector{{0.0, -g}});
    const LagrangianScleronomousR circle(
        1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (q.squaredNorm() - 1.0); },
        [](VectorConstRef q, MatrixRef H) { H = q.transpose(); });
    model.link(EqualityConditionNSL(1), circle, mass);
    auto& bead = addBead(model, R);
    model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}, -R), bead);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5));
    PositionProjection projection;
    projection.tolerance = 1e-14;
    projection.mode = mode;
    simulation.setProjection(projection);
    EXPECT_EQ(allocationsOf(simulation, 5), 0);
    EXPECT_GT(simulation.projectionReport().iterations, 0);
    EXPECT_NEAR(bead.q()[0], R, 1e-12);
  }
}

TEST(Allocation, OfTheTwoStepSchemeIsNone) {
  Model model(0.0, 1.0);
  auto& bead = addBead(model, 2.0 * R);
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, 0.0, 0.0}}, -R), bead);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-3), SchatzmanPaoliOSI());
  EXPECT_EQ(allocationsOf(simulation, 5), 0);
}

/// Boxes and balls at rest on each other, a wall and the ground, whose contacts are looked for in every step.
/// The default goes over to its Newton method in some of them, and takes memory for it in the first, after
/// some forty: what is counted begins at half of them.
TEST(Allocation, OfContactDetectionIsNone) {
  Model model(0.0, 1.0);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  contacts.addStatic(HalfSpace{Vector3::UnitX(), -0.5});
  std::vector<NewtonEulerDS*> bodies;
  for (int k = 0; k < 24; ++k) {
    const int storey = k / 8;
    Vector q = Vector::Zero(7);
    q.head(3) << 1.05 * (k % 4), 1.05 * (k / 4 % 2), 0.5 + storey;
    q[3] = 1.0;
    bodies.push_back(
        &model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(Matrix::Identity(3, 3) / 6.0)));
    bodies.back()->setFExt(Vector{{0.0, 0.0, -g}});
    if (storey < 2) {
      contacts.add(*bodies.back(), Box{Vector3::Constant(0.5)});
    } else {
      contacts.add(*bodies.back(), Sphere{0.5});
    }
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-8)));
  simulation.setInteractionManager(contacts);
  EXPECT_EQ(allocationsOf(simulation, 100), 0);
  EXPECT_GE(contacts.contacts(), 72);
  for (const NewtonEulerDS* body : bodies) EXPECT_LE(body->v().norm(), 1e-6);
}

/// The same in the plane.
TEST(Allocation, OfPlanarContactDetectionIsNone) {
  Model model(0.0, 1.0);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 2));
  contacts.addStatic(HalfSpace{Vector3::UnitY(), 0.0});
  for (int k = 0; k < 12; ++k) {
    const int storey = k / 4;
    auto& body = model.add<LagrangianDS>(Vector{{1.05 * (k % 4), 0.5 + storey, 0.0}}, Vector::Zero(3),
                                         Matrix(Vector{{1.0, 1.0, 0.1}}.asDiagonal()));
    body.setFExt(Vector{{0.0, -g, 0.0}});
    if (k < 8) {
      contacts.add(body, Polygon{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}});
    } else {
      contacts.add(body, Disk{0.5});
    }
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5), FrictionContact());
  simulation.setInteractionManager(contacts);
  EXPECT_EQ(allocationsOf(simulation, 20), 0);
  EXPECT_EQ(simulation.indexSet(1).size(), 20u);
}

/// A body that tumbles, with a Newton loop in every step, among others that are too far away to meet it.
/// Balls that roll side by side, each on the ground and against the next, found by detection: five rows a contact.
TEST(Allocation, OfRollingIsNone) {
  Model model(0.0, 0.5);
  CollisionDetection contacts(NewtonImpactRollingFrictionNSL(0.0, 0.0, 0.4, 0.005, 5));
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  for (int k = 0; k < 3; ++k) {
    Vector q = Vector::Zero(7);
    q.head<4>() << 2.0 * R * k, 0.0, R, 1.0;
    auto& ball =
        model.add<NewtonEulerDS>(q, Vector::Unit(6, 0), 1.0, Matrix(0.4 * R * R * Matrix::Identity(3, 3)));
    ball.setFExt(Vector{{-0.1 * k, 0.0, -g}});
    contacts.add(ball, Sphere{R});
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5), RollingFrictionContact());
  simulation.setInteractionManager(contacts);
  EXPECT_EQ(allocationsOf(simulation, 20), 0);
  EXPECT_GE(simulation.indexSet(1).size(), 3u);
}

TEST(Allocation, OfATumblingBodyIsNone) {
  Model model(0.0, 1.0);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  for (int k = 0; k < 3; ++k) {
    Vector q = Vector::Zero(7);
    q[0] = 5.0 * k;
    q[3] = 1.0;
    auto& body = model.add<NewtonEulerDS>(q, Vector{{0.1, 0.0, 0.0, 0.01, 2.0, 0.02}}, 2.0,
                                          Matrix(Vector{{1.0, 2.0, 2.5}}.asDiagonal()));
    body.setMExt([](double t, VectorRef moment) { moment[0] = std::sin(t); }, Frame::inertial);
    contacts.add(body, Box{Vector3(0.3, 0.4, 0.5)});
  }
  TimeStepping simulation(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5), FrictionContact());
  simulation.setInteractionManager(contacts);
  EXPECT_EQ(allocationsOf(simulation, 5), 0);
  EXPECT_GT(simulation.statistics().newtonIterations, simulation.statistics().steps);
}

/// Outputs in a ball and in a box, with inputs that make the pivot a matrix, and a relay whose levels depend on the state.
TEST(Allocation, SetsOfOutputsAllocateNothing) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.1, 0.0, 0.5}},
                                          Matrix{{0.2, 1.0, 0.1}, {-1.0, 0.2, 0.0}, {0.3, 0.0, 0.1}});
  x.setB([](double t, VectorRef b) { b << 0.5, std::sin(7.0 * t), std::cos(5.0 * t); });
  const Matrix C{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
  model.link(SweepingNSL(2, convex::ball(Vector::Zero(2), 0.2)),
             FirstOrderLinearTIR(C, Matrix{{1.0, 0.3}, {-0.3, 1.2}, {0.0, 0.1}}), x);
  model.link(SweepingNSL(1, BoxSet{-0.4, 0.6}),
             FirstOrderLinearTIR(Matrix{{0.1, 0.0, 1.0}}, Matrix{{0.1}, {0.0}, {1.0}}), x);
  model.link(RelayNSL([](double, VectorConstRef state) {
               return BoxSet{-0.1 - std::abs(state[2]), 0.2};
             }),
             FirstOrderLinearTIR(Matrix{{0.0, 1.0, 1.0}}, Matrix{{0.0}, {0.5}, {0.5}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), EulerMoreauOSI(1.0));
  EXPECT_EQ(allocationsOf(simulation, 30), 0);
}

}  // namespace
}  // namespace nsds::allocation_test
