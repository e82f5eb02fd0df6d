// Takes up what the user changed: structure, operators and states.
#include <algorithm>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"
#include "simulation/relations.hpp"

namespace nsds {

void EventDriven::Implementation::takeUpChanges() {
  if (nsds.time() != owner.expectedTime()) {
    throw Error(fmt::format(
        "the model is at t = {}, this simulation at {}: another simulation has moved the model; start from a "
        "state taken by this one",
        nsds.time(), owner.expectedTime()));
  }
  physics->setSmoothFrom(users.lastTime(state.user), users.nextTime(state.user));
  // Shapes that the user has moved may have other features near each other.
  const bool moved = nsds.structureChanged() || changes.operatorsDiffer(nsds) || changes.statesDiffer(nsds);
  if (gaps.on() && moved) gaps.update(owner.model_, longestLook());
  // Operators are compiled anew if the user has changed them.
  if (nsds.structureChanged()) nsds.applyChanges(nsds.time());
  const bool operators = changes.operatorsDiffer(nsds);
  if (operators) compile();
  if (physics->takeLaws()) changes.markPending();
  // States that the user has set are taken up by the physics.
  if (operators || changes.statesDiffer(nsds)) {
    changes.markPending();  // until all is taken up
    integrating = false;
    backUp();
    try {
      physics->takeUpState();
    } catch (...) {
      returnToBackup();
      throw;
    }
    changes.markTaken(nsds);
  }
  physics->begin();
}

void EventDriven::Implementation::compile() {
  const bool structure = changes.structureDiffers(nsds);
  zero.scales = owner.model_.scales();
  if (structure) choosePhysics();
  physics->setSmoothFrom(users.lastTime(state.user), users.nextTime(state.user));
  physics->compile(structure);
  if (structure) {
    owner.all_ = allRelations(nsds);
    // What took part in the last event may be gone by now.
    const auto interactions = nsds.interactions();
    std::erase_if(state.participants, [&](const Interaction* participant) {
      return std::none_of(interactions.begin(), interactions.end(),
                          [&](const auto& interaction) { return interaction.get() == participant; });
    });
  }
  changes.markCompiled(nsds);
}

/// Systems of one order are moved by one physics.
void EventDriven::Implementation::choosePhysics() {
  const auto systems = nsds.systems();
  const auto isFirstOrder = [](const auto& system) { return system->order() == 1; };
  const auto first = std::find_if(systems.begin(), systems.end(), isFirstOrder);
  const auto other = std::find_if_not(systems.begin(), systems.end(), isFirstOrder);
  check::that(first == systems.end() || other == systems.end(),
              "event-driven simulation moves systems of one order: {} is of first order, {} is not; "
              "TimeStepping takes "
              "both, with MixedOrderOSI",
              first == systems.end() ? "" : (*first)->name(), other == systems.end() ? "" : (*other)->name());
  check::that(first == systems.end() || !contacts.impactLaw().on(),
              "event-driven simulation has an impact law, and {} is of first order: it has no velocities",
              first == systems.end() ? "" : (*first)->name());
  check::that(first == systems.end() || !gaps.on(),
              "event-driven simulation has a contact detection, and {} is of first order: it has no shape",
              first == systems.end() ? "" : (*first)->name());
  physics = first == systems.end() ? static_cast<EventPhysics*>(&contacts) : &switches;
}

}  // namespace nsds
