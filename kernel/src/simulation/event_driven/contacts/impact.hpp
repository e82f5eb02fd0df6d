// Computes the velocities after impacts.
#pragma once

#include <vector>

#include "integrators/position_operator.hpp"
#include "simulation/event_driven/contacts/contact_problem.hpp"
#include "simulation/event_driven/contacts/contact_states.hpp"

namespace nsds {

/// Computes v⁺ = v⁻ + M⁻¹Hᵀ P over the rows of a set; velocity: (dofs) in/out, impulses: (rows) of the model,
/// to which P is added.
void applyImpulses(const CondensedOperator& operators, const IndexSet& set, const double* P, double* velocity,
                   double* impulses);

class Impact {
 public:
  /// Both are borrowed; each solve linearises the operator, which has M⁻¹Hᵀ.
  Impact(PositionOperator& operators, ContactProblem& problem) : operators_(operators), problem_(problem) {}

  void resize(Index rows);
  /// Solves U⁺ = W P + U⁻, the law between U⁺ + shift(U⁻) and P. rates: (rows) U⁻; velocity: (dofs) in/out;
  /// impulses: (rows) in/out, as of applyImpulses. Errors: SolverError, velocities are then as before.
  void solve(double t, const ContactSet& closed, const double* rates, double* velocity, double* impulses);

 private:
  PositionOperator& operators_;
  ContactProblem& problem_;
  std::vector<double> w_, P_;
};

}  // namespace nsds
