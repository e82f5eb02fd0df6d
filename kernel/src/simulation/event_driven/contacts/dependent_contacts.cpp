#include "simulation/event_driven/contacts/dependent_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"
#include "simulation/event_driven/contacts/force_program.hpp"

namespace nsds {

namespace {

constexpr double dependentRow = 1e-8;  // of rows of unit length
constexpr std::size_t noCarrier = std::numeric_limits<std::size_t>::max();

}  // namespace

void DependentContacts::rest(const ContactStates& contacts, const ContactSet& atRest,
                             std::span<RestDecision> decisions, double t, VectorConstRef q) {
  collect(contacts, atRest, decisions);
  const auto is = [&](auto&& what) { return std::any_of(carriers_.begin(), carriers_.end(), what); };
  while (carriers_.size() > 1 && is([](const Carrier& carrier) { return carrier.mayRest(); })) {
    const Directions along = findDirections(t, q);
    if (along.forces.cols() == 0) return;
    // Solvers end at the limits of cones, from where there is no way.
    if (is([](const Carrier& carrier) { return carrier.sticks(); })) moveInside(along);
    const Limits limits = findLimits(along);
    Unloading found{};
    Index direction = 0;
    while (direction < along.forces.cols() && !unload(limits, direction, found)) ++direction;
    if (direction == along.forces.cols()) return;
    move(along, found.step * Vector::Unit(along.forces.cols(), direction));
    carriers_[found.carrier].decision->state = ContactState::resting;
    carriers_.erase(carriers_.begin() + static_cast<std::ptrdiff_t>(found.carrier));
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
  independent.compute(G.transpose(), dependentRow);
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
  lu.compute(reduced, dependentRow);
  const Matrix kernel = lu.kernel();
  Matrix along(std::ssize(tangents), dofs);
  mechanics_.contacts.jacobian(tangents, t, q, along);
  return {lengths.cwiseInverse().asDiagonal() * kernel, along * accelerations * kernel};
}

/// Lists the grip of contacts that stick, on both sides, the accelerations of those that begin to slide, and then the forces of those that may
/// rest.
DependentContacts::Limits DependentContacts::findLimits(const Directions& along) const {
  const auto most = static_cast<Index>(2 * carriers_.size());
  Limits limits{Matrix(most, along.forces.cols()), Vector(most), {}};
  const auto add = [&](double margin, const auto& rates, std::size_t carrier) {
    const auto i = std::ssize(limits.carriers);
    limits.rates.row(i) = rates;
    limits.margins[i] = std::max(margin, 0.0);
    limits.carriers.push_back(carrier);
  };
  Index row = 0;
  Index start = 0;
  for (const Carrier& carrier : carriers_) {
    if (carrier.sticks()) {
      for (const double side : {1.0, -1.0})
        add(carrier.mu * carrier.decision->force + side * carrier.decision->tangent,
            carrier.mu * along.forces.row(row) + side * along.forces.row(row + 1), noCarrier);
    }
    if (carrier.starts) {
      const double slip = carrier.decision->slip;
      add(slip * carrier.decision->start, slip * along.starts.row(start++), noCarrier);
    }
    row += std::ssize(carrier.rows);
  }
  row = 0;
  for (std::size_t i = 0; i < carriers_.size(); ++i) {
    if (carriers_[i].mayRest()) add(carriers_[i].decision->force, along.forces.row(row), i);
    row += std::ssize(carriers_[i].rows);
  }
  limits.rates.conservativeResize(std::ssize(limits.carriers), Eigen::NoChange);
  limits.margins.conservativeResize(std::ssize(limits.carriers));
  return limits;
}

/// Moves the forces as far inside the limits as they go.
void DependentContacts::moveInside(const Directions& along) {
  const Limits limits = findLimits(along);
  const double size = limits.margins.maxCoeff();
  if (!(size > 0.0)) return;
  const auto solution = farthestInside(limits.rates, limits.margins / size);
  if (ForceProgram::isSolved(solution)) move(along, size * solution.z.head(along.forces.cols()));
}

/// Finds the least step along a direction or against it after which a contact has no force, with nothing beyond its limit. False if there is
/// none.
bool DependentContacts::unload(const Limits& limits, Index direction, Unloading& least) const {
  const auto rates = limits.rates.col(direction);
  const double tiny = dependentRow * rates.cwiseAbs().maxCoeff();
  bool found = false;
  for (const double sign : {1.0, -1.0}) {
    double step = std::numeric_limits<double>::infinity();
    std::size_t first = noCarrier;
    for (std::size_t i = 0; i < limits.carriers.size(); ++i) {
      const double rate = sign * rates[static_cast<Index>(i)];
      if (rate >= -tiny) continue;
      const double until = limits.margins[static_cast<Index>(i)] / -rate;
      // A contact whose force vanishes where another limit is reached counts; they come last.
      if (until > step) continue;
      step = until;
      first = limits.carriers[i];
    }
    if (first == noCarrier || (found && step >= std::abs(least.step))) continue;
    least = {sign * step, first};
    found = true;
  }
  return found;
}

void DependentContacts::move(const Directions& along, VectorConstRef steps) {
  const Vector forces = along.forces * steps;
  const Vector starts = along.starts * steps;
  Index row = 0;
  Index start = 0;
  for (const Carrier& carrier : carriers_) {
    if (carrier.decision != nullptr) carrier.decision->force += forces[row];
    if (carrier.sticks()) carrier.decision->tangent += forces[row + 1];
    if (carrier.starts) carrier.decision->start += starts[start++];
    row += std::ssize(carrier.rows);
  }
}

}  // namespace nsds
