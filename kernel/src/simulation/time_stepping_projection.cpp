// Positions projected onto the constraints, at the end of a step or in its repetition.
#include "modeling/checks.hpp"
#include "nsds/kernel/simulation/time_stepping.hpp"
#include "simulation/projector.hpp"
#include "simulation/time_stepping_frames.hpp"

namespace nsds {

namespace {

constexpr std::string_view projectionName = "projection";

}  // namespace

void TimeStepping::setProjection(const PositionProjection& projection) {
  if (phase_ != Phase::between) throw Error("setProjection() cannot be called in the middle of a step");
  projector_ = std::make_unique<Projector>(projection);
  compiledStep_ = 0.0;
}

void TimeStepping::clearProjection() {
  if (phase_ != Phase::between) throw Error("clearProjection() cannot be called in the middle of a step");
  projector_.reset();
}

ProjectionReport TimeStepping::projectionReport() const {
  return projector_ == nullptr ? ProjectionReport{} : projector_->report();
}

VectorView TimeStepping::projectionMultiplier(const Interaction& interaction) const {
  if (projector_ == nullptr) throw Error("there is no projection; call setProjection() first");
  const Index row = model_.nsds().row(interaction);
  const std::vector<double>& multipliers = projector_->multipliers();
  if (row + interaction.rows() > static_cast<Index>(multipliers.size()))
    throw Error(interaction.name() + " is not known to the projection yet; call initialize() first");
  return {multipliers.data() + row, interaction.rows()};
}

/// One pass of the projection. False if the step was abandoned in it.
bool TimeStepping::projectOnce() {
  projector_->linearise();
  judged(projector_->problem(), projectionName, [this] { return projector_->solve(); });
  if (phase_ == Phase::abandoned) return false;
  projector_->displace();
  return true;
}

/// Passes of the projection until the constraints hold; the step may be abandoned in one.
void TimeStepping::project() {
  projector_->begin(active_);
  while (projector_->violated()) {
    if (!projector_->mayGoOn()) {
      if (projector_->options().throwOnFailure) throw Error(projector_->complaint());
      model_.nsds().log(LogLevel::warning, projector_->complaint());
      break;
    }
    if (!projectOnce()) return;
  }
  phase_ = Phase::updated;
}

/// Closes the equalities of a Newton iterate, if they are to be closed. The end of the step complains of those that
/// cannot be closed; a pass beyond the tolerance may fail, because it works on rounding.
void TimeStepping::closeIterate() {
  if (!projector_->closesIterates() || integrator_->linear() || !integrator_->takesDisplacements()) return;
  projector_->beginIterate();
  while (!projector_->isClosed() && projector_->mayGoOn()) {
    if (projector_->violated()) {
      if (!projectOnce()) return;
    } else {
      projector_->linearise();
      if (projector_->solve().status != SolverStatus::ok) break;
      projector_->displace();
    }
  }
  if (projector_->report().iterations > 0) integrator_->evaluateDisplaced();
  phase_ = Phase::updated;
}

/// Steps with more and more constraints, until none is penetrated that is not active, neither by the step nor
/// by the projection that ends it.
void TimeStepping::computeCombinedStep() {
  for (;;) {
    iterate();
    if (phase_ == Phase::abandoned) return;
    bool added = false;
    guarded([&] {
      added = projector_->addPenetrated(all_, active_);
      if (!added) {
        project();
        if (phase_ == Phase::abandoned) return;
        added = projector_->addPenetrated(all_, active_);
      }
      if (!added) return;
      model_.nsds().returnToStart();
      integrator_->beginStep({time(), nextTime(), compiledStep_});
      projector_->repeatStep();
    });
    if (!added) return;
  }
}

}  // namespace nsds
