#include "simulation/event_driven/contacts/impact.hpp"

#include <algorithm>
#include <limits>

#include "compiled_model/condensation.hpp"

namespace nsds {

void applyImpulses(const CondensedOperator& operators, const IndexSet& set, const double* P, double* velocity,
                   double* impulses) {
  for (const UnitaryRelation& relation : set) {
    const CondensedInteraction& record =
        operators.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r, ++P) {
      impulses[relation.row + r] += *P;
      for (const CondensedTerm& term : termsOf(operators, record)) {
        axpy(term.size, *P, rightOf(operators, term, relation.rowInInteraction + r), velocity + term.dof);
      }
    }
  }
}

void Impact::resize(Index rows) {
  w_.assign(static_cast<std::size_t>(rows), 0.0);
  P_.assign(static_cast<std::size_t>(rows), 0.0);
}

void Impact::solve(double t, const ContactSet& closed, const double* rates, double* velocity,
                   double* impulses) {
  if (!law_.on()) return solveOver(t, closed, rates, rates, velocity, impulses);
  operators_.linearise(t, closed.relations);
  law_.solve(t, operators_.condensed(), closed.relations, rates, P_.data());
  applyImpulses(operators_.condensed(), closed.relations, P_.data(), velocity, impulses);
}

void Impact::solveOver(double t, const ContactSet& closed, const double* before, const double* free,
                       double* velocity, double* impulses) {
  operators_.linearise(t, closed.relations);
  shiftRates(closed, before, free);
  std::fill(P_.begin(), P_.end(), 0.0);
  // All that joints move is rounding.
  if (closed.joints) dropRounding(closed.relations, std::numeric_limits<double>::infinity(), w_.data());
  problem_.solve(impactProblemName, operators_.condensed(), closed.relations, w_.data(), P_.data());
  applyImpulses(operators_.condensed(), closed.relations, P_.data(), velocity, impulses);
}

/// Writes free + shift(U⁻) of the relations of a set to w_.
void Impact::shiftRates(const ContactSet& closed, const double* before, const double* free) {
  double* w = w_.data();
  for (const UnitaryRelation& relation : closed.relations) {
    Eigen::Map<Vector> shifted(w, relation.rows);
    relation.interaction->law().shift(1.0, VectorView(before + relation.row, relation.rows),
                                      VectorView(nullptr, 0), shifted);
    shifted += VectorView(free + relation.row, relation.rows);
    w += relation.rows;
  }
}

double Impact::leastFree(const ContactStates& contacts, const ContactSet& closed, const double* before,
                         const double* free) {
  shiftRates(closed, before, free);
  double least = std::numeric_limits<double>::infinity();
  const double* w = w_.data();
  for (std::size_t k = 0; k < closed.contacts.size(); ++k) {
    if (!contacts[closed.contacts[k]].joint()) least = std::min(least, *w);
    w += closed.relations[k].rows;
  }
  return least;
}

}  // namespace nsds
