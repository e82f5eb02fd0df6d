// The order of events that fall on one instant, and the instant at which infinitely many have come to their end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nsds/kernel.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kernel/event_driven/switch_course.hpp"

namespace nsds::test::events_at_one_instant_test {
namespace {

/// A point flies at the speed -1 from height 1, without forces: it strikes the ground at t = 1 up to rounding.
struct Strike {
  Strike() : model(0.0, 2.0) {
    ball = &model.add<LagrangianLinearTIDS>(scalar(1.0), scalar(-1.0), one);
    ground = &model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), *ball);
  }
  Model model;
  LagrangianLinearTIDS* ball = nullptr;
  Interaction* ground = nullptr;
};

std::string nameOf(EventKind kind) {
  switch (kind) {
    case EventKind::sampling:
      return "sample";
    case EventKind::impact:
      return "impact";
    case EventKind::user:
      return "user";
    default:
      return "other";
  }
}

/// The instant of the impact as it is computed: in flight steps of the integrator do not depend on samples.
double computedInstant() {
  Strike strike;
  EventDriven simulation(strike.model, TimeDiscretisation(0.0, 2.0), Dopri5());
  double instant = 0.0;
  simulation.run([&](const Simulation& s) {
    if (simulation.event() == EventKind::impact) instant = s.time();
  });
  return instant;
}

/// Events at one instant in their order, with the velocity that observers see after each.
std::vector<std::pair<std::string, double>> eventsAt(double t, EventDriven& simulation,
                                                     const LagrangianDS& ball) {
  std::vector<std::pair<std::string, double>> events;
  simulation.run([&](const Simulation& s) {
    if (s.time() == t) events.emplace_back(nameOf(simulation.event()), ball.v()[0]);
  });
  return events;
}

/// Where impact and sample fall together up to rounding, either may be first. The sample shows which: the state after the
/// impact if that came before, and the one before it if not; both take place.
TEST(EventsAtOneInstant, ASampleShowsWhetherTheImpactHasTakenPlace) {
  const double instant = computedInstant();
  EXPECT_NEAR(instant, 1.0, 1e-15);
  for (const double sample : {instant - 1e-12, instant, instant + 1e-12}) {
    Strike strike;
    EventDriven simulation(strike.model, TimeDiscretisation(std::vector<double>{0.0, sample, 2.0}), Dopri5());
    std::vector<std::string> order;
    simulation.run([&](const Simulation& s) {
      if (std::abs(s.time() - instant) > 1e-11) return;
      order.push_back(nameOf(simulation.event()));
      const bool struck = std::find(order.begin(), order.end(), "impact") != order.end();
      EXPECT_NEAR(strike.ball->v()[0], struck ? 0.5 : -1.0, 1e-14);
    });
    ASSERT_EQ(order.size(), 2U);
    if (sample < instant) {
      EXPECT_EQ(order[0], "sample");
    }
    if (sample > instant) {
      EXPECT_EQ(order[0], "impact");
    }
    EXPECT_NE(order[0], order[1]);
    EXPECT_EQ(simulation.events(), 1);
  }
}

TEST(EventsAtOneInstant, ATimeEventOfTheUserComesAfterTheSample) {
  Strike strike;
  EventDriven simulation(strike.model, TimeDiscretisation(0.0, 0.25), Dopri5());
  simulation.addTimeEvent(0.5, [&](EventDriven&) { strike.ball->setV(scalar(2.0)); });
  const auto events = eventsAt(0.5, simulation, *strike.ball);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].first, "sample");
  EXPECT_NEAR(events[0].second, -1.0, 1e-15);
  EXPECT_EQ(events[1].first, "user");
  EXPECT_EQ(events[1].second, 2.0);
}

