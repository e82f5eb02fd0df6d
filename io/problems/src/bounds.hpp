// The bounds of relay problems and programs: lower (n), then upper (n), infinite ones as -inf and inf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

#include "text_reader.hpp"

namespace nsds::problems {

struct Bounds {
  std::vector<double> lower, upper;
};

/// Throws FileError, also where lower_i > upper_i.
Bounds readBounds(TextReader& reader, std::size_t n);

/// lower, upper: (n), Nullable: infinite. Throws std::invalid_argument for a bound that is not a number or
/// the wrong infinity.
void writeBounds(std::ostream& out, std::int32_t n, const double* lower, const double* upper);

}  // namespace nsds::problems
