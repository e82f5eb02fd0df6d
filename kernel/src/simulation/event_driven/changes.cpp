// Takes up what the user changed: structure, operators and states.
#include <utility>
#include <variant>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"
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

void EventDriven::Implementation::takeUpChanges() {
  if (nsds.time() != owner.expectedTime()) {
    throw Error(fmt::format(
        "the model is at t = {}, this simulation at {}: another simulation has moved the model; start from a "
        "state taken by this one",
        nsds.time(), owner.expectedTime()));
  }
  // Operators are compiled anew if the user has changed them.
  if (nsds.structureChanged()) nsds.applyChanges(nsds.time());
  const bool operators = changes.operatorsDiffer(nsds);
  if (operators) compile();
  if (state.contacts.takeFriction()) {
    dynamics.forgetSets();
    changes.markPending();
  }
  // States that the user has set are taken up by the contacts.
  if (operators || changes.statesDiffer(nsds)) {
    changes.markPending();  // until all is taken up
    integrating = false;
    backUp();
    try {
      takeUpState();
    } catch (...) {
      returnToBackup();
      throw;
    }
    changes.markTaken(nsds);
  }
  start.begun = true;
}

void EventDriven::Implementation::compile() {
  checkLaws(nsds.interactions());
  zero.scales = owner.model_.scales();
  dynamics.mechanics.compile(owner.model_);
  if (changes.structureDiffers(nsds)) {
    if (!nsds.interactions().empty()) dynamics.chooseProblems(nsds.interactions());
    owner.all_ = allRelations(nsds);
    state.contacts.compile(owner.all_);
    state.impacts.assign(state.contacts.size(), {});
    // What took part in the last event may be gone by now.
    const auto interactions = nsds.interactions();
    std::erase_if(state.participants, [&](const Interaction* participant) {
      return std::none_of(interactions.begin(), interactions.end(),
                          [&](const auto& interaction) { return interaction.get() == participant; });
    });
  }
  dynamics.compile(nsds, state.contacts.jointsAlone());
  phase.resize();
  search.resize();
  state.impulses.assign(static_cast<std::size_t>(nsds.flat().rows()), 0.0);
  changes.markCompiled(nsds);
}

/// Contacts that the user moved stay closed if gap and velocity are zero, but for the drift of integrators
/// that do not project; the others open. Joints that do not hold are projected if that was asked for.
void EventDriven::Implementation::takeUpState() {
  phase.updateOutputs();
  const double speed = zero.speed(velocityOf(nsds));
  state.contacts.release(nsds.flat().output(), nsds.flat().rate(), penetrationLeft(), allowedDrift * speed);
  if (state.sequence.on()) endCapture();
  ConstraintRows joints = start.check(state.contacts, nsds.flat().output(), nsds.flat().rate(),
                                      zero.speed(velocityOf(nsds)), nsds.time(), zero);
  if (!start.project || joints.empty()) return;
  start.report = phase.project(std::move(joints), 1e-14 * zero.scales.length, 0.0);
}

}  // namespace nsds
