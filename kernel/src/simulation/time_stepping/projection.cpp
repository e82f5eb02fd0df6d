// Positions projected onto the constraints, at the end of a step or in its repetition.
#include <optional>

#include "modeling/checks.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

namespace {

constexpr std::string_view projectionName = "projection";

}  // namespace

void TimeStepping::setProjection(const PositionProjection& projection) {
  if (impl_->phase != StepPhase::between)
    throw Error("setProjection() cannot be called in the middle of a step");
  impl_->projector = std::make_unique<Projector>(projection);
  impl_->unprojected.clear();
  impl_->seeWhatStepsAskFor();
  impl_->taken.step = 0.0;
}

void TimeStepping::clearProjection() {
  if (impl_->phase != StepPhase::between)
    throw Error("clearProjection() cannot be called in the middle of a step");
  impl_->projector.reset();
  impl_->unprojected.clear();
}

ProjectionReport TimeStepping::projectionReport() const {
  return impl_->projector == nullptr ? ProjectionReport{} : impl_->projector->report();
}

VectorView TimeStepping::projectionMultiplier(const Interaction& interaction) const {
  if (impl_->projector == nullptr) throw Error("there is no projection; call setProjection() first");
  const Index row = model_.nsds().row(interaction);
  const std::vector<double>& multipliers = impl_->projector->multipliers();
  if (row + interaction.rows() > static_cast<Index>(multipliers.size()))
    throw Error(interaction.name() + " is not known to the projection yet; call initialize() first");
  return {multipliers.data() + row, interaction.rows()};
}

/// One pass of the projection. False if the step was abandoned in it.
bool TimeStepping::Implementation::projectOnce() {
  projector->linearise();
  std::optional<SolverOutcome> first;
  if (projector->combined()) first = projector->solveClosed();
  judged(projector->problem(), projectionName, [&] {
    SolverOutcome outcome = first ? *first : projector->solve();
    first.reset();
    outcome.isPass = true;
    return outcome;
  });
  if (phase == StepPhase::abandoned) return false;
  projector->displace();
  return true;
}

/// Passes of the projection until the constraints hold; the step may be abandoned in one.
void TimeStepping::Implementation::project() {
  projector->begin(owner.active_);
  while (projector->violated()) {
    if (!projector->mayGoOn()) {
      const std::string message =
          projector->complaint() +
          "; allow more iterations, or check that the constraints can hold together. A smaller step helps "
          "away from "
          "singular positions, near which a defect leaves an error of its square root";
      if (projector->options().throwOnFailure) throw Error(message);
      nsds.log(LogLevel::warning, message);
      break;
    }
    if (!projectOnce()) return;
  }
  phase = StepPhase::updated;
}

/// Moves the systems to where all constraints hold, before the first step. Where that fails they stay where they are.
void TimeStepping::Implementation::projectStart() {
  constexpr double tolerance = 1e-12;
  Projector initial({.tolerance = tolerance});
  initial.compile(owner.model_, owner.all_);
  nsds.flat().keepStart();
  try {
    initial.beginStep(nsds.time());
    initial.begin(owner.all_);
    while (initial.violated()) {
      if (!initial.mayGoOn())
        throw Error(initial.complaint() + "; check that the constraints can hold together");
      initial.linearise();
      const SolverOutcome outcome = initial.solve();
      if (outcome.status != SolverStatus::ok) throw SolverError(outcome, initial.problem().copyProblem(), 0);
      initial.displace();
    }
  } catch (...) {
    nsds.flat().returnToStart();
    throw;
  }
  projectsStart = false;
  if (!initial.moved()) return;
  evaluateState();
  managed.seenStep = -1;  // a detector looks again before the first step
}

/// Closes the equalities of a Newton iterate, if they are to be closed. The end of the step complains of those that
/// cannot be closed; a pass beyond the tolerance may fail, because it works on rounding.
void TimeStepping::Implementation::closeIterate() {
  if (!projector->closesIterates() || integrator->linear() || !integrator->takesDisplacements()) return;
  projector->beginIterate();
  while (!projector->isClosed() && projector->mayGoOn()) {
    if (projector->violated()) {
      if (!projectOnce()) return;
    } else {
      projector->linearise();
      if (projector->solve().status != SolverStatus::ok) break;
      projector->displace();
    }
  }
  if (projector->report().iterations > 0) integrator->evaluateDisplaced();
  phase = StepPhase::updated;
}

/// Steps with more and more constraints, until none is penetrated that is not active, neither by the step nor
/// by the projection that ends it.
void TimeStepping::Implementation::combinedStep() {
  for (;;) {
    iterate();
    if (phase == StepPhase::abandoned) return;
    bool added = false;
    guarded([&] {
      added = projector->addPenetrated(owner.all_, owner.active_);
      if (!added) {
        project();
        if (phase == StepPhase::abandoned) return;
        added = projector->addPenetrated(owner.all_, owner.active_);
      }
      if (!added) return;
      nsds.flat().returnToStart();
      integrator->beginStep({owner.time(), stepEnd(), taken.step});
      projector->repeatStep();
    });
    if (!added) return;
  }
}

}  // namespace nsds
