#include "polyhedron/proximal_ip/weights.hpp"

#include <algorithm>

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr double last_product = 1e-24;  // where residuals ask for less
constexpr double most_skewed = 1e4;
constexpr double stronger = 10.0;  // the product after a failure
constexpr double weaker = 0.1;     // and where a term leaves more than it should
constexpr double strongest = 1.0;
constexpr double leaves = 0.1;  // share of a residual that a term may leave

}  // namespace

void Weights::begin_iteration(double ratio) {
  if (!strengthened_ && (wanted_delta_ < least_delta() || wanted_rho_ < least_rho()))
    product_ = std::max(last_product, weaker * product_);
  rho_ = std::max(least_rho(), ratio * std::min(rho_, wanted_rho_));
  delta_ = std::max(least_delta(), ratio * std::min(delta_, wanted_delta_));
  strengthened_ = false;
}

bool Weights::strengthen() {
  if (rho_ >= strongest) return false;
  product_ = std::max(stronger * product_, stronger * rho_ * delta_);
  rho_ = std::min(strongest, std::max(rho_, least_rho()));
  delta_ = std::min(strongest, std::max(delta_, least_delta()));
  strengthened_ = true;
  return true;
}

void Weights::note(const Step& step) {
  const double x_size = step.x * step.x_step;
  const double y_size = step.y * step.y_step;
  if (x_size > 0.0 && y_size > 0.0)
    skew_ = std::clamp(std::sqrt(y_size / x_size), 1.0 / most_skewed, most_skewed);
  wanted_delta_ = step.y_step > 0.0 ? leaves * step.primal_rest / step.y_step : infinity;
  wanted_rho_ = step.x_step > 0.0 ? leaves * step.dual_rest / step.x_step : infinity;
}

}  // namespace nsds::numerics::polyhedron::proximal
