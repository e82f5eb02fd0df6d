// Which formulation takes which laws, and which one they choose.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <nsds/kernel/modeling/laws/rolling_friction.hpp>
#include <set>
#include <string>
#include <utility>

#include "kernel/formulations/particle.hpp"

namespace nsds::test::choice_test {
namespace {

/// A law that has nothing but its set.
struct UserLaw final : NonSmoothLaw {
  UserLaw(const char* name, Index size, AdmissibleSet of) : NonSmoothLaw(name, size), set(std::move(of)) {}
  AdmissibleSet doAdmissibleSet() const override { return set; }
  AdmissibleSet set;
};

/// A law of every kind given to every formulation: taken, or refused in a sentence that names the law, its
/// interaction, and what would take it.
TEST(Formulations, TakeTheLawsOfTheirSets) {
  const UserLaw laws[] = {
      {"orthant", 1, OrthantSet{}},
      {"free", 1, FreeSet{}},
      {"box", 1, BoxSet{-1.0, 1.0}},
      {"polyhedron", 1, PolyhedronSet{Matrix::Identity(1, 1), Vector::Zero(1)}},
      {"plane", 2, CoulombSet{0.3}},
      {"space", 3, CoulombSet{0.3}},
      {"flat", 4, CoulombSet{0.3}},
      {"turning", 3, RollingSet{0.3, 0.1}},
      {"rolling", 5, RollingSet{0.3, 0.1}},
      {"rows", 2,
       MixedSet{Vector{{-std::numeric_limits<double>::infinity(), -1.0}},
                Vector{{std::numeric_limits<double>::infinity(), 1.0}}}},
  };
  const std::map<std::string, std::set<std::string>> taken{
      {"LCP", {"orthant"}},
      {"Equality", {"free"}},
      {"MLCP", {"orthant", "free"}},
      {"Relay", {"orthant", "free", "box", "rows"}},
      {"AVI", {"orthant", "free", "box", "polyhedron", "rows"}},
      {"VI", {"orthant", "free", "box", "polyhedron", "rows"}},
      {"FrictionContact", {"plane", "space"}},
      {"GenericMechanical", {"orthant", "free", "box", "plane", "space", "rows"}},
      {"RollingFrictionContact", {"turning", "rolling"}},
      {"GlobalFrictionContact", {"free", "plane", "space"}},
      {"GlobalRollingFrictionContact", {"free", "turning", "rolling"}},
  };
  Model model(0.0, 1.0);
  auto& system = model.add<LagrangianLinearTIDS>(Vector::Zero(1), Vector::Zero(1), Matrix::Identity(1, 1));
  for (const UserLaw& law : laws) {
    auto& interaction =
        model.link(law, LagrangianLinearTIR(Matrix(Matrix::Ones(law.blockSize(), 1))), system);
    for (const auto& [name, names] : taken) {
      try {
        makeFormulation(name)->checkLaw(interaction);
        EXPECT_TRUE(names.contains(law.name())) << name << " takes " << law.name();
      } catch (const InvalidArgument& error) {
        const std::string message = error.what();
        EXPECT_FALSE(names.contains(law.name())) << message;
        EXPECT_NE(message.find(name), std::string::npos) << message;
        EXPECT_NE(message.find(law.name() + " of " + interaction.name()), std::string::npos) << message;
        bool any = false;
        for (const auto& [other, others] : taken) {
          if (!others.contains(law.name())) continue;
          any = true;
          EXPECT_NE(message.find(other), std::string::npos) << message;
        }
        EXPECT_EQ(message.find("no formulation does") == std::string::npos, any) << message;
      }
    }
  }
}

/// Sets that no formulation takes are named where a simulation is to choose one.
TEST(Formulations, SetsWithoutOneAreNamed) {
  const std::pair<UserLaw, const char*> laws[] = {
      {{"rolling", 4, RollingSet{0.3, 0.1}}, "rolling friction with 4 rows"}};
  for (const auto& [law, words] : laws) {
    Trial run(0.0, 1.0);
    auto& particle = addParticle(run, Vector::Zero(2), Vector::Zero(2));
    run.model->link(law, LagrangianLinearTIR(Matrix(Matrix::Ones(law.blockSize(), 2))), particle);
    try {
      run.simulateWith(1e-2, MoreauJeanOSI(0.5));
      FAIL() << law.name() << " is simulated";
    } catch (const InvalidArgument& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("the law " + law.name()), std::string::npos) << message;
      EXPECT_NE(message.find(words), std::string::npos) << message;
      EXPECT_NE(message.find("which no formulation takes yet"), std::string::npos) << message;
    }
  }
}

/// Sets of the output, and sets that are projected onto, choose among the formulations that take both sides.
TEST(Formulations, TakeSetsOfOutputs) {
  const auto nameFor = [](const ConvexSet& set, bool output) {
    Trial run(0.0, 1.0);
    auto& system = run.model->add<FirstOrderLinearDS>(Vector::Zero(2), Matrix::Zero(2, 2));
    const FirstOrderLinearTIR relation(Matrix::Identity(2, 2), Matrix::Identity(2, 2));
    const UserLaw law("law", 2,
                      output ? AdmissibleSet(OutputSet{set}) : AdmissibleSet(std::get<ProjectorSet>(set)));
    run.model->link(law, relation, system);
    run.model->link(RelayNSL(), relation, system);
    run.simulateWith(1e-2, EulerMoreauOSI(1.0));
    return run.simulation->nonSmoothProblem().name();
  };
  EXPECT_EQ(nameFor(FreeSet{}, true), "Relay");
  EXPECT_EQ(nameFor(OrthantSet{}, true), "Relay");
  EXPECT_EQ(nameFor(convex::box(Vector::Zero(2), Vector::Ones(2)), true), "Relay");
  EXPECT_EQ(nameFor(convex::halfSpace(Vector::Ones(2), 0.0), true), "AVI");
  EXPECT_EQ(nameFor(convex::ball(Vector::Zero(2), 1.0), true), "VI");
  EXPECT_EQ(nameFor(convex::ball(Vector::Zero(2), 1.0), false), "VI");
}

/// A mean velocity without weight at its end has no meaning.
TEST(Formulations, FremondNeedsAnIntegratorWithTheta) {
  Trial run(0.0, 1.0);
  auto& particle = addParticle(run, Vector::Zero(2), Vector::Zero(2));
  run.model->link(FremondImpactFrictionNSL(0.0, 0.3, 2), LagrangianLinearTIR(Matrix(Matrix::Identity(2, 2))),
                  particle);
  try {
    run.simulateWith(1e-2, MoreauJeanOSI(0.0));
    FAIL() << "no error";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("theta > 0"), std::string::npos) << error.what();
  }
}

