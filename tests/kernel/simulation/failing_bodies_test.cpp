// What can fail in models of bodies, joints and detected contacts: massless bodies, forces that are not
// numbers, joints that contradict each other, solvers that stop early. The outcome is a named error, and the
// state that of the last good step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "kernel/bad_input/bad_input.hpp"
#include "kernel/error_text.hpp"
#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::failing_bodies_test {
namespace {

const Eigen::Quaterniond straight = Eigen::Quaterniond::Identity();
const Eigen::Vector3d ey = Eigen::Vector3d::UnitY();

using BadBody = BadCall<Model>;

const std::vector<BadBody> massless = {
    {"a rigid body without mass",
     [](Model& m) {
       m.add<NewtonEulerDS>(coordinates({0.0, 0.0, 0.0}, straight), Vector::Zero(6), 0.0,
                            Matrix::Identity(3, 3));
     },
     {"NewtonEulerDS", "mass 0"}},
    {"a rigid body without inertia",
     [](Model& m) {
       m.add<NewtonEulerDS>(coordinates({0.0, 0.0, 0.0}, straight), Vector::Zero(6), 1.0, Matrix::Zero(3, 3));
     },
     {"NewtonEulerDS", "inertia"}},
    {"a rod: no inertia about its axis",
     [](Model& m) {
       m.add<NewtonEulerDS>(coordinates({0.0, 0.0, 0.0}, straight), Vector::Zero(6), 1.0,
                            Matrix(Vector{{1.0, 1.0, 0.0}}.asDiagonal()));
     },
     {"NewtonEulerDS", "inertia"}},
    {"a planar body without mass",
     [](Model& m) { m.add<LagrangianDS>(Vector::Zero(3), Vector::Zero(3), Matrix::Zero(3, 3)); },
     {"mass", "zero"}},
    {"a linear system without mass",
     [](Model& m) { m.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1), Matrix::Zero(1, 1)); },
     {"mass"}},
};

TEST(MasslessBody, IsRefusedByName) {
  for (const BadBody& bad : massless) {
    Model model(0.0, 1.0);
    EXPECT_EQ(complaint(bad, model), "") << bad.what;
  }
}

/// A planar body with mass in two of its three coordinates, as a matrix or as a function of them: nothing can
/// be said before the iteration matrix is factorised, in the first step at the latest.
TEST(MasslessCoordinate, IsRefusedByNameBeforeItMoves) {
  for (const bool function : {false, true}) {
    Model model(0.0, 1.0);
    const Matrix mass = Vector{{1.0, 1.0, 0.0}}.asDiagonal();
    auto& body = function ? model.add<LagrangianDS>(Vector::Zero(3), Vector::Zero(3),
                                                    [mass](VectorConstRef, MatrixRef M) { M = mass; })
                          : model.add<LagrangianDS>(Vector::Zero(3), Vector::Zero(3), mass);
    body.setName("plate");
    body.setFExt(Vector{{0.0, -1.0, 0.0}});
    TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5));
    try {
      simulation.run();
      FAIL() << "accepted";
    } catch (const Error& error) {
      EXPECT_TRUE(says(error.what(), "plate")) << error.what();
      EXPECT_TRUE(says(error.what(), "singular")) << error.what();
    }
    EXPECT_EQ(body.q(), Vector::Zero(3));
    EXPECT_EQ(body.v(), Vector::Zero(3));
  }
}

