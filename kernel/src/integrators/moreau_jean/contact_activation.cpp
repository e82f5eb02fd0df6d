#include "integrators/moreau_jean/contact_activation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double notResting = -1.0;
// Gaps below these are none: fractions of the length scale, of which rounding of coordinates makes some, and
// of the way that the model's accelerations cover in a step, of which rounding of velocities makes some in
// many steps. Divided by h they would be speeds near the tolerance of a solver that among redundant contacts
// decide which of them carry.
constexpr double gapRounding = 1e-14, negligibleWay = 1e-9;

}  // namespace

ContactActivation::ContactActivation(Activation activation) : activation_(std::move(activation)) {
  check::that(activation_.gamma >= 0.0 && activation_.gamma <= 1.0,
              "MoreauJeanOSI: gamma = {} is not in [0, 1]", activation_.gamma);
  const auto threshold = [](const char* name, double value) {
    check::that(std::isfinite(value) && value >= 0.0, "MoreauJeanOSI: {} = {} is not a threshold >= 0", name,
                value);
  };
  threshold("restingGap", activation_.restingGap);
  threshold("velocityThreshold", activation_.velocityThreshold);
  threshold("restitutionThreshold", activation_.restitutionThreshold);
}

void ContactActivation::compile(const Scales& scales, double h, std::vector<std::uint8_t> always,
                                Index rows) {
  const double way = scales.length / (scales.time * scales.time) * h * h;
  h_ = h;
  extrapolation_ = activation_.gamma * h;
  rateLimit_ = activation_.approachingOnly ? activation_.velocityThreshold * scales.velocity() : inf;
  restingLimit_ = activation_.restingGap > 0.0 ? activation_.restingGap * way : -inf;
  smallestGap_ = std::max(gapRounding * scales.length, negligibleWay * way);
  always_ = std::move(always);
  closingRate_.assign(static_cast<std::size_t>(rows), notResting);
}

void ContactActivation::select(const double* gap, const double* rate, const double* presentGap,
                               const IndexSet& all, const IndexSet& last, IndexSet& active) {
  active.clear();
  if (activation_.rule) {
    selectByRule(gap, rate, all, last, active);
    return;
  }
  for (const UnitaryRelation& relation : all) {
    const std::int32_t row = relation.row;
    double& closingRate = closingRate_[static_cast<std::size_t>(row)];
    closingRate = notResting;  // also of what others may add to the active ones
    if (always_[static_cast<std::size_t>(relation.interactionIndex)] != 0 ||
        takesPart(gap[row], rate[row], presentGap[row], closingRate))
      active.push_back(relation);
  }
}

bool ContactActivation::takesPart(double gap, double rate, double presentGap, double& closingRate) const {
  if (!(rate <= rateLimit_)) return false;
  if (gap + extrapolation_ * rate <= 0.0) return true;
  // At rest is what is neither apart nor on the way apart: what opens after an impact is not.
  if (!(presentGap + h_ * std::max(rate, 0.0) <= restingLimit_)) return false;
  closingRate = presentGap <= smallestGap_ ? 0.0 : presentGap / h_;
  return true;
}

/// Lets the rule of the user decide.
void ContactActivation::selectByRule(const double* gap, const double* rate, const IndexSet& all,
                                     const IndexSet& last, IndexSet& active) {
  auto before = last.begin();
  for (const UnitaryRelation& relation : all) {
    const std::int32_t row = relation.row;
    const bool wasActive = before != last.end() && before->row == row;
    if (wasActive) ++before;
    if (always_[static_cast<std::size_t>(relation.interactionIndex)] != 0 ||
        activation_.rule({gap[row], rate[row], h_, wasActive}))
      active.push_back(relation);
  }
}

}  // namespace nsds
