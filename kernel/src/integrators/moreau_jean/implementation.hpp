// The parts of a step under MoreauJeanOSI. Each keeps what it compiled of the model; the scheme calls them in
// the order of a step, in moreau_jean_osi.cpp.
#pragma once

#include "integrators/missing_jacobians.hpp"
#include "integrators/moreau_jean/contact_activation.hpp"
#include "integrators/moreau_jean/contact_operator.hpp"
#include "integrators/moreau_jean/contact_outputs.hpp"
#include "integrators/moreau_jean/displacements.hpp"
#include "integrators/moreau_jean/evaluation_point.hpp"
#include "integrators/moreau_jean/free_output.hpp"
#include "integrators/moreau_jean/free_velocities.hpp"
#include "integrators/moreau_jean/momentum_balance.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"

namespace nsds {

struct MoreauJeanOSI::Implementation {
  /// Errors: InvalidArgument on theta outside [0, 1].
  Implementation(double theta, Evaluation evaluation, Activation activation);
  Implementation(const Implementation&) = delete;  // the parts refer to each other
  Implementation& operator=(const Implementation&) = delete;

  double theta;
  StepInterval step{0.0, 0.0, 0.0};
  bool shared = false;  // the model may have first-order systems, which another integrator steps
  bool linear = true;   // one iterate solves a step
  CompiledModel model;
  MissingJacobians missing;
  EvaluationPoint point;
  SystemForces forces{model};
  FreeVelocities freeVelocities{model, point, theta};
  Displacements displacements{model};
  StepContacts contacts;
  ContactOutputs outputs{model, contacts};
  ContactOperator impulses{model, contacts, point, theta};
  ContactActivation activation;
  FreeOutput freeOutput{model, contacts, impulses, activation, theta};
  MomentumBalance balance{model, theta, point.early(), point.late()};
};

}  // namespace nsds