/// A force that is no number from t = 0.05 on, on a ball that lies on a detected contact: the error says
/// whose it is, what and when; five steps were good. With the force mended the run goes on as if nothing had
/// been.
TEST(ForceOfNaN, IsNamedWithItsTimeAndTheLastGoodStepKept) {
  bool broken = true;
  Model model(0.0, 0.1);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  contacts.addStatic(HalfSpace{Eigen::Vector3d::UnitZ(), 0.0});
  auto& ball = model.add<NewtonEulerDS>(coordinates({0.0, 0.0, 0.5}, straight), Vector::Zero(6), 1.0,
                                        Matrix(0.1 * Matrix::Identity(3, 3)));
  contacts.add(ball, Sphere{0.5});
  ball.setName("ball");
  ball.setFExt([&](double t, VectorRef f) {
    f[0] = broken && t > 0.055 ? nan : 0.0;
    f[2] = -10.0;
  });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5), FrictionContact());
  simulation.setInteractionManager(contacts);
  simulation.initialize();
  State good = model.state();
  const auto keep = [&](const Simulation&) { good = model.state(); };
  try {
    simulation.run(keep);
    FAIL() << "no error";
  } catch (const Error& error) {
    for (const char* part : {"ball", "F_ext", "nan", "t = 0.06"})
      EXPECT_TRUE(says(error.what(), part)) << error.what();
  }
  EXPECT_EQ(simulation.step(), 5);
  EXPECT_TRUE(model.state() == good);
  broken = false;
  simulation.run();
  EXPECT_EQ(simulation.step(), 10);
  EXPECT_NEAR(ball.q()[2], 0.5, 1e-12);
}

/// Two motors want one shaft to turn at different rates, alone or with a stop beside them:
/// equations, or a mixed complementarity problem. That they contradict each other is proved, by however much.
TEST(ContradictoryJoints, AreNamedAndNothingMoves) {
  for (const bool withStop : {false, true}) {
    for (const double apart : {1.0, 1e-3, 1e-6}) {
      SCOPED_TRACE(::testing::Message() << withStop << ", " << apart);
      Mechanism mechanism(1.0);
      auto& wheel = mechanism.add({0.0, 0.0, 0.0}, straight, 1.0, {0.2, 0.4, 0.2});
      const PivotJointR shaft(wheel, {.axis = ey});
      mechanism.join(shaft, wheel);
      for (const double rate : {1.0, 1.0 + apart}) {
        mechanism.model.link(EqualityConditionNSL(1),
                             JointMotorR::withRate(shaft, 0, [rate](double) { return rate; }), wheel);
      }
      if (withStop)
        mechanism.model.link(NewtonImpactNSL(0.0), JointStopR(shaft, 0, StopSide::upper, 3.0), wheel);
      mechanism.simulate(1e-2);
      const State before = mechanism.model.state();
      try {
        mechanism.step();
        FAIL() << "solved by " << mechanism.simulation->nonSmoothProblem().name();
      } catch (const SolverError& error) {
        EXPECT_EQ(error.status(), SolverStatus::infeasible) << error.what();
        EXPECT_TRUE(says(error.what(), "contradict")) << error.what();
        EXPECT_GT(error.residual(), 1e-2 * apart);
        EXPECT_EQ(error.step(), 0);
        EXPECT_EQ(error.time(), 1e-2);
      }
      EXPECT_TRUE(mechanism.model.state() == before);
    }
  }
}

/// A body on a pivot of space whose velocity is prescribed against it.
TEST(ContradictoryJoints, OfAPrescribedVelocityAreNamed) {
  Mechanism mechanism(1.0);
  auto& body = mechanism.add({0.0, 0.0, 0.0}, straight, 1.0, {0.2, 0.4, 0.2});
  mechanism.join(PivotJointR(body, {.axis = ey}), body);
  body.prescribe(0, 0.5);
  mechanism.simulate(1e-2);
  const State before = mechanism.model.state();
  try {
    mechanism.step();
    FAIL() << "solved";
  } catch (const SolverError& error) {
    EXPECT_EQ(error.status(), SolverStatus::infeasible) << error.what();
    EXPECT_TRUE(says(error.what(), "step 0")) << error.what();
  }
  EXPECT_TRUE(mechanism.model.state() == before);
}

