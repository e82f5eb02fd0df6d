// What wrong calls are made on: a model in the middle of a run.
#pragma once

#include <vector>

#include "kernel/bad_input/bad_input.hpp"
#include "kernel/models.hpp"

namespace nsds::test {

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

inline void check(const std::vector<BadCall<Subject>>& calls) {
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

}  // namespace nsds::test
