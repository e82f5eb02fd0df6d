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
  operators_.linearise(t, closed.relations);
  double* w = w_.data();
  for (const UnitaryRelation& relation : closed.relations) {
    const VectorView before(rates + relation.row, relation.rows);
    Eigen::Map<Vector> free(w, relation.rows);
    relation.interaction->law().shift(1.0, before, VectorView(nullptr, 0), free);
    free += before;
    w += relation.rows;
  }
  std::fill_n(P_.begin(), w - w_.data(), 0.0);
  // All that joints move is rounding.
  if (closed.joints) dropRounding(closed.relations, std::numeric_limits<double>::infinity(), w_.data());
  problem_.solve(impactProblemName, operators_.condensed(), closed.relations, w_.data(), P_.data());
  applyImpulses(operators_.condensed(), closed.relations, P_.data(), velocity, impulses);
}

}  // namespace nsds
