// The free output of the active rows: their rates for λ = 0 and the shift that the law makes of U-, the rates
// before the impact.
#pragma once

#include <vector>

#include "integrators/moreau_jean/contact_activation.hpp"
#include "integrators/moreau_jean/contact_operator.hpp"
#include "integrators/moreau_jean/step_contacts.hpp"

namespace nsds {

class FreeOutput {
 public:
  /// theta: of the scheme, in [0, 1].
  FreeOutput(const CompiledModel& model, const StepContacts& contacts, const ContactOperator& rates,
             const ContactActivation& activation, double theta)
      : model_(model), contacts_(contacts), rates_(rates), activation_(activation), theta_(theta) {}

  /// True: rows on the orthant have no shift, from the next compile() on.
  void leaveImpacts(bool left) { leavesImpacts_ = left; }
  /// The coefficients of laws whose shift is a multiple of U-; the others are called in every step.
  void compile();
  /// w: over the active rows one after the other, out; before: (rows) U-.
  void evaluate(const IndexSet& active, const double* before, double* w);

 private:
  const double* withoutApproach(const UnitaryRelation& relation, const double* before);
  const double* callLaw(const StepContact& contact, const UnitaryRelation& relation, const double* before);

  const CompiledModel& model_;
  const StepContacts& contacts_;
  const ContactOperator& rates_;
  const ContactActivation& activation_;
  double theta_;
  bool leavesImpacts_ = false;
  std::vector<double> restitution_;      // (rows) shift / U- where that is a constant
  std::vector<unsigned char> callsLaw_;  // (interactions) 1 where it is none
  std::vector<double> slow_;             // one block of U-, nothing of it to restitute
  std::vector<double> shift_;            // one block
};

}  // namespace nsds
