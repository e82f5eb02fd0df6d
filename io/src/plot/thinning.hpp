// Leaves out the points of a long curve that nobody could see.
#pragma once

#include "figure.hpp"

namespace nsds::io {

/// Keeps the first, least, largest and last point in every column of pixels, where x ascends; the drawn line is
/// the same then. Other curves stay as they are.
Curve thinned(const Curve& curve, Range x, bool logarithmic, int pixels);

}  // namespace nsds::io