/// The same joint twice, and two motors that agree, are no failure.
TEST(RedundantJoints, ThatAgreeAreSolved) {
  Mechanism mechanism(0.5);
  auto& wheel = mechanism.add({0.0, 0.0, 0.0}, straight, 1.0, {0.2, 0.4, 0.2});
  const PivotJointR shaft(wheel, {.axis = ey});
  mechanism.join(shaft, wheel);
  mechanism.join(shaft, wheel);
  for (int k = 0; k < 2; ++k) {
    mechanism.model.link(EqualityConditionNSL(1), JointMotorR::withRate(shaft, 0, [](double) { return 2.0; }),
                         wheel);
  }
  mechanism.simulate(1e-2);
  mechanism.finish();
  EXPECT_NEAR(wheel.v()[4], 2.0, 1e-10);
  EXPECT_LE(wheel.q().head(3).norm(), 1e-12);
}

/// Spheres that fall into a heap, found by detection.
struct Heap {
  explicit Heap(const Solver& solver = Solver("auto"))
      : model(0.0, 1.0), contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3)) {
    contacts.addStatic(HalfSpace{Eigen::Vector3d::UnitZ(), 0.0});
    for (int k = 0; k < 9; ++k) {
      const int layer = k / 4;
      const Eigen::Vector3d x(0.9 * (k % 2) + 0.01 * k, 0.85 * (k / 2 % 2), 0.5 + 0.9 * layer);
      auto& ball = model.add<NewtonEulerDS>(coordinates(x, straight), Vector::Zero(6), 1.0,
                                            Matrix(0.1 * Matrix::Identity(3, 3)));
      ball.setFExt(Vector{{0.0, 0.0, -10.0}});
      contacts.add(ball, Sphere{0.42});
    }
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5),
                                                FrictionContact(solver));
    simulation->setInteractionManager(contacts);
  }
  void step() const {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  Model model;
  CollisionDetection contacts;
  std::unique_ptr<TimeStepping> simulation;
};

Solver hastySweeps() {
  return Solver("nsgs").set("tolerance", 1e-14).set("max_iterations", 1);
}

/// Coordinates and velocities of all bodies.
std::vector<double> motionOf(const Model& model) {
  std::vector<double> motion;
  for (const auto& system : model.nsds().systems()) {
    const auto& body = static_cast<const NewtonEulerDS&>(*system);
    for (const double value : body.q()) motion.push_back(value);
    for (const double value : body.v()) motion.push_back(value);
  }
  return motion;
}

std::vector<std::uint64_t> contactsOf(const Model& model) {
  std::vector<std::uint64_t> ids;
  for (const auto& interaction : model.nsds().interactions()) ids.push_back(interaction->id().value);
  return ids;
}

/// A solver that stops early throws, and the heap is where it was; done again by a patient solver, the steps
/// lead to the heap that never failed.
TEST(SolverThatStopsEarly, LeavesAHeapAtItsLastGoodStep) {
  Heap never;
  never.simulation->run();
  Heap heap(hastySweeps());
  heap.simulation->initialize();
  int failures = 0;
  int changes = 0;
  while (heap.simulation->hasNextEvent()) {
    const State before = heap.model.state();
    const std::vector<std::uint64_t> contacts = contactsOf(heap.model);
    try {
      heap.step();
    } catch (const SolverError& error) {
      ASSERT_EQ(error.status(), SolverStatus::maxIterations) << error.what();
      // Contacts that were found, lost or turned for the step are as they were.
      ASSERT_EQ(contactsOf(heap.model), contacts);
      ASSERT_TRUE(heap.model.state() == before);
      heap.model.setState(before);
      ++failures;
      heap.simulation->nonSmoothProblem().setSolver(Solver("auto"));
      heap.step();
      if (contactsOf(heap.model) != contacts) ++changes;
      if (failures < 20) heap.simulation->nonSmoothProblem().setSolver(hastySweeps());
    }
  }
  EXPECT_EQ(failures, 20);
  EXPECT_GT(changes, 0);
  const std::vector<double> expected = motionOf(never.model);
  const std::vector<double> motion = motionOf(heap.model);
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(motion[k], expected[k], 1e-6);
}

