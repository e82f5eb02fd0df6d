#include "nsds/kernel/modeling/model.hpp"

#include <algorithm>

#include "modeling/checks.hpp"
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

std::vector<std::string> Model::userFunctions() const {
  std::vector<std::string> names;
  for (const auto& system : nsds_->systems())
    if (system->callsUser()) names.push_back(system->name());
  for (const auto& interaction : nsds_->interactions())
    if (interaction->relation().callsUser()) names.push_back(interaction->name());
  return names;
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