/// An empty polyhedron: the step fails, says so, and leaves the state.
TEST(Formulations, EmptyPolyhedronFailsTheStep) {
  Trial run(0.0, 1.0);
  auto& system = run.model->add<FirstOrderLinearDS>(Vector::Ones(1), Matrix::Zero(1, 1));
  run.model->link(NormalConeNSL(Matrix{{1.0}, {-1.0}}, Vector{{1.0, 1.0}}),
                  FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), system);
  run.simulateWith(1e-2, EulerMoreauOSI(0.5));
  const std::vector<double> before = run.values();
  EXPECT_THROW(run.step(), SolverError);
  EXPECT_EQ(run.values(), before);
}

/// The multipliers of the last step are where the solver begins: with those of an unchanged problem it has
/// nothing to do.
TEST(Formulations, BeginWithTheLastMultipliers) {
  const auto iterations = [](const Solver& solver, bool friction) {
    Trial run(0.0, 1.0);
    LagrangianLinearTIDS* below = nullptr;
    for (int k = 0; k < 6; ++k) {
      auto& ball = addParticle(run, Vector::Zero(2), Vector::Zero(2), 1.0 + 0.3 * k);
      ball.setFExt(Vector{{0.1, -g}});
      Matrix H(2, below == nullptr ? 2 : 4);
      if (below == nullptr) {
        H << 0.0, 1.0, 1.0, 0.0;
      } else {
        H << 0.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 0.0;
      }
      std::vector<DynamicalSystem*> systems{&ball};
      if (below != nullptr) systems.insert(systems.begin(), below);
      if (friction) {
        run.model->link(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 2), LagrangianLinearTIR(H), systems);
      } else {
        run.model->link(RelayNSL(-1e3, 1e3), LagrangianLinearTIR(H), systems);
      }
      below = &ball;
    }
    run.simulateWith(1e-2, MoreauJeanOSI(0.5));
    run.simulation->nonSmoothProblem().setSolver(solver);
    std::vector<std::int64_t> counts;
    run.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
      EXPECT_EQ(outcome.status, SolverStatus::ok) << outcome.message;
      counts.push_back(outcome.iterations);
      return SolverAction::accept;
    });
    run.steps(3);
    return counts;
  };
  for (const bool friction : {true, false}) {
    const auto counts = iterations(Solver(friction ? "nsgs" : "pgs"), friction);
    EXPECT_GT(counts[0], 0);
    EXPECT_EQ(counts[2], 0);
  }
}

