// Converts contact with friction over a pyramid, in C++, over polyhedral_friction.h.
#pragma once

#include "nsds/numerics/cpp/conversion.hpp"
#include "nsds/numerics/polyhedral_friction.h"

namespace nsds::numerics {

// Throws Error where the problem or the count is refused.
inline Conversion friction_contact_to_lcp(const nsds_friction_contact& problem, int32_t count,
                                          nsds_facets facets) {
  nsds_conversion* made = nullptr;
  char message[256] = "";
  detail::require(nsds_friction_contact_to_lcp(&problem, count, facets, &made, message, sizeof message),
                  message);
  return Conversion(made);
}

}  // namespace nsds::numerics
