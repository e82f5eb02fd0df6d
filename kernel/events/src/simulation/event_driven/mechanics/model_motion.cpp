#include "simulation/event_driven/mechanics/model_motion.hpp"

#include <algorithm>

namespace nsds {

bool ModelMotion::oblique() const {
  return std::any_of(rows_.begin(), rows_.end(),
                     [](const ConstraintRow& row) { return row.tangentRatio != 0.0; });
}

}  // namespace nsds
