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
  std::copy_n(nsds->position(), nsds->positions(), qStart.data());
  std::copy_n(nsds->velocity(), nsds->dofs(), vStart.data());
  // Predict q_k + h v_k where the step needs it: as the first Newton iterate, and for rule P.
  if (linear && activation.prediction == Prediction::N) return;
  for (const System& s : systems) {
    axpy(s.n, step.h, vStart.data() + s.dof, nsds->position() + s.position);
  }
}

void MoreauJeanOSI::Implementation::activate(const IndexSet& all, IndexSet& active) {
  const double* y = nsds->output();
  const double* u = nsds->rate();
  if (activation.prediction == Prediction::P) {
    evaluateOutputs(nsds->position(), vStart.data(), gap.data(), uMinus.data());
    y = gap.data();
    u = uMinus.data();
  } else {
    std::copy_n(u, nsds->rows(), uMinus.data());
  }
  active.clear();
  for (const UnitaryRelation& relation : all) {
    const Contact& contact = contacts[static_cast<std::size_t>(relation.interactionIndex)];
    if (isActive(contact, y[relation.row], u[relation.row])) active.push_back(relation);
  }
}

void MoreauJeanOSI::Implementation::linearise(const IndexSet& active) {
  for (std::size_t s = 0; s < systems.size(); ++s) {
    if (systems[s].linear != nullptr) {
      freeVelocity(s);
    } else {
      freeVelocityNonlinear(s);
    }
  }
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
  }
}

/// v_free = v_k + W^-1 (h theta F_{k+1} + h (1 - theta) F_k - h C v_k - h^2 theta K v_k - h K q_k)
void MoreauJeanOSI::Implementation::freeVelocity(std::size_t index) {
  const System& s = systems[index];
  const double h = step.h;
  double* const rhs = vFree.data() + s.dof;
  const double* const forceStart = nsds->force() + s.dof;
  double* const forceEnd = forceNext.data() + s.dof;
  if (s.constantFExt) {
    std::copy_n(forceStart, s.n, forceEnd);
  } else {
    s.ds->fExt(step.t1, view(forceEnd, s.n));
  }
  for (std::int32_t i = 0; i < s.n; ++i) rhs[i] = h * (1.0 - theta) * forceStart[i] + h * theta * forceEnd[i];
  const double* const v = vStart.data() + s.dof;
  const Matrix& C = s.linear->damping();
  const Matrix& K = s.linear->stiffness();
  if (C.size() != 0) multiplyAdd(s.n, -h, C.data(), v, rhs);
  if (K.size() != 0) {
    multiplyAdd(s.n, -h * h * theta, K.data(), v, rhs);
    multiplyAdd(s.n, -h, K.data(), qStart.data() + s.position, rhs);
  }
  matrices.solve(index, rhs);
  for (std::int32_t i = 0; i < s.n; ++i) rhs[i] += v[i];
}

/// v_free = v - W^-1 (M(q) (v - v_k) - h (1 - theta) F_k - h theta F), all at the present iterate
void MoreauJeanOSI::Implementation::freeVelocityNonlinear(std::size_t index) {
  const System& s = systems[index];
  const double h = step.h;
  const auto q = view(static_cast<const double*>(nsds->position()) + s.position, s.n);
  const auto v = view(static_cast<const double*>(nsds->velocity()) + s.dof, s.n);
  const auto force = view(forceNext.data() + s.dof, s.n);
  auto mass = massScratch.topLeftCorner(s.n, s.n);
  auto dq = dqScratch.topLeftCorner(s.n, s.n);
  auto dv = dvScratch.topLeftCorner(s.n, s.n);
  s.ds->mass(q, mass);
  if (!forceIsCurrent) s.ds->force(step.t1, q, v, force);
  s.ds->forceJacobians(step.t1, q, v, dq, dv);

  double* const correction = vFree.data() + s.dof;
  const double* const forceStart = nsds->force() + s.dof;
  for (std::int32_t i = 0; i < s.n; ++i) {
    correction[i] = h * (1.0 - theta) * forceStart[i] + h * theta * force[i];
  }
  const double* const start = vStart.data() + s.dof;
  for (std::int32_t j = 0; j < s.n; ++j) axpy(s.n, start[j] - v[j], mass.col(j).data(), correction);

  mass -= h * theta * dv + h * h * theta * theta * dq;  // now W
  matrices.assign(index, mass, *s.ds);
  matrices.solve(index, correction);
  for (std::int32_t i = 0; i < s.n; ++i) correction[i] += v[i];
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
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    const Contact& contact = contacts[c];
    const Index stateSize = contact.law->stateSize();
    double* const state = contact.lawState + relation.rowInInteraction / relation.rows * stateSize;
    auto minus = blockMinus.head(relation.rows);
    auto shift = blockShift.head(relation.rows);
    minus = view(uMinus.data() + relation.row, relation.rows);
    if (std::abs(minus[0]) < activation.restitutionThreshold) minus.setZero();
    contact.law->shift(minus, view(state, stateSize), shift);
    check::finiteResult(*contact.law, "the shift", shift.data(), relation.rows);
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      *w++ = leftDot(condensed, condensed.interactions[c], relation.rowInInteraction + r, vFree.data()) +
             shift[r];
    }
  }
}

void MoreauJeanOSI::Implementation::update(const IndexSet& active, const double* lambda) {
  double* const v = nsds->velocity();
  double* const p = nsds->input();
  std::copy(vFree.begin(), vFree.end(), v);
  std::fill_n(p, nsds->dofs(), 0.0);
  const double* value = lambda;
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    const CondensedInteraction& record = condensed.interactions[c];
    for (std::int32_t r = relation.rowInInteraction; r < relation.rowInInteraction + relation.rows;
         ++r, ++value) {
      if (*value == 0.0) continue;
      addRight(condensed, record, r, *value, v);
      for (const CondensedTerm& term : termsOf(condensed, record)) {
        axpy(term.size, *value, leftOf(condensed, term, r), p + term.dof);
      }
    }
  }
  scatterMultipliers(active, lambda, nsds->rows(), nsds->multiplier());
  for (const System& s : systems) {
    double* const q = nsds->position() + s.position;
    double overflow = 0.0;  // NaN as soon as a velocity is not finite
    for (std::int32_t i = 0; i < s.n; ++i) {
      const auto k = static_cast<std::size_t>(s.dof + i);
      overflow += 0.0 * v[k];
      q[i] = qStart[static_cast<std::size_t>(s.position + i)] +
             step.h * (theta * v[k] + (1.0 - theta) * vStart[k]);
    }
    if (overflow != 0.0)
      throw Error(s.ds->name() + ": the velocity overflows; take a smaller step, or check the forces");
  }
  if (!linear) {
    for (const UnitaryRelation& relation : active) {
      const auto c = static_cast<std::size_t>(relation.interactionIndex);
      for (std::int32_t r = 0; r < relation.rows; ++r) {
        linearRate[static_cast<std::size_t>(relation.row + r)] =
            leftDot(condensed, condensed.interactions[c], relation.rowInInteraction + r, v);
      }
    }
  }
  evaluateOutputs(nsds->position(), v, nsds->output(), nsds->rate());
  forceIsCurrent = false;
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
        const double start = vStart[static_cast<std::size_t>(s.dof + j)];
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
  std::copy(forceNext.begin(), forceNext.end(), nsds->force());
  advanceLawStates(*nsds, active, step.h, nsds->rate());
}

}  // namespace nsds
