// The step: free velocities, condensation, update, residual.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrators/moreau_jean.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {
constexpr double rounding = 16.0 * std::numeric_limits<double>::epsilon();
constexpr double notResting = -1.0;
}  // namespace

void MoreauJeanOSI::Implementation::evaluateState() {
  evaluateForces(nsds->time(), nsds->force());
  evaluateOutputs(nsds->time(), nsds->position(), nsds->velocity(), nsds->output(), nsds->rate());
}

void MoreauJeanOSI::Implementation::beginStep(const StepInterval& interval) {
  step = interval;
  forceIsCurrent = false;
  firstIterate = true;
  // Predict q_k + h v_k where the step needs it: as the first Newton iterate, and for rule P.
  if (linear && activation.prediction == Prediction::N) return;
  advancePositions(nsds->startVelocity(), step.h);
}

void MoreauJeanOSI::Implementation::activate(const IndexSet& all, const IndexSet& last, IndexSet& active) {
  const double* y = nsds->output();
  uMinus = nsds->startRate();
  if (activation.prediction == Prediction::P) {
    evaluateOutputs(step.t1, nsds->position(), nsds->startVelocity(), gap.data(), predictedRate.data());
    y = gap.data();
    uMinus = predictedRate.data();
  }
  const double* const yStart = nsds->output();
  const double restingLimit =
      activation.restingGap * scales.length / (scales.time * scales.time) * step.h * step.h;
  const double rateLimit = activation.approachingOnly ? activation.velocityThreshold * scales.velocity()
                                                      : std::numeric_limits<double>::infinity();
  const bool ruled = static_cast<bool>(activation.rule);
  active.clear();
  auto before = last.begin();
  for (const UnitaryRelation& relation : all) {
    const bool wasActive = before != last.end() && before->row == relation.row;
    if (wasActive) ++before;
    const double distance = y[relation.row];
    const double rate = uMinus[relation.row];
    double& closing = closingRate[static_cast<std::size_t>(relation.row)];
    closing = notResting;
    bool joins = contacts[static_cast<std::size_t>(relation.interactionIndex)].alwaysActive;
    if (!joins && ruled) {
      joins = activation.rule({distance, rate, step.h, wasActive});
    } else if (!joins && rate <= rateLimit) {
      joins = distance + activation.gamma * step.h * rate <= 0.0;
      const double open = yStart[relation.row];
      // Neither apart, nor on the way apart: what opens after an impact is not at rest.
      if (!joins && restingLimit > 0.0 && open + step.h * std::max(rate, 0.0) <= restingLimit) {
        joins = true;
        closing = std::max(open, 0.0) / step.h;
      }
    }
    if (joins) active.push_back(relation);
  }
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
  firstIterate = false;
}

/// H and W^-1 H^T of a contact at the present iterate, of a frozen one at the start of the step.
void MoreauJeanOSI::Implementation::lineariseContact(std::size_t contact) {
  const Contact& c = contacts[contact];
  const CondensedInteraction& record = condensed.interactions[contact];
  if (c.relation->rheonomous()) {
    c.relation->timeDerivative(step.t1, gather(contact, nsds->position()),
                               view(rateOffset.data() + record.row, record.rows));
  }
  if (c.compliant) compliantOffset(contact);
  if (c.constantOperator) return;
  if (!c.frozen) {
    storeLeft(condensed, record, evaluateJacobian(contact, step.t1, nsds->position()), 1.0);
  } else if (!c.linear && firstIterate) {
    storeLeft(condensed, record, evaluateJacobian(contact, step.t0, nsds->startPosition()), 1.0);
  }
  if (c.direction >= 0) {
    condenseCentral(contact);
  } else {
    condense(contact);
  }
  flat.refresh(condensed, record);
}

