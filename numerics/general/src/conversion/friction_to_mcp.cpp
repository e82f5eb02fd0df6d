// Contact with friction as a mixed complementarity problem: the map of friction_complementarity.h with bounds and units.
#include <algorithm>
#include <cmath>
#include <vector>

#include "conversion/conversion.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "nsds/numerics/friction_complementarity.h"

namespace nsds::numerics::conversion {
namespace {

struct FreeNcp {
  void operator()(nsds_friction_ncp* ncp) const noexcept { nsds_friction_ncp_free(ncp); }
};
using Ncp = std::unique_ptr<nsds_friction_ncp, FreeNcp>;

class OfFriction : public nsds_conversion {
 public:
  OfFriction(const nsds_friction_contact& given, Ncp ncp)
      : ncp_(std::move(ncp)), size_(given.dimension + 1), lower_(index(describe().size), 0.0) {
    for (std::size_t i = 0; i < lower_.size(); ++i)
      if (describe().complementary[i] == 0) lower_[i] = -infinity;
    set_units(given);
    nsds_mcp mcp;
    nsds_mcp_init(&mcp);
    mcp.size = describe().size;
    mcp.F = {evaluate, differentiate, describe().column_starts, describe().row_indices, ncp_.get()};
    mcp.lower = lower_.data();
    mcp.scale_z = scale_z_.data();
    mcp.scale_w = scale_w_.data();
    problem = mcp;
  }

  void back(const Point& converted, const Result& given) const override {
    if (nsds_friction_ncp_back(ncp_.get(), converted.z.data(), given.z.data(), nullptr) != NSDS_OK)
      std::fill(given.z.begin(), given.z.end(), std::nan(""));
  }
  void forward(const Point& given, const Result& converted) const override {
    if (nsds_friction_ncp_forward(ncp_.get(), given.z.data(), converted.z.data()) != NSDS_OK)
      std::fill(converted.z.begin(), converted.z.end(), std::nan(""));
  }

 private:
  const nsds_friction_ncp_info& describe() const { return *nsds_friction_ncp_describe(ncp_.get()); }

  // A speed is measured in max |q|, a force in what makes that through the largest W_ii.
  void set_units(const nsds_friction_contact& given) {
    const std::int32_t rows = given.dimension * given.contacts;
    double speed = 0.0, response = 0.0;
    for (std::int32_t i = 0; i < rows; ++i) speed = std::max(speed, std::fabs(given.q[i]));
    for_each_diagonal_entry(
        *given.W, [&](std::int32_t, double value) { response = std::max(response, std::fabs(value)); });
    if (!(speed > 0.0)) speed = 1.0;
    const double force = response > 0.0 ? speed / response : 1.0;
    for (std::size_t i = 0; i < lower_.size(); ++i) {
      const std::size_t place = i % index(size_);
      const bool is_last = place + 1 == index(size_);
      scale_z_.push_back(place == 0 ? force : is_last ? speed : 1.0);
      scale_w_.push_back(is_last ? 1.0 : speed);
    }
  }

  static int outcome(nsds_status status) {
    return status == NSDS_OK                 ? NSDS_MAP_EVALUATED
           : status == NSDS_INVALID_ARGUMENT ? NSDS_MAP_OUTSIDE
                                             : NSDS_MAP_FAILED;
  }
  static int evaluate(void* user, const double* z, double* F) {
    return outcome(nsds_friction_ncp_evaluate(static_cast<nsds_friction_ncp*>(user), z, F, nullptr));
  }
  static int differentiate(void* user, const double* z, double* values) {
    return outcome(nsds_friction_ncp_evaluate(static_cast<nsds_friction_ncp*>(user), z, nullptr, values));
  }

  Ncp ncp_;
  std::int32_t size_;  // unknowns of a contact
  std::vector<double> lower_, scale_z_, scale_w_;
};

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

nsds_status nsds_friction_contact_to_mcp(const nsds_friction_contact* problem, nsds_conversion** conversion,
                                         char* message, size_t message_size) {
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    nsds_friction_ncp* made_ncp = nullptr;
    const nsds_status status = nsds_friction_contact_to_ncp(problem, &made_ncp, message, message_size);
    if (status != NSDS_OK) return status;
    Ncp ncp(made_ncp);
    auto made = std::make_unique<OfFriction>(*problem, std::move(ncp));
    made->info.given_class = NSDS_CLASS_FRICTION_CONTACT;
    made->info.given_size = problem->dimension * problem->contacts;
    return deliver(std::move(made), call);
  });
}
