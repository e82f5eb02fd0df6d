#include "simulation/event_driven/contacts/accelerations.hpp"

#include <algorithm>
#include <cmath>

#include "compiled_model/condensation.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"

namespace nsds {

namespace {

/// Returns a row of H x, summed term by term in the order of the systems.
double alongRow(const CondensedOperator& operators, const UnitaryRelation& relation, std::int32_t row,
                const Vector& x) {
  const CondensedInteraction& record =
      operators.interactions[static_cast<std::size_t>(relation.interactionIndex)];
  double sum = 0.0;
  for (const CondensedTerm& term : termsOf(operators, record)) {
    const double* const H = leftOf(operators, term, relation.rowInInteraction + row);
    for (std::int32_t k = 0; k < term.size; ++k) sum += H[k] * x[term.dof + k];
  }
  return sum;
}

}  // namespace

void Accelerations::resize() {
  for (auto* x : {&free_, &lambda_, &A_, &gamma_})
    x->assign(static_cast<std::size_t>(nsds_.flat().rows()), 0.0);
  for (Vector* x : {&a_, &change_, &v_, &stageV_, &meanV_, &meanA_}) x->setZero(nsds_.flat().dofs());
  for (Vector* x : {&q_, &stageQ_, &modelQ_}) x->setZero(nsds_.flat().positions());
}

std::span<const RestDecision> Accelerations::solve(const ContactStates& contacts, const ContactSet& atRest) {
  const VectorView q = positionOf(nsds_);
  solveAt(contacts, atRest, nsds_.time(), q, velocityOf(nsds_));
  const bool decided = decide(contacts, atRest);
  if (!decided) decideBySoonAfter(contacts, atRest);
  const auto rests = [](const RestDecision& decision) { return decision.state == ContactState::resting; };
  if (std::any_of(decisions_.begin(), decisions_.end(), rests)) decideByHigherDerivatives(contacts, atRest);
  dependent_.rest(contacts, atRest, decisions_, nsds_.time(), q);
  return decisions_;
}

/// Finds forces λ and accelerations A of the gaps at a state that need not be that of the model.
void Accelerations::solveAt(const ContactStates& contacts, const ContactSet& atRest, double t,
                            VectorConstRef q, VectorConstRef v) {
  mechanics_.systems.acceleration(t, q, v, a_);
  useDirectionsAt(t, q, contacts, atRest);
  // Accelerations of the gaps without forces
  std::size_t at = 0;
  for (const UnitaryRelation& relation : atRest.relations) {
    mechanics_.contacts.curvature(relation.interactionIndex, t, q, v, gamma_.data());
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      const auto row = static_cast<std::size_t>(relation.rowInInteraction + r);
      free_[at] = alongRow(operators_.condensed(), relation, r, a_) + gamma_[row];
      A_[at] = free_[at];
      lambda_[at] = 0.0;
    }
  }
  // Forces, and what they add
  if (atRest.joints) dropRounding(atRest.relations, 0.0, free_.data());
  problem_.solve("acceleration", operators_.condensed(), atRest.relations, free_.data(), lambda_.data());
  applyForces(atRest.relations);
}

/// Evaluates H and M⁻¹Hᵀ at q: the directions of contacts turn as fast as forces change, so that those at the
/// positions of the model do not serve. Forces of sliding contacts act along H_N − μ sign(U_T) H_T.
void Accelerations::useDirectionsAt(double t, VectorConstRef q, const ContactStates& contacts,
                                    const ContactSet& atRest) {
  std::copy_n(nsds_.flat().position(), nsds_.flat().positions(), modelQ_.data());
  std::copy_n(q.data(), nsds_.flat().positions(), nsds_.flat().position());
  operators_.linearise(t, atRest.relations);
  std::copy_n(modelQ_.data(), nsds_.flat().positions(), nsds_.flat().position());
  for (std::size_t k = 0; k < atRest.contacts.size(); ++k) {
    const UnitaryRelation& relation = atRest.relations[k];
    const Contact& contact = contacts[atRest.contacts[k]];
    if (relation.part == RelationPart::normal && contact.mu != 0.0)
      operators_.tilt(relation.interactionIndex, relation.rowInInteraction, contact.tangentRatio());
  }
}

void Accelerations::applyForces(const IndexSet& atRest) {
  const CondensedOperator& operators = operators_.condensed();
  change_.setZero();
  std::size_t at = 0;
  for (const UnitaryRelation& relation : atRest) {
    const CondensedInteraction& record =
        operators.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      for (const CondensedTerm& term : termsOf(operators, record))
        axpy(term.size, lambda_[at], rightOf(operators, term, relation.rowInInteraction + r),
             change_.data() + term.dof);
    }
  }
  at = 0;
  for (const UnitaryRelation& relation : atRest) {
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at)
      A_[at] += alongRow(operators, relation, r, change_);
  }
  a_ += change_;
}