/// v_free = v_k + W^-1 (h theta F_{k+1} + h (1 - theta) F_k), kept in the place of v, where W is diagonal and
/// K = C = 0.
void MoreauJeanOSI::Implementation::freeVelocities() {
  for (const std::size_t s : driven) {
    const System& system = systems[s];
    system.ds->fExt(step.t1, view(forceNext.data() + system.dof, system.n));
  }
  const double early = step.h * (1.0 - theta);
  const double late = step.h * theta;
  const double* const inverse = matrices.inverseDiagonal();
  const double* const forceStart = nsds->force();
  const double* const vStart = nsds->startVelocity();
  for (const DofRange& range : plain) {
    double* const v = nsds->velocity() + range.first;
    const double* const forceEnd = forceNext.data() + range.first;
    withSize(range.last - range.first, [=, first = range.first](auto size) {
      for (std::int32_t i = 0; i < size; ++i)
        v[i] = vStart[first + i] + inverse[first + i] * (early * forceStart[first + i] + late * forceEnd[i]);
    });
  }
  for (const std::size_t s : coupled) freeVelocity(s);
}

/// v_free = v_k + W^-1 (h theta F_{k+1} + h (1 - theta) F_k - h C v_k - h^2 theta K v_k - h K q_k)
void MoreauJeanOSI::Implementation::freeVelocity(std::size_t index) {
  const System& s = systems[index];
  const double h = step.h;
  double* const rhs = nsds->velocity() + s.dof;
  const double* const forceStart = nsds->force() + s.dof;
  const double* const forceEnd = forceNext.data() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) rhs[i] = h * (1.0 - theta) * forceStart[i] + h * theta * forceEnd[i];
  const double* const v = nsds->startVelocity() + s.dof;
  if (s.linear != nullptr) {
    s.linear->damping().multiplyAdd(-h, v, rhs);
    s.linear->stiffness().multiplyAdd(-h * h * theta, v, rhs);
    s.linear->stiffness().multiplyAdd(-h, nsds->startPosition() + s.position, rhs);
  }
  imposePrescribed(s, v, rhs);
  matrices.solve(index, rhs);
  for (std::int32_t i = 0; i < s.n; ++i) rhs[i] += v[i];
}

/// v_free = v - W^-1 (M(q) (v - v_k) + h Gamma(v_theta) - h (1 - theta) F_k - h theta F), all at the present
/// iterate, in its place; Gamma the gyroscopic moment of bodies.
void MoreauJeanOSI::Implementation::freeVelocityNonlinear(std::size_t index) {
  const System& s = systems[index];
  const double h = step.h;
  const auto q = view(static_cast<const double*>(nsds->position()) + s.position, s.positions);
  auto v = view(nsds->velocity() + s.dof, s.n);
  const double* const force = forceNext.data() + s.dof;
  auto mass = massScratch.topLeftCorner(s.n, s.n);
  auto dq = dqScratch.topLeftCorner(s.n, s.n);
  auto dv = dvScratch.topLeftCorner(s.n, s.n);
  s.ds->mass(q, mass);
  if (!forceIsCurrent) evaluateForce(s, step.t1, forceNext.data());
  if (s.body != nullptr) {
    s.body->wrenchJacobians(step.t1, q, v, dq, dv);
  } else {
    s.ds->forceJacobians(step.t1, q, v, dq, dv);
  }

  const double* const forceStart = nsds->force() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) {
    correction[static_cast<std::size_t>(i)] = h * (1.0 - theta) * forceStart[i] + h * theta * force[i];
  }
  const double* const start = nsds->startVelocity() + s.dof;
  for (std::int32_t j = 0; j < s.n; ++j) axpy(s.n, start[j] - v[j], mass.col(j).data(), correction.data());

  mass -= h * theta * dv + h * h * theta * theta * dq;  // now W
  if (s.body != nullptr) addGyroscopic(s, v.data(), correction.data(), massScratch);
  condensePrescribed(s, mass);
  imposePrescribed(s, v.data(), correction.data());
  if (double* const kept = keptMatrix(index)) Eigen::Map<Matrix>(kept, s.n, s.n) = mass;
  matrices.assign(index, mass, *s.ds);
  matrices.solve(index, correction.data());
  axpy(s.n, 1.0, correction.data(), v.data());
}

