// Thresholds say what counts as zero at an event, in the units of the model.
#pragma once

#include <algorithm>
#include <limits>

#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/event_driven.hpp"

namespace nsds {

struct Thresholds {
  EventOptions options;
  Scales scales{1.0, 1.0, 1.0};

  double gap() const { return options.gapThreshold * scales.length; }
  double velocity() const { return options.velocityThreshold * scales.velocity(); }
  double force() const { return options.forceThreshold * scales.momentum() / scales.time; }
  double acceleration() const { return options.forceThreshold * scales.velocity() / scales.time; }
  double accumulationInterval() const { return options.accumulationInterval * scales.time; }
  /// A gap is known to this rounding.
  double gapRounding() const { return 16.0 * std::numeric_limits<double>::epsilon() * scales.length; }
  /// Returns the speed that velocities are compared with.
  double speed(VectorConstRef velocities) const {
    return std::max(scales.velocity(), velocities.cwiseAbs().maxCoeff());
  }
};

/// Integrators that do not project may leave constraints off by this part of lengths and velocities.
inline constexpr double allowedDrift = 1e-6;

}  // namespace nsds
