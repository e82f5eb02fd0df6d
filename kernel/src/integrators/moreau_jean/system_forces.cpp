#include "integrators/moreau_jean/system_forces.hpp"

#include "linalg/prefetch.hpp"

namespace nsds {

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
  evaluate(driven_, t);
  evaluate(following_, t);
}

void SystemForces::evaluate(const PlacedSystem& system, double t) const {
  NonSmoothDynamicalSystem& nsds = *model_.nsds;
  const auto to = view(nsds.flat().force() + system.dof, system.n);
  if (system.mechanical->linear()) {
    system.mechanical->fExt(t, to);
    return;
  }
  system.mechanical->forceWithoutGyroscopic(t,
                                            view(nsds.flat().position() + system.position, system.positions),
                                            view(nsds.flat().velocity() + system.dof, system.n), to);
}

/// Evaluates the forces of the systems in a list, and asks for the memory of those to come.
void SystemForces::evaluate(const std::vector<std::size_t>& list, double t) const {
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (k + prefetchDistance < list.size())
      prefetch<384>(model_.systems[list[k + prefetchDistance]].mechanical);
    evaluate(model_.systems[list[k]], t);
  }
}

}  // namespace nsds
