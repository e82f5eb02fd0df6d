// The bounds of relay problems and programs: lower (n), then upper (n), infinite ones as -inf and inf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text_reader.hpp"

namespace nsds::problems {

struct Bounds {
  std::vector<double> lower, upper;
};

/// Throws FileError, also where lower_i > upper_i.
Bounds readBounds(TextReader& reader, std::size_t n);

}  // namespace nsds::problems
