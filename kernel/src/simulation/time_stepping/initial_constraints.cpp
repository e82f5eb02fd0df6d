#include "simulation/time_stepping/initial_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "nsds/kernel/joints/joint.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

// Relative to the length scale of the model: what rounding leaves of a gap of zero, and what numbers written with
// seven digits leave of an equality.
constexpr double gapRounding = 1e-8;
constexpr double writtenDigits = 1e-6;

/// Rows of joints are lengths and angles: they are held to what they were made with, at least.
double unitOf(const Interaction& interaction, double length) {
  return dynamic_cast<const JointR*>(&interaction.relation()) != nullptr ? std::max(length, 1.0) : length;
}

std::string sentence(const NonSmoothDynamicalSystem& nsds, const Interaction& interaction, RelationPart part,
                     Index row, double y) {
  return fmt::format(
      "{}: the {} of row {} is {} at t = {}; time stepping at velocity level keeps a {}, it does not remove "
      "it",
      interaction.name(), part == RelationPart::normal ? "gap" : "output", row, y, nsds.time(),
      part == RelationPart::normal ? "penetration" : "defect of an equality");
}

}  // namespace

void InitialConstraints::checkNew(Model& model, bool atStart, bool projected) {
  const NonSmoothDynamicalSystem& nsds = model.nsds();
  const double length = model.scales().length;
  for (const auto& interaction : nsds.interactions()) {
    if (interaction->id().value <= newest_[interaction->managed() ? 1 : 0]) continue;
    const std::optional<RelationPart> part = positionPart(*interaction);
    if (!part) continue;
    const bool isGap = part == RelationPart::normal;
    // The first row of a block is its gap; with friction the others are tangential.
    const Index stride = isGap ? interaction->law().blockSize() : 1;
    const double allowed = isGap ? gapRounding * length : writtenDigits * unitOf(*interaction, length);
    Index worst = -1;
    double defect = allowed;
    for (Index row = 0; row < interaction->rows(); row += stride) {
      const double y = interaction->y()[row];
      const double off = isGap ? -y : std::abs(y);
      if (off <= defect) continue;
      worst = row;
      defect = off;
    }
    if (worst < 0) continue;
    const auto said = [&] { return sentence(nsds, *interaction, *part, worst, interaction->y()[worst]); };
    if (atStart && !accepted_) {
      throw InvalidArgument(said() +
                            "; move the system, or call projectInitialState() or acceptInitialState()");
    }
    if (projected) continue;
    if (!std::exchange(told_, true))
      nsds.log(LogLevel::warning,
               said() + "; setProjection() does. More of them are counted, not told one by one");
    count(nsds, *interaction, defect);
  }
  see(nsds);
}

void InitialConstraints::count(const NonSmoothDynamicalSystem& nsds, const Interaction& interaction,
                               double defect) {
  ++found_;
  if (defect <= worst_) return;
  worst_ = defect;
  worstTime_ = nsds.time();
  worstName_ = interaction.name();
}

void InitialConstraints::restart(const NonSmoothDynamicalSystem& nsds) {
  if (structure_ != 0) see(nsds);
}

void InitialConstraints::see(const NonSmoothDynamicalSystem& nsds) {
  for (const auto& interaction : nsds.interactions())
    newest_[interaction->managed() ? 1 : 0] = interaction->id().value;
  structure_ = nsds.structureVersion();
}

void InitialConstraints::summarise(const NonSmoothDynamicalSystem& nsds) {
  if (found_ > 1) {
    nsds.log(LogLevel::warning,
             fmt::format(
                 "{} interactions began with a penetration or a defect; the largest is {}, of {} at t = {}",
                 found_, worst_, worstName_, worstTime_));
  }
  found_ = 0;
  worst_ = 0.0;
  told_ = false;
}

void InitialConstraints::returnTo(const InitialConstraints& before) {
  const bool told = told_;
  *this = before;
  told_ = told;
}

}  // namespace nsds
