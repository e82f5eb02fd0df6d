// Contacts at rest: which of them press, which open, and which do neither, by their accelerations.
#pragma once

#include <span>
#include <vector>

#include "integrators/position_operator.hpp"
#include "simulation/event_driven/contacts/contact_problem.hpp"
#include "simulation/event_driven/contacts/contact_states.hpp"
#include "simulation/event_driven/contacts/dependent_contacts.hpp"
#include "simulation/event_driven/mechanics/model_motion.hpp"

namespace nsds {

class Accelerations {
 public:
  /// All are borrowed; each solve linearises the operator, which has M⁻¹Hᵀ.
  Accelerations(NonSmoothDynamicalSystem& nsds, MechanicalModel& mechanics, PositionOperator& operators,
                ContactProblem& problem, const Thresholds& zero)
      : nsds_(nsds), mechanics_(mechanics), operators_(operators), problem_(problem), zero_(zero) {}

  void resize();
  /// Solves A = W λ + H M⁻¹F + γ, the law of each contact between A and λ, at the state of the model. The
  /// forces of contacts that are then pressed are independent of each other and of joints. Returns a decision
  /// for each contact of the set, valid until the next call. Errors: SolverError.
  std::span<const RestDecision> solve(const ContactStates& contacts, const ContactSet& atRest);

 private:
  void solveAt(const ContactStates& contacts, const ContactSet& atRest, double t, VectorConstRef q,
               VectorConstRef v);
  void applyForces(const IndexSet& atRest);
  void useDirectionsAt(double t, VectorConstRef q, const ContactStates& contacts, const ContactSet& atRest);
  bool decide(const ContactStates& contacts, const ContactSet& atRest);
  void decideBySoonAfter(const ContactStates& contacts, const ContactSet& atRest);
  void decideByHigherDerivatives(const ContactStates& contacts, const ContactSet& atRest);
  bool takeSoonAfter(const ContactSet& atRest, double least);
  void march(const ContactStates& contacts, const ContactSet& atRest, double t, double h);

  NonSmoothDynamicalSystem& nsds_;
  MechanicalModel& mechanics_;
  PositionOperator& operators_;
  ContactProblem& problem_;
  const Thresholds& zero_;
  DependentContacts dependent_{mechanics_};
  Vector a_, change_;                  // (dofs) v', and what forces add to it
  Vector q_, v_;                       // a state, (positions) and (dofs)
  Vector stageQ_, stageV_;             // of a step of Runge and Kutta's method
  Vector meanV_, meanA_;               // (dofs) likewise
  Vector modelQ_;                      // (positions) that of the model, put back
  std::vector<double> free_, lambda_;  // over the rows of the set
  std::vector<double> A_, gamma_;      // accelerations of the gaps, over the set; of one interaction
  std::vector<RestDecision> decisions_;
};

}  // namespace nsds
