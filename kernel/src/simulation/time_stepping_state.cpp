// What time stepping remembers from step to step beside the model's numbers: where it is, and what was
// active.
#include <cstring>
#include <span>
#include <utility>

#include "nsds/kernel/simulation/time_stepping.hpp"
#include "simulation/projector.hpp"

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

}  // namespace

std::vector<std::byte> TimeStepping::saveState() const {
  if (phase_ != Phase::between)
    throw Error("the state is defined between steps; finish the step with nextStep()");
  const bool stale = stale_ || seenStates_ != model_.nsds().changes().states;
  const Saved saved{step(), compiledOperators_, stale ? 1U : 0U, active_.size()};
  std::vector<std::byte> bytes(sizeof saved + active_.size() * sizeof(ActiveMark));
  std::memcpy(bytes.data(), &saved, sizeof saved);
  std::byte* to = bytes.data() + sizeof saved;
  for (const UnitaryRelation& relation : active_) {
    const ActiveMark mark{relation.id, relation.rowInInteraction};
    std::memcpy(to, &mark, sizeof mark);
    to += sizeof mark;
  }
  if (manager_ != nullptr) {
    const std::vector<std::byte> managed = manager_->saveState();
    bytes.insert(bytes.end(), managed.begin(), managed.end());
  }
  return bytes;
}

void TimeStepping::checkRestorable() const {
  if (phase_ == Phase::solving) {
    throw Error(
        "setState() cannot be called from a check function; reject the step, or stop, and set the state "
        "then");
  }
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
  if (compiledStructure_ == model_.nsds().structureVersion()) placeActive();
  if (projector_ != nullptr) projector_->beginStep(time());
  const std::size_t own = sizeof saved + saved.active * sizeof(ActiveMark);
  if (manager_ != nullptr) manager_->restoreState(std::span(bytes).subspan(own));
  moveTo(saved.step);
  managedStep_ = -1;
  kept_.valid = false;
  phase_ = Phase::between;
  stopped_ = false;
  seenStates_ = model_.nsds().changes().states;
  stale_ = saved.stale != 0 || saved.operators != compiledOperators_;
}

/// The relations active in the last step, where they are now. They are known by ids, for their interactions
/// may be gone.
void TimeStepping::placeActive() {
  previousActive_.clear();
  previousActive_.reserve(all_.size());
  const auto key = [](const UnitaryRelation& r) { return std::pair(r.id, r.rowInInteraction); };
  auto known = active_.begin();
  for (const UnitaryRelation& relation : all_) {
    while (known != active_.end() && key(*known) < key(relation)) ++known;
    if (known != active_.end() && key(*known) == key(relation)) previousActive_.push_back(relation);
  }
  active_.swap(previousActive_);
  previousActive_.clear();
  previousActive_.reserve(all_.size());
}

}  // namespace nsds
