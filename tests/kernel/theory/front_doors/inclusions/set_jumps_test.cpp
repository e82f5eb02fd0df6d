// Distances of sets, jumps of sets that are declared, and those that nobody has declared.
#include "nsds/theory/first_order/set_jumps.hpp"

#include "kernel/theory/front_doors/runs.hpp"
#include "nsds/theory/first_order/set_distance.hpp"

namespace nsds::set_jumps_test {
namespace {

TEST(SetDistance, IsExactForBoxesAndBalls) {
  const Vector c{{0.2, -0.1}};
  EXPECT_DOUBLE_EQ(setDistance(BoxSet{0.0, 1.0}, BoxSet{0.5, 1.2}, Vector{{0.0}}, 1.0), 0.5);
  // A corner moves by (0.3, 0.4).
  EXPECT_DOUBLE_EQ(setDistance(convex::box(Vector{{0.0, 0.0}}, Vector{{1.0, 1.0}}),
                               convex::box(Vector{{0.3, 0.4}}, Vector{{1.0, 1.4}}), c, 1.0),
                   0.5);
  EXPECT_EQ(setDistance(OrthantSet{}, OrthantSet{}, c, 1.0), 0.0);
  EXPECT_EQ(setDistance(FreeSet{}, OrthantSet{}, c, 1.0), kNoBound);
  const Vector a{{0.3, 0.4}};
  EXPECT_NEAR(setDistance(convex::ball(Vector::Zero(2), 0.5), convex::ball(a, 0.5), c, 4.0), 0.5, 1e-9);
  EXPECT_NEAR(setDistance(convex::ball(Vector::Zero(2), 0.5), convex::ball(a, 0.2), c, 4.0), 0.8, 1e-9);
  EXPECT_NEAR(setDistance(convex::ball(a, 0.2), convex::ball(Vector::Zero(2), 0.5), c, 4.0), 0.8, 1e-9);
  // A square and the same turned by 45°: its corners are √2/2 from the center, the sides ½.
  const Matrix Q{{M_SQRT1_2, -M_SQRT1_2}, {M_SQRT1_2, M_SQRT1_2}};
  Matrix square(4, 2);
  square << Matrix::Identity(2, 2), -Matrix::Identity(2, 2);
  const Vector half = Vector::Constant(4, -0.5);
  EXPECT_NEAR(setDistance(PolyhedronSet{square, half}, PolyhedronSet{square * Q, half}, Vector::Zero(2), 2.0),
              M_SQRT1_2 - 0.5, 1e-9);
  EXPECT_THROW(setDistance(FreeSet{}, FreeSet{}, c, 0.0), InvalidArgument);
}

TEST(SetJumpSearch, FindsJumpsAndNoMotion) {
  const Vector x{{0.0}};
  const auto jumping = findSetJump(
      [](double t) {
        return BoxSet{t < 0.3 ? t : t + 0.2, kNoBound};
      },
      0.0, 1.0, x, 1.0);
  ASSERT_TRUE(jumping.has_value());
  EXPECT_NEAR(jumping->time, 0.3, 1e-8);
  EXPECT_NEAR(jumping->distance, 0.2, 1e-8);
  const auto none = [&](const VaryingSet& K) { return findSetJump(K, 0.0, 1.0, x, 1.0).has_value(); };
  EXPECT_FALSE(none([](double t) { return BoxSet{100.0 * t, kNoBound}; }));
  EXPECT_FALSE(none([](double t) { return BoxSet{std::sqrt(t), kNoBound}; }));
  EXPECT_FALSE(none([](double t) { return BoxSet{std::tanh(1e4 * (t - 0.4)), kNoBound}; }));
  EXPECT_FALSE(none(BoxSet{0.0, 1.0}));
  EXPECT_FALSE(none([](double t) {
    const double c = std::cos(t), s = std::sin(t);
    return BoxSet{c * c + s * s, kNoBound};
  }));
  // The set is back at its start but for 6e-9 of its way, which is less than what motion leaves.
  const VaryingSet wave = [](double t) {
    return BoxSet{std::sin(2.0 * M_PI * (1.0 + 1e-9) * t / 0.1), kNoBound};
  };
  EXPECT_FALSE(findSetJump(wave, 0.0, 0.1, x, 1.0).has_value());
}

/// A ball whose center jumps at ½ from 0 to (2, 0) while it drifts upwards.
SweepingProcess leaping() {
  return {2, [](double t) { return convex::ball(Vector{{t < 0.5 ? 0.0 : 2.0, 0.1 * t}}, 1.0); }};
}

/// x⁺ = P_{K(t⁺)}(x⁻), with the impulse as a record; the watch is content.
TEST(BoundedVariation, DeclaredJumpsAreProjections) {
  SweepingProcess process = leaping();
  process.setJumps({0.5});
  Model model(0.0, 1.0);
  const FirstOrderParts parts = process.addTo(model, Vector::Zero(2));
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), catchingUp());
  process.declareJumps(simulation);
  SetJumpWatch watch(process, parts.system);
  simulation.run(watch, [&](const Simulation& s) {
    if (s.time() < 0.45) {
      EXPECT_EQ(parts.system.x().norm(), 0.0) << s.time();
    }
  });
  EXPECT_EQ(simulation.jumpRecord().count, 1);
  const Vector center{{2.0, 0.05}};
  const Vector landed = center - center.normalized();
  EXPECT_LT((simulation.jumpImpulse(parts.interaction) - landed).norm(), 1e-9);
  EXPECT_NEAR(watch.fastest(), 0.1, 1e-9);
}