/// Which formulation which laws choose.
TEST(Choice, IsByTheLawsPresent) {
  enum Law { diode, impact, equality, relay, cone, plane, space, fremond, disk, ball };
  const auto nameFor = [](std::initializer_list<Law> laws) {
    Trial run(0.0, 1.0);
    auto& mechanical = addParticle(run, Vector::Zero(2), Vector::Zero(2));
    const auto link = [&](const auto& law) {
      const Index rows = law.blockSize();
      run.model->link(law, LagrangianLinearTIR(Matrix(Matrix::Identity(rows, 2))), mechanical);
    };
    for (const Law law : laws) {
      if (law == diode) link(ComplementarityConditionNSL());
      if (law == impact) link(NewtonImpactNSL(0.5));
      if (law == equality) link(EqualityConditionNSL(2));
      if (law == relay) link(RelayNSL());
      if (law == cone) link(NormalConeNSL(Matrix::Identity(2, 2), Vector::Zero(2)));
      if (law == plane) link(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 2));
      if (law == space) link(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 3));
      if (law == disk) link(NewtonImpactRollingFrictionNSL(0.0, 0.0, 0.3, 0.1, 3));
      if (law == ball) link(NewtonImpactRollingFrictionNSL(0.0, 0.0, 0.3, 0.1, 5));
      if (law == fremond) link(FremondImpactFrictionNSL(0.0, 0.3, 2));
    }
    run.simulateWith(1e-2, MoreauJeanOSI(0.5));
    return run.simulation->nonSmoothProblem().name();
  };
  EXPECT_EQ(nameFor({}), "LCP");
  EXPECT_EQ(nameFor({impact}), "LCP");
  EXPECT_EQ(nameFor({impact, diode}), "LCP");
  EXPECT_EQ(nameFor({equality}), "Equality");
  EXPECT_EQ(nameFor({equality, impact}), "MLCP");
  EXPECT_EQ(nameFor({relay}), "Relay");
  EXPECT_EQ(nameFor({relay, equality}), "Relay");
  EXPECT_EQ(nameFor({impact, relay}), "Relay");
  EXPECT_EQ(nameFor({plane}), "FrictionContact");
  EXPECT_EQ(nameFor({space}), "FrictionContact");
  EXPECT_EQ(nameFor({plane, fremond}), "FrictionContact");
  EXPECT_EQ(nameFor({cone}), "AVI");
  EXPECT_EQ(nameFor({cone, impact, relay, equality}), "AVI");
  EXPECT_EQ(nameFor({plane, space}), "GenericMechanical");
  for (const Law other : {diode, impact, equality, relay})
    EXPECT_EQ(nameFor({plane, other}), "GenericMechanical") << other;
  EXPECT_EQ(nameFor({space, impact, relay, equality}), "GenericMechanical");
  EXPECT_EQ(nameFor({disk}), "RollingFrictionContact");
  EXPECT_EQ(nameFor({ball, ball}), "RollingFrictionContact");
  EXPECT_EQ(nameFor({ball, equality}), "GlobalRollingFrictionContact");
  for (const Law other : {diode, impact, relay, cone, plane, space})
    EXPECT_THROW(nameFor({disk, other}), InvalidArgument) << other;
  try {
    nameFor({plane, cone});
    ADD_FAILURE() << "no error for a cone beside a polyhedron";
  } catch (const InvalidArgument& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("NewtonImpactFrictionNSL of interaction"), std::string::npos) << message;
    EXPECT_NE(message.find("cannot be mixed"), std::string::npos) << message;
  }
}

