// What event-driven simulation of first-order systems refuses by name, and what is left as it was where something fails.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nsds/kernel.hpp>
#include <stdexcept>
#include <vector>

#include "kernel/event_driven/event_driven.hpp"
#include "kernel/event_driven/switch_course.hpp"

namespace nsds::test::event_driven_refusals_test {
namespace {

/// A first-order system, to be refused for something.
struct Refused {
  explicit Refused(VectorConstRef x0)
      : system(model.add<FirstOrderLinearDS>(x0, Matrix::Zero(x0.size(), x0.size()))) {
    system.setName("plant");
  }
  template <class Law>
  Interaction& link(const Law& law, const FirstOrderLinearTIR& relation) {
    Interaction& interaction = model.link(law, relation, system);
    interaction.setName("row");
    return interaction;
  }
  std::string text() {
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
    return errorText<Error>([&] { const SwitchCourse course(simulation); });
  }
  Model model{0.0, 2.0};
  FirstOrderLinearDS& system;
};

TEST(EventDrivenRefusals, ADegreeAboveOneIsRefusedWithItsNumber) {
  Refused wall(Vector{{1.0, -1.0}});
  wall.system.setA(Matrix{{0.0, 1.0}, {0.0, 0.0}});
  wall.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{0.0}, {1.0}}));
  const std::string text = wall.text();
  EXPECT_TRUE(says(text, "row"));
  EXPECT_TRUE(says(text, "the relative degree is 2"));

  Refused equality(Vector{{0.0, 0.0, 0.0}});
  equality.system.setA(Matrix{{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, 0.0}});
  equality.link(EqualityConditionNSL(1),
                FirstOrderLinearTIR(Matrix{{1.0, 0.0, 0.0}}, Matrix{{0.0}, {0.0}, {1.0}}));
  EXPECT_TRUE(says(equality.text(), "the relative degree is 3"));
}

TEST(EventDrivenRefusals, ARelayOfDegreeTwoIsRefusedWhereItWouldSlide) {
  // x'' = -sgn x rests in the origin, where nothing but the second derivative says what lambda is.
  Refused relay(Vector{{0.0, 0.0}});
  relay.system.setA(Matrix{{0.0, 1.0}, {0.0, 0.0}});
  relay.link(RelayNSL(), FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{0.0}, {1.0}}));
  EXPECT_TRUE(says(relay.text(), "the relative degree is 2")) << relay.text();
}

TEST(EventDrivenRefusals, ASurfaceThatRepelsIsRefused) {
  Refused start(scalar(0.0));
  start.link(RelayNSL(), FirstOrderLinearTIR(one, -one));
  const std::string text = start.text();
  EXPECT_TRUE(says(text, "row"));
  EXPECT_TRUE(says(text, "repels"));
  EXPECT_TRUE(says(text, "P-matrix"));

  // Driven through such a surface, the motion is unique.
  Refused crossed(scalar(1.0));
  crossed.system.setB(scalar(-2.0));
  crossed.link(RelayNSL(), FirstOrderLinearTIR(one, -one));
  EXPECT_EQ(crossed.text(), "");
  EXPECT_NEAR(crossed.system.x()[0], -3.0, 1e-11);
}

TEST(EventDrivenRefusals, AMotionThatEndsIsRefused) {
  // x' = -1 - lambda, 0 <= x, lambda complementary: at x = 0 every multiplier makes x fall.
  Refused end(scalar(1.0));
  end.system.setB(scalar(-1.0));
  end.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(one, -one));
  EXPECT_TRUE(says(end.text(), "the motion ends there"));
}

