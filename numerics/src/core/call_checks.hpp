// Checks of arguments that every class has in common. Each writes a sentence and returns false on a fault.
#pragma once

#include <cstddef>

#include "core/sentence.hpp"
#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"

namespace nsds::numerics {

// A struct that its initialiser did not see has the wrong size in its first member.
inline bool check_struct_size(const char* name, const char* initialiser, std::size_t given,
                              std::size_t expected, const Sentence& sentence) {
  if (given == expected) return true;
  sentence.write("{}.struct_size is {}, it must be {}: call {} first.", name, given, expected, initialiser);
  return false;
}

// Fills what a report says of a call that was refused.
inline nsds_status refused(nsds_status status, double tolerance, nsds_report* report) {
  if (report == nullptr) return status;
  report->status = status;
  report->iterations = 0;
  report->tolerance = tolerance;
  nsds_residual_init(&report->residual);
  return status;
}

}  // namespace nsds::numerics
