// A state becomes bytes, which the model of another process takes back: the same bits follow. Here that is another model
// that the same function has made.
#include <gtest/gtest.h>

#include <functional>
#include <nsds/kernel.hpp>

#include "kernel/error_text.hpp"
#include "kernel/models.hpp"
#include "support/draws.hpp"

namespace nsds::test::saved_model_test {
namespace {

/// A model with its simulation, and what has to outlive them.
struct Process {
  std::unique_ptr<Model> model;
  std::unique_ptr<CollisionDetection> contacts;
  std::unique_ptr<Simulation> simulation;

  void steps(int n) {
    for (int k = 0; k < n && simulation->hasNextEvent(); ++k) {
      simulation->computeOneStep();
      simulation->nextStep();
    }
  }
};

Process of(Trial trial) {
  Process process;
  process.model = std::move(trial.model);
  process.simulation = std::move(trial.simulation);
  return process;
}

/// Boxes that are dropped on each other: contacts come and go.
Process boxes(double height = 0.45, double mass = 1.0, double h = 5e-3) {
  Process process;
  process.model = std::make_unique<Model>(0.0, 1.0);
  process.contacts = std::make_unique<CollisionDetection>(NewtonImpactFrictionNSL(0.3, 0.0, 0.5, 3));
  for (int k = 0; k < 4; ++k) {
    Vector q = Vector::Zero(7);
    q.head(3) = Vector3(0.2 * (k % 2), 0.1 * k, height + 0.8 * k);
    q.tail(4) = Eigen::Vector4d(1.0, 0.1 * k, 0.2, 0.0).normalized();
    auto& box = process.model->add<NewtonEulerDS>(q, Vector::Zero(6), mass,
                                                  Matrix(mass / 24.0 * Matrix::Identity(3, 3)));
    process.contacts->add(box, Box{{0.25, 0.25, 0.25}});
  }
  process.model->setGravity(Vector3(0.0, 0.0, -9.81));
  process.contacts->addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  auto stepping =
      std::make_unique<TimeStepping>(*process.model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
  stepping->setInteractionManager(*process.contacts);
  process.simulation = std::move(stepping);
  process.simulation->initialize();
  return process;
}

/// A ball that bounces until it rests, by events.
template <class Integrator>
Process ballByEvents(const Integrator& make) {
  Process process;
  process.model = std::make_unique<Model>(0.0, 4.0);
  linkGround(*process.model, addBall(*process.model, 1.0), 0.8);
  process.simulation = std::make_unique<EventDriven>(*process.model, TimeDiscretisation(0.0, 0.01), make());
  process.simulation->initialize();
  return process;
}

/// Two bodies on a joint, whose forces of reaction integrators keep.
template <class Integrator>
Process pendulumByEvents(const Integrator& make) {
  Process process;
  process.model = std::make_unique<Model>(0.0, 2.0);
  auto& bob = process.model->add<LagrangianLinearTIDS>(Vector{{1.0, 0.0}}, Vector::Zero(2),
                                                       Matrix(Matrix::Identity(2, 2)));
  bob.setFExt(Vector{{0.0, -9.81}});
  LagrangianScleronomousR rod(
      1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (q.squaredNorm() - 1.0); },
      [](VectorConstRef q, MatrixRef H) { H = q.transpose(); });
  rod.setCurvature([](VectorConstRef, VectorConstRef v, VectorRef gamma) { gamma[0] = v.squaredNorm(); });
  process.model->link(EqualityConditionNSL(1), rod, bob);
  process.simulation = std::make_unique<EventDriven>(*process.model, TimeDiscretisation(0.0, 0.01), make());
  process.simulation->initialize();
  return process;
}

struct Case {
  std::string name;
  std::function<Process()> make;
};

class SavedModel : public testing::TestWithParam<Case> {};

TEST_P(SavedModel, ContinuesToTheBit) {
  Process whole = GetParam().make();
  Draws draws(11);
  for (int trial = 0; trial < 4; ++trial) {
    whole.steps(draws.integer(3, 40));
    const std::vector<std::byte> bytes = whole.model->saveState();
    Process other = GetParam().make();
    // What it has done before does not matter.
    other.steps(draws.integer(0, 30));
    other.model->restoreState(bytes);
    EXPECT_EQ(other.model->saveState(), bytes) << "trial " << trial;
    Process third = GetParam().make();
    third.model->restoreState(bytes);
    const int n = draws.integer(5, 40);
    other.steps(n);
    third.steps(n);
    whole.steps(n);
    EXPECT_EQ(other.model->saveState(), whole.model->saveState()) << "trial " << trial;
    EXPECT_EQ(third.model->saveState(), whole.model->saveState()) << "trial " << trial;
    EXPECT_EQ(other.simulation->step(), whole.simulation->step());
  }
}

/// Whatever byte is missing, the model is as it was.
TEST_P(SavedModel, RefusesBytesThatEndTooEarly) {
  Process process = GetParam().make();
  process.steps(7);
  const std::vector<std::byte> bytes = process.model->saveState();
  process.steps(5);
  const std::vector<std::byte> now = process.model->saveState();
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 97) {
    EXPECT_THROW(process.model->restoreState(std::span(bytes).first(size)), InvalidArgument) << size;
    ASSERT_EQ(process.model->saveState(), now) << size;
  }
  std::vector<std::byte> more = bytes;
  more.push_back(std::byte{0});
  EXPECT_THROW(process.model->restoreState(more), InvalidArgument);
  EXPECT_EQ(process.model->saveState(), now);
}

const std::vector<Case> cases{
    {"beads", [] { return of(beads()); }},
    {"double_pendulum", [] { return of(doublePendulum()); }},
    {"diode_bridge", [] { return of(diodeBridge()); }},
    {"law_with_memory", [] { return of(wearingBalls()); }},
    {"contact_detection", [] { return boxes(); }},
    {"dopri5", [] { return ballByEvents([] { return Dopri5(); }); }},
    {"mdop5", [] { return pendulumByEvents([] { return Mdop5(); }); }},
    {"hem5", [] { return pendulumByEvents([] { return Hem5(); }); }},
    {"phem56", [] { return pendulumByEvents([] { return Phem56(); }); }},
    {"generalised_alpha",
     [] { return pendulumByEvents([] { return GeneralizedAlpha(GeneralizedAlphaOptions{}); }); }},
};
INSTANTIATE_TEST_SUITE_P(Simulations, SavedModel, testing::ValuesIn(cases),
                         [](const auto& tested) { return tested.param.name; });

TEST(SavedModelOfAnother, IsRefusedByTheFirstThingThatDiffers) {
  Process process = boxes();
  process.steps(20);
  const std::vector<std::byte> bytes = process.model->saveState();
  const auto refusal = [&](Process other) {
    const std::vector<std::byte> before = other.model->saveState();
    const std::string text = errorText([&] { other.model->restoreState(bytes); });
    EXPECT_EQ(other.model->saveState(), before);
    return text;
  };
  EXPECT_NE(refusal(boxes(0.5)).find("initial values and masses"), std::string::npos);
  EXPECT_NE(refusal(boxes(0.45, 2.0)).find("initial values and masses"), std::string::npos);
  EXPECT_NE(refusal(boxes(0.45, 1.0, 1e-2)).find("100 steps"), std::string::npos);
  EXPECT_NE(refusal(of(beads())).find("4 times system nsds::NewtonEulerDS"), std::string::npos);
  Process same = boxes();
  same.model->restoreState(bytes);
  EXPECT_EQ(same.model->saveState(), bytes);
}

TEST(SavedModelOfAnother, IsRefusedWhereALinkOrANameDiffers) {
  const auto make = [](const char* name, bool linked) {
    Process process;
    process.model = std::make_unique<Model>(0.0, 1.0);
    auto& ball = addBall(*process.model, 1.0);
    ball.setName(name);
    linkGround(*process.model, ball, 0.5);
    if (linked) process.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{-1.0}}, 5.0), ball);
    process.simulation =
        std::make_unique<TimeStepping>(*process.model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
    process.simulation->initialize();
    return process;
  };
  const std::vector<std::byte> bytes = make("ball", false).model->saveState();
  EXPECT_NE(errorText([&] {
              make("ball", true).model->restoreState(bytes);
            }).find("link nsds::LagrangianLinearTIR"),
            std::string::npos);
  EXPECT_NE(errorText([&] { make("bell", false).model->restoreState(bytes); }).find("\"bell\""),
            std::string::npos);
}

