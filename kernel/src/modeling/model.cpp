#include "nsds/kernel/modeling/model.hpp"

#include <algorithm>

#include "modeling/checks.hpp"
#include "modeling/interaction_remaking.hpp"
#include "modeling/scales.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"

namespace nsds {

Model::Model(double t0, double T)
    : t0_(t0),
      T_(T),
      nsds_(std::make_unique<NonSmoothDynamicalSystem>()),
      identity_(std::make_shared<char>()) {
  check::finite("Model", "t0", t0);
  check::finite("Model", "T", T);
  check::that(t0 < T, "Model: the interval [{}, {}] is empty", t0, T);
  nsds_->flat().time() = t0;
}

Model::~Model() = default;

State Model::state() const {
  if (nsds_->structureChanged()) {
    throw Error(
        "the model has systems or interactions that no simulation has taken up; call initialize() first");
  }
  State state;
  state.model_ = identity_;
  state.userStructure_ = nsds_->userStructure();
  state.structureVersion_ = nsds_->structureVersion();
  state.nextId_ = nsds_->nextId();
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
  for (std::size_t i = 0; i < participants_.size(); ++i)
    participants_[i]->checkRestorable(state.sections_[i].bytes, remake);
  if (remake) remakeInteractions(state);
  std::copy(state.values_.begin(), state.values_.end(), nsds_->flat().values().begin());
  for (std::size_t i = 0; i < participants_.size(); ++i)
    participants_[i]->restoreState(state.sections_[i].bytes);
}

/// Contacts that managers have made since are replaced by those of the state.
void Model::remakeInteractions(const State& state) {
  InteractionRemaking remaking(*nsds_);
  for (std::size_t i = 0; i < participants_.size(); ++i)
    participants_[i]->remakeInteractions(state.sections_[i].bytes);
  check::that(remaking.finish(state.time(), state.nextId_, state.managed_),
              "the state has contacts that no interaction manager of the model's simulations can make again");
}

void Model::setGravity(VectorConstRef g) {
  check::size("Model", "gravity", g.size(), 3);
  check::finite("Model", "gravity", g);
  gravity_ = g;
  for (const auto& system : nsds_->systems()) applyGravity(*system);
}

void Model::applyGravity(DynamicalSystem& system) const {
  if (gravity_.size() == 0) return;
  if (auto* const body = dynamic_cast<NewtonEulerDS*>(&system)) body->setGravity(gravity_);
}

const Scales& Model::scales() {
  if (!scales_) scales_ = std::make_unique<Scales>(scalesFromData(*nsds_, t0_, T_));
  return *scales_;
}

void Model::setScales(const Scales& scales) {
  const auto positive = [](double x) { return std::isfinite(x) && x > 0.0; };
  check::that(positive(scales.length) && positive(scales.time) && positive(scales.mass),
              "scales must be positive: length {}, time {}, mass {}", scales.length, scales.time,
              scales.mass);
  scales_ = std::make_unique<Scales>(scales);
  nsds_->operatorsOverwritten();
}

void Model::join(StateParticipant& participant) {
  participants_.push_back(&participant);
}

void Model::leave(StateParticipant& participant) {
  std::erase(participants_, &participant);
}

}  // namespace nsds
