// Complementarity functions over Lorentz cones, and their Jordan algebra, for Newton methods of the user.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/guard.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "nsds/numerics/complementarity_function.h"
#include "vi/jordan.hpp"

namespace nsds::numerics::vi {
namespace {

bool is_vector(const double* x, std::int32_t size) {
  return size >= 1 && x != nullptr && first_not_finite(x, size) < 0;
}

bool has_jordan_form(nsds_complementarity_function function, double parameter) {
  return function == NSDS_MINIMUM || function == NSDS_FISCHER_BURMEISTER ||
         (function == NSDS_SMOOTHED && parameter >= 0.0 && parameter < infinity);
}

}  // namespace
}  // namespace nsds::numerics::vi

using namespace nsds::numerics;

// NOLINTBEGIN(readability-non-const-parameter): they are written through
nsds_status nsds_cone_complementarity_evaluate(nsds_complementarity_function function, double parameter,
                                               int32_t size, double mu, const double* z, const double* w,
                                               double* value, double* by_z, double* by_w) {
  // NOLINTEND(readability-non-const-parameter)
  if (!vi::has_jordan_form(function, parameter) || !vi::is_vector(z, size) || !vi::is_vector(w, size) ||
      !(mu >= 0.0 && mu < infinity) || value == nullptr || (by_z == nullptr) != (by_w == nullptr))
    return NSDS_INVALID_ARGUMENT;
  return guarded([&] {
    const std::size_t k = index(size), entries = by_z == nullptr ? 0 : k * k;
    std::vector<double> scratch(vi::jordan_scratch * k);
    const vi::LorentzPair pair{mu, {z, k}, {w, k}};
    const vi::LorentzValue out{{value, k}, {by_z, entries}, {by_w, entries}};
    if (function == NSDS_MINIMUM)
      vi::jordan_minimum(pair, out, scratch);
    else
      vi::jordan_fischer_burmeister(pair, function == NSDS_SMOOTHED ? parameter : 0.0, out, scratch);
    return NSDS_OK;
  });
}

nsds_status nsds_jordan_product(int32_t size, const double* x, const double* y, double* product) {
  if (!vi::is_vector(x, size) || !vi::is_vector(y, size) || product == nullptr) return NSDS_INVALID_ARGUMENT;
  vi::jordan_product({x, index(size)}, {y, index(size)}, {product, index(size)});
  return NSDS_OK;
}

nsds_status nsds_jordan_spectral_values(int32_t size, const double* x, double* values) {
  if (!vi::is_vector(x, size) || values == nullptr) return NSDS_INVALID_ARGUMENT;
  const auto found = vi::spectral_values({x, index(size)});
  std::copy(found.begin(), found.end(), values);
  return NSDS_OK;
}

nsds_status nsds_jordan_square_root(int32_t size, const double* x, double* root) {
  if (!vi::is_vector(x, size) || root == nullptr) return NSDS_INVALID_ARGUMENT;
  const auto [least, largest] = vi::spectral_values({x, index(size)});
  if (least < 0.0) return NSDS_INVALID_ARGUMENT;
  const double low = std::sqrt(least), high = std::sqrt(largest), t = 0.5 * (largest - least);
  root[0] = 0.5 * (low + high);
  for (std::int32_t i = 1; i < size; ++i) root[i] = t > 0.0 ? 0.5 * (high - low) * (x[i] / t) : 0.0;
  return NSDS_OK;
}
