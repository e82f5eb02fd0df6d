#include "simulation/event_driven/between_events/active_constraints.hpp"

#include <utility>

namespace nsds {

void ActiveConstraints::take(const ContactStates& contacts, double t, VectorConstRef q, Index dofs) {
  rows_.clear();  // with its memory
  contacts_.clear();
  share_ = false;
  bool sticks = false;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    if (!contact.joint() && contact.state != ContactState::pressed) continue;
    contacts_.push_back({i, size(), contact.constraintRows()});
    sticks = sticks || contact.sticks();
    for (std::int32_t r = 0; r < contact.constraintRows(); ++r) {
      rows_.push_back({contact.relation.interactionIndex, contact.relation.rowInInteraction + r,
                       contact.tangentRatio(), !contact.joint() && r > 0});
    }
  }
  if (!sticks || size() < 2) return;
  D_.resize(size(), dofs);
  setDirections(t, q);
  findShared(contacts);
}

void ActiveConstraints::take(ConstraintRows rows) {
  rows_ = std::move(rows);
  contacts_.clear();
  share_ = false;
}

void ActiveConstraints::setDirections(double t, VectorConstRef q) {
  kinematics_.forceDirections(rows_, t, q, D_);
  sharing_.setDirections(D_);
}

void ActiveConstraints::findShared(const ContactStates& contacts) {
  if (sharing_.freedom().cols() == 0) return;
  for (ActiveContact& active : contacts_) {
    if (contacts[active.contact].joint()) continue;
    active.shared = sharing_.freedom().middleRows(active.row, active.rows).cwiseAbs().maxCoeff() > 1e-8;
    share_ = share_ || active.shared;
  }
  if (share_) setCones(contacts);
}

/// mu N + T, mu N - T of those that stick, N of the others.
void ActiveConstraints::setCones(const ContactStates& contacts) {
  Matrix cones = Matrix::Zero(2 * size(), size());
  Index count = 0;
  for (const ActiveContact& active : contacts_) {
    if (!active.shared) continue;
    const Contact& contact = contacts[active.contact];
    if (!contact.sticks()) {
      cones(count++, active.row) = 1.0;
      continue;
    }
    for (const double side : {1.0, -1.0}) {
      cones(count, active.row) = contact.mu;
      cones(count++, active.row + 1) = side;
    }
  }
  sharing_.setCones(cones.topRows(count));
}

double ActiveConstraints::insideCones(double t, VectorConstRef q, VectorRef forces) {
  setDirections(t, q);
  return sharing_.freedom().cols() == 0 ? sharing_.inside(forces) : sharing_.widest(forces);
}

void ActiveConstraints::makeLeast(double t, VectorConstRef q, VectorRef forces) {
  setDirections(t, q);
  if (sharing_.freedom().cols() == 0 || sharing_.least(forces)) return;
  sharing_.widest(forces);
}

}  // namespace nsds