enum class Does { addsBall, removesBall, removesContact };

/// Detection that does something else as well when it is asked for the third time.
struct Gate : InteractionManager {
  explicit Gate(Does what) : does(what) {}
  void updateInteractions(Model& model, double h) override {
    if (++calls == 3) {
      if (does == Does::addsBall) addBall(model, {5.0, 0.0, 0.5});
      if (does == Does::removesBall) model.remove(*model.nsds().systems().back());
      if (does == Does::removesContact) model.remove(*model.nsds().interactions().front());
    }
    contacts.updateInteractions(model, h);
  }
  bool keepStart() override { return contacts.keepStart(); }
  void returnToStart() override { contacts.returnToStart(); }
  void addBall(Model& model, const Eigen::Vector3d& x) {
    auto& ball = model.add<NewtonEulerDS>(coordinates(x, straight), Vector::Zero(6), 1.0,
                                          Matrix(0.1 * Matrix::Identity(3, 3)));
    ball.setFExt(Vector{{0.0, 0.0, -10.0}});
    contacts.add(ball, Sphere{0.5});
  }

  CollisionDetection contacts{NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3)};
  Does does;
  int calls = 0;
};

/// What a manager does to bodies stays done when the step fails: interactions and coordinates fit the bodies
/// that there are, and these have not moved. An interaction that it removed is back, and known to detection.
TEST(SolverThatStopsEarly, LeavesWhatAManagerDidToBodies) {
  for (const auto& [does, balls, contacts] :
       {std::tuple{Does::addsBall, 5U, 5U}, std::tuple{Does::removesBall, 3U, 3U},
        std::tuple{Does::removesContact, 4U, 4U}}) {
    SCOPED_TRACE(static_cast<int>(does));
    Model model(0.0, 1.0);
    Gate gate(does);
    gate.contacts.addStatic(HalfSpace{Eigen::Vector3d::UnitZ(), 0.0});
    for (int k = 0; k < 4; ++k) gate.addBall(model, {0.01 * k, 0.0, 0.5 + k});
    TimeStepping simulation(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5), FrictionContact());
    simulation.setInteractionManager(gate);
    simulation.initialize();
    for (int k = 0; k < 2; ++k) {
      simulation.computeOneStep();
      simulation.nextStep();
    }
    const auto third = [&] { return Vector(dynamic_cast<NewtonEulerDS&>(*model.nsds().systems()[2]).q()); };
    const Vector before = third();
    simulation.nonSmoothProblem().setSolver(hastySweeps());
    EXPECT_THROW(simulation.computeOneStep(), SolverError);
    EXPECT_EQ(model.nsds().systems().size(), balls);
    EXPECT_EQ(third(), before);
    simulation.nonSmoothProblem().setSolver(Solver("auto"));
    simulation.run();
    EXPECT_EQ(model.nsds().interactions().size(), contacts);
    EXPECT_EQ(gate.contacts.contacts(), static_cast<Index>(contacts));
    EXPECT_EQ(simulation.step(), 200);
    for (const double value : motionOf(model)) EXPECT_TRUE(std::isfinite(value));
  }
}

/// The check function is asked instead, and may take the step back; no contact is made twice.
TEST(SolverThatStopsEarly, AsksTheCheckFunction) {
  Heap heap(hastySweeps());
  int rejected = 0;
  heap.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
    if (outcome.status == SolverStatus::ok) return SolverAction::accept;
    ++rejected;
    heap.simulation->nonSmoothProblem().setSolver(Solver("auto"));
    return SolverAction::reject;
  });
  heap.simulation->initialize();
  for (int k = 0; k < 100; ++k) heap.step();
  EXPECT_EQ(rejected, 1);
  EXPECT_EQ(heap.simulation->step(), 99);
  EXPECT_EQ(heap.contacts.contacts(), static_cast<Index>(heap.model.nsds().interactions().size()));
}

}  // namespace
}  // namespace nsds::test::failing_bodies_test
