// The impact of a step, where a law of its own gives the impulses.
#pragma once

#include <vector>

#include "impacts/contact_impact.hpp"

namespace nsds {

struct StepImpact {
  ContactImpact law;
  bool asked = false;       ///< in this step
  bool takesPlace = false;  ///< in this step
  std::vector<double> P;    ///< over the active rows of this step
};

}  // namespace nsds
