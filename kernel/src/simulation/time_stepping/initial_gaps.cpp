#include "simulation/time_stepping/initial_gaps.hpp"

#include "modeling/checks.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

/// Returns false for a compliant contact, whose law holds for the gap plus compliance times force.
bool hasRigidGap(const Interaction& interaction) {
  const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction.relation());
  return relation != nullptr && relation->compliance().size() == 0 && isUnilateral(interaction.law());
}

}  // namespace

void InitialGaps::checkNew(Model& model, bool atStart) {
  const NonSmoothDynamicalSystem& nsds = model.nsds();
  const double tolerance = 1e-8 * model.scales().length;
  for (const auto& interaction : nsds.interactions()) {
    if (interaction->id().value <= newest_ || !hasRigidGap(*interaction)) continue;
    // The first row of a block is its gap; with friction the others are tangential.
    for (Index row = 0; row < interaction->rows(); row += interaction->law().blockSize()) {
      const double gap = interaction->y()[row];
      if (gap >= -tolerance) continue;
      const std::string message = fmt::format(
          "{}: the gap of row {} is {} at t = {}; time stepping at velocity level keeps a penetration, it "
          "does not remove it",
          interaction->name(), row, gap, nsds.time());
      if (atStart && !accepted_)
        throw InvalidArgument(message + "; move the system, or call acceptInitialPenetration()");
      nsds.log(LogLevel::warning, message);
    }
  }
  if (!nsds.interactions().empty()) newest_ = nsds.interactions().back()->id().value;
  structure_ = nsds.structureVersion();
}

}  // namespace nsds
