#include "simulation/event_driven/contacts/dependent_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"
#include "simulation/event_driven/contacts/force_program.hpp"

namespace nsds {

namespace {

constexpr double rounding = 1e-8;  // of what depends on other rows, in parts of its terms

}  // namespace

void DependentContacts::rest(const ContactStates& contacts, const ContactSet& atRest,
                             std::span<RestDecision> decisions, double t, VectorConstRef q) {
  collect(contacts, atRest, decisions);
  std::vector<RestDecision> atLastRest(decisions.begin(), decisions.end());
  const auto is = [&](auto&& what) { return std::any_of(pressed_.begin(), pressed_.end(), what); };
  while (pressed_.size() > 1 && is([](const Carrier& carrier) { return carrier.mayRest(); })) {
    collectAccelerations();
    const Directions along = findDirections(t, q);
    if (along.forces.cols() == 0) break;
    // Solvers end at the limits of cones, from where there is no way.
    if (is([](const Carrier& carrier) { return carrier.sticks(); })) moveInside(along);
    if (makeStep(along, Change::rests))
      atLastRest.assign(decisions.begin(), decisions.end());
    else if (!makeStep(along, Change::isPressed))
      break;
  }
  std::copy(atLastRest.begin(), atLastRest.end(), decisions.begin());
}

/// Lets it slide with that sign while it is pressed; 0: it sticks if it rubs.
void DependentContacts::Carrier::slide(double slip) {
  decision->slip = slip;
  first.tangentRatio = -mu * slip;
  rows = rubs && slip == 0.0 ? 2 : 1;
}

void DependentContacts::collect(const ContactStates& contacts, const ContactSet& atRest,
                                std::span<RestDecision> decisions) {
  pressed_.clear();
  others_.clear();
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    const Contact& contact = contacts[atRest.contacts[k]];
    const UnitaryRelation& relation = contact.relation;
    const ConstraintRow first{relation.interactionIndex, relation.rowInInteraction};
    if (contact.joint()) {
      pressed_.push_back({.first = first, .rows = relation.rows});
      continue;
    }
    const bool rubs = contact.mu != 0.0 && atRest.relations[k].rows == 2;
    Carrier carrier{&decisions[k], first, 1, contact.mu, rubs, false};
    carrier.slide(decisions[k].slip);
    (decisions[k].state == ContactState::pressed ? pressed_ : others_).push_back(carrier);
  }
}

void DependentContacts::collectAccelerations() {
  accelerations_.clear();
  const auto addTangent = [&](const Carrier& carrier, double sign) {
    accelerations_.push_back(
        {&carrier.decision->start, {carrier.first.interaction, carrier.first.row + 1}, sign, {}});
  };
  for (const Carrier& carrier : pressed_)
    if (carrier.starts()) addTangent(carrier, carrier.decision->slip);
  for (std::size_t i = 0; i < others_.size(); ++i) {
    const Turn turn{others_[i].changed ? Change::none : Change::isPressed, i};
    accelerations_.push_back({&others_[i].decision->parting, others_[i].first, 1.0, turn});
    if (others_[i].rubs) addTangent(others_[i], 0.0);
  }
}

/// Gives a basis of the z; none where G has independent rows, or masses are singular.
DependentContacts::Directions DependentContacts::findDirections(double t, VectorConstRef q) const {
  ConstraintRows rows;
  for (const Carrier& carrier : pressed_) {
    for (std::int32_t r = 0; r < carrier.rows; ++r)
      rows.push_back({carrier.first.interaction, carrier.first.row + r, carrier.first.tangentRatio});
  }
  const auto m = static_cast<Index>(rows.size());
  const Index dofs = mechanics_.systems.dofs();
  Matrix G(m, dofs);
  mechanics_.contacts.jacobian(rows, t, q, G);
  const Vector lengths = G.rowwise().norm().cwiseMax(std::numeric_limits<double>::min());
  G = lengths.cwiseInverse().asDiagonal() * G;
  PivotedQr independent;
  independent.compute(G.transpose(), rounding);
  const Index rank = independent.rank();
  Directions none{Matrix(m, 0), Matrix(0, 0)};
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
  lu.compute(reduced, rounding);
  const Matrix kernel = lu.kernel();
  const Matrix forces = lengths.cwiseInverse().asDiagonal() * kernel;
  const Vector units = forces.cwiseAbs().colwise().maxCoeff().cwiseInverse();
  ConstraintRows watched;
  for (const Acceleration& acceleration : accelerations_) watched.push_back(acceleration.row);
  Matrix H(std::ssize(watched), dofs);
  mechanics_.contacts.jacobian(watched, t, q, H);
  const Matrix changes = H * accelerations * kernel;
  // Most directions leave the motion as it is: what is rounding of the terms of a change is none.
  const Matrix terms = H.cwiseAbs() * accelerations.cwiseAbs() * kernel.cwiseAbs();
  const auto counts = changes.array().abs() > rounding * terms.array();
  return {forces * units.asDiagonal(), counts.select(changes, 0.0) * units.asDiagonal()};
}

