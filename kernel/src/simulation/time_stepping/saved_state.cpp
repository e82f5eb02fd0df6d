// What time stepping remembers from step to step beside the model's numbers: where it is, and what was
// active.
#include <span>
#include <utility>

#include "modeling/byte_stream.hpp"
#include "simulation/relations.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

namespace {

/// What a state keeps of the simulation. The flat vectors hold forces and outputs too, so that nothing is
/// evaluated anew unless they were out of date already, or operators were set since.
struct Saved {
  std::int64_t step;
  std::uint64_t stale;
  std::uint64_t damped;
};

/// What follows the simulation's own bytes is its manager's.
std::span<const std::byte> bytesOfManager(std::span<const std::byte> bytes, bool memory) {
  ByteReader reader(bytes);
  std::vector<RelationMark> active;
  reader.read<Saved>();
  reader.read(active);
  std::vector<double> numbers;
  if (memory) reader.read(numbers);
  return reader.rest();
}

}  // namespace

std::string TimeStepping::stateDescription() const {
  const InteractionManager* const manager = impl_->managed.manager;
  return fmt::format("{} by {}, {}{}", stateName(), impl_->integrator->description(), instantsText(),
                     manager == nullptr ? "" : ", " + manager->stateDescription());
}

std::vector<std::byte> TimeStepping::saveState() const {
  const Implementation& d = *impl_;
  if (d.phase != StepPhase::between)
    throw Error("the state is defined between steps; finish the step with nextStep()");
  const ChangeCounters& changes = model_.nsds().changes();
  const bool stale =
      d.taken.stale || d.taken.states != changes.states || d.taken.operators != changes.operators;
  ByteWriter writer;
  writer.write(Saved{step(), stale ? 1U : 0U, d.damped ? 1U : 0U});
  writer.write(marksOf(active_));  // rules of activation may ask for them
  if (d.integrator->hasMemory()) writer.write(impl_->memory.saved(*d.integrator));
  std::vector<std::byte> bytes = writer.take();
  if (d.managed.manager != nullptr) {
    const std::vector<std::byte> managed = d.managed.manager->saveState();
    bytes.insert(bytes.end(), managed.begin(), managed.end());
  }
  return bytes;
}

void TimeStepping::checkRestorable(std::span<const std::byte> bytes, bool interactions) const {
  if (impl_->phase == StepPhase::solving) {
    throw Error(
        "setState() cannot be called from a check function; reject the step, or stop, and set the state "
        "then");
  }
  const std::int64_t saved = ByteReader(bytes).read<Saved>().step;
  check::that(saved >= 0 && saved <= steps(), "the saved state is at step {} of {}", saved, steps());
  const std::span<const std::byte> managed = bytesOfManager(bytes, impl_->integrator->hasMemory());
  if (!interactions) return;
  const InteractionManager* const manager = impl_->managed.manager;
  check::that(manager == nullptr ? managed.empty() : manager->canRemake(managed),
              "contacts have come or gone since the state was taken, and the interaction manager of the "
              "simulation cannot "
              "make those of then: it has lost or never had their bodies, or does not know how");
}

void TimeStepping::remakeInteractions(std::span<const std::byte> bytes) {
  impl_->managed.rollback.forget();
  if (impl_->managed.manager != nullptr)
    impl_->managed.manager->remakeInteractions(model_, bytesOfManager(bytes, impl_->integrator->hasMemory()));
}

void TimeStepping::restoreState(std::span<const std::byte> bytes, bool operatorsSet) {
  ByteReader reader(bytes);
  const auto saved = reader.read<Saved>();
  std::vector<RelationMark> active;
  reader.read(active);
  Implementation& d = *impl_;
  if (d.integrator->hasMemory()) {
    std::vector<double> numbers;
    reader.read(numbers);
    d.memory.restore(std::move(numbers));
  }
  all_ = allRelations(model_.nsds());
  findMarked(all_, active, active_);
  d.previousActive.clear();
  d.previousActive.reserve(all_.size());
  d.constraints.restart(model_.nsds());
  if (d.taken.structure != model_.nsds().structureVersion()) d.taken.structure = 0;
  if (d.projector != nullptr) d.projector->beginStep(time());
  if (d.managed.manager != nullptr) d.managed.manager->restoreState(reader.rest());
  moveTo(saved.step);
  d.managed.seenStep = -1;
  d.managed.rollback.forget();
  d.leave();
  stopped_ = false;
  d.taken.states = model_.nsds().changes().states;
  d.taken.stale = saved.stale != 0 || operatorsSet;
  if (std::exchange(d.damped, saved.damped != 0) != d.damped) {
    d.integrator->damp(d.damped);
    d.taken.step = 0.0;
  }
}

}  // namespace nsds
