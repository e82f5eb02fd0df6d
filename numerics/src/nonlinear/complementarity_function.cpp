// Complementarity functions for Newton methods of the user.
#include "nsds/numerics/complementarity_function.h"

#include <algorithm>
#include <cmath>

#include "affine/newton_functions.hpp"
#include "core/numbers.hpp"

namespace nsds::numerics::nonlinear {
namespace {

using affine::Value;

Value evtushenko_purtov(double x, double y) {
  const double negative = std::min(x + y, 0.0);
  return {x * y - 0.5 * negative * negative, y - negative, x - negative};
}

bool is_admissible(nsds_complementarity_function function, double parameter) {
  switch (function) {
    case NSDS_PENALISED:
      return parameter > 0.0 && parameter <= 1.0;
    case NSDS_SMOOTHED:
      return parameter >= 0.0 && parameter < infinity;
    case NSDS_MINIMUM:
    case NSDS_FISCHER_BURMEISTER:
    case NSDS_EVTUSHENKO_PURTOV:
      return true;
  }
  return false;
}

Value evaluate(nsds_complementarity_function function, double parameter, double z, double w, double l,
               double u) {
  switch (function) {
    case NSDS_MINIMUM:
      return affine::middle(z, w, l, u);
    case NSDS_FISCHER_BURMEISTER:
      return affine::MeritFunction{}(z, w, l, u);
    case NSDS_SMOOTHED:
      return affine::MeritFunction{1.0, parameter}(z, w, l, u);
    case NSDS_PENALISED:
      return affine::MeritFunction{parameter}(z, w, l, u);
    case NSDS_EVTUSHENKO_PURTOV:
      break;
  }
  return affine::over_box(evtushenko_purtov, z, w, l, u);
}

}  // namespace
}  // namespace nsds::numerics::nonlinear

nsds_status nsds_complementarity_evaluate(nsds_complementarity_function function, double parameter, double z,
                                          double w, double lower, double upper,
                                          nsds_complementarity_value* out) {
  using namespace nsds::numerics;
  // Of NaN no comparison holds.
  const bool bounded = lower <= upper && lower < infinity && upper > -infinity;
  if (out == nullptr || !std::isfinite(z) || !std::isfinite(w) || !bounded ||
      !nonlinear::is_admissible(function, parameter))
    return NSDS_INVALID_ARGUMENT;
  const affine::Value found = nonlinear::evaluate(function, parameter, z, w, lower, upper);
  *out = {found.value, found.by_a, found.by_b};
  return NSDS_OK;
}
