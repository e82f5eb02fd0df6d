// Writes the bounds of relay problems, programs and boxes: lower (n), then upper (n), infinite ones as -inf and inf.
#pragma once

#include <cstdint>
#include <iosfwd>

namespace nsds::problems {

/// lower, upper: (n), Nullable: infinite. Throws std::invalid_argument for a bound that is not a number or
/// the wrong infinity.
void writeBounds(std::ostream& out, std::int32_t n, const double* lower, const double* upper);

}  // namespace nsds::problems
