// Takes up what the user changed of contacts: structure, operators and states.
#include <algorithm>
#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/interaction.hpp"
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
}

/// Contacts that a manager has just made are closed if their gap is zero but for the drift of integrators that do not project. If it
/// stays so, and another contact of the same systems was pressed, they go on with its motion: rounding is no impact.
void ContactPhysics::takeNewContacts(std::uint64_t newest, Event& event) {
  FlatVectors& flat = nsds_.flat();
  phase_.updateOutputs();
  const double left = std::max(zero_.gap(), penetrationLeft());
  const double slow = allowedDrift * zero_.speed(velocityOf(nsds_));
  event.members.clear();
  for (std::size_t i = 0; i < course_.contacts.size(); ++i) {
    const UnitaryRelation& relation = course_.contacts[i].relation;
    if (relation.id <= newest) continue;
    const double gap = flat.output()[relation.row];
    if (gap < -left)
      throw Error(fmt::format(
          "{}: the shapes overlap by {} at t = {}, where a feature becomes the nearest one; look at "
          "features more often by a shorter time step of the time discretisation",
          relation.interaction->name(), -gap, nsds_.time()));
    if (gap > left) continue;
    event.members.push_back(i);
    if (std::abs(flat.rate()[relation.row]) <= slow) course_.contacts.goOn(i, pressedPairs_);
  }
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
