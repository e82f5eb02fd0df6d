// Takes up what the user changed of contacts: structure, operators and states.
#include <utility>
#include <variant>

#include "modeling/checks.hpp"
#include "simulation/event_driven/contact_physics/contact_physics.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

/// True if the shift of the law is a multiple of the velocity before, whatever the scheme.
bool restitutionAlone(const NonSmoothLaw& law) {
  Vector end = Vector::Zero(law.blockSize());
  Vector middle = Vector::Zero(law.blockSize());
  return law.stateSize() == 0 && law.restitution(1.0, end) && law.restitution(0.5, middle) && end == middle;
}

void checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) {
  for (const auto& interaction : interactions) {
    const AdmissibleSet set = interaction->law().admissibleSet();
    const bool planarFriction =
        std::holds_alternative<CoulombSet>(set) && interaction->law().blockSize() == 2;
    check::that(
        std::holds_alternative<OrthantSet>(set) || std::holds_alternative<FreeSet>(set) || planarFriction,
        "{}: event-driven simulation takes equalities and impact laws, with friction between planar "
        "contacts, not {}; TimeStepping takes all laws",
        interaction->name(), interaction->law().name());
    check::that(
        restitutionAlone(interaction->law()),
        "{}: event-driven simulation takes laws whose shift is a restitution of the velocity before, not "
        "{}, which has a memory or speaks of mean velocities; TimeStepping takes it",
        interaction->name(), interaction->law().name());
  }
}

}  // namespace

void ContactPhysics::compile(bool structure) {
  checkLaws(nsds_.interactions());
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
