#include "integrators/moreau_jean/system_forces.hpp"

#include "linalg/prefetch.hpp"

namespace nsds {

namespace {

/// Calls loop(system) for the systems in a list, and asks for the memory of those to come.
template <class Loop>
void forEachOf(const std::vector<std::size_t>& list, const CompiledModel& model, const Loop& loop) {
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (k + prefetchDistance < list.size())
      prefetch<384>(model.systems[list[k + prefetchDistance]].mechanical);
    loop(model.systems[list[k]]);
  }
}

}  // namespace

void SystemForces::compile(double t) {
  driven_.clear();
  following_.clear();
  constant_.assign(static_cast<std::size_t>(model_.nsds->flat().dofs()), 0.0);
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    const PlacedSystem& system = model_.systems[s];
    if (system.mechanical == nullptr) continue;
    if (!system.mechanical->linear()) {
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

void SystemForces::evaluateDriven(double t) const {
  double* const force = model_.nsds->flat().force();
  forEachOf(driven_, model_, [&](const PlacedSystem& system) {
    system.mechanical->fExt(t, view(force + system.dof, system.n));
  });
}

void SystemForces::evaluateFollowing(double t) const {
  forEachOf(following_, model_, [&](const PlacedSystem& system) { evaluateFollowing(system, t); });
}

void SystemForces::evaluateFollowing(const PlacedSystem& system, double t) const {
  FlatVectors& flat = model_.nsds->flat();
  system.mechanical->forceWithoutGyroscopic(t, view(flat.position() + system.position, system.positions),
                                            view(flat.velocity() + system.dof, system.n),
                                            view(flat.force() + system.dof, system.n));
}

}  // namespace nsds
