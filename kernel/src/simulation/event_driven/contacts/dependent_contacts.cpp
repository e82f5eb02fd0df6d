#include "simulation/event_driven/contacts/dependent_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"
#include "simulation/event_driven/contacts/force_program.hpp"

namespace nsds {

namespace {

constexpr double dependentRow = 1e-8;  // of rows of unit length

}  // namespace

void DependentContacts::rest(const ContactStates& contacts, const ContactSet& atRest,
                             std::span<RestDecision> decisions, double t, VectorConstRef q) {
  collect(contacts, atRest, decisions);
  const auto is = [&](auto&& what) { return std::any_of(pressed_.begin(), pressed_.end(), what); };
  while (pressed_.size() > 1 && is([](const Carrier& carrier) { return carrier.mayRest(); })) {
    collectAccelerations();
    const Directions along = findDirections(t, q);
    if (along.forces.cols() == 0) return;
    // Solvers end at the limits of cones, from where there is no way.
    if (is([](const Carrier& carrier) { return carrier.sticks(); })) moveInside(along);
    if (!makeStep(along, Change::rests) && !makeStep(along, Change::isPressed)) return;
  }
}

void DependentContacts::collect(const ContactStates& contacts, const ContactSet& atRest,
                                std::span<RestDecision> decisions) {
  pressed_.clear();
  others_.clear();
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    Contact contact = contacts[atRest.contacts[k]];
    const UnitaryRelation& relation = contact.relation;
    const bool carries = contact.joint() || decisions[k].state == ContactState::pressed;
    if (!contact.joint()) contact.state = ContactState::pressed;
    contact.slip = decisions[k].slip;
    Carrier carrier{contact.joint() ? nullptr : &decisions[k], {}, contact.mu, false, false};
    carrier.starts = !contact.joint() && contact.slip != 0.0 && atRest.relations[k].rows == 2;
    for (std::int32_t r = 0; r < contact.constraintRows(); ++r)
      carrier.rows.push_back(
          {relation.interactionIndex, relation.rowInInteraction + r, contact.tangentRatio()});
    (carries ? pressed_ : others_).push_back(std::move(carrier));
  }
}

void DependentContacts::collectAccelerations() {
  accelerations_.clear();
  for (const Carrier& carrier : pressed_) {
    if (!carrier.starts) continue;
    const ConstraintRow tangent{carrier.rows[0].interaction, carrier.rows[0].row + 1};
    accelerations_.push_back({&carrier.decision->start, tangent, carrier.decision->slip, {}});
  }
  for (std::size_t i = 0; i < others_.size(); ++i) {
    const Limit limit{others_[i].changed ? Change::none : Change::isPressed, i};
    accelerations_.push_back({&others_[i].decision->parting, others_[i].rows[0], 1.0, limit});
  }
}

/// Gives a basis of the z; none where G has independent rows, or masses are singular.
DependentContacts::Directions DependentContacts::findDirections(double t, VectorConstRef q) const {
  ConstraintRows rows;
  for (const Carrier& carrier : pressed_) rows.insert(rows.end(), carrier.rows.begin(), carrier.rows.end());
  const auto m = static_cast<Index>(rows.size());
  const Index dofs = mechanics_.systems.dofs();
  Matrix G(m, dofs);
  mechanics_.contacts.jacobian(rows, t, q, G);
  const Vector lengths = G.rowwise().norm().cwiseMax(std::numeric_limits<double>::min());
  G = lengths.cwiseInverse().asDiagonal() * G;
  PivotedQr independent;
  independent.compute(G.transpose(), dependentRow);
  const Index rank = independent.rank();
  const Directions none{Matrix(m, 0), Matrix(0, 0)};
  if (rank == 0 || rank == m || !mechanics_.systems.factoriseMass(q)) return none;
  Matrix D(m, dofs);
  mechanics_.contacts.forceDirections(rows, t, q, D);
  Matrix accelerations = D.transpose() * lengths.cwiseInverse().asDiagonal();
  mechanics_.systems.solveMass(accelerations);
  if (!accelerations.allFinite()) return none;
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
  const Matrix forces = lengths.cwiseInverse().asDiagonal() * kernel;
  const Vector units = forces.cwiseAbs().colwise().maxCoeff().cwiseInverse();
  ConstraintRows watched;
  for (const Acceleration& acceleration : accelerations_) watched.push_back(acceleration.row);
  Matrix H(std::ssize(watched), dofs);
  mechanics_.contacts.jacobian(watched, t, q, H);
  const Matrix changes = H * accelerations * kernel;
  // Most directions leave the motion as it is: what is rounding of the terms of a change is none.
  const Matrix terms = H.rowwise().norm() * (accelerations.colwise().norm() * kernel.cwiseAbs());
  const auto counts = changes.array().abs() > dependentRow * terms.array();
  return {forces * units.asDiagonal(), counts.select(changes, 0.0) * units.asDiagonal()};
}

