#include "integrators/moreau_jean/contact_operator.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "modeling/checks.hpp"

namespace nsds {

void ContactOperator::compile(double h, double velocityScale) {
  velocityScale_ = velocityScale;
  for (auto* rows : {&rateOffset_, &predictedRate_})
    rows->assign(static_cast<std::size_t>(model_.nsds->flat().rows()), 0.0);
  const bool central = contacts_.directions > 0 && !point_.betweenEnds();
  directions_.assign(static_cast<std::size_t>(contacts_.directions), 0.0);
  middle_.assign(central ? static_cast<std::size_t>(model_.nsds->flat().positions()) : 0U, 0.0);
  lawRate_.assign(contacts_.betweenEnds ? rateOffset_.size() : 0U, 0.0);
  moving_.assign(lawRate_.size(), 0.0);
  for (std::size_t c = 0; c < contacts_.list.size(); ++c) {
    const StepContact& contact = contacts_.list[c];
    const CondensedInteraction& record = model_.condensed.interactions[c];
    if (contact.compliant) {
      // y / (h θ) is a velocity, so that its complement is D / (h² θ).
      Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
          model_.condensed.pool.data() + record.feedthrough, record.rows, record.rows) =
          contact.relation->compliance() / (h * h * theta_);
    }
    if (contact.relation != nullptr && contact.constantOperator) model_.condense(c);
    if (contact.affine) {
      model_.flat.append(model_.condensed, record, contact.constantOperator);
    } else {
      model_.flat.skip(record.rows);
    }
  }
}

void ContactOperator::linearise(const IndexSet& active, const StepInterval& step,
                                const ContactOutputs& outputs) {
  if (contacts_.constantOperators && !contacts_.shiftsOutput) return;
  std::int32_t done = -1;
  for (const UnitaryRelation& relation : active) {
    if (std::exchange(done, relation.interactionIndex) != relation.interactionIndex)
      lineariseContact(static_cast<std::size_t>(relation.interactionIndex), step, outputs);
  }
}

/// H and W⁻¹Hᵀ of a contact at the present iterate; a frozen one has its H since it was placed.
void ContactOperator::lineariseContact(std::size_t contact, const StepInterval& step,
                                       const ContactOutputs& outputs) {
  const StepContact& c = contacts_.list[contact];
  if (c.relation == nullptr) return;
  const Instant at = c.betweenEnds ? point_.at(step) : point_.present(step.t1);
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  if (c.relation->rheonomous()) {
    c.relation->timeDerivative(at.t, model_.stack(contact, at.q),
                               view(rateOffset_.data() + record.row, record.rows));
  }
  if (c.compliant) offsetCompliant(contact, step.h, outputs);
  if (c.constantOperator) return;
  if (!c.frozen) model_.keepJacobian(contact, at.t, at.q);
#ifndef NDEBUG  // Builds with assertions do not take the word of a relation.
  if (c.frozen && !c.constantJacobian) checkKept(contact, step.t1);
#endif
  if (c.direction >= 0 && point_.betweenEnds()) {
    condenseCentral(contact, point_.at(step).t, point_.at(step).q);
  } else if (c.direction >= 0) {
    condenseCentral(contact, 0.5 * (step.t0 + step.t1), middle_.data());
  } else {
    model_.condense(contact);
  }
  if (c.affine) model_.flat.refresh(model_.condensed, record);
}

/// Refuses a relation whose H has changed though it says that it does not follow q.
void ContactOperator::checkKept(std::size_t contact, double t) {
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  const double* H = model_.jacobian(contact, t, model_.nsds->flat().position());
  for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
    for (std::int32_t j = 0; j < term.size; ++j, H += record.rows) {
      for (std::int32_t r = 0; r < record.rows; ++r) {
        if (H[r] == leftOf(model_.condensed, term, r)[j]) continue;
        throw Error(
            fmt::format("{} says frozenJacobian(), but its Jacobian is another one than at the start of the "
                        "step: it may change only where an InteractionManager places the relation",
                        contacts_.list[contact].relation->name()));
      }
    }
  }
}

/// (H (q_k + h (1 - θ) v_k) + b) / (h θ): what the rate of a compliant relation has beyond H v.
void ContactOperator::offsetCompliant(std::size_t contact, double h, const ContactOutputs& outputs) {
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  for (std::int32_t row = record.row; row < record.row + record.rows; ++row) {
    double y = outputs.offset(row);
    for (const FlatRows::Entry& entry : model_.flat[row]) {
      y += entry.left * (model_.nsds->flat().startPosition()[entry.position] +
                         h * (1.0 - theta_) * model_.nsds->flat().startVelocity()[entry.dof]);
    }
    rateOffset_[static_cast<std::size_t>(row)] = y / (h * theta_);
  }
}

/// R = W⁻¹Hᵀ with H of a point within the step, (t, q), which is kept.
void ContactOperator::condenseCentral(std::size_t contact, double t, const double* q) {
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  const double* H = model_.jacobian(contact, t, q);
  double* direction = directions_.data() + contacts_.list[contact].direction;
  for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
    double* const right = model_.condensed.pool.data() + term.right;
    for (std::int32_t j = 0; j < term.size; ++j, H += record.rows) {
      for (std::int32_t r = 0; r < record.rows; ++r)
        direction[r * term.size + j] = right[r * term.size + j] = H[r];
    }
    direction += std::ptrdiff_t{record.rows} * term.size;
    model_.solveRight(record, term);
  }
}

