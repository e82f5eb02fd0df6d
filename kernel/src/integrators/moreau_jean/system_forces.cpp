#include "integrators/moreau_jean/system_forces.hpp"

#include "linalg/prefetch.hpp"

namespace nsds {

namespace {

/// Asks for the memory of a system that comes soon in a list.
void prefetchSystem(const CompiledModel& model, const std::vector<std::size_t>& list, std::size_t at) {
  if (at < list.size()) prefetch<384>(model.systems[list[at]].mechanical);
}

}  // namespace

void SystemForces::compile(double t) {
  timeDependent_.clear();
  stateDependent_.clear();
  constant_.assign(static_cast<std::size_t>(model_.nsds->flat().dofs()), 0.0);
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    const PlacedSystem& system = model_.systems[s];
    if (system.mechanical == nullptr) continue;
    if (system.linear == nullptr) {
      stateDependent_.push_back(s);
    } else if (system.mechanical->constantFExt()) {
      system.mechanical->fExt(t, view(constant_.data() + system.dof, system.n));
    } else {
      timeDependent_.push_back(s);
    }
  }
}

void SystemForces::evaluateState(double t) {
  copy(model_.nsds->flat().dofs(), constant_.data(), model_.nsds->flat().force());
  evaluateTimeDependent(t);
  evaluateStateDependent({t, model_.nsds->flat().position(), model_.nsds->flat().velocity()});
}

void SystemForces::evaluateAllTimeDependent(double t) const {
  double* const force = model_.nsds->flat().force();
  for (std::size_t k = 0; k < timeDependent_.size(); ++k) {
    prefetchSystem(model_, timeDependent_, k + prefetchDistance);
    const PlacedSystem& system = model_.systems[timeDependent_[k]];
    system.mechanical->fExt(t, view(force + system.dof, system.n));
  }
}

void SystemForces::evaluateStateDependent(const Instant& at) const {
  for (std::size_t k = 0; k < stateDependent_.size(); ++k) {
    prefetchSystem(model_, stateDependent_, k + prefetchDistance);
    evaluateStateDependent(model_.systems[stateDependent_[k]], at);
  }
}

void SystemForces::evaluateStateDependent(const PlacedSystem& system, const Instant& at) const {
  system.mechanical->forceWithoutGyroscopic(at.t, view(at.q + system.position, system.positions),
                                            view(at.v + system.dof, system.n),
                                            view(model_.nsds->flat().force() + system.dof, system.n));
}

}  // namespace nsds
