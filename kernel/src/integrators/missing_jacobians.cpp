#include "integrators/missing_jacobians.hpp"

#include <fmt/core.h>

namespace nsds {

void MissingJacobians::tell(const CompiledModel& model, ObjectId id, const std::string& what) {
  if (!told_.insert(id.value).second) return;
  model.nsds->log(LogLevel::info, fmt::format("{} is not given and is taken by finite differences", what));
}

void MissingJacobians::tellOfMechanics(const CompiledModel& model) {
  for (const PlacedSystem& system : model.systems) {
    const MechanicalDS* const ds = system.mechanical;
    if (ds != nullptr && !ds->exactJacobians())
      tell(model, ds->id(), ds->name() + ": a Jacobian of its forces");
  }
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const MechanicalRelation* const relation = model.relations[c].mechanical;
    if (relation == nullptr || relation->exactJacobian()) continue;
    const Interaction& interaction = *model.nsds->interactions()[c];
    tell(model, interaction.id(),
         fmt::format("{}: the Jacobian of {}", interaction.name(), relation->name()));
  }
}

void MissingJacobians::tellOfFirstOrder(const CompiledModel& model) {
  for (const PlacedSystem& system : model.systems) {
    const FirstOrderDS* const ds = system.firstOrder;
    if (ds != nullptr && !ds->exactJacobian()) tell(model, ds->id(), ds->name() + ": the Jacobian of f");
  }
  for (std::size_t c = 0; c < model.relations.size(); ++c) {
    const FirstOrderRelation* const relation = model.relations[c].firstOrder;
    if (relation == nullptr || relation->exactJacobians()) continue;
    const Interaction& interaction = *model.nsds->interactions()[c];
    tell(model, interaction.id(), fmt::format("{}: a Jacobian of {}", interaction.name(), relation->name()));
  }
}

}  // namespace nsds
