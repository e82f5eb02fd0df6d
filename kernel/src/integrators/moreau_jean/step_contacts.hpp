// What a step of Moreau and Jean's scheme may count on at each contact: which of H, W⁻¹Hᵀ and y = H q + b stay
// from step to step, and what the law asks for.
#pragma once

#include <cstdint>
#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"

namespace nsds {

struct StepContact {
  const MechanicalRelation* relation = nullptr;  // null if it is one between systems of another integrator
  const NonSmoothLaw* law = nullptr;
  double* lawState = nullptr;
  bool constantJacobian = false;
  bool affine = true;            // the output is H q + b with constants
  bool frozen = true;            // H does not follow q: as compiled, or of the last evaluateState()
  bool constantOperator = true;  // H and the iteration matrices of all its systems constant
  bool compliant = false;        // its law holds for the output
  bool betweenEnds = false;      // its law holds for rates along H of the evaluation point between the ends
  bool centred =
      true;  // its impulses are those of the middle of the step, as far as the order of the scheme goes
  std::int32_t direction = -1;  // into the directions of central impulses; -1: along the H of its rates
};

struct StepContacts {
  std::vector<StepContact> list;  // one for every interaction of the model
  bool frozen = true;             // no H changes within a step
  bool constantOperators = true;  // of all contacts
  bool flatOutputs = true;        // all contacts are affine and none is compliant: y = H q + b
  bool shiftsOutput = false;      // any contact is rheonomous or compliant
  bool betweenEnds = false;       // any contact has rates between the ends
  std::int32_t directions = 0;    // numbers that H of all contacts with central impulses has

  /// Errors: InvalidArgument naming a relation that the scheme does not take; those of first order are left to
  /// another integrator if there is one.
  void compile(CompiledModel& model, double theta, Evaluation evaluation, bool shared);

 private:
  void compileContact(CompiledModel& model, std::size_t index, double theta, Evaluation evaluation);
};

}  // namespace nsds