/// Decides by forces and accelerations. False if a contact has neither, or one that sticks has no grip to
/// spare.
bool Accelerations::decide(const ContactStates& contacts, const ContactSet& atRest) {
  const double parting = zero_.acceleration();
  bool decided = true;
  decisions_.clear();
  std::size_t at = 0;
  for (std::size_t k = 0; k < atRest.contacts.size(); ++k) {
    const Contact& contact = contacts[atRest.contacts[k]];
    const UnitaryRelation& relation = atRest.relations[k];
    RestDecision decision{contact.state, contact.slip};
    if (!contact.joint()) {
      // A force keeps a contact pressed, an acceleration opens it.
      decision.force = lambda_[at];
      decision.parting = A_[at];
      decision.state = lambda_[at] > zero_.force() ? ContactState::pressed
                       : A_[at] > parting          ? ContactState::open
                                                   : ContactState::resting;
      decided = decided && decision.state != ContactState::resting;
      if (relation.rows == 2) {
        decision.tangent = lambda_[at + 1];
        decision.start = A_[at + 1];
        // A contact that does not slip begins to slide along its acceleration, sticks, or is about to slide.
        decision.slip = std::abs(A_[at + 1]) > parting ? std::copysign(1.0, A_[at + 1]) : 0.0;
        const double grip = contact.mu * lambda_[at] - std::abs(lambda_[at + 1]);
        decided = decided && (decision.slip != 0.0 || grip > 10.0 * zero_.force());
      }
    }
    decisions_.push_back(decision);
    at += static_cast<std::size_t>(relation.rows);
  }
  return decided;
}

/// Where there is neither force nor acceleration their derivatives decide: the problem of accelerations is
/// solved again a moment later.
void Accelerations::decideBySoonAfter(const ContactStates& contacts, const ContactSet& atRest) {
  const double moment = 1e-4 * zero_.scales.time;
  // The motion goes on for a moment with the accelerations at hand.
  q_ = positionOf(nsds_);
  v_ = velocityOf(nsds_);
  change_ = moment * v_ + 0.5 * moment * moment * a_;
  mechanics_.systems.displace(q_, change_, q_);
  v_ += moment * a_;
  solveAt(contacts, atRest, nsds_.time() + moment, q_, v_);
  // Forces and accelerations that are to be there at all grow by at least this much in that time. The present force, none,
  // stays: where contacts share a load others carry it now.
  const double least = 1e-2 * moment / zero_.scales.time;
  takeSoonAfter(atRest, least);
  const double parting = least * zero_.scales.velocity() / zero_.scales.time;
  std::size_t at = 0;
  for (std::size_t k = 0; k < decisions_.size(); ++k) {
    RestDecision& decision = decisions_[k];
    if (decision.state == ContactState::pressed && atRest.relations[k].rows == 2 && decision.slip == 0.0 &&
        std::abs(A_[at + 1]) > parting)
      decision.slip = std::copysign(1.0, A_[at + 1]);
    at += static_cast<std::size_t>(atRest.relations[k].rows);
  }
}

/// Loads that grow like t² or t³ are seen later than those like t: contacts that still have neither force nor acceleration are looked
/// at again, first a little later and then later still. The first derivative that is not zero decides, if it is of order four at
/// most and at least 1e-2 of the scale. The motion until then has the accelerations of the problem itself.
void Accelerations::decideByHigherDerivatives(const ContactStates& contacts, const ContactSet& atRest) {
  struct Look {
    double moment;  // relative to the scale of time
    int steps;      // of Runge and Kutta's method since the look before
    double
        least;  // relative to the scale of forces: 1e-2 moment² where t² counts, 1e-2 moment⁴ where t⁴ does
  };
  constexpr Look looks[] = {{1e-3, 1, 1e-8}, {1e-2, 4, 1e-10}};
  q_ = positionOf(nsds_);
  v_ = velocityOf(nsds_);
  double passed = 0.0;
  for (const Look& look : looks) {
    const double begin = passed;
    const double end = look.moment * zero_.scales.time;
    for (int k = 0; k < look.steps; ++k) {
      const double h = (end - begin) / look.steps;
      march(contacts, atRest, nsds_.time() + begin + k * h, h);
    }
    passed = end;
    solveAt(contacts, atRest, nsds_.time() + end, q_, v_);
    if (takeSoonAfter(atRest, look.least)) return;
  }
}

/// Takes the forces and accelerations of a moment later for contacts that had neither. Returns true if none is left.
bool Accelerations::takeSoonAfter(const ContactSet& atRest, double least) {
  const double force = least * zero_.scales.momentum() / zero_.scales.time;
  const double parting = least * zero_.scales.velocity() / zero_.scales.time;
  bool all = true;
  std::size_t at = 0;
  for (std::size_t k = 0; k < decisions_.size(); ++k) {
    RestDecision& decision = decisions_[k];
    if (decision.state == ContactState::resting) {
      if (lambda_[at] > force)
        decision.state = ContactState::pressed;
      else if (A_[at] > parting)
        decision.state = ContactState::open;
      else
        all = false;
    }
    at += static_cast<std::size_t>(atRest.relations[k].rows);
  }
  return all;
}

/// A step h of Runge and Kutta's method of order four for q_ and v_, from t on. Rotations are displaced once a stage: of order two.
void Accelerations::march(const ContactStates& contacts, const ContactSet& atRest, double t, double h) {
  constexpr double nodes[] = {0.0, 0.5, 0.5, 1.0};
  constexpr double weights[] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  meanV_.setZero();
  meanA_.setZero();
  for (int stage = 0; stage < 4; ++stage) {
    // The velocity of the stage before takes the coordinates to this one.
    stageQ_ = q_;
    if (stage > 0) {
      change_ = h * nodes[stage] * stageV_;
      mechanics_.systems.displace(q_, change_, stageQ_);
    }
    stageV_ = v_;
    if (stage > 0) stageV_ += h * nodes[stage] * a_;
    meanV_ += weights[stage] * stageV_;
    solveAt(contacts, atRest, t + h * nodes[stage], stageQ_, stageV_);
    meanA_ += weights[stage] * a_;
  }
  change_ = h * meanV_;
  mechanics_.systems.displace(q_, change_, stageQ_);
  q_ = stageQ_;
  v_ += h * meanA_;
}

}  // namespace nsds
