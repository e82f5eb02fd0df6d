#include "simulation/event_driven/contacts/accelerations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiled_model/condensation.hpp"
#include "linalg/lu.hpp"
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

/// Moves the forces of contacts along the first direction that has some, until one of them has none; returns
/// its row, -1 where joints alone share. directions: columns, of rows of unit length. carriers: of each row,
/// null for joints.
Index unload(const Matrix& directions, const Vector& norms, const std::vector<RestDecision*>& carriers) {
  for (const auto& direction : directions.colwise()) {
    const Vector z = direction.array() / norms.array();
    const double size = direction.cwiseAbs().maxCoeff();
    // The first force that vanishes
    Index first = -1;
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < z.size(); ++i) {
      const RestDecision* carrier = carriers[static_cast<std::size_t>(i)];
      if (carrier == nullptr || std::abs(direction[i]) <= 1e-8 * size) continue;
      const double ratio = carrier->force / std::abs(z[i]);
      if (ratio >= least) continue;
      least = ratio;
      first = i;
    }
    if (first < 0) continue;
    const double step = -std::copysign(least, z[first]);
    for (Index i = 0; i < z.size(); ++i) {
      if (RestDecision* carrier = carriers[static_cast<std::size_t>(i)]) carrier->force += step * z[i];
    }
    return first;
  }
  return -1;
}

}  // namespace

void Accelerations::resize() {
  for (auto* x : {&free_, &lambda_, &A_, &gamma_})
    x->assign(static_cast<std::size_t>(nsds_.flat().rows()), 0.0);
  for (Vector* x : {&a_, &change_, &v_}) x->setZero(nsds_.flat().dofs());
  for (Vector* x : {&q_, &modelQ_}) x->setZero(nsds_.flat().positions());
}

std::span<const RestDecision> Accelerations::solve(const ContactStates& contacts, const ContactSet& atRest) {
  const VectorView q = positionOf(nsds_);
  solveAt(contacts, atRest, nsds_.time(), q, velocityOf(nsds_));
  const bool decided = decide(contacts, atRest);
  if (!decided) decideBySoonAfter(contacts, atRest);
  restDependentContacts(contacts, atRest);
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
    RestDecision decision{contact.state, contact.slip, 0.0};
    if (!contact.joint()) {
      // A force keeps a contact pressed, an acceleration opens it.
      decision.force = lambda_[at];
      decision.state = lambda_[at] > zero_.force() ? ContactState::pressed
                       : A_[at] > parting          ? ContactState::open
                                                   : ContactState::resting;
      decided = decided && decision.state != ContactState::resting;
      if (relation.rows == 2) {
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
  // Forces and accelerations that are to be there at all grow by at least this much in that time.
  const double least = 1e-2 * moment / zero_.scales.time;
  const double force = least * zero_.scales.momentum() / zero_.scales.time;
  const double parting = least * zero_.scales.velocity() / zero_.scales.time;
  std::size_t at = 0;
  for (std::size_t k = 0; k < decisions_.size(); ++k) {
    RestDecision& decision = decisions_[k];
    if (decision.state == ContactState::resting) {
      if (lambda_[at] > force) decision = {ContactState::pressed, decision.slip, lambda_[at]};
      if (A_[at] > parting) decision.state = ContactState::open;
    }
    if (decision.state == ContactState::pressed && atRest.relations[k].rows == 2 && decision.slip == 0.0 &&
        std::abs(A_[at + 1]) > parting)
      decision.slip = std::copysign(1.0, A_[at + 1]);
    at += static_cast<std::size_t>(atRest.relations[k].rows);
  }
}

/// Contacts whose forces are not unique: along a direction in which joints and contacts carry the same load,
/// forces are moved until one contact has none, which then rests. What is left is independent, and its forces
/// are those that the integrator finds. Sticking contacts are left out: their forces have cones to be in.
void Accelerations::restDependentContacts(const ContactStates& contacts, const ContactSet& atRest) {
  // The carriers are joints, and pressed contacts that do not stick.
  ConstraintRows rows;
  std::vector<RestDecision*> carriers;
  for (std::size_t k = 0; k < decisions_.size(); ++k) {
    Contact contact = contacts[atRest.contacts[k]];
    const UnitaryRelation& relation = contact.relation;
    contact.state = decisions_[k].state;
    contact.slip = decisions_[k].slip;
    const bool carries = contact.state == ContactState::pressed && !contact.sticks();
    if (!carries && !contact.joint()) continue;
    for (std::int32_t r = 0; r < contact.constraintRows(); ++r) {
      rows.push_back({relation.interactionIndex, relation.rowInInteraction + r, contact.tangentRatio()});
      carriers.push_back(carries ? &decisions_[k] : nullptr);
    }
  }
  // One contact after the other comes to rest, until the directions of forces are independent.
  while (rows.size() > 1) {
    const auto m = static_cast<Index>(rows.size());
    Matrix D(m, mechanics_.systems.dofs());
    mechanics_.contacts.forceDirections(rows, nsds_.time(), positionOf(nsds_), D);
    const Vector norms = D.rowwise().norm();
    for (Index i = 0; i < m; ++i) D.row(i).normalize();
    CompleteLu lu;
    lu.compute(D.transpose(), 1e-8);
    if (lu.rank() == m) return;
    const Index leaving = unload(lu.kernel(), norms, carriers);
    if (leaving < 0) return;
    carriers[static_cast<std::size_t>(leaving)]->state = ContactState::resting;
    rows.erase(rows.begin() + leaving);
    carriers.erase(carriers.begin() + leaving);
  }
}

}  // namespace nsds
