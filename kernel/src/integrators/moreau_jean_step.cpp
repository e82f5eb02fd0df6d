// The step: activation, the iterate, positions, residual.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrators/moreau_jean.hpp"
#include "linalg/prefetch.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {
constexpr double rounding = 16.0 * std::numeric_limits<double>::epsilon();
}  // namespace

void MoreauJeanOSI::Implementation::evaluateState() {
  copy(nsds->dofs(), constantForces.data(), nsds->force());
  evaluateForces(driven, nsds->time());
  evaluateForces(nonlinear, nsds->time());
  // Contact by contact: their relations lie far apart in memory.
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    expectRelation(c + prefetchDistance);
    if (contacts[c].relation == nullptr) continue;
    if (contacts[c].frozen && !contacts[c].linear) keepJacobian(c);
    evaluateOutput(c, nsds->time(), nsds->position(), nsds->velocity(), nsds->output(), nsds->rate());
  }
}

void MoreauJeanOSI::Implementation::evaluateOutputs(double t, const double* q, const double* v, double* y,
                                                    double* u) {
  if (flatOutputs) {
    flat.outputs(q, v, offset.data(), y, u);
  } else {
    evaluateContacts(t, q, v, y, u);
  }
}

void MoreauJeanOSI::Implementation::beginStep(const StepInterval& interval) {
  step = interval;
  forceIsCurrent = false;
  // Predict q_k + h v_k where the step needs it: as the first Newton iterate, and for rule P.
  if (linear && activation.settings().prediction == Prediction::N) return;
  advancePositions(nsds->startVelocity(), step.h);
}

void MoreauJeanOSI::Implementation::activate(const IndexSet& all, const IndexSet& last, IndexSet& active) {
  const double* gap = nsds->output();
  uMinus = nsds->startRate();
  if (activation.settings().prediction == Prediction::P) {
    evaluateOutputs(step.t1, nsds->position(), nsds->startVelocity(), predictedGap.data(),
                    predictedRate.data());
    gap = predictedGap.data();
    uMinus = predictedRate.data();
  }
  activation.select(gap, uMinus, nsds->output(), all, last, active);
}

void MoreauJeanOSI::Implementation::linearise(const IndexSet& active) {
  if (!middle.empty()) {
    const double late = 0.5 * step.h * theta;
    displacePositions(nsds->velocity(), late, 0.5 * step.h - late, middle.data());
  }
  freeVelocities();
  for (const std::size_t s : nonlinear) freeVelocityNonlinear(s);
  if (!constantOperators || shiftsOutput) {
    std::int32_t done = -1;
    for (const UnitaryRelation& relation : active) {
      if (std::exchange(done, relation.interactionIndex) != relation.interactionIndex)
        lineariseContact(static_cast<std::size_t>(relation.interactionIndex));
    }
  }
}

void MoreauJeanOSI::Implementation::update(const IndexSet& active, const double* lambda) {
  clear(nsds->dofs(), nsds->input());
  if (!active.empty()) addImpulses(active, lambda);
  scatterMultipliers(active, lambda, nsds->rows(), nsds->multiplier());
  checkVelocities();
  advancePositions(nsds->velocity(), step.h * theta);
  if (!linear) predictRates(active);
  evaluateOutputs(step.t1, nsds->position(), nsds->velocity(), nsds->output(), nsds->rate());
  forceIsCurrent = false;
}

void MoreauJeanOSI::Implementation::evaluateDisplaced() {
  evaluateOutputs(step.t1, nsds->position(), nsds->velocity(), nsds->output(), nsds->rate());
}

/// q = q_k displaced by late v + (h - late) v_k
void MoreauJeanOSI::Implementation::advancePositions(const double* v, double late) {
  displacePositions(v, late, step.h - late, nsds->position());
}

/// q: (positions) out, q_k displaced by late v + early v_k
void MoreauJeanOSI::Implementation::displacePositions(const double* v, double late, double early, double* q) {
  const double* const qStart = nsds->startPosition();
  const double* const vStart = nsds->startVelocity();
  for (const CoordinateRange& range : coordinates) {
    withSize(range.size, [=](auto size) {
      for (std::int32_t k = 0; k < size; ++k) {
        q[range.position + k] =
            qStart[range.position + k] + (late * v[range.dof + k] + early * vStart[range.dof + k]);
      }
    });
  }
  if (!turning.empty()) displaceTurning(v, late, early, q);
}

/// Displaces bodies, whose coordinates do not advance entry by entry.
void MoreauJeanOSI::Implementation::displaceTurning(const double* v, double late, double early, double* q) {
  const double* const qStart = nsds->startPosition();
  const double* const vStart = nsds->startVelocity();
  for (const std::size_t index : turning) {
    const System& s = systems[index];
    for (std::int32_t i = 0; i < s.n; ++i)
      displacement[static_cast<std::size_t>(i)] = late * v[s.dof + i] + early * vStart[s.dof + i];
    s.ds->displace(view(qStart + s.position, s.positions), view(displacement.data(), s.n),
                   view(q + s.position, s.positions));
  }
}

void MoreauJeanOSI::Implementation::checkVelocities() const {
  const double* const v = nsds->velocity();
  if (allFinite(nsds->dofs(), v)) return;
  for (const System& s : stepped(systems)) {
    if (allFinite(s.n, v + s.dof)) continue;
    throw Error(s.ds->name() + ": the velocity overflows; take a smaller step, or check the forces");
  }
}

/// The larger of the defect of the equations of motion, relative to the momentum scale, and of the change of
/// U by the change of H since the linearisation, relative to the velocity scale.
double MoreauJeanOSI::Implementation::residual(const IndexSet& active) {
  double momentum = 0.0;
  for (const std::size_t index : nonlinear) momentum = std::max(momentum, momentumDefect(systems[index]));
  double rate = 0.0;
  for (const UnitaryRelation& relation : active) {
    const Contact& contact = contacts[static_cast<std::size_t>(relation.interactionIndex)];
    if (contact.frozen || contact.compliant) continue;
    for (std::int32_t r = relation.row; r < relation.row + relation.rows; ++r) {
      rate = std::max(rate, std::abs(nsds->rate()[r] - linearRate[static_cast<std::size_t>(r)]));
    }
  }
  forceIsCurrent = true;
  return std::max(momentum / scales.momentum(), rate / scales.velocity());
}

/// The largest row of the equation of motion of a system that rounding does not explain; rows of moments are
/// divided by the length scale.
double MoreauJeanOSI::Implementation::momentumDefect(const System& s) {
  evaluateForce(s, step.t1);
  equationDefect(s);
  for (const auto& prescribed : s.ds->prescribed())
    correction[static_cast<std::size_t>(prescribed.first)] = 0.0;
  double worst = 0.0;
  for (std::int32_t i = 0; i < s.n; ++i) {
    const double row = std::abs(correction[static_cast<std::size_t>(i)]);
    if (!std::isfinite(row)) return std::numeric_limits<double>::infinity();
    if (row <= rounding * magnitude[static_cast<std::size_t>(i)]) continue;
    worst = std::max(worst, s.body != nullptr && i >= 3 ? row / scales.length : row);
  }
  return worst;
}

void MoreauJeanOSI::Implementation::endStep(const IndexSet& active) {
  if (!forceIsCurrent) evaluateForces(nonlinear, step.t1);
  if (anyPrescribed) evaluateReactions();
  if (nsds->lawStates() > 0) advanceLawStates(*nsds, active, 2, step.h, nsds->rate());
}

}  // namespace nsds