/// A rail that is there for a while, beside a floor: the choice follows; the steps are those of the most
/// general formulation throughout. A restored state repeats the run to the bit.
TEST(Choice, FollowsTheStructure) {
  const auto run = [](auto... problem) {
    Trial trial(0.0, 1.0);
    auto& particle = addParticle(trial, Vector{{0.0, 0.02}}, Vector{{1.0, 0.0}});
    trial.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{0.0, 1.0}}), particle);
    trial.model->setScales({1.0, 1.0, 1.0});
    trial.simulateWith(1e-2, MoreauJeanOSI(0.5), std::move(problem)...);
    const auto name = [&] { return trial.simulation->nonSmoothProblem().name(); };
    std::vector<std::string> names{name()};
    trial.steps(20);
    auto& rail =
        trial.model->link(EqualityConditionNSL(1), LagrangianLinearTIR(Matrix{{1.0, 0.5}}), particle);
    trial.step();
    names.push_back(name());
    const State start = trial.model->state();
    trial.steps(20);
    const State end = trial.model->state();
    trial.model->setState(start);
    trial.steps(20);
    EXPECT_TRUE(trial.model->state() == end);
    trial.model->remove(rail);
    trial.steps(20);
    names.push_back(name());
    return std::pair(names, Vector(particle.q()));
  };
  const auto chosen = run();
  const auto fixed = run(MLCP());
  EXPECT_EQ(chosen.first, (std::vector<std::string>{"LCP", "MLCP", "LCP"}));
  EXPECT_LT((chosen.second - fixed.second).norm(), 1e-10);
}

/// A law that does not fit the others is refused when the step takes it up; once it is gone the run goes on
/// as if it had never been there.
TEST(Choice, RefusesAMixtureAndGoesOnWithoutIt) {
  const auto run = [](bool mixed) {
    Trial trial(0.0, 1.0);
    auto& particle = addParticle(trial, Vector{{0.0, 0.02}}, Vector{{1.0, 0.0}});
    trial.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{0.0, 1.0}}), particle);
    trial.simulateWith(1e-2, MoreauJeanOSI(0.5));
    trial.steps(10);
    if (mixed) {
      auto& friction = trial.model->link(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 2),
                                         LagrangianLinearTIR(Matrix(Matrix::Identity(2, 2))), particle);
      auto& cone = trial.model->link(NormalConeNSL(Matrix::Identity(2, 2), Vector::Zero(2)),
                                     LagrangianLinearTIR(Matrix(Matrix::Identity(2, 2))), particle);
      EXPECT_THROW(trial.step(), InvalidArgument);
      EXPECT_THROW(trial.step(), InvalidArgument);
      EXPECT_EQ(trial.simulation->step(), 10);
      trial.model->remove(friction);
      trial.model->remove(cone);
    }
    trial.steps(40);
    return Vector(particle.q());
  };
  EXPECT_EQ(run(true), run(false));
}

/// A solver that was set stays while the choice does, and a change is told.
TEST(Choice, KeepsTheSolverThatWasSet) {
  Trial run(0.0, 1.0);
  auto& particle = addParticle(run, Vector::Zero(2), Vector::Zero(2));
  std::vector<std::string> told;
  run.model->setLogSink([&](LogLevel, std::string_view message) { told.emplace_back(message); });
  run.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{0.0, 1.0}}), particle);
  run.simulateWith(1e-2, MoreauJeanOSI(0.5));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("LCP"), std::string::npos);
  run.simulation->nonSmoothProblem().setSolver(Solver("lemke"));
  run.step();
  run.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, 0.0}}, 1.0), particle);
  run.step();
  EXPECT_EQ(run.simulation->nonSmoothProblem().solver().name(), "lemke");
  EXPECT_EQ(told.size(), 1U);
}

TEST(Choice, IsNotMadeBeforeItIsNeeded) {
  Model model(0.0, 1.0);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
  EXPECT_THROW((void)simulation.nonSmoothProblem(), Error);
  simulation.initialize();
  EXPECT_EQ(simulation.nonSmoothProblem().name(), "LCP");
  EXPECT_THROW(TimeStepping(model, TimeDiscretisation(0.0, 0.1), std::unique_ptr<OneStepIntegrator>()),
               InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::choice_test
