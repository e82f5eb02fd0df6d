#include "integrators/moreau_jean/system_forces.hpp"

#include "linalg/prefetch.hpp"

namespace nsds {

namespace {

/// Asks for the memory of a system that comes soon in a list.
void expect(const CompiledModel& model, const std::vector<std::size_t>& list, std::size_t at) {
  if (at < list.size()) prefetch<384>(model.systems[list[at]].mechanical);
}

}  // namespace

void SystemForces::compile(double t) {
  driven_.clear();
  following_.clear();
  constant_.assign(static_cast<std::size_t>(model_.nsds->flat().dofs()), 0.0);
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    const PlacedSystem& system = model_.systems[s];
    if (system.mechanical == nullptr) continue;
    if (system.linear == nullptr) {
      following_.push_back(s);
    } else if (system.mechanical->constantFExt()) {
      system.mechanical->fExt(t, view(constant_.data() + system.dof, system.n));
    } else {
      driven_.push_back(s);
    }
  }
}

void SystemForces::evaluateState(double t) {
  copy(model_.nsds->flat().dofs(), constant_.data(), model_.nsds->flat().force());
  evaluateDriven(t);
  evaluateFollowing(t);
}

void SystemForces::evaluateAllDriven(double t) const {
  double* const force = model_.nsds->flat().force();
  for (std::size_t k = 0; k < driven_.size(); ++k) {
    expect(model_, driven_, k + prefetchDistance);
    const PlacedSystem& system = model_.systems[driven_[k]];
    system.mechanical->fExt(t, view(force + system.dof, system.n));
  }
}

void SystemForces::evaluateFollowing(double t) const {
  for (std::size_t k = 0; k < following_.size(); ++k) {
    expect(model_, following_, k + prefetchDistance);
    evaluateFollowing(model_.systems[following_[k]], t);
  }
}

void SystemForces::evaluateFollowing(const PlacedSystem& system, double t) const {
  FlatVectors& flat = model_.nsds->flat();
  system.mechanical->forceWithoutGyroscopic(t, view(flat.position() + system.position, system.positions),
                                            view(flat.velocity() + system.dof, system.n),
                                            view(flat.force() + system.dof, system.n));
}

}  // namespace nsds
