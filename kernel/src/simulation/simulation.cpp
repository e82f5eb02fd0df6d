#include "nsds/kernel/simulation/simulation.hpp"

#include <algorithm>

#include "modeling/checks.hpp"
#include "well_posedness/step_diagnosis.hpp"

namespace nsds {

namespace {
constexpr int maxConsecutiveRejections = 10;

/// Throws the outcome, whose message is followed by what is known of first-order interactions.
[[noreturn]] void refuse(const NonSmoothDynamicalSystem& nsds, const OneStepNSProblem& problem,
                         SolverOutcome outcome) {
  ProblemCopy copy = problem.copyProblem();
  const std::string message = std::string(outcome.message) + diagnoseStep(nsds, copy);
  outcome.message = message;
  throw SolverError(outcome, std::move(copy), outcome.attempt);
}

}  // namespace

Simulation::Simulation(Model& model, TimeDiscretisation discretisation)
    : model_(model), discretisation_(std::move(discretisation)) {
  check::that(discretisation_.t0() == model.t0(), "the time discretisation begins at {}, the model at {}",
              discretisation_.t0(), model.t0());
  discretisation_.setEnd(model.T());
  moveTo(0);
  model_.join(*this);
}

Simulation::~Simulation() {
  model_.leave(*this);
}

void Simulation::moveOn() {
  ++step_;
  expectedTime_ = nextTime_;
  if (step_ < steps()) nextTime_ = discretisation_.instant(step_ + 1);
}

void Simulation::moveTo(std::int64_t step) {
  step_ = step;
  expectedTime_ = discretisation_.instant(step);
  nextTime_ = discretisation_.instant(std::min(step + 1, steps()));
}

std::string Simulation::instantsText() const {
  return fmt::format("{} steps from {} to {} s", steps(), discretisation_.t0(),
                     discretisation_.instant(steps()));
}

const IndexSet& Simulation::indexSet(int level) const {
  check::that(level == 0 || level == 1, "there is no index set of level {}; there are 0 and 1", level);
  return level == 0 ? all_ : active_;
}

void Simulation::setCheckSolverFunction(std::function<void(int, Simulation&)> function) {
  check::that(static_cast<bool>(function),
              "the check function is empty; clearCheckSolverFunction() takes it away");
  informing_ = std::make_shared<const std::function<void(int, Simulation&)>>(std::move(function));
  deciding_ = {};
}

void Simulation::setCheckSolverFunction(std::function<SolverAction(const SolverOutcome&)> function,
                                        int maxRetries) {
  check::that(static_cast<bool>(function),
              "the check function is empty; clearCheckSolverFunction() takes it away");
  check::that(maxRetries >= 0, "the number of retries {} is negative", maxRetries);
  deciding_ = std::make_shared<const std::function<SolverAction(const SolverOutcome&)>>(std::move(function));
  informing_ = {};
  maxRetries_ = maxRetries;
}

void Simulation::clearCheckSolverFunction() {
  informing_ = {};
  deciding_ = {};
}

SolverAction Simulation::ask(const SolverOutcome& outcome) {
  if (const auto function = deciding_) return (*function)(outcome);
  if (const auto function = informing_) (*function)(static_cast<int>(outcome.status), *this);
  return SolverAction::accept;
}

/// What to do with an outcome that is not simply accepted.
SolverAction Simulation::judgeOutcome(const OneStepNSProblem& problem, const SolverOutcome& outcome) {
  if (!informing_ && !deciding_) refuse(model_.nsds(), problem, outcome);
  const SolverAction action = ask(outcome);
  if (action == SolverAction::stop) stopped_ = true;
  if (action == SolverAction::retry) {
    if (outcome.attempt >= maxRetries_) refuse(model_.nsds(), problem, outcome);
    ++statistics_.retries;
  }
  return action;
}

bool Simulation::advance() {
  const std::int64_t before = progress();
  computeOneStep();
  nextStep();
  if (progress() != before) {
    consecutiveRejections_ = 0;
    return true;
  }
  if (!stopped_ && ++consecutiveRejections_ >= maxConsecutiveRejections) {
    throw Error(fmt::format("the check function rejected the step at t = {} {} times in a row", time(),
                            consecutiveRejections_));
  }
  return false;
}

}  // namespace nsds
