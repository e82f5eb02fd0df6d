// Wrong calls on a model in the middle of a run: each gives the named error, and not a byte of the state
// changes.
#include <cmath>

#include "kernel/bad_input.hpp"
#include "kernel/models.hpp"

namespace nsds::test {
namespace {

/// A model in flight: a ball on the ground, a nonlinear rod, and what belongs to other models.
struct Subject {
  Subject()
      : trial(0.0, 1.0),
        ball(addBall(*trial.model, 0.0)),
        contact(linkGround(*trial.model, ball, 0.5)),
        rod(trial.model->add<LagrangianDS>(Vector{{1.0, 2.0}}, Vector::Zero(2), Matrix::Identity(2, 2))),
        other(0.0, 1.0),
        foreign(addBall(other, 1.0)),
        foreignContact(linkGround(other, foreign, 0.5)) {
    ball.setName("ball");
    rod.setName("rod");
    foreign.setName("foreigner");
    foreignContact.setName("foreign contact");
    trial.simulate(1e-2, MoreauJeanOSI(0.5));
    trial.steps(3);
  }
  Model& model() { return *trial.model; }
  TimeStepping& simulation() { return *trial.simulation; }

  Trial trial;
  LagrangianLinearTIDS& ball;
  Interaction& contact;
  LagrangianDS& rod;
  Model other;
  LagrangianLinearTIDS& foreign;
  Interaction& foreignContact;
};

void check(const std::vector<BadCall<Subject>>& calls) {
  for (const auto& bad : calls) {
    Subject subject;
    const State before = subject.model().state();
    EXPECT_EQ(complaint(bad, subject), "") << bad.what;
    ASSERT_NO_THROW(EXPECT_TRUE(subject.model().state() == before) << bad.what) << bad.what;
    // And the run goes on as if nothing had been asked.
    Subject untouched;
    subject.trial.steps(3);
    untouched.trial.steps(3);
    EXPECT_EQ(subject.trial.values(), untouched.trial.values()) << bad.what;
  }
}

const LagrangianLinearTIR oneRow(Matrix{{1.0}});

struct Law final : NonSmoothLaw {
  Law(Index blockSize, double initial) : NonSmoothLaw("Law", blockSize, 1), initial_(initial) {}
  AdmissibleSet doAdmissibleSet() const override { return OrthantSet{}; }
  void doInitialState(VectorRef state) const override { state.setConstant(initial_); }
  double initial_;
};

TEST(BadLink, IsNamedAndChangesNothing) {
  check({
      {"rows not a multiple of the block",
       [](Subject& s) { s.model().link(Law(2, 0.0), oneRow, s.ball); },
       {"LagrangianLinearTIR", "1 rows", "block size 2", "Law"}},
      {"columns that do not fit",
       [](Subject& s) { s.model().link(NewtonImpactNSL(0.5), oneRow, s.rod); },
       {"LagrangianLinearTIR", "1 columns", "2 coordinates"}},
      {"columns that do not fit two systems",
       [](Subject& s) { s.model().link(NewtonImpactNSL(0.5), oneRow, s.ball, s.rod); },
       {"1 columns", "3 coordinates"}},
      {"a first-order relation for Lagrangian systems",
       [](Subject& s) {
         s.model().link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}),
                        s.ball);
       },
       {"ball", "order 2", "FirstOrderLinearTIR", "order 1"}},
      {"an impact law for a first-order relation",
       [](Subject& s) {
         s.model().link(NewtonImpactNSL(0.5), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), s.ball);
       },
       {"NewtonImpactNSL", "first-order", "FirstOrderLinearTIR"}},
      {"a system of another model",
       [](Subject& s) { s.model().link(NewtonImpactNSL(0.5), oneRow, s.foreign); },
       {"foreigner", "does not belong to this model"}},
      {"the same system twice",
       [](Subject& s) {
         s.model().link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, 1.0}}), s.ball, s.ball);
       },
       {"ball", "linked to itself"}},
      {"no system",
       [](Subject& s) { s.model().link(NewtonImpactNSL(0.5), oneRow, std::vector<DynamicalSystem*>{}); },
       {"LagrangianLinearTIR", "at least one system"}},
      {"a null system",
       [](Subject& s) {
         s.model().link(NewtonImpactNSL(0.5), oneRow, std::vector<DynamicalSystem*>{nullptr});
       },
       {"LagrangianLinearTIR", "null"}},
      {"a null law",
       [](Subject& s) {
         s.model().nsds().insert(nullptr, std::make_unique<LagrangianLinearTIR>(oneRow), {&s.ball});
       },
       {"a law"}},
      {"a null relation",
       [](Subject& s) {
         s.model().nsds().insert(std::make_unique<NewtonImpactNSL>(0.5), nullptr, {&s.ball});
       },
       {"a relation"}},
      {"a null system inserted",
       [](Subject& s) { s.model().nsds().insert(std::unique_ptr<DynamicalSystem>()); },
       {"null system"}},
      {"a law with an initial state that is not finite",
       [](Subject& s) { s.model().link(Law(1, nan), oneRow, s.ball); },
       {"Law", "initial state(0)", "nan"}},
  });
}

TEST(BadRemoval, IsNamedAndChangesNothing) {
  check({
      {"a system of another model",
       [](Subject& s) { s.model().remove(s.foreign); },
       {"foreigner", "does not belong"}},
      {"an interaction of another model",
       [](Subject& s) { s.model().remove(s.foreignContact); },
       {"foreign contact", "does not belong"}},
  });
}

