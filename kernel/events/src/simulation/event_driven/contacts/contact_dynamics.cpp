#include "simulation/event_driven/contacts/contact_dynamics.hpp"

#include <algorithm>
#include <variant>

#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"

namespace nsds {

ContactDynamics::ContactDynamics(NonSmoothDynamicalSystem& nsds, const Thresholds& zero, SolveLoop& loop)
    : impactProblem(loop),
      accelerationProblem(loop),
      impact(operators, impactProblem),
      accelerations(nsds, mechanics, operators, accelerationProblem, zero),
      paradox(nsds, mechanics, operators, loop, zero),
      nsds_(nsds),
      zero_(zero) {}

void ContactDynamics::chooseProblems(std::span<const std::unique_ptr<Interaction>> interactions) {
  const std::string_view name = chooseFormulation(interactions);
  const bool friction = std::any_of(interactions.begin(), interactions.end(), [](const auto& interaction) {
    return std::holds_alternative<CoulombSet>(interaction->law().admissibleSet());
  });
  impactProblem.choose(name);
  // Sliding contacts have a normal row alone, sticking ones two.
  accelerationProblem.choose(friction ? "GenericMechanical" : name);
}

void ContactDynamics::compile(NonSmoothDynamicalSystem& nsds, bool jointsAlone) {
  // Masses that joints alone determine may be singular; impacts need every mass.
  if (!jointsAlone) operators.compile(nsds, true);
  impact.resize(nsds.flat().rows());
  accelerations.resize();
  paradox.resize();
  forgetSets();
}

void ContactDynamics::decide(ContactStates& contacts, ClosedContacts& sets, double* impulses) {
  if (sets.atRest.empty() || contacts.jointsAlone()) return;
  while (sets.atRest.slides) {
    const auto jammed = paradox.find(contacts, sets.atRest);
    if (!jammed) break;
    paradox.stopSlip(contacts, sets.closed, *jammed, impulses);
    updateOutputs();
    contacts.findAtRest(sets.closed, nsds_.flat().rate(), zero_.velocity(), true, sets.atRest);
    if (sets.atRest.empty()) return;
  }
  contacts.decide(sets.atRest, accelerations.solve(contacts, sets.atRest));
}

void ContactDynamics::updateOutputs() {
  FlatVectors& flat = nsds_.flat();
  mechanics.contacts.evaluate(nsds_.time(), positionOf(nsds_), velocityOf(nsds_), flat.output(), flat.rate());
}

void ContactDynamics::forgetSets() {
  impactProblem.forgetSet();
  accelerationProblem.forgetSet();
}

}  // namespace nsds
