// Both forms of the check function, in computeOneStep and in the manual loop.
#include <gtest/gtest.h>

#include "kernel/models.hpp"

namespace nsds::test::check_function_test {
namespace {

/// A solver that never reaches its tolerance on more than one contact: one sweep of Gauss-Seidel.
Solver hasty() {
  return Solver("pgs").set("tolerance", 1e-15).set("max_iterations", 1);
}

/// The beads, advanced until the hasty solver fails in the next step; it is then installed.
Trial beforeFailure() {
  Trial run = beads();
  for (;;) {
    const State before = run.model->state();
    run.simulation->nonSmoothProblem().setSolver(hasty());
    try {
      run.step();
    } catch (const SolverError&) {
      EXPECT_TRUE(run.model->state() == before);
      return run;
    }
    run.model->setState(before);
    run.simulation->nonSmoothProblem().setSolver(Solver("lemke"));
    run.step();
  }
}

TEST(WithoutCheckFunction, AFailureThrowsWithTheFactsBeforeTheStateChanges) {
  Trial run = beforeFailure();
  const State before = run.model->state();
  try {
    run.step();
    FAIL() << "no SolverError";
  } catch (const SolverError& error) {
    EXPECT_EQ(error.status(), SolverStatus::maxIterations);
    EXPECT_EQ(error.problemName(), "time_stepping");
    EXPECT_EQ(error.solver(), "pgs");
    EXPECT_EQ(error.step(), run.simulation->step());
    EXPECT_EQ(error.time(), run.simulation->nextTime());
    EXPECT_EQ(error.tolerance(), 1e-15);
    EXPECT_GT(error.residual(), error.tolerance());
    EXPECT_EQ(error.problem().problemClass, "lcp");
    EXPECT_GE(error.problem().q.size(), 2);
    EXPECT_EQ(error.problem().M.rows(), error.problem().q.size());
    // Beads of mass 1 + i/2: the Delassus matrix is symmetric with a positive diagonal.
    EXPECT_TRUE(error.problem().M.isApprox(error.problem().M.transpose()));
    EXPECT_GT(error.problem().M.diagonal().minCoeff(), 0.0);
    EXPECT_NE(std::string(error.what()).find("max_iterations"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(run.model->state() == before);
}

/// The failed step leaves nothing behind: with a better solver the run goes on as if it had never failed.
TEST(WithoutCheckFunction, ARunGoesOnAfterAFailureWithTheSameBits) {
  Trial never = beads();
  never.finish();
  Trial run = beforeFailure();
  run.simulation->nonSmoothProblem().setSolver(Solver("lemke"));
  run.finish();
  EXPECT_EQ(run.values(), never.values());
}

TEST(InformingCheckFunction, IsToldEverySolveAndAccepts) {
  Trial run = beforeFailure();
  int calls = 0;
  int last = -1;
  run.simulation->setCheckSolverFunction([&](int info, Simulation& simulation) {
    EXPECT_EQ(&simulation, run.simulation.get());
    ++calls;
    last = info;
  });
  const std::int64_t step = run.simulation->step();
  const std::int64_t solves = run.simulation->statistics().solves;
  run.step();
  EXPECT_EQ(run.simulation->step(), step + 1);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(run.simulation->statistics().solves, solves + 1);
  EXPECT_EQ(last, static_cast<int>(SolverStatus::maxIterations));

  run.simulation->nonSmoothProblem().setSolver(Solver("lemke"));
  run.steps(1);
  EXPECT_EQ(last, 0);
}

TEST(InformingCheckFunction, ReturnsTheStatusFromTheManualLoop) {
  Trial run = beforeFailure();
  run.simulation->setCheckSolverFunction([](int, Simulation&) {});
  run.simulation->computeFreeStep();
  EXPECT_EQ(run.simulation->computeOneStepNS(), static_cast<int>(SolverStatus::maxIterations));
  run.simulation->update();
  run.simulation->nextStep();
}

TEST(DecidingCheckFunction, AcceptsWhatTheSolverGave) {
  Trial informed = beforeFailure();
  informed.simulation->setCheckSolverFunction([](int, Simulation&) {});
  informed.step();
  Trial decided = beforeFailure();
  decided.simulation->setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::accept; });
  decided.step();
  EXPECT_EQ(decided.values(), informed.values());
}

/// One contact is a row that is solved in closed form, whatever solver stands ready for more.
TEST(CheckFunction, IsToldWhoSolved) {
  Trial run = beads();
  run.simulation->nonSmoothProblem().setSolver(Solver("lemke"));
  bool was_closed_form = false, was_lemke = false;
  run.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
    was_closed_form = was_closed_form || outcome.solver == "closed_form";
    was_lemke = was_lemke || outcome.solver == "lemke";
    return SolverAction::accept;
  });
  run.finish();
  EXPECT_TRUE(was_closed_form);
  EXPECT_TRUE(was_lemke);
}

/// The retry starts from the same multipliers, so that its result is that of the better solver alone.
TEST(DecidingCheckFunction, RetriesWithAnotherSolver) {
  Trial expected = beforeFailure();
  expected.simulation->nonSmoothProblem().setSolver(Solver("lemke"));
  expected.step();

  Trial run = beforeFailure();
  std::vector<int> attempts;
  run.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
    attempts.push_back(outcome.attempt);
    EXPECT_EQ(outcome.problem, "time_stepping");
    EXPECT_EQ(outcome.solver, outcome.attempt == 0 ? "pgs" : "lemke");
    EXPECT_EQ(outcome.step, run.simulation->step());
    if (outcome.status == SolverStatus::ok) return SolverAction::accept;
    run.simulation->nonSmoothProblem().setSolver(Solver("lemke"));
    return SolverAction::retry;
  });
  run.step();
  EXPECT_EQ(attempts, (std::vector<int>{0, 1}));
  EXPECT_EQ(run.simulation->statistics().retries, 1);
  EXPECT_EQ(run.values(), expected.values());
}

