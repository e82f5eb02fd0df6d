// These functions check a problem before it is owned or written. They throw std::invalid_argument.
#pragma once

#include <cstdint>

#include "nsds/problems/export.hpp"

namespace nsds::problems {

/// what: what should have been.
NSDS_PROBLEMS_API void require(bool holds, const char* what);

/// Refuse a number that is not finite or negative.
NSDS_PROBLEMS_API void checkCoefficient(double mu, std::int32_t contact, const char* name = "mu");
NSDS_PROBLEMS_API void checkFriction(const double* mu, std::int32_t contacts, const char* name = "mu");

}  // namespace nsds::problems