/// Lists the grip of contacts that stick, on both sides, the accelerations, and then the forces of those that may rest.
DependentContacts::Limits DependentContacts::findLimits(const Directions& along) const {
  const auto most = static_cast<Index>(2 * pressed_.size() + accelerations_.size());
  Limits limits{Matrix(most, along.forces.cols()), Vector(most), {}, 0.0};
  for (const Carrier& carrier : pressed_)
    if (carrier.decision != nullptr) limits.force = std::max(limits.force, carrier.decision->force);
  if (limits.force == 0.0) limits.force = 1.0;
  double fastest = limits.force * along.accelerations.lpNorm<Eigen::Infinity>();
  for (const Acceleration& acceleration : accelerations_)
    fastest = std::max(fastest, std::abs(*acceleration.value));
  if (fastest == 0.0) fastest = 1.0;
  const auto add = [&](double margin, double unit, const auto& rates, const Limit& limit) {
    const auto i = std::ssize(limits.reached);
    limits.rates.row(i) = rates * (limits.force / unit);
    limits.margins[i] = std::max(margin / unit, 0.0);
    limits.reached.push_back(limit);
  };
  Index row = 0;
  for (const Carrier& carrier : pressed_) {
    if (carrier.sticks()) {
      for (const double side : {1.0, -1.0})
        add(carrier.mu * carrier.decision->force + side * carrier.decision->tangent, limits.force,
            carrier.mu * along.forces.row(row) + side * along.forces.row(row + 1), {});
    }
    row += std::ssize(carrier.rows);
  }
  for (std::size_t i = 0; i < accelerations_.size(); ++i) {
    const auto& [value, _, sign, limit] = accelerations_[i];
    add(sign * *value, fastest, sign * along.accelerations.row(static_cast<Index>(i)), limit);
  }
  row = 0;
  for (std::size_t i = 0; i < pressed_.size(); ++i) {
    const Limit limit{pressed_[i].changed ? Change::none : Change::rests, i};
    if (pressed_[i].mayRest()) add(pressed_[i].decision->force, limits.force, along.forces.row(row), limit);
    row += std::ssize(pressed_[i].rows);
  }
  limits.rates.conservativeResize(std::ssize(limits.reached), Eigen::NoChange);
  limits.margins.conservativeResize(std::ssize(limits.reached));
  return limits;
}

/// Moves the forces as far inside the limits that they can reach as they go.
void DependentContacts::moveInside(const Directions& along) {
  const Limits limits = findLimits(along);
  std::vector<Index> reached;
  for (Index i = 0; i < limits.margins.size(); ++i)
    if (limits.rates.row(i).cwiseAbs().maxCoeff() > dependentRow) reached.push_back(i);
  if (reached.empty()) return;
  const Matrix rates = limits.rates(reached, Eigen::all);
  const auto solution = farthestInside(rates, limits.margins(reached));
  if (ForceProgram::isSolved(solution)) move(along, limits.force * solution.z.head(along.forces.cols()));
}

/// Moves the forces along a direction of the basis until a contact rests, or is pressed. False if none leads there.
bool DependentContacts::makeStep(const Directions& along, Change change) {
  const Limits limits = findLimits(along);
  Step found{};
  Index direction = 0;
  while (direction < along.forces.cols() && !leads(limits, direction, change, found)) ++direction;
  if (direction == along.forces.cols()) return false;
  move(along, limits.force * found.length * Vector::Unit(along.forces.cols(), direction));
  Carriers& from = change == Change::rests ? pressed_ : others_;
  Carriers& to = change == Change::rests ? others_ : pressed_;
  const auto carrier = from.begin() + static_cast<std::ptrdiff_t>(found.reached.place);
  carrier->changed = true;
  carrier->decision->state = change == Change::rests ? ContactState::resting : ContactState::pressed;
  carrier->decision->force = carrier->decision->parting = 0.0;
  to.push_back(std::move(*carrier));
  from.erase(carrier);
  return true;
}

/// Finds the least step along a direction or against it at whose end a contact changes so, with nothing beyond its limit. False if there is
/// none.
bool DependentContacts::leads(const Limits& limits, Index direction, Change change, Step& least) const {
  const auto rates = limits.rates.col(direction);
  const double tiny = dependentRow * rates.cwiseAbs().maxCoeff();
  bool found = false;
  for (const double sign : {1.0, -1.0}) {
    Step first{std::numeric_limits<double>::infinity(), {}};
    for (std::size_t i = 0; i < limits.reached.size(); ++i) {
      const double rate = sign * rates[static_cast<Index>(i)];
      if (rate >= -tiny) continue;
      const double until = limits.margins[static_cast<Index>(i)] / -rate;
      // A contact whose force vanishes where another limit is reached counts; they come last.
      if (until <= first.length) first = {until, limits.reached[i]};
    }
    if (first.reached.change != change || (found && first.length >= std::abs(least.length))) continue;
    least = {sign * first.length, first.reached};
    found = true;
  }
  return found;
}

void DependentContacts::move(const Directions& along, VectorConstRef steps) {
  const Vector forces = along.forces * steps;
  const Vector changes = along.accelerations * steps;
  Index row = 0;
  for (const Carrier& carrier : pressed_) {
    if (carrier.decision != nullptr) carrier.decision->force += forces[row];
    if (carrier.sticks()) carrier.decision->tangent += forces[row + 1];
    row += std::ssize(carrier.rows);
  }
  for (std::size_t i = 0; i < accelerations_.size(); ++i)
    *accelerations_[i].value += changes[static_cast<Index>(i)];
}

}  // namespace nsds