/// rhs -= h Gamma(v_theta), W += h theta dGamma/dv
void MoreauJeanOSI::Implementation::addGyroscopic(const System& s, const double* v, double* rhs,
                                                  Matrix& W) const {
  if (s.body->spherical()) return;
  const double* const start = nsds->startVelocity() + s.dof;
  Eigen::Vector3d mean;
  for (Index i = 0; i < 3; ++i) mean[i] = theta * v[3 + i] + (1.0 - theta) * start[3 + i];
  Eigen::Vector3d moment;
  Eigen::Matrix3d derivative;
  s.body->gyroscopicMoment(mean, moment);
  s.body->gyroscopicJacobian(mean, derivative);
  for (Index i = 0; i < 3; ++i) rhs[3 + i] -= step.h * moment[i];
  W.block<3, 3>(3, 3) += step.h * theta * derivative;
}

/// R = W^-1 H^T for every row of a contact.
void MoreauJeanOSI::Implementation::condense(std::size_t contact) {
  const CondensedInteraction& record = condensed.interactions[contact];
  for (const CondensedTerm& term : termsOf(condensed, record)) {
    double* const pool = condensed.pool.data();
    std::copy_n(pool + term.left, record.rows * term.size, pool + term.right);
    solveRight(record, term);
  }
}

/// The rows at `right` of a term, H, become W^-1 H^T.
void MoreauJeanOSI::Implementation::solveRight(const CondensedInteraction& record,
                                               const CondensedTerm& term) {
  for (std::int32_t r = 0; r < record.rows; ++r) {
    double* const right = condensed.pool.data() + term.right + std::ptrdiff_t{r} * term.size;
    for (const auto& prescribed : systems[static_cast<std::size_t>(term.system)].ds->prescribed())
      right[prescribed.first] = 0.0;
    matrices.solve(static_cast<std::size_t>(term.system), right);
  }
}

/// R = W^-1 H^T with H of the middle of the step, which is kept.
void MoreauJeanOSI::Implementation::condenseCentral(std::size_t contact) {
  const CondensedInteraction& record = condensed.interactions[contact];
  const double* H = evaluateJacobian(contact, 0.5 * (step.t0 + step.t1), middle.data());
  double* direction = directions.data() + contacts[contact].direction;
  for (const CondensedTerm& term : termsOf(condensed, record)) {
    double* const right = condensed.pool.data() + term.right;
    for (std::int32_t j = 0; j < term.size; ++j, H += record.rows) {
      for (std::int32_t r = 0; r < record.rows; ++r)
        direction[r * term.size + j] = right[r * term.size + j] = H[r];
    }
    direction += std::ptrdiff_t{record.rows} * term.size;
    solveRight(record, term);
  }
}

void MoreauJeanOSI::Implementation::freeOutput(const IndexSet& active, double* w) {
  const double* const v = nsds->velocity();
  for (const UnitaryRelation& relation : active) {
    const Contact& contact = contacts[static_cast<std::size_t>(relation.interactionIndex)];
    const double* minus = uMinus + relation.row;
    const double closing = closingRate[static_cast<std::size_t>(relation.row)];
    if (closing >= 0.0 || std::abs(*minus) < activation.restitutionThreshold)
      minus = withoutApproach(relation);
    const double* const called = contact.callsLaw ? callLaw(contact, relation, minus) : nullptr;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.row + r;
      const double change =
          called != nullptr ? called[r] : restitution[static_cast<std::size_t>(row)] * minus[r];
      *w++ = flat.dot(row, v) + rateOffset[static_cast<std::size_t>(row)] + change +
             (r == 0 ? std::max(closing, 0.0) : 0.0);
    }
  }
}

