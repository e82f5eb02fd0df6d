// States that do not fit, calls out of turn, parts that do not suit each other: named, and the run goes on.
#include "kernel/bad_input/bad_subject.hpp"

namespace nsds::test::bad_order_test {
namespace {

TEST(BadState, IsNamedAndChangesNothing) {
  check({
      {"of another model",
       [](Subject& s) {
         Subject twin;
         s.model().setState(twin.model().state());
       },
       {"another model"}},
      {"of no model", [](Subject& s) { s.model().setState(State()); }, {"another model"}},
      {"with another simulation",
       [](Subject& s) {
         const State state = s.model().state();
         const TimeStepping second(s.model(), TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5), LCP());
         s.model().setState(state);
       },
       {"other simulations"}},
  });
}

/// The state before a ball was added fits no more, and is not put into vectors of another length.
TEST(BadState, OfAnotherStructureIsRefused) {
  Subject s;
  const State old = s.model().state();
  addBall(s.model(), 1.0);
  EXPECT_THROW(s.model().setState(old), InvalidArgument);
  EXPECT_THROW(s.model().state(), Error);  // not yet applied
  s.simulation().initialize();
  const State now = s.model().state();
  EXPECT_THROW(s.model().setState(old), InvalidArgument);
  EXPECT_TRUE(s.model().state() == now);
}

/// A state outlives its model. A second model in the same place of memory is another model.
TEST(BadState, OfADeadModelInTheSamePlaceIsRefused) {
  alignas(Model) std::byte place[sizeof(Model)];
  State state;
  for (const int balls : {3, 1}) {
    auto* model = new (place) Model(0.0, 1.0);
    for (int k = 0; k < balls; ++k) addBall(*model, 1.0 + k);
    model->nsds().applyChanges(0.0);
    if (balls == 3) {
      state = model->state();
    } else {
      EXPECT_THROW(model->setState(state), InvalidArgument);
      EXPECT_EQ(model->nsds().flat().values().size(), 5U);  // t, q, v, p, F
    }
    model->~Model();
  }
}

TEST(BadState, OfAModelThatNoSimulationHasTakenUp) {
  Model model(0.0, 1.0);
  addBall(model, 1.0);
  EXPECT_THROW((void)model.state(), Error);
}

/// The manual loop: what may be called after what. A call out of turn leaves the step where it is.
TEST(CallsOutOfTurn, AreNamedAndLeaveTheStepWhereItIs) {
  Subject expected;
  expected.trial.step();

  Subject s;
  TimeStepping& simulation = s.simulation();
  const auto refused = [&](const std::function<void()>& call, const std::string& name) {
    const std::vector<double> before = s.trial.values();
    try {
      call();
      ADD_FAILURE() << name << " was not refused";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
    EXPECT_EQ(s.trial.values(), before) << name;
  };
  const auto refuseFree = [&] { refused([&] { simulation.computeFreeStep(); }, "computeFreeStep()"); };
  const auto refuseSolve = [&] { refused([&] { simulation.computeOneStepNS(); }, "computeOneStepNS()"); };
  const auto refuseUpdate = [&] { refused([&] { simulation.update(); }, "update()"); };
  const auto refuseConverged = [&] { refused([&] { simulation.newtonConverged(); }, "newtonConverged()"); };
  const auto refuseNext = [&] { refused([&] { simulation.nextStep(); }, "nextStep()"); };
  const auto refuseState = [&] {
    refused([&] { (void)s.model().state(); }, "between steps");
    refused([&] { simulation.initialize(); }, "initialize()");
  };

  refuseSolve(), refuseUpdate(), refuseConverged(), refuseNext();
  for (bool converged = false; !converged;) {
    simulation.computeFreeStep();
    refuseFree(), refuseUpdate(), refuseConverged(), refuseNext(), refuseState();
    refused([&] { simulation.computeOneStepNS("impact"); }, "impact");
    simulation.computeOneStepNS();
    refuseFree(), refuseConverged(), refuseNext(), refuseState();
    simulation.computeOneStepNS();  // the same problem again, to the same bits
    simulation.update();
    refuseSolve(), refuseUpdate(), refuseState();
    converged = simulation.newtonConverged();
  }
  simulation.nextStep();
  EXPECT_EQ(s.trial.values(), expected.trial.values());
}

TEST(CallsOutOfTurn, PastTheEnd) {
  Subject s;
  s.trial.finish();
  const State end = s.model().state();
  EXPECT_THROW(s.simulation().computeFreeStep(), Error);
  EXPECT_THROW(s.simulation().computeOneStep(), Error);
  EXPECT_THROW(s.simulation().nextStep(), Error);
  EXPECT_TRUE(s.model().state() == end);
}

/// Going back to a state in the middle of a step ends that step.
TEST(CallsOutOfTurn, SetStateInTheMiddleOfAStepGoesBack) {
  Subject s;
  const State before = s.model().state();
  s.simulation().computeFreeStep();
  s.model().setState(before);
  EXPECT_TRUE(s.model().state() == before);
  s.trial.step();
  Subject expected;
  expected.trial.step();
  EXPECT_EQ(s.trial.values(), expected.trial.values());
}

/// Law, system and scheme must suit each other; the culprit is named when the model is taken up, and once it
/// is gone the run goes on.
TEST(BadCombination, IsNamedAndTheRunGoesOnWithoutIt) {
  struct Coulomb final : NonSmoothLaw {
    Coulomb() : NonSmoothLaw("Coulomb", 2) {}
    AdmissibleSet doAdmissibleSet() const override { return CoulombSet{0.3}; }
  };
  const auto expectNamed = [](Subject& s, const std::vector<std::string>& parts) {
    const double q = s.ball.q()[0];
    const std::int64_t step = s.simulation().step();
    try {
      s.trial.step();
      ADD_FAILURE() << "no error";
    } catch (const InvalidArgument& error) {
      for (const auto& part : parts)
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
    EXPECT_EQ(s.ball.q()[0], q);
    EXPECT_EQ(s.simulation().step(), step);
  };
  Subject untouched;
  untouched.trial.steps(2);
  {
    Subject s;
    auto& friction = s.model().link(Coulomb(), LagrangianLinearTIR(Matrix::Identity(2, 2)), s.rod);
    friction.setName("friction");
    expectNamed(s, {"LCP", "Coulomb", "friction", "FrictionContact"});
    s.model().remove(friction);
    s.trial.steps(2);
    EXPECT_EQ(s.trial.values(), untouched.trial.values());
  }
  {
    Subject s;
    auto& circuit = s.model().add<FirstOrderLinearDS>(Vector::Ones(1), Matrix::Identity(1, 1));
    circuit.setName("circuit");
    expectNamed(s, {"MoreauJeanOSI", "circuit", "EulerMoreauOSI"});
    s.model().remove(circuit);
    s.trial.steps(2);
    EXPECT_EQ(s.trial.values(), untouched.trial.values());
  }
  Trial first(0.0, 1.0);
  addBall(*first.model, 1.0).setName("ball");
  try {
    first.simulate(1e-2, EulerMoreauOSI(0.5));
    FAIL() << "no error";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("ball"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("MoreauJeanOSI"), std::string::npos) << error.what();
  }
}

/// M - h theta A = 1 - 0.5 * 2 * 1 = 0: the step length is at fault, and said to be.
TEST(BadCombination, OfStepAndOperatorIsNamed) {
  Trial trial(0.0, 10.0);
  auto& unstable = trial.model->add<FirstOrderLinearDS>(Vector::Ones(1), Matrix::Identity(1, 1));
  unstable.setName("unstable");
  try {
    trial.simulate(2.0, EulerMoreauOSI(0.5));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("unstable"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("singular"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find("dF/dq"), std::string::npos) << error.what();
  }
}

/// A user's output function of the wrong kind of result is named outside a simulation as well.
TEST(BadCallable, IsNamedWhereItIsCalled) {
  LagrangianDS system(Vector::Ones(1), Vector::Ones(1), [](VectorConstRef, MatrixRef M) { M(0, 0) = inf; });
  system.setName("system");
  system.setFExt([](double, VectorRef f) { f[0] = nan; });
  Vector force(1);
  Matrix mass(1, 1);
  EXPECT_THROW(system.fExt(0.0, force), Error);
  EXPECT_THROW(system.force(0.0, system.q(), system.v(), force), Error);
  EXPECT_THROW(system.mass(system.q(), mass), Error);
  EXPECT_THROW((void)system.kineticEnergy(), Error);
  const LagrangianScleronomousR relation(1, [](VectorConstRef, VectorRef y) { y[0] = nan; });
  Vector y(1);
  Matrix H(1, 1);
  EXPECT_THROW(relation.output(Vector::Ones(1), y), Error);
  EXPECT_THROW(relation.jacobian(Vector::Ones(1), H), Error);
}

}  // namespace
}  // namespace nsds::test::bad_order_test
