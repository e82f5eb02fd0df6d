// Impacts: velocities after them.
#pragma once

#include <vector>

#include "integrators/position_operator.hpp"
#include "simulation/event_driven/contacts/contact_problem.hpp"
#include "simulation/event_driven/contacts/contact_states.hpp"

namespace nsds {

/// v+ = v- + M^-1 H^T P, over the rows of a set; velocity: (dofs) in/out, impulses: (rows) of the model, to
/// which P is added.
void applyImpulses(const CondensedOperator& operators, const IndexSet& set, const double* P, double* velocity,
                   double* impulses);

class Impact {
 public:
  /// Both are borrowed; the operator, with M^-1 H^T, is linearised by each solve.
  Impact(PositionOperator& operators, ContactProblem& problem) : operators_(operators), problem_(problem) {}

  void resize(Index rows);
  /// U+ = W P + U-, the law between U+ + shift(U-) and P. rates: (rows) U-; velocity: (dofs) in/out; impulses:
  /// (rows) in/out, as applyImpulses. Errors: SolverError, velocities are then as before.
  void solve(double t, const ContactSet& closed, const double* rates, double* velocity, double* impulses);

 private:
  PositionOperator& operators_;
  ContactProblem& problem_;
  std::vector<double> w_, P_;
};

}  // namespace nsds
