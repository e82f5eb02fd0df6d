// Computes the velocities after impacts.
#pragma once

#include <vector>

#include "impacts/contact_impact.hpp"
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

  /// A law in place of the problem, if the user has set one.
  ContactImpact& law() { return law_; }
  const ContactImpact& law() const { return law_; }

  void resize(Index rows);
  /// Solves U⁺ = W P + U⁻, the law between U⁺ + shift(U⁻) and P. rates: (rows) U⁻; velocity: (dofs) in/out;
  /// impulses: (rows) in/out, as of applyImpulses. Errors: SolverError, velocities are then as before.
  void solve(double t, const ContactSet& closed, const double* rates, double* velocity, double* impulses);
  /// Solves the impact of a time in which rates would go from U⁻, `before`, to `free` without impulses: U⁺ = W P + free, the
  /// law between U⁺ + shift(U⁻) and P. free: (rows), of joints rounding; the others as above.
  void solveOver(double t, const ContactSet& closed, const double* before, const double* free,
                 double* velocity, double* impulses);
  /// Returns the least normal entry of free + shift(U⁻) of contacts, infinity if there is none: without a negative one no
  /// impulse is needed.
  double leastFree(const ContactStates& contacts, const ContactSet& closed, const double* before,
                   const double* free);

 private:
  void shiftRates(const ContactSet& closed, const double* before, const double* free);

  PositionOperator& operators_;
  ContactProblem& problem_;
  ContactImpact law_;
  std::vector<double> w_, P_;
};

}  // namespace nsds
