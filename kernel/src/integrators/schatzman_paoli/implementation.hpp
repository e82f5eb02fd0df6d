// The parts of a step under SchatzmanPaoliOSI. Those that keep what they compiled of the model are shared with Moreau and
// Jean's scheme where they say the same.
#pragma once

#include "integrators/missing_jacobians.hpp"
#include "integrators/moreau_jean/contact_outputs.hpp"
#include "integrators/moreau_jean/displacements.hpp"
#include "integrators/moreau_jean/momentum_balance.hpp"
#include "integrators/schatzman_paoli/position_contacts.hpp"
#include "integrators/schatzman_paoli/two_step_motion.hpp"
#include "nsds/kernel/integrators/schatzman_paoli_osi.hpp"

namespace nsds {

struct SchatzmanPaoliOSI::Implementation {
  /// Errors: InvalidArgument on theta outside [0, 1].
  explicit Implementation(double theta);
  Implementation(const Implementation&) = delete;  // the parts refer to each other
  Implementation& operator=(const Implementation&) = delete;

  void checkSystem(std::size_t index) const;
  void checkContact(std::size_t index);
  void compileAffine(std::size_t index);
  bool linear() const { return motion.linear() && positions.empty(); }

  double theta;
  StepInterval step{0.0, 0.0, 0.0};
  CompiledModel model;
  MissingJacobians missing;
  Displacements displacements{model};
  TwoStepMotion motion{model, displacements, theta};
  MomentumBalance balance{model, 0.5, 0.0, 1.0};  // mean velocities, F(t_k, q*, v̄)
  StepContacts contacts;
  ContactOutputs outputs{model, contacts};
  PositionContacts positions{model, contacts};
  std::vector<double> restitution;  // (rows) e
};

}  // namespace nsds
