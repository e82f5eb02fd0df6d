// What time stepping remembers from step to step beside the model's numbers: where it is, and what was
// active.
#include <cstring>
#include <span>

#include "modeling/checks.hpp"
#include "simulation/relations.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

namespace {

/// What a state keeps of the simulation. The flat vectors hold forces and outputs too, so that nothing is
/// evaluated anew unless they were out of date already, or operators were set since.
struct Saved {
  std::int64_t step;
  std::uint64_t operators;  // for which forces and outputs were evaluated
  std::uint64_t stale;
  std::uint64_t active;  // marks that follow
};

/// A relation that was active in the last step: rules of activation may ask.
struct ActiveMark {
  std::uint64_t id;
  std::int64_t rowInInteraction;
};

/// What follows the simulation's own bytes is its manager's.
std::span<const std::byte> bytesOfManager(const std::vector<std::byte>& bytes) {
  Saved saved{};
  std::memcpy(&saved, bytes.data(), sizeof saved);
  return std::span(bytes).subspan(sizeof saved + saved.active * sizeof(ActiveMark));
}

}  // namespace

std::vector<std::byte> TimeStepping::saveState() const {
  const Implementation& d = *impl_;
  if (d.phase != StepPhase::between)
    throw Error("the state is defined between steps; finish the step with nextStep()");
  const bool stale = d.taken.stale || d.taken.states != model_.nsds().changes().states;
  const Saved saved{step(), d.taken.operators, stale ? 1U : 0U, active_.size()};
  std::vector<std::byte> bytes(sizeof saved + active_.size() * sizeof(ActiveMark));
  std::memcpy(bytes.data(), &saved, sizeof saved);
  std::byte* to = bytes.data() + sizeof saved;
  for (const UnitaryRelation& relation : active_) {
    const ActiveMark mark{relation.id, relation.rowInInteraction};
    std::memcpy(to, &mark, sizeof mark);
    to += sizeof mark;
  }
  if (d.managed.manager != nullptr) {
    const std::vector<std::byte> managed = d.managed.manager->saveState();
    bytes.insert(bytes.end(), managed.begin(), managed.end());
  }
  return bytes;
}

void TimeStepping::checkRestorable(const std::vector<std::byte>& bytes, bool interactions) const {
  if (impl_->phase == StepPhase::solving) {
    throw Error(
        "setState() cannot be called from a check function; reject the step, or stop, and set the state "
        "then");
  }
  if (!interactions) return;
  const std::span<const std::byte> managed = bytesOfManager(bytes);
  const InteractionManager* const manager = impl_->managed.manager;
  check::that(manager == nullptr ? managed.empty() : manager->canRemake(managed),
              "contacts have come or gone since the state was taken, and the interaction manager of the "
              "simulation cannot "
              "make those of then: it has lost or never had their bodies, or does not know how");
}

void TimeStepping::remakeInteractions(const std::vector<std::byte>& bytes) {
  impl_->managed.rollback.forget();
  if (impl_->managed.manager != nullptr)
    impl_->managed.manager->remakeInteractions(model_, bytesOfManager(bytes));
}

void TimeStepping::restoreState(const std::vector<std::byte>& bytes) {
  Saved saved{};
  std::memcpy(&saved, bytes.data(), sizeof saved);
  active_.clear();
  for (std::uint64_t i = 0; i < saved.active; ++i) {
    ActiveMark mark{};
    std::memcpy(&mark, bytes.data() + sizeof saved + i * sizeof mark, sizeof mark);
    active_.push_back({.rowInInteraction = static_cast<std::int32_t>(mark.rowInInteraction), .id = mark.id});
  }
  Implementation& d = *impl_;
  all_ = allRelations(model_.nsds());
  placeAgain(all_, active_, d.previousActive);
  d.constraints.restart(model_.nsds());
  if (d.taken.structure != model_.nsds().structureVersion()) d.taken.structure = 0;
  if (d.projector != nullptr) d.projector->beginStep(time());
  if (d.managed.manager != nullptr) d.managed.manager->restoreState(bytesOfManager(bytes));
  moveTo(saved.step);
  d.managed.seenStep = -1;
  d.managed.rollback.forget();
  d.leave();
  stopped_ = false;
  d.taken.states = model_.nsds().changes().states;
  d.taken.stale = saved.stale != 0 || saved.operators != d.taken.operators;
}

}  // namespace nsds
