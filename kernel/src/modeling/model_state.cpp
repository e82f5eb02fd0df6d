// The state of a model: taken, put back, and written as bytes for another process.
#include <algorithm>
#include <cmath>

#include "modeling/byte_stream.hpp"
#include "modeling/checks.hpp"
#include "modeling/interaction_remaking.hpp"
#include "modeling/model_description.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

/// Bytes begin with this; another layout gets another number.
constexpr std::uint64_t layout = 1;

std::vector<std::uint64_t> valuesOf(const std::vector<ObjectId>& ids) {
  std::vector<std::uint64_t> values;
  values.reserve(ids.size());
  for (const ObjectId id : ids) values.push_back(id.value);
  return values;
}

std::vector<ObjectId> idsOf(const std::vector<std::uint64_t>& values) {
  std::vector<ObjectId> ids;
  ids.reserve(values.size());
  for (const std::uint64_t value : values) ids.push_back({value});
  return ids;
}

}  // namespace

State Model::state() const {
  if (nsds_->structureChanged()) {
    throw Error(
        "the model has systems or interactions that no simulation has taken up; call initialize() first");
  }
  State state;
  state.model_ = identity_;
  state.userStructure_ = nsds_->userStructure();
  state.structureVersion_ = nsds_->structureVersion();
  state.nextManagedId_ = nsds_->nextManagedId();
  state.operators_ = nsds_->changes().operators;
  state.managed_ = nsds_->managedInteractions();
  state.values_ = nsds_->flat().values();
  for (const StateParticipant* participant : participants_) {
    state.sections_.push_back({participant->stateName(), participant->saveState()});
  }
  return state;
}

void Model::setState(const State& state) {
  check::that(state.model_ == identity_, "the state belongs to another model");
  check::that(
      state.userStructure_ == nsds_->userStructure(),
      "the state belongs to other systems or links than the model has now: some were added or removed since");
  check::that(state.sections_.size() == participants_.size(),
              "the state was taken with other simulations on the model than there are now");
  for (std::size_t i = 0; i < participants_.size(); ++i) {
    check::that(participants_[i]->stateName() == state.sections_[i].name,
                "the state has no section for the {} on the model", participants_[i]->stateName());
  }
  const bool remake = nsds_->structureChanged() || state.structureVersion_ != nsds_->structureVersion();
  const bool operatorsSet = state.operators_ != nsds_->changes().operators;
  for (std::size_t i = 0; i < participants_.size(); ++i)
    participants_[i]->checkRestorable(state.sections_[i].bytes, remake);
  if (remake) remakeInteractions(state);
  check::that(state.values_.size() == nsds_->flat().values().size(),
              "the saved state has {} numbers, the model with its contacts {}", state.values_.size(),
              nsds_->flat().values().size());
  std::copy(state.values_.begin(), state.values_.end(), nsds_->flat().values().begin());
  for (std::size_t i = 0; i < participants_.size(); ++i)
    participants_[i]->restoreState(state.sections_[i].bytes, operatorsSet);
}

/// Contacts that managers have made since are replaced by those of the state.
void Model::remakeInteractions(const State& state) {
  InteractionRemaking remaking(*nsds_);
  for (std::size_t i = 0; i < participants_.size(); ++i)
    participants_[i]->remakeInteractions(state.sections_[i].bytes);
  check::that(remaking.finish(state.time(), state.nextManagedId_, state.managed_),
              "the state has contacts that no interaction manager of the model's simulations can make again");
}

std::vector<std::byte> Model::saveState() const {
  const State now = state();
  ByteWriter writer;
  writer.write(layout);
  writer.write(describe(*this, participants_));
  writer.write(now.nextManagedId_);
  writer.write(valuesOf(now.managed_));
  writer.write(now.values_);
  for (const State::Section& section : now.sections_) writer.write(section.bytes);
  return writer.take();
}

void Model::restoreState(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  check::that(reader.read<std::uint64_t>() == layout,
              "the saved state has a layout that this version does not read");
  std::string description;
  reader.read(description);
  requireSameDescription(description, describe(*this, participants_));

  // Bytes become a state of this model, which setState() takes up as one of its own.
  const State before = state();
  State saved = before;
  std::vector<std::uint64_t> managed;
  reader.read(saved.nextManagedId_);
  reader.read(managed);
  saved.managed_ = idsOf(managed);
  reader.read(saved.values_);
  for (State::Section& section : saved.sections_) reader.read(section.bytes);
  check::that(reader.rest().empty(), "the saved state is followed by {} bytes more", reader.rest().size());
  check::that(!saved.values_.empty(), "the saved state has no numbers");
  check::that(
      std::all_of(saved.values_.begin(), saved.values_.end(), [](double x) { return std::isfinite(x); }),
      "the saved state has numbers that are not finite");
  // Contacts are made anew, by a version that the model has not: equal ids do not say that the same bodies meet.
  if (!saved.managed_.empty() || !before.managed_.empty() || saved.nextManagedId_ != before.nextManagedId_)
    saved.structureVersion_ = 0;
  try {
    setState(saved);
  } catch (...) {
    // Managers may know contacts that were made and are gone: these are made anew too.
    State back = before;
    back.structureVersion_ = 0;
    setState(back);
    throw;
  }
}

}  // namespace nsds