/// Lists the grip of contacts that stick, on both sides, the accelerations, and the forces of those that do not stick.
DependentContacts::Limits DependentContacts::findLimits(const Directions& along) const {
  const auto most = static_cast<Index>(2 * pressed_.size() + accelerations_.size());
  Limits limits{Matrix(most, along.forces.cols()), Vector(most), Vector(most), {}, 0.0};
  for (const Carrier& carrier : pressed_)
    if (carrier.decision != nullptr) limits.force = std::max(limits.force, carrier.decision->force);
  if (limits.force == 0.0) limits.force = 1.0;
  const auto add = [&](double margin, double unit, const auto& rates, double inwards, const Turn& turn) {
    const auto i = std::ssize(limits.turns);
    limits.rates.row(i) = rates * (limits.force / unit);
    limits.margins[i] = std::max(margin / unit, 0.0);
    limits.inwards[i] = inwards;
    limits.turns.push_back(turn);
  };
  Index row = 0;
  for (std::size_t i = 0; i < pressed_.size(); ++i) {
    const Carrier& carrier = pressed_[i];
    if (carrier.sticks()) {
      for (const double side : {1.0, -1.0})
        add(carrier.mu * carrier.decision->force + side * carrier.decision->tangent, limits.force,
            carrier.mu * along.forces.row(row) + side * along.forces.row(row + 1), 1.0, {});
    } else if (carrier.decision != nullptr) {
      add(carrier.decision->force, limits.force, along.forces.row(row), 1.0,
          {carrier.changed ? Change::none : Change::rests, i});
    }
    row += carrier.rows;
  }
  for (std::size_t i = 0; i < accelerations_.size(); ++i) {
    const auto& [value, _, sign, turn] = accelerations_[i];
    if (sign == 0.0) continue;
    const auto rates = along.accelerations.row(static_cast<Index>(i));
    const double size = std::max(std::abs(*value), limits.force * rates.cwiseAbs().maxCoeff());
    add(sign * *value, size > 0.0 ? size : 1.0, sign * rates, turn.change == Change::none ? 1.0 : 0.0, turn);
  }
  const auto count = std::ssize(limits.turns);
  limits.rates.conservativeResize(count, Eigen::NoChange);
  limits.margins.conservativeResize(count);
  limits.inwards.conservativeResize(count);
  return limits;
}

/// Moves the forces as far inside the limits that they can reach as they go.
void DependentContacts::moveInside(const Directions& along) {
  const Limits limits = findLimits(along);
  std::vector<Index> within;
  for (Index i = 0; i < limits.margins.size(); ++i)
    if (limits.rates.row(i).cwiseAbs().maxCoeff() > rounding) within.push_back(i);
  if (within.empty()) return;
  const Matrix rates = limits.rates(within, Eigen::all);
  const auto solution = farthestInside(rates, limits.margins(within), limits.inwards(within));
  if (ForceProgram::isSolved(solution)) move(along, limits.force * solution.z.head(along.forces.cols()));
}

/// Moves the forces along a direction of the basis until a contact rests, or is pressed. False if none leads there.
bool DependentContacts::makeStep(const Directions& along, Change change) {
  const Limits limits = findLimits(along);
  Step found{};
  Index direction = 0;
  while (direction < along.forces.cols() && !leads(limits, direction, change, found)) ++direction;
  if (direction == along.forces.cols()) return false;
  Carriers& from = change == Change::rests ? pressed_ : others_;
  Carriers& to = change == Change::rests ? others_ : pressed_;
  Carrier carrier = from[found.turn.place];
  RestDecision& decision = *carrier.decision;
  const double roundingOfStart = rounding * std::abs(decision.start);
  move(along, limits.force * found.length * Vector::Unit(along.forces.cols(), direction));
  from.erase(from.begin() + static_cast<std::ptrdiff_t>(found.turn.place));
  decision.state = change == Change::rests ? ContactState::resting : ContactState::pressed;
  decision.force = decision.tangent = decision.parting = 0.0;
  if (change == Change::isPressed && carrier.rubs)
    carrier.slide(std::abs(decision.start) > roundingOfStart ? std::copysign(1.0, decision.start) : 0.0);
  carrier.changed = true;
  to.push_back(carrier);
  return true;
}

/// Finds the least step along a direction or against it at whose end a contact changes so, with nothing beyond its limit. False if there is
/// none.
bool DependentContacts::leads(const Limits& limits, Index direction, Change change, Step& least) const {
  const auto rates = limits.rates.col(direction);
  const double tiny = rounding * rates.cwiseAbs().maxCoeff();
  bool found = false;
  for (const double sign : {1.0, -1.0}) {
    Step first{std::numeric_limits<double>::infinity(), {}};
    for (std::size_t i = 0; i < limits.turns.size(); ++i) {
      const double rate = sign * rates[static_cast<Index>(i)];
      if (rate >= -tiny) continue;
      const double until = limits.margins[static_cast<Index>(i)] / -rate;
      // Where several limits are reached together, one that leads to the change counts.
      if (until < first.length || (until == first.length && limits.turns[i].change == change))
        first = {until, limits.turns[i]};
    }
    if (first.turn.change != change || (found && first.length >= std::abs(least.length))) continue;
    least = {sign * first.length, first.turn};
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
    row += carrier.rows;
  }
  for (std::size_t i = 0; i < accelerations_.size(); ++i)
    *accelerations_[i].value += changes[static_cast<Index>(i)];
}

}  // namespace nsds