TEST(EventDrivenRefusals, LawsAndSystemsThatBelongToTimeSteppingAreRefused) {
  {
    Refused cone(scalar(1.0));
    cone.link(NormalConeNSL(Matrix{{1.0}, {-1.0}}, Vector{{-1.0, -1.0}}), FirstOrderLinearTIR(one, one));
    EXPECT_TRUE(says(cone.text(), "row"));
    EXPECT_TRUE(says(cone.text(), "TimeStepping"));
  }
  {
    Refused descriptor(Vector{{1.0, 0.0}});
    descriptor.system.setM(Matrix{{1.0, 0.0}, {0.0, 0.0}});
    EXPECT_TRUE(says(descriptor.text(), "plant"));
    EXPECT_TRUE(says(descriptor.text(), "M has an inverse"));
  }
  {
    Refused mixed(scalar(1.0));
    mixed.model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one).setName("mass");
    EXPECT_TRUE(says(mixed.text(), "plant"));
    EXPECT_TRUE(says(mixed.text(), "mass"));
    EXPECT_TRUE(says(mixed.text(), "MixedOrderOSI"));
  }
}

TEST(EventDrivenRefusals, JumpsAreRefusedWhereThatIsAskedForOrThereIsNone) {
  {
    Refused refused(scalar(-1.0));
    refused.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(one, one));
    EventDriven simulation(refused.model, TimeDiscretisation(0.0, 0.25), Dopri5());
    EXPECT_THROW(simulation.setJumps(JumpRule::accept), InvalidArgument);
    simulation.setJumps(JumpRule::refuse);
    EXPECT_TRUE(says(errorText<InvalidArgument>([&] { simulation.initialize(); }), "has to jump"));
    EXPECT_EQ(refused.system.x()[0], -1.0);
    simulation.setJumps(JumpRule::jump);
    simulation.initialize();
    EXPECT_EQ(refused.system.x()[0], 0.0);
  }
  Refused impossible(scalar(-1.0));
  impossible.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(one, -one));
  EXPECT_TRUE(says(impossible.text(), "demand a jump"));
  EXPECT_EQ(impossible.system.x()[0], -1.0);
}

TEST(EventDrivenRefusals, LevelsThatVary) {
  Refused refused(scalar(1.0));
  refused.link(RelayNSL([](double t) { return BoxSet{-1.0 - t, 1.0}; }), FirstOrderLinearTIR(one, one));
  EXPECT_TRUE(says(refused.text(), "depends on time or state"));
}

TEST(EventDrivenRefusals, AnUndeclaredJumpOfASurfaceIsSaid) {
  Model model(0.0, 2.0);
  auto& system = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix::Zero(1, 1));
  system.setB(scalar(-0.5));
  FirstOrderLinearR relation(one, one);
  relation.setE([](double t, VectorRef e) { e[0] = t < 0.95 ? -1.0 : -3.0; });
  model.link(ComplementarityConditionNSL(), relation, system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.3), Dopri5(close));
  EXPECT_THROW(SwitchCourse{simulation}, Error);
}

/// x' = -x + u(t) - lambda in two coordinates, with relays, whose input fails on demand.
struct Failing {
  Failing() {
    system.setB([](double t, VectorRef b) { b << std::sin(3.0 * t), std::cos(2.0 * t); });
    model.link(RelayNSL(),
               FirstOrderType1R(
                   2, [](VectorConstRef x, VectorRef y) { y = x; },
                   [this](VectorConstRef l, VectorRef r) {
                     if (fails) throw std::runtime_error("the input fails");
                     r << 0.7 * l[0] + 0.1 * l[1], 0.6 * l[1];
                   },
                   [](VectorConstRef, MatrixRef C) { C.setIdentity(); },
                   [](VectorConstRef, MatrixRef B) { B << 0.7, 0.1, 0.0, 0.6; }),
               system);
  }
  Model model{0.0, 6.0};
  FirstOrderLinearDS& system =
      model.add<FirstOrderLinearDS>(Vector{{0.5, -0.8}}, Matrix{{-1.0, 0.4}, {-0.4, -1.0}});
  bool fails = false;
};