TEST(UserFunctions, AreNamed) {
  Model model(0.0, 1.0);
  auto& plain = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  plain.setFExt(Vector::Ones(1));
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix::Identity(1, 1)), plain);
  EXPECT_TRUE(model.userFunctions().empty());
  auto& pushed = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  pushed.setName("pushed");
  pushed.setFExt([](double t, VectorRef f) { f[0] = t; });
  EXPECT_EQ(model.userFunctions(), std::vector<std::string>{"pushed"});
}

/// The end of a run that an observer asks for is one after a whole step, and the run goes on from there.
TEST(Run, EndsWhereAnObserverAsksForIt) {
  Trial trial = beads();
  Trial whole = beads();
  whole.simulation->run();
  int steps = 0;
  trial.simulation->run([&](const Simulation&) {
    if (++steps == 100) trial.simulation->requestEnd();
  });
  EXPECT_EQ(trial.simulation->step(), 100);
  trial.simulation->run();
  EXPECT_EQ(trial.values(), whole.values());
}

TEST(PhaseTimes, AddUpToTheTimeOfTheSteps) {
  Trial trial = beads();
  trial.simulation->timePhases(true);
  const auto start = std::chrono::steady_clock::now();
  trial.simulation->run();
  const double whole = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const PhaseTimes& phases = trial.simulation->phaseTimes();
  for (const double seconds : {phases.motion, phases.problem, phases.update}) EXPECT_GT(seconds, 0.0);
  EXPECT_LE(phases.changes + phases.motion + phases.problem + phases.update, whole);
}