/// Once removed, before the change is applied: named, not done twice.
TEST(BadRemoval, OfWhatIsRemovedAlready) {
  Subject s;
  s.model().remove(s.ball);
  const auto expectError = [](const std::function<void()>& call, const std::string& name) {
    try {
      call();
      ADD_FAILURE() << "no error";
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("removed"), std::string::npos) << error.what();
    }
  };
  expectError([&] { s.model().remove(s.ball); }, "ball");
  expectError([&] { s.model().remove(s.contact); }, s.contact.name());
  expectError([&] { s.model().link(NewtonImpactNSL(0.5), oneRow, s.ball); }, "ball");
}

TEST(BadSetter, IsNamedAndChangesNothing) {
  check({
      {"q of another size",
       [](Subject& s) { s.rod.setQ(Vector::Ones(1)); },
       {"rod", "q has 1 entries, 2 expected"}},
      {"v of another size",
       [](Subject& s) { s.rod.setV(Vector::Ones(3)); },
       {"rod", "v has 3 entries, 2 expected"}},
      {"q NaN",
       [](Subject& s) {
         s.rod.setQ(Vector{{0.0, nan}});
       },
       {"rod", "q(1)", "nan"}},
      {"v infinite", [](Subject& s) { s.ball.setV(Vector::Constant(1, inf)); }, {"ball", "v(0)", "inf"}},
      {"F_ext of another size", [](Subject& s) { s.rod.setFExt(Vector::Ones(1)); }, {"rod", "F_ext has 1"}},
      {"F_ext NaN",
       [](Subject& s) {
         s.rod.setFExt(Vector{{nan, 0.0}});
       },
       {"rod", "F_ext(0)", "nan"}},
      {"F_ext empty", [](Subject& s) { s.rod.setFExt(LagrangianDS::TimeFunction()); }, {"rod", "F_ext"}},
      {"F_int empty", [](Subject& s) { s.rod.setFInt(LagrangianDS::InternalFunction()); }, {"rod", "F_int"}},
      {"F_gyr empty",
       [](Subject& s) { s.rod.setFGyr(LagrangianDS::GyroscopicFunction()); },
       {"rod", "F_gyr"}},
      {"F_int of a linear system",
       [](Subject& s) { s.ball.setFInt([](double, VectorConstRef, VectorConstRef, VectorRef) {}); },
       {"ball", "linear"}},
      {"scale zero",
       [](Subject& s) {
         s.model().setScales({0.0, 1.0, 1.0});
       },
       {"length 0"}},
      {"scale NaN",
       [](Subject& s) {
         s.model().setScales({1.0, nan, 1.0});
       },
       {"time nan"}},
      {"scale negative",
       [](Subject& s) {
         s.model().setScales({1.0, 1.0, -1.0});
       },
       {"mass -1"}},
      {"Newton tolerance",
       [](Subject& s) { s.simulation().setNewtonOptions({.tolerance = 0.0}); },
       {"tolerance 0"}},
      {"Newton tolerance NaN",
       [](Subject& s) { s.simulation().setNewtonOptions({.tolerance = nan}); },
       {"nan"}},
      {"Newton iterations",
       [](Subject& s) { s.simulation().setNewtonOptions({.maxIterations = 0}); },
       {"0 Newton iterations"}},
      {"index set of level 2", [](Subject& s) { (void)s.simulation().indexSet(2); }, {"level 2"}},
      {"index set of level -1", [](Subject& s) { (void)s.simulation().indexSet(-1); }, {"level -1"}},
      {"check function empty",
       [](Subject& s) { s.simulation().setCheckSolverFunction(std::function<void(int, Simulation&)>()); },
       {"check function is empty"}},
      {"deciding function empty",
       [](Subject& s) {
         s.simulation().setCheckSolverFunction(std::function<SolverAction(const SolverOutcome&)>());
       },
       {"check function is empty"}},
      {"retries negative",
       [](Subject& s) {
         s.simulation().setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::accept; }, -1);
       },
       {"retries -1"}},
      {"unknown solver",
       [](Subject& s) { s.simulation().nonSmoothProblem().setSolver(Solver("simplex")); },
       {"simplex", "lemke"}},
  });
}

TEST(BadSimulation, IsNamedAndChangesNothing) {
  const auto make = [](TimeDiscretisation discretisation) {
    return [=](Subject& s) { TimeStepping(s.model(), discretisation, MoreauJeanOSI(0.5), LCP()); };
  };
  check({
      {"another t0", make(TimeDiscretisation(0.5, 0.1)), {"begins at 0.5", "model at 0"}},
      {"another T", make(TimeDiscretisation(std::vector<double>{0.0, 0.5})), {"ends at 0.5", "model at 1"}},
      {"instants beyond T",
       make(TimeDiscretisation(std::vector<double>{0.0, 2.0})),
       {"ends at 2", "model at 1"}},
      {"no integrator",
       [](Subject& s) {
         TimeStepping(s.model(), TimeDiscretisation(0.0, 0.1), std::unique_ptr<OneStepIntegrator>(),
                      std::make_unique<LCP>());
       },
       {"integrator"}},
      {"no problem",
       [](Subject& s) {
         TimeStepping(s.model(), TimeDiscretisation(0.0, 0.1), std::make_unique<MoreauJeanOSI>(0.5),
                      std::unique_ptr<OneStepNSProblem>());
       },
       {"one-step problem"}},
  });
}

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
      EXPECT_EQ(model->nsds().values().size(), 5U);  // t, q, v, p, F
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
    refuseFree(), refuseSolve(), refuseConverged(), refuseNext(), refuseState();
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
    expectNamed(s, {"LCP", "Coulomb", "friction", "orthant"});
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
}  // namespace nsds::test
