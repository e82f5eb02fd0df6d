// States are restored whatever contacts have come and gone since: the same bits follow.
#include <gtest/gtest.h>

#include <nsds/kernel.hpp>
#include <set>

#include "kernel/error_text.hpp"
#include "support/draws.hpp"

namespace nsds::test::restored_contacts_test {
namespace {

/// Boxes that are dropped beside and on each other; contacts come, go and come again.
struct Drop {
  explicit Drop(int boxes = 4) : model(0.0, 1.0), contacts(NewtonImpactFrictionNSL(0.3, 0.0, 0.5, 3)) {
    for (int k = 0; k < boxes; ++k) {
      Vector q = Vector::Zero(7);
      q.head(3) = Vector3(0.2 * (k % 2), 0.1 * k, 0.45 + 0.8 * k);
      q.tail(4) = Eigen::Vector4d(1.0, 0.1 * k, 0.2, 0.0).normalized();
      auto& box = model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(Matrix::Identity(3, 3) / 24.0));
      contacts.add(box, Box{{0.25, 0.25, 0.25}});
    }
    model.setGravity(Vector3(0.0, 0.0, -9.81));
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0}, {.name = "ground"});
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5));
    simulation->setInteractionManager(contacts);
    simulation->initialize();
  }
  void steps(int n) {
    for (int k = 0; k < n && simulation->hasNextEvent(); ++k) {
      simulation->computeOneStep();
      simulation->nextStep();
    }
  }
  Model model;
  CollisionDetection contacts;
  std::unique_ptr<TimeStepping> simulation;
};

/// Saved without a contact, restored without one after there were some.
TEST(StateWithoutContacts, IsRestoredAfterContactsHaveComeAndGone) {
  Drop drop(1);
  const State start = drop.model.state();
  ASSERT_EQ(drop.contacts.contacts(), 0);
  Index most = 0;
  for (int k = 0; k < 100; ++k) {
    drop.steps(1);
    most = std::max(most, drop.contacts.contacts());
  }
  ASSERT_GT(most, 0);
  const State end = drop.model.state();
  drop.model.setState(start);
  EXPECT_EQ(drop.model.nsds().time(), 0.0);
  EXPECT_EQ(drop.contacts.contacts(), 0);
  drop.steps(100);
  EXPECT_TRUE(drop.model.state() == end);
}

/// From any step to any other, forth and back: the run repeats itself to the bit, ids of contacts included.
TEST(StateWithContacts, IsRestoredToTheBit) {
  Drop drop;
  std::vector<State> states{drop.model.state()};
  while (drop.simulation->hasNextEvent()) {
    drop.steps(1);
    states.push_back(drop.model.state());
  }
  Draws draws(7);
  for (int trial = 0; trial < 40; ++trial) {
    const auto from = static_cast<std::size_t>(draws.integer(0, static_cast<int>(states.size()) - 2));
    drop.model.setState(states[from]);
    ASSERT_TRUE(drop.model.state() == states[from]) << from;
    const int n = draws.integer(1, 20);
    drop.steps(n);
    const std::size_t to = std::min(from + static_cast<std::size_t>(n), states.size() - 1);
    ASSERT_TRUE(drop.model.state() == states[to]) << from << " to " << to;
  }
}

/// Multipliers and frames are those of the state before a step is made, and what was linked by the user stays.
TEST(StateWithContacts, ShowsTheContactsOfThen) {
  Drop drop(2);
  auto& tether = drop.model.link(
      EqualityConditionNSL(1),
      JointMotorR::withRate(PivotJointR({dynamic_cast<NewtonEulerDS&>(*drop.model.nsds().systems()[0])},
                                        {.axis = {0.0, 0.0, 1.0}}),
                            0, [](double) { return 0.0; }),
      *drop.model.nsds().systems()[0]);
  drop.steps(60);
  const State state = drop.model.state();
  const Index contacts = drop.contacts.contacts();
  ASSERT_GT(contacts, 0);
  std::vector<Vector> multipliers;
  for (const auto& interaction : drop.model.nsds().interactions())
    multipliers.emplace_back(interaction->lambda());
  const auto version = drop.model.nsds().structureVersion();
  drop.steps(80);
  ASSERT_GT(drop.model.nsds().structureVersion(), version);  // contacts have come or gone
  drop.model.setState(state);
  ASSERT_EQ(drop.contacts.contacts(), contacts);
  ASSERT_EQ(drop.model.nsds().interactions().size(), multipliers.size());
  EXPECT_EQ(drop.model.nsds().findInteraction(tether.id()), &tether);
  for (std::size_t k = 0; k < multipliers.size(); ++k)
    EXPECT_EQ(Vector(drop.model.nsds().interactions()[k]->lambda()), multipliers[k]);
}

