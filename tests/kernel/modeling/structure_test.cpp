// Systems and interactions that come and go between steps.
#include <gtest/gtest.h>

#include <set>

#include "kernel/modeling/user_parts.hpp"
#include "kernel/models.hpp"

namespace nsds::test::structure_test {
namespace {

/// Two balls fall side by side. The second is there from the start, for the first steps only, or never: the
/// first does not notice.
TEST(Structure, WhatIsRemovedLeavesNoTrace) {
  Trial never(0.0, 1.0);
  auto& lonely = addBall(*never.model, 0.1);
  linkGround(*never.model, lonely, 0.5);
  never.simulate(1e-3, MoreauJeanOSI(0.5));
  never.finish();

  for (const int steps : {0, 1, 57, 400}) {
    Trial run(0.0, 1.0);
    auto& removed = addBall(*run.model, 0.07);
    auto& ball = addBall(*run.model, 0.1);
    linkGround(*run.model, removed, 0.9);
    linkGround(*run.model, ball, 0.5);
    run.simulate(1e-3, MoreauJeanOSI(0.5));
    run.steps(steps);
    run.model->remove(removed);
    run.finish();
    EXPECT_EQ(run.values(), never.values()) << "removed after " << steps << " steps";
  }
}

/// A contact that is taken away lets the ball fall as if there had never been one, from the state it has.
TEST(Structure, ARemovedInteractionActsNoMore) {
  Trial run(0.0, 1.0);
  auto& ball = addBall(*run.model, 0.0);
  auto& ground = linkGround(*run.model, ball, 0.0);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.steps(5);
  EXPECT_EQ(ball.q()[0], 0.0);
  run.model->remove(ground);
  run.steps(2);
  // v = -g t, and the midpoint rule gives q = -g t^2 / 2 exactly: t = 0.02, g = 10.
  EXPECT_NEAR(ball.v()[0], -0.2, 1e-15);
  EXPECT_NEAR(ball.q()[0], -0.002, 1e-16);
  EXPECT_EQ(ball.p()[0], 0.0);
  EXPECT_TRUE(run.simulation->indexSet(0).empty());
}

TEST(Structure, SurvivorsKeepTheirValuesAndPlacesInMemory) {
  Trial run = wearingBalls();
  const auto systems = run.model->nsds().systems();
  const auto interactions = run.model->nsds().interactions();
  run.steps(250);
  auto& first = static_cast<LagrangianLinearTIDS&>(*systems[0]);
  auto& second = static_cast<LagrangianLinearTIDS&>(*systems[1]);
  auto& apart = static_cast<LagrangianLinearTIDS&>(*systems[2]);
  Interaction& contact = *interactions[2];
  const Vector q = apart.q(), v = apart.v(), p = apart.p();
  const Vector wear = contact.lawState(), y = contact.y(), lambda = contact.lambda();
  ASSERT_LT(wear[0], 0.5);  // it has worn

  run.model->remove(second);  // takes the interaction between first and second with it
  auto& fresh = addBall(*run.model, 3.0, -2.0);
  run.simulation->initialize();
  EXPECT_EQ(apart.q(), q);
  EXPECT_EQ(apart.v(), v);
  EXPECT_EQ(apart.p(), p);
  EXPECT_EQ(contact.lawState(), wear);
  EXPECT_EQ(contact.y(), y);
  EXPECT_EQ(contact.lambda(), lambda);
  EXPECT_EQ(fresh.q()[0], 3.0);
  EXPECT_EQ(fresh.v()[0], -2.0);
  ASSERT_EQ(run.model->nsds().interactions().size(), 2U);
  EXPECT_EQ(run.model->nsds().interactions()[0]->systems()[0], &first);
  EXPECT_EQ(run.model->nsds().interactions()[1].get(), &contact);
  run.finish();
}

TEST(Structure, IdsAreNeverUsedAgainAndStaleOnesFindNothing) {
  Model model(0.0, 1.0);
  std::set<std::uint64_t> seen;
  auto& anchor = addBall(model, 1.0);
  for (int k = 0; k < 5; ++k) {
    auto& ball = addBall(model, 1.0);
    auto& contact = linkGround(model, ball, 0.5);
    const ObjectId ballId = ball.id();
    const ObjectId contactId = contact.id();
    EXPECT_TRUE(seen.insert(ballId.value).second);
    EXPECT_TRUE(seen.insert(contactId.value).second);
    EXPECT_EQ(model.nsds().findSystem(ballId), &ball);
    EXPECT_EQ(model.nsds().findInteraction(contactId), &contact);
    model.remove(ball);
    EXPECT_EQ(model.nsds().findSystem(ballId), nullptr);
    EXPECT_EQ(model.nsds().findInteraction(contactId), nullptr);
    model.nsds().applyChanges(0.0);
    EXPECT_EQ(model.nsds().findSystem(ballId), nullptr);
    EXPECT_EQ(model.nsds().findSystem(anchor.id()), &anchor);
  }
}

/// A ball that is added at t_k falls from its initial state from t_k on.
TEST(Structure, ANewSystemTakesPartFromTheNextStep) {
  Trial run(0.0, 1.0);
  addBall(*run.model, 5.0);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.steps(10);
  auto& late = addBall(*run.model, 1.0, 0.5);
  linkGround(*run.model, late, 0.5);
  EXPECT_EQ(late.q()[0], 1.0);  // before the next step, too
  run.steps(4);
  // t = 0.04 after it was added: v = 0.5 - 0.4, q = 1 + 0.02 - 0.008
  EXPECT_NEAR(late.v()[0], 0.1, 1e-15);
  EXPECT_NEAR(late.q()[0], 1.012, 1e-15);
}

/// Removing everything leaves an empty model, which steps through time.
TEST(Structure, MayBecomeEmpty) {
  Trial run = beads();
  run.steps(3);
  while (!run.model->nsds().systems().empty()) {
    run.model->remove(*run.model->nsds().systems().front());
    run.step();
  }
  EXPECT_TRUE(run.model->nsds().interactions().empty());
  run.finish();
  EXPECT_EQ(run.simulation->time(), 1.0);
}

/// A structural change in the middle of a step is refused and leaves the step as it is; after its end it is made.
TEST(Structure, ChangesInTheMiddleOfAStepAreRefused) {
  Trial expected = beads();
  expected.steps(11);
  Trial run = beads();
  run.steps(10);
  run.simulation->computeFreeStep();
  EXPECT_THROW(run.model->remove(*run.model->nsds().systems().back()), Error);
  run.simulation->computeOneStepNS();
  run.simulation->update();
  run.simulation->nextStep();
  EXPECT_EQ(run.values(), expected.values());
  run.model->remove(*run.model->nsds().systems().back());
  run.step();
  EXPECT_EQ(run.model->nsds().systems().size(), 4U);
}

/// An operator that is set between steps holds from the next step on: g becomes 0, the ball flies on.
TEST(Operators, SetBetweenStepsHoldFromTheNextStep) {
  Trial run(0.0, 1.0);
  auto& ball = addBall(*run.model, 1.0);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.steps(10);
  ball.setFExt(Vector::Zero(1));
  run.steps(10);
  EXPECT_NEAR(ball.v()[0], -1.0, 1e-14);
  EXPECT_NEAR(ball.q()[0], 1.0 - 0.05 - 0.1, 1e-14);
}

/// What counts as a gap at rest is relative to the scales: with 1 m and 1 s a tenth of the way of an
/// acceleration of 1 m/s^2 in a step is 1e-7 m, with 1 mm it is 1e-10 m. The scales are set when the
/// simulation has already begun. The contact takes part, but its gap leaves it free.
TEST(Operators, ScalesSetBetweenStepsHoldFromTheNextStep) {
  Trial run(0.0, 1.0);
  auto& ball = addBall(*run.model, 5e-8);
  ball.setFExt(Vector::Zero(1));
  linkGround(*run.model, ball, 0.0);
  run.model->setScales({1e-3, 1.0, 1.0});
  run.simulate(1e-3, MoreauJeanOSI(0.5, {.restingGap = 0.1}));
  run.step();
  EXPECT_TRUE(run.simulation->indexSet(1).empty());
  run.model->setScales({1.0, 1.0, 1.0});
  run.step();
  EXPECT_EQ(run.simulation->indexSet(1).size(), 1U);
  EXPECT_EQ(ball.v()[0], 0.0);
}

/// A contact at rest whose gap a solver has left open is closed by exactly that gap, and carries its load
/// meanwhile.
TEST(RestingContact, TakesBackWhatASolverLeavesOpen) {
  Trial run(0.0, 1.0);
  auto& ball = addBall(*run.model, 1e-9);
  auto& ground = linkGround(*run.model, ball, 0.5);
  run.model->setScales({1.0, 1.0, 1.0});
  run.simulate(1e-3, MoreauJeanOSI(1.0));
  run.step();
  EXPECT_NEAR(ball.q()[0], 0.0, 1e-20);
  EXPECT_NEAR(ball.v()[0], -1e-6, 1e-18);
  EXPECT_NEAR(ground.lambda()[0], 10.0 * 1e-3 - 1e-6, 1e-15);
}

}  // namespace
}  // namespace nsds::test::structure_test