TEST(DecidingCheckFunction, RetriesUpToTheLimit) {
  Trial run = beforeFailure();
  const State before = run.model->state();
  int calls = 0;
  run.simulation->setCheckSolverFunction(
      [&](const SolverOutcome&) {
        ++calls;
        return SolverAction::retry;
      },
      3);
  EXPECT_THROW(run.step(), SolverError);
  EXPECT_EQ(calls, 4);  // one solve and three retries
  EXPECT_TRUE(run.model->state() == before);
}

/// The error speaks of the solver that failed, not of the one that was put in its place.
TEST(DecidingCheckFunction, NamesTheSolverThatFailedWhenNoRetryIsLeft) {
  Trial run = beforeFailure();
  run.simulation->setCheckSolverFunction(
      [&](const SolverOutcome&) {
        run.simulation->nonSmoothProblem().setSolver(Solver("enumeration"));
        return SolverAction::retry;
      },
      0);
  try {
    run.step();
    FAIL() << "no SolverError";
  } catch (const SolverError& error) {
    EXPECT_EQ(error.solver(), "pgs");
    EXPECT_NE(std::string(error.what()).find("with solver pgs"), std::string::npos) << error.what();
  }
}

TEST(DecidingCheckFunction, RejectsTheStep) {
  Trial run = beforeFailure();
  const State before = run.model->state();
  run.simulation->setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::reject; });
  run.step();
  EXPECT_TRUE(run.model->state() == before);
  EXPECT_EQ(run.simulation->statistics().rejectedSteps, 1);
  EXPECT_TRUE(run.simulation->hasNextEvent());
}

TEST(DecidingCheckFunction, RejectsTheStepInTheManualLoop) {
  Trial run = beforeFailure();
  const State before = run.model->state();
  bool reject = true;
  run.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
    if (outcome.status == SolverStatus::ok) return SolverAction::accept;
    if (!reject) return SolverAction::accept;
    reject = false;
    return SolverAction::reject;
  });
  const auto manual = [&] {
    run.simulation->computeFreeStep();
    run.simulation->computeOneStepNS();
    run.simulation->update();
    run.simulation->nextStep();
  };
  manual();
  EXPECT_TRUE(run.model->state() == before);
  run.simulation->nonSmoothProblem().setSolver(Solver("lemke"));
  manual();

  Trial expected = beforeFailure();
  expected.simulation->nonSmoothProblem().setSolver(Solver("lemke"));
  expected.step();
  EXPECT_EQ(run.values(), expected.values());
}

/// run() cannot loop for ever on a step that is always rejected.
TEST(DecidingCheckFunction, CannotRejectForEver) {
  Trial run = beforeFailure();
  const State before = run.model->state();
  run.simulation->setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::reject; });
  EXPECT_THROW(run.simulation->run(), Error);
  EXPECT_TRUE(run.model->state() == before);
}

TEST(DecidingCheckFunction, StopsTheSimulation) {
  Trial run = beforeFailure();
  const State before = run.model->state();
  run.simulation->setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::stop; });
  struct Observer {
    int steps = 0;
    bool ended = false;
    void step(const Simulation&) { ++steps; }
    void end(const Simulation&) { ended = true; }
  } observer;
  run.simulation->run(observer);
  EXPECT_TRUE(run.simulation->stopped());
  EXPECT_FALSE(run.simulation->hasNextEvent());
  EXPECT_EQ(observer.steps, 0);
  EXPECT_TRUE(observer.ended);
  EXPECT_TRUE(run.model->state() == before);
  EXPECT_THROW(run.simulation->computeFreeStep(), Error);
}

TEST(CheckFunction, MayThrowAndTheStepIsTakenBack) {
  Trial run = beforeFailure();
  const State before = run.model->state();
  run.simulation->setCheckSolverFunction([](int, Simulation&) { throw std::runtime_error("mine"); });
  EXPECT_THROW(run.step(), std::runtime_error);
  EXPECT_TRUE(run.model->state() == before);
  run.simulation->setCheckSolverFunction(
      [](const SolverOutcome&) -> SolverAction { throw std::runtime_error("mine"); });
  EXPECT_THROW(run.step(), std::runtime_error);
  EXPECT_TRUE(run.model->state() == before);
}

/// A check function may replace or clear itself while it runs; what it captured lives until it returns.
TEST(CheckFunction, MayTakeItselfAway) {
  Trial run = beforeFailure();
  std::string seen;
  const std::string captured(100, 'x');
  run.simulation->setCheckSolverFunction([captured, &seen](int, Simulation& simulation) {
    simulation.clearCheckSolverFunction();
    seen = captured;
  });
  run.step();
  EXPECT_EQ(seen, captured);
  Trial other = beforeFailure();
  other.simulation->setCheckSolverFunction([captured, &seen, &other](const SolverOutcome&) {
    other.simulation->setCheckSolverFunction([](int, Simulation&) {});
    seen = captured + "y";
    return SolverAction::accept;
  });
  other.step();
  EXPECT_EQ(seen, captured + "y");
}

/// Within a solve no state can be taken up; the refusal says so, and the step is taken back.
TEST(CheckFunction, MayNotSetTheState) {
  Trial run = beforeFailure();
  const State before = run.model->state();
  run.simulation->setCheckSolverFunction([&](int, Simulation&) { run.model->setState(before); });
  try {
    run.step();
    FAIL() << "setState() was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("check function"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(run.model->state() == before);
}

}  // namespace
}  // namespace nsds::test::check_function_test