/// A step that fails right after a state was put back leaves that state, contacts included.
TEST(StateWithContacts, OutlivesAStepThatFails) {
  Drop drop;
  drop.steps(80);
  const State state = drop.model.state();
  drop.steps(60);
  drop.model.setState(state);
  drop.simulation->setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::reject; });
  drop.steps(1);
  ASSERT_EQ(drop.simulation->statistics().rejectedSteps, 1);
  EXPECT_EQ(drop.model.state().values(), state.values());
  EXPECT_TRUE(drop.model.state() == state);
  drop.simulation->clearCheckSolverFunction();
  drop.steps(60);
  const State once = drop.model.state();
  drop.model.setState(state);
  drop.steps(60);
  EXPECT_TRUE(drop.model.state() == once);
}

/// Two simulations that share a detection: its contacts are made once.
TEST(StateWithContacts, IsSharedByTwoSimulations) {
  Drop drop(2);
  TimeStepping other(drop.model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5));
  other.setInteractionManager(drop.contacts);
  drop.steps(60);
  const State state = drop.model.state();
  const Index contacts = drop.contacts.contacts();
  ASSERT_GT(contacts, 0);
  drop.steps(80);
  const State end = drop.model.state();
  drop.model.setState(state);
  EXPECT_EQ(drop.contacts.contacts(), contacts);
  EXPECT_TRUE(drop.model.state() == state);
  drop.steps(80);
  EXPECT_TRUE(drop.model.state() == end);
}

/// An event-driven simulation on the same model, which cannot take up contacts that were found: states are restored
/// all the same, and its own step says what it cannot do.
TEST(StateWithContacts, IsSharedByAnEventDrivenSimulation) {
  Model model(0.0, 1.0);
  CollisionDetection contacts(NewtonImpactNSL(0.5));
  const Matrix inertia = Matrix::Identity(3, 3);
  for (const double height : {0.05, 0.2}) {
    auto& ball = model.add<NewtonEulerDS>(Vector{{4.0 * height, 0.0, 0.1 + height, 1.0, 0.0, 0.0, 0.0}},
                                          Vector::Zero(6), 1.0, inertia);
    contacts.add(ball, Sphere{0.1});
  }
  model.setGravity(Vector3(0.0, 0.0, -9.81));
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  TimeStepping stepping(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5));
  stepping.setInteractionManager(contacts);
  stepping.initialize();
  EventDriven events(model, TimeDiscretisation(0.0, 1e-2), Dopri5());
  events.initialize();
  std::vector<State> states;
  std::set<Index> counts;
  while (stepping.hasNextEvent()) {
    stepping.computeOneStep();
    stepping.nextStep();
    states.push_back(model.state());
    counts.insert(contacts.contacts());
  }
  ASSERT_EQ(counts, (std::set<Index>{0, 1, 2}));
  for (const State& state : states) {
    model.setState(state);
    EXPECT_EQ(model.nsds().time(), state.time());
    EXPECT_TRUE(model.state() == state);
  }
  EXPECT_NE(errorText([&] { events.computeOneStep(); }).find("gaps of one step only"), std::string::npos);
}

/// Contacts that no manager can make again, because their simulation is gone, have the state refused; nothing changes.
TEST(StateWithContacts, IsRefusedWhereNobodyCanMakeThem) {
  Drop drop(2);
  drop.steps(60);
  ASSERT_GT(drop.contacts.contacts(), 0);
  drop.simulation.reset();
  TimeStepping alone(drop.model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5));
  const State state = drop.model.state();
  drop.model.remove(*drop.model.nsds().interactions().back());
  const std::vector<double> values = drop.model.nsds().flat().values();
  EXPECT_NE(errorText([&] { drop.model.setState(state); }).find("no interaction manager"), std::string::npos);
  EXPECT_EQ(drop.model.nsds().flat().values(), values);
  EXPECT_TRUE(drop.model.nsds().structureChanged());
}

/// What the user adds or removes belongs to the structure of the state.
TEST(StateWithContacts, IsRefusedForOtherSystemsOrLinks) {
  Drop drop(2);
  const State state = drop.model.state();
  drop.steps(60);
  const State later = drop.model.state();
  drop.model.remove(*drop.model.nsds().systems()[1]);
  EXPECT_NE(errorText([&] { drop.model.setState(state); }).find("other systems or links"), std::string::npos);
  EXPECT_NE(errorText([&] { drop.model.setState(later); }).find("other systems or links"), std::string::npos);
  EXPECT_NO_THROW(drop.steps(1));
}

/// A manager that knows nothing of making contacts again: the state of others is refused, and nothing changes.
TEST(ManagerWithoutMemory, HasStatesRefused) {
  struct Wall final : InteractionManager {
    void updateInteractions(Model& model, double) override {
      if (made) return;
      model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix::Identity(1, 1)),
                 *model.nsds().systems()[0]);
      made = true;
    }
    bool made = false;
  };
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  TimeStepping s(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
  Wall wall;
  wall.made = true;
  s.setInteractionManager(wall);
  const auto step = [&s] {
    s.computeOneStep();
    s.nextStep();
  };
  step();
  const State state = model.state();
  wall.made = false;
  step();
  const State later = model.state();
  EXPECT_NE(errorText([&] { model.setState(state); }).find("cannot make those of then"), std::string::npos);
  EXPECT_TRUE(model.state() == later);
  EXPECT_EQ(ball.q()[0], 1.0);
}

}  // namespace
}  // namespace nsds::test::restored_contacts_test
