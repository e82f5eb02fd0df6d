#include "integrators/moreau_jean/evaluation_point.hpp"

namespace nsds {

void EvaluationPoint::compile() {
  turning_.clear();
  q_.clear();
  v_.clear();
  if (!between_) return;
  q_.assign(static_cast<std::size_t>(model_.nsds->flat().positions()), 0.0);
  v_.assign(static_cast<std::size_t>(model_.nsds->flat().dofs()), 0.0);
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    const MechanicalDS* const mechanical = model_.systems[s].mechanical;
    if (mechanical != nullptr && !mechanical->plainCoordinates()) turning_.push_back(s);
  }
}

void EvaluationPoint::placeBetween() {
  FlatVectors& flat = model_.nsds->flat();
  const auto blend = [this](const double* start, const double* end, std::vector<double>& value) {
    for (std::size_t i = 0; i < value.size(); ++i) value[i] = (1.0 - theta_) * start[i] + theta_ * end[i];
  };
  blend(flat.startPosition(), flat.position(), q_);
  blend(flat.startVelocity(), flat.velocity(), v_);
  for (const std::size_t index : turning_) {
    const PlacedSystem& system = model_.systems[index];
    system.mechanical->normalise(view(q_.data() + system.position, system.positions));
  }
}

}  // namespace nsds