/// An observer that continues says at the end what one does that has seen everything.
TEST(SavedObservers, ContinueToTheBit) {
  const auto observers = [] {
    return std::tuple<EnergyBalance, ConstraintViolation, Complementarity, IndexSetHistory, SolverEffort>{
        EnergyBalance(true), {}, {}, {}, {}};
  };
  const auto saved = [](const auto& all) {
    return std::apply(
        [](const auto&... each) { return std::vector<std::vector<std::byte>>{each.saveState()...}; }, all);
  };
  Trial whole = beads();
  auto seen = observers();
  std::vector<std::vector<std::byte>> bytes;
  std::vector<std::byte> state;
  Statistics statistics;
  std::apply(
      [&](auto&... each) {
        whole.simulation->run(each..., [&](const Simulation& s) {
          if (s.step() != 300) return;
          bytes = saved(seen);
          state = whole.model->saveState();
          statistics = s.statistics();
        });
      },
      seen);

  Trial other = beads();
  auto continued = observers();
  std::apply(
      [&](auto&... each) {
        other.simulation->run(each..., [&](const Simulation& s) {
          if (s.step() != 1) return;
          other.model->restoreState(state);
          other.simulation->continueStatistics(statistics);
          std::size_t k = 0;
          (each.restoreState(bytes[k++]), ...);
        });
      },
      continued);
  EXPECT_EQ(saved(continued), saved(seen));

  EnergyBalance energy;
  EXPECT_THROW(energy.restoreState(std::span(bytes[0]).first(bytes[0].size() - 1)), InvalidArgument);
  EXPECT_EQ(energy.history().size(), 0U);
}

/// A state brings back the contacts that it had, also where others have come since that bear the same ids.
TEST(SavedModel, HasItsContactsAlsoWhereOthersBearTheirIds) {
  Model model(0.0, 10.0);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  std::vector<NewtonEulerDS*> balls;
  for (int k = 0; k < 2; ++k) {
    const Vector q{{3.0 * k, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    balls.push_back(&model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(Matrix::Identity(3, 3))));
    contacts.add(*balls.back(), Sphere{0.1});
  }
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5));
  simulation.setInteractionManager(contacts);
  simulation.initialize();
  const std::vector<std::byte> start = model.saveState();
  // One ball and then the other is put on the ground.
  const auto touch = [&](NewtonEulerDS& ball) {
    ball.setQ(Vector{{ball.q()[0], 0.0, 0.1, 1.0, 0.0, 0.0, 0.0}});
    simulation.computeOneStep();
    simulation.nextStep();
    return model.saveState();
  };
  const std::vector<std::byte> first = touch(*balls[0]);
  const std::uint64_t id = model.nsds().interactions().front()->id().value;
  model.restoreState(start);
  touch(*balls[1]);
  ASSERT_EQ(model.nsds().interactions().front()->id().value, id);
  model.restoreState(first);
  ASSERT_EQ(model.nsds().interactions().size(), 1U);
  EXPECT_EQ(model.nsds().interactions().front()->systems()[0], balls[0]);
}

}  // namespace
}  // namespace nsds::test::saved_model_test
