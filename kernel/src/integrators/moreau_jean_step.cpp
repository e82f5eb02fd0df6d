// The step: free velocities, condensation, update, residual.
#include <algorithm>
#include <cmath>
#include <limits>

#include "integrators/moreau_jean.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {
constexpr double rounding = 16.0 * std::numeric_limits<double>::epsilon();
}  // namespace

void MoreauJeanOSI::Implementation::evaluateState() {
  evaluateForces(nsds->time(), nsds->force());
  evaluateOutputs(nsds->position(), nsds->velocity(), nsds->output(), nsds->rate());
}

void MoreauJeanOSI::Implementation::beginStep(const StepInterval& interval) {
  step = interval;
  forceIsCurrent = false;
  // Predict q_k + h v_k where the step needs it: as the first Newton iterate, and for rule P.
  if (linear && activation.prediction == Prediction::N) return;
  double* const q = nsds->position();
  const double* const v = nsds->startVelocity();
  for (Index k = 0; k < nsds->dofs(); ++k) q[k] += step.h * v[k];
}

void MoreauJeanOSI::Implementation::activate(const IndexSet& all, IndexSet& active) {
  const double* y = nsds->output();
  uMinus = nsds->startRate();
  if (activation.prediction == Prediction::P) {
    evaluateOutputs(nsds->position(), nsds->startVelocity(), gap.data(), predictedRate.data());
    y = gap.data();
    uMinus = predictedRate.data();
  }
  const double gapLimit = activation.gapThreshold * scales.length;
  const double rateLimit = activation.approachingOnly ? activation.velocityThreshold * scales.velocity()
                                                      : std::numeric_limits<double>::infinity();
  const bool ruled = static_cast<bool>(activation.rule);
  active.clear();
  for (const UnitaryRelation& relation : all) {
    const double distance = y[relation.row];
    const double rate = uMinus[relation.row];
    if (contacts[static_cast<std::size_t>(relation.interactionIndex)].alwaysActive ||
        (ruled ? activation.rule({distance, rate, step.h})
               : distance + activation.gamma * step.h * rate <= gapLimit && rate <= rateLimit))
      active.push_back(relation);
  }
}

void MoreauJeanOSI::Implementation::linearise(const IndexSet& active) {
  freeVelocities();
  for (const std::size_t s : nonlinear) freeVelocityNonlinear(s);
  if (constantOperators) return;
  std::int32_t done = -1;
  for (const UnitaryRelation& relation : active) {
    if (relation.interactionIndex == done) continue;
    done = relation.interactionIndex;
    const auto c = static_cast<std::size_t>(done);
    if (contacts[c].constantOperator) continue;
    if (!contacts[c].linear) {
      storeLeft(condensed, condensed.interactions[c], evaluateJacobian(c, nsds->position()), 1.0);
    }
    condense(c);
    flat.refresh(condensed, condensed.interactions[c]);
  }
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
  const Matrix& C = s.linear->damping();
  const Matrix& K = s.linear->stiffness();
  if (C.size() != 0) multiplyAdd(s.n, -h, C.data(), v, rhs);
  if (K.size() != 0) {
    multiplyAdd(s.n, -h * h * theta, K.data(), v, rhs);
    multiplyAdd(s.n, -h, K.data(), nsds->startPosition() + s.position, rhs);
  }
  matrices.solve(index, rhs);
  for (std::int32_t i = 0; i < s.n; ++i) rhs[i] += v[i];
}

/// v_free = v - W^-1 (M(q) (v - v_k) - h (1 - theta) F_k - h theta F), all at the present iterate, in
/// its place
void MoreauJeanOSI::Implementation::freeVelocityNonlinear(std::size_t index) {
  const System& s = systems[index];
  const double h = step.h;
  const auto q = view(static_cast<const double*>(nsds->position()) + s.position, s.n);
  auto v = view(nsds->velocity() + s.dof, s.n);
  const auto force = view(forceNext.data() + s.dof, s.n);
  auto mass = massScratch.topLeftCorner(s.n, s.n);
  auto dq = dqScratch.topLeftCorner(s.n, s.n);
  auto dv = dvScratch.topLeftCorner(s.n, s.n);
  s.ds->mass(q, mass);
  if (!forceIsCurrent) s.ds->force(step.t1, q, v, force);
  s.ds->forceJacobians(step.t1, q, v, dq, dv);

  const double* const forceStart = nsds->force() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) {
    correction[static_cast<std::size_t>(i)] = h * (1.0 - theta) * forceStart[i] + h * theta * force[i];
  }
  const double* const start = nsds->startVelocity() + s.dof;
  for (std::int32_t j = 0; j < s.n; ++j) axpy(s.n, start[j] - v[j], mass.col(j).data(), correction.data());

  mass -= h * theta * dv + h * h * theta * theta * dq;  // now W
  matrices.assign(index, mass, *s.ds);
  matrices.solve(index, correction.data());
  axpy(s.n, 1.0, correction.data(), v.data());
}

/// R = W^-1 H^T for every row of a contact.
void MoreauJeanOSI::Implementation::condense(std::size_t contact) {
  const CondensedInteraction& record = condensed.interactions[contact];
  for (const CondensedTerm& term : termsOf(condensed, record)) {
    double* const pool = condensed.pool.data();
    std::copy_n(pool + term.left, record.rows * term.size, pool + term.right);
    for (std::int32_t r = 0; r < record.rows; ++r) {
      matrices.solve(static_cast<std::size_t>(term.system),
                     pool + term.right + std::ptrdiff_t{r} * term.size);
    }
  }
}

