// Takes up what the user changed of contacts: structure, operators and states.
#include <utility>

#include "simulation/event_driven/contact_physics/contact_physics.hpp"
#include "simulation/event_driven/contacts/contact_laws.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"
#include "simulation/relations.hpp"

namespace nsds {

void ContactPhysics::compile(bool structure) {
  checkContactLaws(nsds_.interactions(), "event-driven simulation");
  impactLaw().checkLaws(nsds_.interactions(), "event-driven simulation");
  dynamics_.mechanics.compile(model_);
  if (structure) {
    if (!nsds_.interactions().empty()) dynamics_.chooseProblems(nsds_.interactions());
    all_ = allRelations(nsds_);
    course_.contacts.compile(all_);
    course_.impacts.assign(course_.contacts.size(), {});
  }
  dynamics_.compile(nsds_, course_.contacts.jointsAlone());
  phase_.resize();
  search_.resize();
  course_.impulses.assign(static_cast<std::size_t>(nsds_.flat().rows()), 0.0);
}

bool ContactPhysics::takeLaws() {
  if (!course_.contacts.takeFriction()) return false;
  dynamics_.forgetSets();
  return true;
}

void ContactPhysics::forget() {
  course_.contacts = {};
  course_.impacts.clear();
}

/// Contacts that the user moved stay closed if gap and velocity are zero, but for the drift of integrators
/// that do not project; the others open. Joints that do not hold are projected if that was asked for.
void ContactPhysics::takeUpState() {
  FlatVectors& flat = nsds_.flat();
  phase_.updateOutputs();
  const double speed = zero_.speed(velocityOf(nsds_));
  course_.contacts.release(flat.output(), flat.rate(), penetrationLeft(), allowedDrift * speed);
  if (capturing()) endCapture();
  ConstraintRows joints = start_.check(course_.contacts, flat.output(), flat.rate(),
                                       zero_.speed(velocityOf(nsds_)), nsds_.time(), zero_);
  if (!start_.project || joints.empty()) return;
  start_.report = phase_.project(std::move(joints), 1e-14 * zero_.scales.length, 0.0);
}

}  // namespace nsds
