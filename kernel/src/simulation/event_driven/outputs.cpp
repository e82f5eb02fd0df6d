// What the model shows: forces, outputs and their rates, multipliers.
#include "linalg/vector_loops.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

/// Outputs and their rates at the state of the model.
void EventDriven::Implementation::evaluateOutputs() {
  mechanics.contacts.evaluate(nsds.time(), position(), velocity(), nsds.output(), nsds.rate());
}

void EventDriven::Implementation::show(double t, VectorConstRef positions, VectorConstRef velocities) {
  std::copy_n(positions.data(), nsds.positions(), nsds.position());
  std::copy_n(velocities.data(), nsds.dofs(), nsds.velocity());
  nsds.time() = t;
  owner.stayAt(t);
  evaluateOutputs();
  if (motion.constraints() != 0) {
    smooth->solveAcceleration(t, positions, velocities, trialA, lambdaKept);
    shareForces();
    writeForces();
  }
  participants.clear();
  if (kind != EventKind::sampling) {
    for (const std::size_t i : eventContacts) participants.push_back(contacts[i].relation.interaction);
  }
}

/// The forces of the kept rows to the multipliers of the model, and what they do to the systems.
void EventDriven::Implementation::writeForces() {
  std::fill_n(nsds.multiplier(), nsds.rows(), 0.0);
  clear(nsds.dofs(), nsds.input());
  const ConstraintRows& rows = constraintRows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Contact& contact = contacts[keptContacts[i]];
    double* const to = nsds.multiplier() + nsds.row(*contact.relation.interaction) + rows[i].row;
    const double force = lambdaKept[static_cast<Index>(i)];
    to[0] = force;
    if (rows[i].tangentRatio != 0.0) to[1] = rows[i].tangentRatio * force;
  }
  mechanics.contacts.input(constraintRows, nsds.time(), position(), lambdaKept,
                           Eigen::Map<Vector>(nsds.input(), nsds.dofs()));
}

}  // namespace nsds
