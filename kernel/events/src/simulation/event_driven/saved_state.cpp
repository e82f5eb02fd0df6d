// Saves the state of a simulation as bytes.
#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

namespace {

/// A saved state begins with this; EventState and the numbers of the integrator follow.
struct Header {
  std::int64_t step;
  std::uint64_t integrating;  // the integrator runs from this state, with the present operators
  std::uint64_t changed;      // a user changed something that no step has seen
  std::uint64_t known;        // its contacts or switches are those of the model
  std::uint64_t timeEvents;
  std::uint64_t stateEvents;
  double nextStep;  // that the integrator will try first where it begins anew
};

std::vector<std::byte> bytesOfManager(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  reader.read<Header>();
  std::vector<std::byte> managed;
  reader.read(managed);
  return managed;
}

}  // namespace

std::string EventDriven::stateDescription() const {
  const GapManager* const manager = impl_->gaps.manager();
  return fmt::format("{} by {}, {}, {} time events and {} state events of the user{}", stateName(),
                     impl_->integrator->name(), instantsText(), impl_->users.timeEvents(),
                     impl_->users.stateEvents(),
                     manager == nullptr ? "" : ", " + manager->stateDescription());
}

std::vector<std::byte> EventDriven::saveState() const {
  const Implementation& d = *impl_;
  if (d.stepped) throw Error("the state is defined between steps; finish the step with nextStep()");
  const bool changed = d.changes.statesDiffer(d.nsds) || d.changes.operatorsDiffer(d.nsds);
  const bool integrating = d.integrating && !changed;
  const bool known = !d.changes.structureDiffers(d.nsds);
  const Header header{step(),
                      integrating ? 1U : 0U,
                      changed ? 1U : 0U,
                      known ? 1U : 0U,
                      d.users.timeEvents(),
                      d.users.stateEvents(),
                      d.integrator->nextStep()};
  ByteWriter writer;
  writer.write(header);
  writer.write(d.gaps.on() ? d.gaps.manager()->saveState() : std::vector<std::byte>{});
  writer.write(d.gaps.course());
  d.physics->write(writer, known);
  d.state.write(writer, known);
  // While a sequence is captured the integrator waits, with what it knew before.
  writer.write(integrating && !d.physics->capturing() ? d.integrator->saveState() : std::vector<double>{});
  return writer.take();
}

void EventDriven::checkRestorable(std::span<const std::byte> bytes, bool interactions) const {
  if (impl_->loop.checking()) {
    throw Error("setState() cannot be called from a check function; stop, and set the state then");
  }
  const std::int64_t saved = ByteReader(bytes).read<Header>().step;
  check::that(saved >= 0 && saved <= steps(), "the saved state is at step {} of {}", saved, steps());
  if (!interactions) return;
  const std::vector<std::byte> managed = bytesOfManager(bytes);
  const GapManager* const manager = impl_->gaps.manager();
  check::that(
      manager == nullptr ? managed.empty() : manager->canRemake(managed),
      "contacts have come or gone since the state was taken, and the interaction manager of the simulation "
      "cannot make those of then: it has lost or never had their bodies, or does not know how");
}

void EventDriven::remakeInteractions(std::span<const std::byte> bytes) {
  if (impl_->gaps.on()) impl_->gaps.manager()->remakeInteractions(model_, bytesOfManager(bytes));
}

void EventDriven::restoreState(std::span<const std::byte> bytes, bool operatorsSet) {
  Implementation& d = *impl_;
  ByteReader reader(bytes);
  const auto header = reader.read<Header>();
  std::vector<std::byte> managed;
  reader.read(managed);
  if (d.gaps.on()) d.gaps.manager()->restoreState(managed);
  reader.read(d.gaps.course());
  moveTo(header.step);
  stayAt(time());
  d.stepped = d.integrating = false;
  d.nsds.setInStep(false);
  if (header.known == 0) {  // the next step takes contacts up, as it would have then
    d.physics->forget();
    d.changes.forgetStructure();
  } else if (d.changes.operatorsDiffer(d.nsds)) {
    d.compile();
  }
  UserEventState user = d.state.user;
  d.physics->read(reader);
  d.state.read(reader, d.nsds, d.physics->members());
  d.integrator->setNextStep(header.nextStep);
  d.changes.markTaken(d.nsds);
  if (header.changed != 0) d.changes.markPending();
  // Integration starts anew where the user has added events since.
  const bool sameEvents =
      header.timeEvents == d.users.timeEvents() && header.stateEvents == d.users.stateEvents();
  user.returnTo(d.state.user);
  if (!sameEvents) user.nextTime = d.users.firstAfter(time());
  d.state.user = std::move(user);
  if (header.integrating == 0 || !sameEvents || operatorsSet) return;
  // The integrator
  d.physics->setSmoothFrom(d.users.lastTime(d.state.user), d.users.nextTime(d.state.user));
  std::vector<double> numbers;
  reader.read(numbers);
  if (!d.physics->capturing()) d.physics->restoreIntegrator(numbers);
  d.integrating = true;
  d.physics->begin();
}

}  // namespace nsds
