// What contacts make of a step: H and W^-1 H^T, the free output with the shift of the law, impulses.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrators/moreau_jean.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

/// H and W^-1 H^T of a contact at the present iterate; a frozen one has its H since it was placed.
void MoreauJeanOSI::Implementation::lineariseContact(std::size_t contact) {
  const Contact& c = contacts[contact];
  if (c.relation == nullptr) return;
  const CondensedInteraction& record = condensed.interactions[contact];
  if (c.relation->rheonomous()) {
    c.relation->timeDerivative(step.t1, gather(contact, nsds->position()),
                               view(rateOffset.data() + record.row, record.rows));
  }
  if (c.compliant) compliantOffset(contact);
  if (c.constantOperator) return;
  if (!c.frozen) storeLeft(condensed, record, evaluateJacobian(contact, step.t1, nsds->position()), 1.0);
#ifndef NDEBUG  // Builds with assertions do not take the word of a relation.
  if (c.frozen && !c.linear) checkKept(contact);
#endif
  if (c.direction >= 0) {
    condenseCentral(contact);
  } else {
    condense(contact);
  }
  if (c.affine) flat.refresh(condensed, record);
}

/// Refuses a relation whose H has changed though it says that it does not follow q.
void MoreauJeanOSI::Implementation::checkKept(std::size_t contact) {
  const CondensedInteraction& record = condensed.interactions[contact];
  const double* H = evaluateJacobian(contact, step.t1, nsds->position());
  for (const CondensedTerm& term : termsOf(condensed, record)) {
    for (std::int32_t j = 0; j < term.size; ++j, H += record.rows) {
      for (std::int32_t r = 0; r < record.rows; ++r) {
        if (H[r] == leftOf(condensed, term, r)[j]) continue;
        throw Error(
            fmt::format("{} says frozenJacobian(), but its Jacobian is another one than at the start of the "
                        "step: it may change only where an InteractionManager places the relation",
                        contacts[contact].relation->name()));
      }
    }
  }
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

/// The rows at `right` of a term, H, become W^-1 H^T.
void MoreauJeanOSI::Implementation::solveRight(const CondensedInteraction& record,
                                               const CondensedTerm& term) {
  const auto system = static_cast<std::size_t>(term.system);
  double* const right = condensed.pool.data() + term.right;
  for (const auto& prescribed : systems[system].ds->prescribed()) {
    for (std::int32_t r = 0; r < record.rows; ++r)
      right[std::ptrdiff_t{r} * term.size + prescribed.first] = 0.0;
  }
  matrices.solve(system, right, record.rows);
}

void MoreauJeanOSI::Implementation::freeOutput(const IndexSet& active, double* w) {
  const double* const v = nsds->velocity();
  for (const UnitaryRelation& relation : active) {
    const Contact& contact = contacts[static_cast<std::size_t>(relation.interactionIndex)];
    if (contact.relation == nullptr) {
      w += relation.rows;
      continue;
    }
    const double* minus = uMinus + relation.row;
    const double closing = activation.closingRate(relation.row);
    if (closing >= 0.0 || std::abs(*minus) < activation.settings().restitutionThreshold)
      minus = withoutApproach(relation);
    const double* const called = contact.callsLaw ? callLaw(contact, relation, minus) : nullptr;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.row + r;
      const double change =
          called != nullptr ? called[r] : restitution[static_cast<std::size_t>(row)] * minus[r];
      w[r] = rateOf(relation, r, v) + rateOffset[static_cast<std::size_t>(row)] + change;
    }
    if (closing > 0.0) *w += closing;
    w += relation.rows;
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

/// v += W^-1 H^T lambda, p += H^T lambda
void MoreauJeanOSI::Implementation::addImpulses(const IndexSet& active, const double* lambda) const {
  double* const v = nsds->velocity();
  double* const p = nsds->input();
  for (const UnitaryRelation& relation : active) {
    const auto index = static_cast<std::size_t>(relation.interactionIndex);
    const bool central = contacts[index].direction >= 0;
    if (central) addCentral(index, relation.rowInInteraction, relation.rows, lambda);
    if (!contacts[index].affine) {
      addTerms(relation, lambda, v, central ? nullptr : p);
      lambda += relation.rows;
      continue;
    }
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

/// The same for one relation, term by term; p may be null.
void MoreauJeanOSI::Implementation::addTerms(const UnitaryRelation& relation, const double* lambda, double* v,
                                             double* p) const {
  const auto index = static_cast<std::size_t>(relation.interactionIndex);
  for (const CondensedTerm& term : termsOf(condensed, condensed.interactions[index])) {
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.rowInInteraction + r;
      axpy(term.size, lambda[r], rightOf(condensed, term, row), v + term.dof);
      if (p != nullptr) axpy(term.size, lambda[r], leftOf(condensed, term, row), p + term.dof);
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

/// U as the linearisation has it.
void MoreauJeanOSI::Implementation::predictRates(const IndexSet& active) {
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      linearRate[static_cast<std::size_t>(row)] =
          rateOf(relation, row - relation.row, nsds->velocity()) + rateOffset[static_cast<std::size_t>(row)];
    }
  }
}

}  // namespace nsds
