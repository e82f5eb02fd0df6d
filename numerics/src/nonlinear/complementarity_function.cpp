// Complementarity functions for Newton methods of the user.
#include "nsds/numerics/complementarity_function.h"

#include <algorithm>
#include <cmath>

#include "affine/newton_functions.hpp"
#include "core/numbers.hpp"

namespace nsds::numerics::nonlinear {
namespace {

using affine::Value;

Value penalised(double x, double y, double lambda) {
  const Value plain = affine::fischer_burmeister(x, y);
  const double a = std::max(x, 0.0), b = std::max(y, 0.0);
  const double rest = 1.0 - lambda;
  return {lambda * plain.value + rest * a * b, lambda * plain.by_a + (x > 0.0 ? rest * b : 0.0),
          lambda * plain.by_b + (y > 0.0 ? rest * a : 0.0)};
}

Value evtushenko_purtov(double x, double y) {
  const double negative = std::min(x + y, 0.0);
  return {x * y - 0.5 * negative * negative, y - negative, x - negative};
}

// Extends phi(x, y) to any bounds, by Billups's composition.
template <class Phi>
Value over_box(const Phi& phi, double z, double w, double l, double u) {
  if (u == infinity) return l == -infinity ? Value{w, 0.0, 1.0} : phi(z - l, w);
  const Value above = phi(u - z, -w);
  const Value below{-above.value, above.by_a, above.by_b};
  if (l == -infinity) return below;
  const Value both = phi(z - l, below.value);
  return {both.value, both.by_a + both.by_b * below.by_a, both.by_b * below.by_b};
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
      return affine::billups(z, w, l, u);
    case NSDS_SMOOTHED:
      return affine::billups(z, w, l, u, parameter);
    case NSDS_PENALISED:
      return over_box([parameter](double x, double y) { return penalised(x, y, parameter); }, z, w, l, u);
    case NSDS_EVTUSHENKO_PURTOV:
      break;
  }
  return over_box(evtushenko_purtov, z, w, l, u);
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