TEST(EventsAtOneInstant, AStateEventOfTheUserComesBeforeTheImpact) {
  Strike strike;
  EventDriven simulation(strike.model, TimeDiscretisation(0.0, 2.0), Dopri5());
  double seen = 0.0;
  simulation.addStateEvent([&](double) { return strike.ball->q()[0]; },
                           [&](EventDriven&) { seen = strike.ball->v()[0]; });
  std::vector<std::pair<std::string, double>> events;
  simulation.run([&](const Simulation& s) { events.emplace_back(nameOf(simulation.event()), s.time()); });
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].first, "user");
  EXPECT_NEAR(seen, -1.0, 1e-14);
  EXPECT_EQ(events[1].first, "impact");
  EXPECT_EQ(events[1].second, events[0].second);  // the same instant
  EXPECT_NEAR(events[1].second, 1.0, 1e-14);
  EXPECT_EQ(events[2].first, "sample");
}

/// A ball bounces from height H with restitution e: its impacts accumulate at t_1 (1 + e) / (1 - e), t_1 = sqrt(2 H / g). The
/// event takes place where short steps find it at rest, up to a captured step later, and knows that instant.
TEST(AccumulationEnd, IsThatOfTheGeometricSeries) {
  for (const double e : {0.2, 0.5, 0.8}) {
    const double height = 0.7;
    const double end = std::sqrt(2.0 * height / g) * (1.0 + e) / (1.0 - e);
    Model model(0.0, 1.5 * end);
    auto& ball = model.add<LagrangianLinearTIDS>(scalar(height), scalar(0.0), one);
    ball.setFExt(scalar(-g));
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(one), ball);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1 * end),
                           Dopri5({.relativeTolerance = 1e-12, .absoluteTolerance = 1e-14}));
    EXPECT_EQ(simulation.accumulationEnd(), std::numeric_limits<double>::infinity());
    // Large, so that the step which ends the sequence can be told from the end of it.
    simulation.setEventOptions({.accumulationInterval = 1e-3});
    int accumulations = 0;
    double event = 0.0;
    simulation.run([&](const Simulation& s) {
      if (simulation.event() != EventKind::accumulation) return;
      ++accumulations;
      event = s.time();
      EXPECT_NEAR(simulation.accumulationEnd(), end, 1e-11) << "e = " << e;
    });
    EXPECT_EQ(accumulations, 1) << "e = " << e;
    EXPECT_GT(std::abs(event - end), 1e-9);  // the event itself is as coarse as the captured steps
    EXPECT_LT(std::abs(event - end), 1e-3);
    EXPECT_NEAR(simulation.accumulationEnd(), end, 1e-11);  // until another sequence ends
  }
}

TEST(AccumulationEnd, IsThatOfSwitchesToo) {
  Spiral spiral(2.0);  // reaches the origin at t = 3/2
  EventDriven simulation(spiral.model, TimeDiscretisation(0.0, 0.1), Dopri5(close));
  int accumulations = 0;
  simulation.run([&](const Simulation&) {
    if (simulation.event() != EventKind::accumulation) return;
    ++accumulations;
    EXPECT_NEAR(simulation.accumulationEnd(), 1.5, 1e-9);
  });
  EXPECT_EQ(accumulations, 1);
}

TEST(AccumulationEnd, BelongsToTheState) {
  const auto bouncing = [](Model& model) {
    auto& ball = model.add<LagrangianLinearTIDS>(scalar(0.1), scalar(0.0), one);
    ball.setFExt(scalar(-g));
    model.link(NewtonImpactNSL(0.3), LagrangianLinearTIR(one), ball);
  };
  Model first(0.0, 1.0), second(0.0, 1.0);
  bouncing(first);
  bouncing(second);
  EventDriven run(first, TimeDiscretisation(0.0, 0.1), Dopri5()),
      other(second, TimeDiscretisation(0.0, 0.1), Dopri5());
  run.run();
  ASSERT_LT(run.accumulationEnd(), 1.0);
  other.initialize();
  second.restoreState(first.saveState());
  EXPECT_EQ(other.accumulationEnd(), run.accumulationEnd());
}

}  // namespace
}  // namespace nsds::test::events_at_one_instant_test