void ContactOperator::addImpulses(const IndexSet& active, const double* lambda) const {
  double* const v = model_.nsds->flat().velocity();
  double* const p = model_.nsds->flat().input();
  for (const UnitaryRelation& relation : active) {
    const StepContact& contact = contacts_.list[static_cast<std::size_t>(relation.interactionIndex)];
    const bool central = contact.direction >= 0;
    if (central) addCentral(relation, lambda);
    if (!contact.affine) {
      addTerms(relation, lambda, v, central ? nullptr : p);
      lambda += relation.rows;
      continue;
    }
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row) {
      const double impulse = *lambda++;
      if (impulse == 0.0) continue;
      for (const FlatRows::Entry& entry : model_.flat[row]) {
        v[entry.dof] += impulse * entry.right;
        p[entry.dof] += impulse * entry.left;
      }
    }
  }
}

/// v += W⁻¹Hᵀλ and p += Hᵀλ of one relation, term by term; p may be null.
void ContactOperator::addTerms(const UnitaryRelation& relation, const double* lambda, double* v,
                               double* p) const {
  const CondensedOperator& condensed = model_.condensed;
  const auto contact = static_cast<std::size_t>(relation.interactionIndex);
  for (const CondensedTerm& term : termsOf(condensed, condensed.interactions[contact])) {
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.rowInInteraction + r;
      axpy(term.size, lambda[r], rightOf(condensed, term, row), v + term.dof);
      if (p != nullptr) axpy(term.size, lambda[r], leftOf(condensed, term, row), p + term.dof);
    }
  }
}

/// p += Hᵀλ with H of the point within the step.
void ContactOperator::addCentral(const UnitaryRelation& relation, const double* lambda) const {
  const auto contact = static_cast<std::size_t>(relation.interactionIndex);
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  const double* direction = directions_.data() + contacts_.list[contact].direction;
  for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
    double* const p = model_.nsds->flat().input() + term.dof;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.rowInInteraction + r;
      axpy(term.size, lambda[r], direction + std::ptrdiff_t{row} * term.size, p);
    }
    direction += std::ptrdiff_t{record.rows} * term.size;
  }
}

void ContactOperator::predictRates(const IndexSet& active) {
  for (const UnitaryRelation& relation : active) {
    for (std::int32_t r = 0; r < relation.rows; ++r)
      predictedRate_[static_cast<std::size_t>(relation.row + r)] =
          rate(relation, r, model_.nsds->flat().velocity());
  }
}

double ContactOperator::rateChange(const IndexSet& active, const StepInterval& step) {
  double change = 0.0;
  std::int32_t done = -1;
  for (const UnitaryRelation& relation : active) {
    const auto c = static_cast<std::size_t>(relation.interactionIndex);
    const StepContact& contact = contacts_.list[c];
    if (contact.frozen || contact.compliant) continue;
    if (contact.betweenEnds) {
      if (std::exchange(done, relation.interactionIndex) != relation.interactionIndex)
        change = std::max(change, rateChangeBetween(c, step));
      continue;
    }
    for (std::int32_t row = relation.row; row < relation.row + relation.rows; ++row)
      change = std::max(
          change, std::abs(model_.nsds->flat().rate()[row] - predictedRate_[static_cast<std::size_t>(row)]));
  }
  return change / velocityScale_;
}

/// The largest change of a rate before or after the step of a contact, by H and g_t of the evaluation point now.
double ContactOperator::rateChangeBetween(std::size_t contact, const StepInterval& step) {
  const FlatVectors& flat = model_.nsds->flat();
  const CondensedInteraction& record = model_.condensed.interactions[contact];
  const MechanicalRelation& relation = *contacts_.list[contact].relation;
  const Instant at = point_.at(step);
  auto moving = view(moving_.data() + record.row, record.rows);
  moving.setZero();
  if (relation.rheonomous()) relation.timeDerivative(at.t, model_.stack(contact, at.q), moving);
  const double* const H = model_.jacobian(contact, at.t, at.q);
  const double* const now = point_.present(at.t).v;
  const double* const start = flat.startVelocity();
  double largest = 0.0;
  for (std::int32_t r = 0; r < record.rows; ++r) {
    double before = moving[r] - rateOffset_[static_cast<std::size_t>(record.row + r)];
    double after = before;
    const double* entry = H + r;
    for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
      const double* const left = leftOf(model_.condensed, term, r);
      for (std::int32_t j = 0; j < term.size; ++j, entry += record.rows) {
        before += (*entry - left[j]) * start[term.dof + j];
        after += (*entry - left[j]) * now[term.dof + j];
      }
    }
    largest = std::max({largest, std::abs(before), std::abs(after)});
  }
  return largest;
}

const double* ContactOperator::lawRatesBefore(const IndexSet& active, const double* rates) {
  return contacts_.betweenEnds ? lawRates(active, rates, model_.nsds->flat().startVelocity()) : rates;
}

const double* ContactOperator::lawRatesAfter(const IndexSet& active, const double* rates) {
  return contacts_.betweenEnds ? lawRates(active, rates, point_.present(0.0).v) : rates;
}

const double* ContactOperator::lawRates(const IndexSet& active, const double* rates, const double* v) {
  for (const UnitaryRelation& relation : active) {
    const bool between = contacts_.list[static_cast<std::size_t>(relation.interactionIndex)].betweenEnds;
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const std::int32_t row = relation.row + r;
      lawRate_[static_cast<std::size_t>(row)] = between ? rate(relation, r, v) : rates[row];
    }
  }
  return lawRate_.data();
}

}  // namespace nsds