/// (H (q_k + h (1 - theta) v_k) + b) / (h theta): what the free output of a compliant relation has beyond H
/// v.
void MoreauJeanOSI::Implementation::compliantOffset(std::size_t contact) {
  const CondensedInteraction& record = condensed.interactions[contact];
  for (std::int32_t row = record.row; row < record.row + record.rows; ++row) {
    double y = offset[static_cast<std::size_t>(row)];
    for (const FlatRows::Entry& entry : flat[row]) {
      y += entry.left * (nsds->startPosition()[entry.position] +
                         step.h * (1.0 - theta) * nsds->startVelocity()[entry.dof]);
    }
    rateOffset[static_cast<std::size_t>(row)] = y / (step.h * theta);
  }
}

/// U- of a contact at rest, or too slow to be restituted: zero along the normal, its first row.
const double* MoreauJeanOSI::Implementation::withoutApproach(const UnitaryRelation& relation) {
  std::copy_n(uMinus + relation.row, relation.rows, slow.data());
  slow.front() = 0.0;
  return slow.data();
}

/// The shift of a law that is more than a multiple of U-.
const double* MoreauJeanOSI::Implementation::callLaw(const Contact& contact, const UnitaryRelation& relation,
                                                     const double* minus) {
  const Index stateSize = contact.law->stateSize();
  const double* const state = contact.lawState + relation.rowInInteraction / relation.rows * stateSize;
  contact.law->shift(theta, view(minus, relation.rows), view(state, stateSize),
                     view(shift.data(), relation.rows));
  check::finiteResult(*contact.law, "the shift", shift.data(), relation.rows);
  return shift.data();
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

/// v += W^-1 H^T lambda, p += H^T lambda
void MoreauJeanOSI::Implementation::addImpulses(const IndexSet& active, const double* lambda) const {
  double* const v = nsds->velocity();
  double* const p = nsds->input();
  for (const UnitaryRelation& relation : active) {
    const auto index = static_cast<std::size_t>(relation.interactionIndex);
    const bool central = contacts[index].direction >= 0;
    if (central) addCentral(index, relation.rowInInteraction, relation.rows, lambda);
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      const double impulse = *lambda++;
      if (impulse == 0.0) continue;
      for (const FlatRows::Entry& entry : flat[row]) {
        v[entry.dof] += impulse * entry.right;
        if (!central) p[entry.dof] += impulse * entry.left;
      }
    }
  }
}

/// p += H^T lambda with H of the middle of the step, for `rows` rows of a contact from `first` on.
void MoreauJeanOSI::Implementation::addCentral(std::size_t contact, std::int32_t first, std::int32_t rows,
                                               const double* lambda) const {
  const CondensedInteraction& record = condensed.interactions[contact];
  const double* direction = directions.data() + contacts[contact].direction;
  for (const CondensedTerm& term : termsOf(condensed, record)) {
    double* const p = nsds->input() + term.dof;
    for (std::int32_t r = 0; r < rows; ++r)
      axpy(term.size, lambda[r], direction + std::ptrdiff_t{first + r} * term.size, p);
    direction += std::ptrdiff_t{record.rows} * term.size;
  }
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
  for (const System& s : systems) {
    if (allFinite(s.n, v + s.dof)) continue;
    throw Error(s.ds->name() + ": the velocity overflows; take a smaller step, or check the forces");
  }
}

/// U as the linearisation has it.
void MoreauJeanOSI::Implementation::predictRates(const IndexSet& active) {
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      linearRate[static_cast<std::size_t>(row)] =
          flat.dot(row, nsds->velocity()) + rateOffset[static_cast<std::size_t>(row)];
    }
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
  evaluateForce(s, step.t1, forceNext.data());
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
  if (!linear && !forceIsCurrent) evaluateForces(step.t1, forceNext.data());
  if (anyPrescribed) evaluateReactions();
  copy(nsds->dofs(), forceNext.data(), nsds->force());
  if (nsds->lawStates() > 0) advanceLawStates(*nsds, active, step.h, nsds->rate());
}

}  // namespace nsds
