#include "integrators/moreau_jean/missing_jacobians.hpp"

#include <fmt/format.h>

namespace nsds {

void MissingJacobians::tell(const CompiledModel& model) {
  for (const PlacedSystem& system : model.systems) {
    const MechanicalDS* const ds = system.mechanical;
    if (ds == nullptr || ds->exactJacobians() || !told_.insert(ds->id().value).second) continue;
    model.nsds->log(LogLevel::info,
                    fmt::format("{}: a Jacobian of its forces is not given and is taken by finite "
                                "differences",
                                ds->name()));
  }
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const MechanicalRelation* const relation = model.relations[c].mechanical;
    if (relation == nullptr || relation->exactJacobian()) continue;
    const Interaction& interaction = *model.nsds->interactions()[c];
    if (!told_.insert(interaction.id().value).second) continue;
    model.nsds->log(LogLevel::info,
                    fmt::format("{}: the Jacobian of {} is not given and is taken by finite differences",
                                interaction.name(), relation->name()));
  }
}

}  // namespace nsds
