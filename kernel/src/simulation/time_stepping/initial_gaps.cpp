#include "simulation/time_stepping/initial_gaps.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "nsds/kernel/joints/joint.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

// Relative to the length scale of the model: what rounding leaves of a gap of zero, and what numbers written with
// seven digits leave of an equality.
constexpr double gapRounding = 1e-8;
constexpr double writtenDigits = 1e-6;

enum class Kind { none, gap, equality };

/// What the law says of the output itself: nothing where it holds for velocities alone or for a compliant output.
Kind kindOf(const Interaction& interaction) {
  const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction.relation());
  if (relation == nullptr || relation->compliance().size() != 0) return Kind::none;
  if (isUnilateral(interaction.law())) return Kind::gap;
  const bool equality = std::holds_alternative<FreeSet>(interaction.law().admissibleSet());
  return equality && !relation->holdsForVelocityAlone() ? Kind::equality : Kind::none;
}

/// Rows of joints are lengths and angles: they are held to what they were made with, at least.
double unitOf(const Interaction& interaction, double length) {
  return dynamic_cast<const JointR*>(&interaction.relation()) != nullptr ? std::max(length, 1.0) : length;
}

std::string sentence(const NonSmoothDynamicalSystem& nsds, const Interaction& interaction, Kind kind,
                     Index row, double y) {
  return fmt::format(
      "{}: the {} of row {} is {} at t = {}; time stepping at velocity level keeps a {}, it does not remove "
      "it",
      interaction.name(), kind == Kind::gap ? "gap" : "output", row, y, nsds.time(),
      kind == Kind::gap ? "penetration" : "defect of an equality");
}

}  // namespace

void InitialGaps::checkNew(Model& model, bool atStart) {
  const NonSmoothDynamicalSystem& nsds = model.nsds();
  const double length = model.scales().length;
  for (const auto& interaction : nsds.interactions()) {
    if (interaction->id().value <= newest_) continue;
    const Kind kind = kindOf(*interaction);
    if (kind == Kind::none) continue;
    // The first row of a block is its gap; with friction the others are tangential.
    const Index stride = kind == Kind::gap ? interaction->law().blockSize() : 1;
    const double allowed =
        kind == Kind::gap ? gapRounding * length : writtenDigits * unitOf(*interaction, length);
    Index worst = -1;
    double defect = allowed;
    for (Index row = 0; row < interaction->rows(); row += stride) {
      const double y = interaction->y()[row];
      const double off = kind == Kind::gap ? -y : std::abs(y);
      if (off <= defect) continue;
      worst = row;
      defect = off;
    }
    if (worst < 0) continue;
    const std::string message = sentence(nsds, *interaction, kind, worst, interaction->y()[worst]);
    if (atStart && !accepted_) {
      throw InvalidArgument(message +
                            "; move the system, or call projectInitialState() or acceptInitialPenetration()");
    }
    if (found_ == 0)
      nsds.log(LogLevel::warning,
               message + "; setProjection() does. More of them are counted, not told one by one");
    count(nsds, *interaction, defect);
  }
  see(nsds);
}

void InitialGaps::count(const NonSmoothDynamicalSystem& nsds, const Interaction& interaction, double defect) {
  ++found_;
  if (defect <= worst_) return;
  worst_ = defect;
  worstTime_ = nsds.time();
  worstName_ = interaction.name();
}

void InitialGaps::restart(const NonSmoothDynamicalSystem& nsds) {
  if (structure_ != 0) see(nsds);
}

void InitialGaps::see(const NonSmoothDynamicalSystem& nsds) {
  if (!nsds.interactions().empty()) newest_ = nsds.interactions().back()->id().value;
  structure_ = nsds.structureVersion();
}

void InitialGaps::summarise(const NonSmoothDynamicalSystem& nsds) {
  if (found_ > 1) {
    nsds.log(LogLevel::warning,
             fmt::format(
                 "{} interactions began with a penetration or a defect; the largest is {}, of {} at t = {}",
                 found_, worst_, worstName_, worstTime_));
  }
  found_ = 0;
  worst_ = 0.0;
}

}  // namespace nsds