void MoreauJeanOSI::Implementation::freeOutput(const IndexSet& active, double* w) {
  const double* const v = nsds->velocity();
  for (const UnitaryRelation& relation : active) {
    const Contact& contact = contacts[static_cast<std::size_t>(relation.interactionIndex)];
    const double* minus = uMinus + relation.row;
    if (std::abs(*minus) < activation.restitutionThreshold) minus = withoutApproach(relation);
    const double* const called = contact.callsLaw ? callLaw(contact, relation, minus) : nullptr;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.row + r;
      const double change =
          called != nullptr ? called[r] : restitution[static_cast<std::size_t>(row)] * minus[r];
      *w++ = flat.dot(row, v) + change;
    }
  }
}

/// U- of a contact too slow to be restituted: zero along the normal, its first row.
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
  advancePositions();
  if (!linear) predictRates(active);
  evaluateOutputs(nsds->position(), nsds->velocity(), nsds->output(), nsds->rate());
  forceIsCurrent = false;
}

/// v += W^-1 H^T lambda, p += H^T lambda
void MoreauJeanOSI::Implementation::addImpulses(const IndexSet& active, const double* lambda) const {
  double* const v = nsds->velocity();
  double* const p = nsds->input();
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      const double impulse = *lambda++;
      if (impulse == 0.0) continue;
      for (const FlatRows::Entry& entry : flat[row]) {
        v[entry.dof] += impulse * entry.right;
        p[entry.dof] += impulse * entry.left;
      }
    }
  }
}

/// q = q_k + h (theta v + (1 - theta) v_k); q and v of Lagrangian systems are indexed alike.
void MoreauJeanOSI::Implementation::advancePositions() {
  const Index dofs = nsds->dofs();
  const double* const v = nsds->velocity();
  const double* const qStart = nsds->startPosition();
  const double* const vStart = nsds->startVelocity();
  double* const q = nsds->position();
  const double early = step.h * (1.0 - theta);
  const double late = step.h * theta;
  withSize(dofs, [=](auto size) {
    for (Index k = 0; k < size; ++k) q[k] = qStart[k] + (late * v[k] + early * vStart[k]);
  });
  if (allFinite(dofs, v)) return;
  for (const System& s : systems) {
    if (allFinite(s.n, v + s.dof)) continue;
    throw Error(s.ds->name() + ": the velocity overflows; take a smaller step, or check the forces");
  }
}

/// U as the linearisation has it.
void MoreauJeanOSI::Implementation::predictRates(const IndexSet& active) {
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row)
      linearRate[static_cast<std::size_t>(row)] = flat.dot(row, nsds->velocity());
  }
}

/// The larger of the defect of the equations of motion, relative to the momentum scale, and of the change of
/// U by the change of H since the linearisation, relative to the velocity scale.
double MoreauJeanOSI::Implementation::residual(const IndexSet& active) {
  const double h = step.h;
  double momentum = 0.0;
  for (const System& s : systems) {
    if (s.linear != nullptr) continue;
    const auto q = view(static_cast<const double*>(nsds->position()) + s.position, s.n);
    const double* const v = nsds->velocity() + s.dof;
    double* const force = forceNext.data() + s.dof;
    auto mass = massScratch.topLeftCorner(s.n, s.n);
    s.ds->mass(q, mass);
    s.ds->force(step.t1, q, view(v, s.n), view(force, s.n));
    for (std::int32_t i = 0; i < s.n; ++i) {
      const auto k = static_cast<std::size_t>(s.dof + i);
      const double terms[] = {h * (1.0 - theta) * nsds->force()[k], h * theta * force[i], nsds->input()[k]};
      double row = -terms[0] - terms[1] - terms[2];
      double magnitude = std::abs(terms[0]) + std::abs(terms[1]) + std::abs(terms[2]);
      for (std::int32_t j = 0; j < s.n; ++j) {
        const double start = nsds->startVelocity()[s.dof + j];
        row += mass(i, j) * (v[j] - start);
        magnitude += std::abs(mass(i, j)) * (std::abs(v[j]) + std::abs(start));
      }
      if (!std::isfinite(row)) return std::numeric_limits<double>::infinity();
      // What rounding leaves of the sum is no defect.
      if (std::abs(row) > rounding * magnitude) momentum = std::max(momentum, std::abs(row));
    }
  }
  double rate = 0.0;
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t r = relation.row; r < relation.row + relation.rows; ++r) {
      rate = std::max(rate, std::abs(nsds->rate()[r] - linearRate[static_cast<std::size_t>(r)]));
    }
  }
  forceIsCurrent = true;
  return std::max(momentum / scales.momentum(), rate / scales.velocity());
}

void MoreauJeanOSI::Implementation::endStep(const IndexSet& active) {
  if (!linear && !forceIsCurrent) evaluateForces(step.t1, forceNext.data());
  copy(nsds->dofs(), forceNext.data(), nsds->force());
  if (nsds->lawStates() > 0) advanceLawStates(*nsds, active, step.h, nsds->rate());
}

}  // namespace nsds
