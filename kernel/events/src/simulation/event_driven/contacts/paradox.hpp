// Painleve's paradox: a sliding contact that friction presses together the harder it pushes apart,
// H_N M⁻¹ (H_N − μ sign(U_T) H_T)ᵀ ≤ 0, and whose gap would shrink has no force. An impulse that stops the
// slip, an impact without collision, takes the system out of it (Genot, Brogliato 1999, Eur. J. Mech.
// A/Solids 18).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "integrators/position_operator.hpp"
#include "simulation/event_driven/contacts/contact_problem.hpp"
#include "simulation/event_driven/contacts/contact_states.hpp"
#include "simulation/event_driven/mechanics/model_motion.hpp"

namespace nsds {

class PainleveParadox {
 public:
  /// All are borrowed; each impulse linearises the operator, which has M⁻¹Hᵀ.
  PainleveParadox(NonSmoothDynamicalSystem& nsds, MechanicalModel& mechanics, PositionOperator& operators,
                  SolveLoop& loop, const Thresholds& zero)
      : nsds_(nsds), mechanics_(mechanics), operators_(operators), loop_(loop), zero_(zero) {}

  void resize();
  /// Returns the place among all of the first contact at rest that has no force, at the state of the model.
  std::optional<std::size_t> find(const ContactStates& contacts, const ContactSet& atRest);
  /// Stops the slip of a contact by an impulse, joints holding, from the rates of the model. impulses: (rows)
  /// in/out, to which it is added. Errors: ParadoxError where the options ask for it, or where no impulse
  /// within the cone stops the slip; SolverError.
  void stopSlip(const ContactStates& contacts, const ContactSet& closed, std::size_t which, double* impulses);

 private:
  std::pair<double, double> besideJoints(const ContactStates& contacts, const Contact& contact);

  NonSmoothDynamicalSystem& nsds_;
  MechanicalModel& mechanics_;
  PositionOperator& operators_;
  SolveLoop& loop_;
  const Thresholds& zero_;
  Vector a_;  // (dofs) v' without contacts
  std::vector<double> w_, P_;
};

}  // namespace nsds
