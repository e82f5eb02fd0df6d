// The same contact problem with other friction and its contacts in another order.
#pragma once

#include <string>

#include "nsds/numerics/friction_contact.h"
#include "support/collection/reduced.hpp"

namespace nsds::bench {

constexpr double friction_factors[] = {0.1, 0.3, 0.6, 1.0, 1.4, 2.0};
constexpr const char* contact_orders[] = {"given", "reversed", "shuffled"};

// mu times factor, contact order[c] of the given problem in place of c; shuffled: always the same way.
// Throws std::invalid_argument on an order of another name.
Reduced variant_of(const nsds_friction_contact& given, double factor, const std::string& order);

}  // namespace nsds::bench