TEST(EventDrivenRefusals, AnEventThatFailsIsTakenBackAndMayBeRepeated) {
  const auto run = [](bool failing) {
    Failing model;
    EventDriven simulation(model.model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
    std::vector<double> numbers;
    simulation.initialize();
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      if (failing && simulation.event() != EventKind::sampling) {
        const std::vector<double> before = model.model.nsds().flat().values();
        model.fails = true;
        EXPECT_THROW(simulation.nextStep(), std::runtime_error);
        model.fails = false;
        EXPECT_EQ(model.model.nsds().flat().values(), before);
      }
      simulation.nextStep();
      numbers.push_back(simulation.time());
      numbers.insert(numbers.end(), {model.system.x()[0], model.system.x()[1]});
    }
    EXPECT_GT(simulation.events(), 4);
    return numbers;
  };
  EXPECT_EQ(run(false), run(true));
}

TEST(EventDrivenRefusals, AStepThatFailsLeavesTheStateOfTheLastEvent) {
  Failing model;
  EventDriven simulation(model.model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  simulation.initialize();
  for (int k = 0; simulation.hasNextEvent(); ++k) {
    if (k % 3 == 1) {
      const std::vector<double> before = model.model.nsds().flat().values();
      model.fails = true;
      EXPECT_THROW(simulation.computeOneStep(), std::runtime_error);
      model.fails = false;
      EXPECT_EQ(model.model.nsds().flat().values(), before);
    }
    simulation.computeOneStep();
    simulation.nextStep();
  }
  Failing whole;
  EventDriven uninterrupted(whole.model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  uninterrupted.run();
  EXPECT_LT((whole.system.x() - model.system.x()).norm(), 1e-10);
}

/// Numbers of a model after each event from now on.
std::vector<double> follow(EventDriven& simulation, const Model& model) {
  std::vector<double> numbers;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    const std::vector<double>& values = model.nsds().flat().values();
    numbers.insert(numbers.end(), values.begin(), values.end());
  }
  return numbers;
}

TEST(EventDrivenRefusals, AStateThatIsPutBackGivesTheSameBits) {
  for (const int events : {0, 1, 3, 7, 20}) {
    Failing model;
    EventDriven simulation(model.model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
    simulation.initialize();
    for (int k = 0; k < events; ++k) {
      simulation.computeOneStep();
      simulation.nextStep();
    }
    const State state = model.model.state();
    const std::vector<std::byte> bytes = model.model.saveState();
    const std::vector<double> first = follow(simulation, model.model);
    model.model.setState(state);
    EXPECT_EQ(model.model.saveState(), bytes) << events;
    EXPECT_EQ(follow(simulation, model.model), first) << events;
    // Another process
    Failing other;
    EventDriven later(other.model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
    later.initialize();
    other.model.restoreState(bytes);
    EXPECT_EQ(follow(later, other.model), first) << events;
  }
}

TEST(EventDrivenRefusals, AStateWithinAnAccumulationGivesTheSameBits) {
  for (const int captured : {0, 1, 4}) {
    Spiral spiral(2.0);
    EventDriven simulation(spiral.model, TimeDiscretisation(0.0, 0.01), Dopri5(close));
    EventOptions options;
    options.accumulationInterval = 1e-2;  // so that samples fall into the steps of event-capturing
    simulation.setEventOptions(options);
    simulation.initialize();
    for (int k = 0; k <= captured;) {
      simulation.computeOneStep();
      simulation.nextStep();
      k += simulation.capturing() ? 1 : 0;
    }
    ASSERT_TRUE(simulation.capturing());
    const State state = spiral.model.state();
    const std::vector<double> first = follow(simulation, spiral.model);
    EXPECT_EQ(spiral.system->x().norm(), 0.0);
    spiral.model.setState(state);
    EXPECT_EQ(follow(simulation, spiral.model), first) << captured;
  }
}

}  // namespace
}  // namespace nsds::test::event_driven_refusals_test
