#include "simulation/event_driven/contacts/dependent_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"

namespace nsds {

namespace {

constexpr double dependent = 1e-8;  // of rows of unit length

/// How far a number that is not to become negative lets go, if it changes at this rate.
double stepTo(double number, double rate, double tiny) {
  if (rate >= -tiny) return std::numeric_limits<double>::infinity();
  return std::max(number, 0.0) / -rate;
}

double tinyOf(VectorConstRef z) {
  return dependent * z.cwiseAbs().maxCoeff();
}

}  // namespace

void DependentContacts::rest(const ContactStates& contacts, const ContactSet& atRest,
                             std::span<RestDecision> decisions, double t, VectorConstRef q) {
  collect(contacts, atRest, decisions);
  const auto mayRest = [](const Carrier& carrier) { return carrier.mayRest(); };
  while (carriers_.size() > 1 && std::any_of(carriers_.begin(), carriers_.end(), mayRest)) {
    const Directions along = findDirections(t, q);
    Unloading found{};
    Index direction = 0;
    while (direction < along.forces.cols() && !unload(along, direction, found)) ++direction;
    if (direction == along.forces.cols()) return;
    move(along, found);
  }
}

void DependentContacts::collect(const ContactStates& contacts, const ContactSet& atRest,
                                std::span<RestDecision> decisions) {
  carriers_.clear();
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    Contact contact = contacts[atRest.contacts[k]];
    const UnitaryRelation& relation = contact.relation;
    contact.state = decisions[k].state;
    contact.slip = decisions[k].slip;
    if (!contact.joint() && contact.state != ContactState::pressed) continue;
    Carrier carrier{contact.joint() ? nullptr : &decisions[k], {}, false, contact.mu};
    carrier.starts = !contact.joint() && contact.slip != 0.0 && atRest.relations[k].rows == 2;
    for (std::int32_t r = 0; r < contact.constraintRows(); ++r)
      carrier.rows.push_back(
          {relation.interactionIndex, relation.rowInInteraction + r, contact.tangentRatio()});
    carriers_.push_back(std::move(carrier));
  }
}

/// Gives a basis of the z; none where G has independent rows, or masses are singular.
DependentContacts::Directions DependentContacts::findDirections(double t, VectorConstRef q) {
  ConstraintRows rows;
  ConstraintRows tangents;
  for (const Carrier& carrier : carriers_) {
    rows.insert(rows.end(), carrier.rows.begin(), carrier.rows.end());
    if (carrier.starts) tangents.push_back({carrier.rows[0].interaction, carrier.rows[0].row + 1});
  }
  const auto m = static_cast<Index>(rows.size());
  const Index dofs = mechanics_.systems.dofs();
  Matrix G(m, dofs);
  mechanics_.contacts.jacobian(rows, t, q, G);
  const Vector lengths = G.rowwise().norm().cwiseMax(std::numeric_limits<double>::min());
  G = lengths.cwiseInverse().asDiagonal() * G;
  PivotedQr independent;
  independent.compute(G.transpose(), dependent);
  const Index rank = independent.rank();
  if (rank == m || !mechanics_.systems.factoriseMass(q)) return {Matrix(m, 0), Matrix(0, 0)};
  Matrix D(m, dofs);
  mechanics_.contacts.forceDirections(rows, t, q, D);
  Matrix accelerations = D.transpose() * lengths.cwiseInverse().asDiagonal();
  mechanics_.systems.solveMass(accelerations);
  // Rows of G that depend on others give nothing new, and rounding.
  Matrix reduced(rank, m);
  for (Index i = 0; i < rank; ++i) {
    reduced.row(i) = G.row(independent.column(i)) * accelerations;
    const double size = reduced.row(i).cwiseAbs().maxCoeff();
    if (size > 0.0) reduced.row(i) /= size;
  }
  CompleteLu lu;
  lu.compute(reduced, dependent);
  const Matrix kernel = lu.kernel();
  Matrix along(std::ssize(tangents), dofs);
  mechanics_.contacts.jacobian(tangents, t, q, along);
  return {lengths.cwiseInverse().asDiagonal() * kernel, along * accelerations * kernel};
}

/// How far the cones of contacts that stick and the accelerations of those that start to slide let go.
double DependentContacts::stepWithinLimits(const Directions& along, Index direction, double sign) const {
  const auto z = along.forces.col(direction);
  const double tiny = tinyOf(z);
  double step = std::numeric_limits<double>::infinity();
  Index row = 0;
  Index start = 0;
  for (const Carrier& carrier : carriers_) {
    if (carrier.sticks()) {
      for (const double side : {1.0, -1.0}) {
        const double grip = carrier.mu * carrier.decision->force + side * carrier.decision->tangent;
        const double rate = sign * (carrier.mu * z[row] + side * z[row + 1]);
        step = std::min(step, stepTo(grip, rate, tiny));
      }
    }
    if (carrier.starts) {
      const double slip = carrier.decision->slip;
      const auto rates = along.starts.row(start++);
      const double rate = sign * slip * rates[direction];
      step = std::min(step,
                      stepTo(slip * carrier.decision->start, rate, dependent * rates.cwiseAbs().maxCoeff()));
    }
    row += std::ssize(carrier.rows);
  }
  return step;
}

/// Finds the least step along a direction or against it after which a contact that does not stick has no force. False if there is none
/// within the limits.
bool DependentContacts::unload(const Directions& along, Index direction, Unloading& least) const {
  const auto z = along.forces.col(direction);
  const double tiny = tinyOf(z);
  bool found = false;
  for (const double sign : {1.0, -1.0}) {
    double step = stepWithinLimits(along, direction, sign);
    std::size_t first = carriers_.size();
    Index row = 0;
    for (std::size_t i = 0; i < carriers_.size(); ++i) {
      const double until = carriers_[i].mayRest() ? stepTo(carriers_[i].decision->force, sign * z[row], tiny)
                                                  : std::numeric_limits<double>::infinity();
      row += std::ssize(carriers_[i].rows);
      if (until > step || !std::isfinite(until)) continue;
      step = until;
      first = i;
    }
    if (first == carriers_.size() || (found && step >= std::abs(least.step))) continue;
    least = {direction, sign * step, first};
    found = true;
  }
  return found;
}

void DependentContacts::move(const Directions& along, const Unloading& unloading) {
  const Vector change = unloading.step * along.forces.col(unloading.direction);
  Index row = 0;
  Index start = 0;
  for (const Carrier& carrier : carriers_) {
    if (carrier.decision != nullptr) carrier.decision->force += change[row];
    if (carrier.sticks()) carrier.decision->tangent += change[row + 1];
    if (carrier.starts)
      carrier.decision->start += unloading.step * along.starts(start++, unloading.direction);
    row += std::ssize(carrier.rows);
  }
  carriers_[unloading.carrier].decision->state = ContactState::resting;
  carriers_.erase(carriers_.begin() + static_cast<std::ptrdiff_t>(unloading.carrier));
}

}  // namespace nsds
