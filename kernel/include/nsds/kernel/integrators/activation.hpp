// The rule that decides when a unilateral constraint is active in a step. It stands in this one place.
//
//   rule N:  y_k + gamma h U_k ≤ 0,   y_k and U_k at q_k (default);
//   rule P:  y + gamma h U ≤ 0,       y and U at the predicted q_k + h v_k, which for a linear relation is
//                                     rule N with gamma + 1 in place of gamma
//
// and, on request, U_k ≤ tau_v as well: energy-safe, no impulse on a contact that already opens.
//
// A contact at rest has a gap of a few roundings, or of what the tolerance of a solver leaves open. It takes
// part too, if y_k + h max(U_k, 0) ≤ restingGap (L / T²) h², with w_N = U_N+ + max(y_k, 0) / h: it may
// close its gap and no more. What a solver leaves open is so taken back in the next step, and contacts do not
// open and close by rounding. Gaps below 1e-14 L and 1e-9 (L / T²) h² count as zero here.
#pragma once

#include <functional>

#include "nsds/common/cxx20.hpp"

namespace nsds {

enum class Prediction { N, P };

struct ActivationInput {
  double y;        ///< gap [m]
  double u;        ///< relative velocity [m/s]
  double h;        ///< step [s]
  bool wasActive;  ///< in the last step: for rules with a hysteresis
};

struct Activation {
  double gamma = 0.5;  ///< in [0, 1], share of the step by which the gap is extrapolated
  Prediction prediction = Prediction::N;
  double restingGap = 1e-2;           ///< share of the way that the model's accelerations cover in a step
  bool approachingOnly = false;       ///< ask for U ≤ tau_v too
  double velocityThreshold = 0.0;     ///< tau_v, relative to the model's velocity scale
  double restitutionThreshold = 0.0;  ///< [m/s] below this |U_N-| there is none; 2 g h avoids micro-bounces
  std::function<bool(const ActivationInput&)> rule = {};  ///< takes the place of the rule above if set
};

}  // namespace nsds
