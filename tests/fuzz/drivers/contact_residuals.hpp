// What the drivers of reduced contacts share: which residual a solve was asked to judge by, and that of the class on paper.
#pragma once

#include <cmath>
#include <cstring>

#include "check.hpp"
#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"

namespace nsds::fuzz {

inline bool is_judged_by_class(const nsds_options* options) {
  const char* word = "";
  return options != nullptr && nsds_options_get_choice(options, "norm", &word) == NSDS_OK &&
         std::strcmp(word, "class") == 0;
}

// naive: by the formula of the header; NaN: not computed.
inline void check_class_residual(nsds_status status, double naive, const nsds_residual& residual) {
  NSDS_FUZZ_CHECK(status == NSDS_OK, "a problem is solved whose residual of the class cannot be measured");
  NSDS_FUZZ_CHECK(
      !(std::fabs(naive - residual.value) > 1e-9 * (1.0 + residual.value) + 256.0 * residual.roundoff_floor),
      "the residual of the class is not that of the header");
}

}  // namespace nsds::fuzz