TEST(BoundedVariation, AnUndeclaredJumpIsFoundAndNamed) {
  for (const double h : {0.1, 0.07, 0.01}) {
    const SweepingProcess process = leaping();
    Model model(0.0, 1.0);
    const FirstOrderParts parts = process.addTo(model, Vector::Zero(2));
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), catchingUp());
    try {
      simulation.run(SetJumpWatch(process, parts.system));
      FAIL() << h;
    } catch (const UndeclaredJumpError& error) {
      EXPECT_NEAR(error.jump().time, 0.5, 1e-8);
      EXPECT_NEAR(error.jump().distance, 2.0, 1e-8);
      expectPart(error.what(), "t = 0.5");
      expectPart(error.what(), "Hausdorff distance");
    }
    EXPECT_LT(simulation.time(), 0.5 + h);
  }
}

/// A declared jump does not excuse another one, and an interval counts as well as a ball does.
TEST(BoundedVariation, AnotherJumpThanTheDeclaredIsFound) {
  SweepingProcess process(1, [](double t) {
    return BoxSet{t < 0.25 ? -1.0 : t < 0.73 ? 0.5 : 1.0, kNoBound};
  });
  process.setJumps({0.25});
  Model model(0.0, 1.0);
  const FirstOrderParts parts = process.addTo(model, Vector{{0.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.05), catchingUp());
  process.declareJumps(simulation);
  try {
    simulation.run(SetJumpWatch(process, parts.system));
    FAIL();
  } catch (const UndeclaredJumpError& error) {
    EXPECT_NEAR(error.jump().time, 0.73, 1e-8);
    EXPECT_DOUBLE_EQ(error.jump().distance, 0.5);
  }
}

/// Fast motion that is resolved by no step is none: it speeds up by more than the factor of suspicion and is searched for naught.
TEST(BoundedVariation, FastMotionIsNoJump) {
  const SweepingProcess process(1, [](double t) {
    return BoxSet{2.0 * std::tanh(200.0 * (t - 0.5)), kNoBound};
  });
  Model model(0.0, 1.0);
  const FirstOrderParts parts = process.addTo(model, Vector{{0.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), catchingUp());
  EXPECT_NO_THROW(simulation.run(SetJumpWatch(process, parts.system)));
  EXPECT_NEAR(parts.system.x()[0], 2.0, 1e-12);
}

/// cos² t + sin² t is 1 to rounding, in the first step as in others.
TEST(BoundedVariation, RoundingIsNoJump) {
  const SweepingProcess process(1, [](double t) {
    const double c = std::cos(t), s = std::sin(t);
    return BoxSet{c * c + s * s, kNoBound};
  });
  for (const double h : {0.08, 0.07, 0.05, 0.03}) {
    Model model(0.0, 1.0);
    const FirstOrderParts parts = process.addTo(model, Vector{{2.0}});
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), catchingUp());
    EXPECT_NO_THROW(simulation.run(SetJumpWatch(process, parts.system))) << h;
  }
}

TEST(BoundedVariation, ALipschitzConstantIsKept) {
  SweepingProcess process(1, [](double t) { return BoxSet{t * t, kNoBound}; });
  const auto run = [&] {
    Model model(0.0, 1.0);
    const FirstOrderParts parts = process.addTo(model, Vector{{0.0}});
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), catchingUp());
    simulation.run(SetJumpWatch(process, parts.system));
  };
  process.setLipschitz(2.0);
  EXPECT_NO_THROW(run());
  process.setLipschitz(1.0);
  expectPart(test::errorText<InvalidArgument>(run), "Lipschitz constant 1");
}

TEST(BoundedVariation, JumpsAreInstantsOfSteps) {
  SweepingProcess process = leaping();
  process.setJumps({0.55});
  Model model(0.0, 1.0);
  process.addTo(model, Vector::Zero(2));
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), catchingUp());
  EXPECT_THROW(process.declareJumps(simulation), InvalidArgument);
}

}  // namespace
}  // namespace nsds::set_jumps_test
