// Ranges and tics of axes.
#pragma once

#include <string>
#include <vector>

#include "figure.hpp"

namespace nsds::io {

/// The finite values, or the positive ones on a logarithmic axis, widened by a margin; never empty. margin:
/// relative to the spread, without effect on a logarithmic axis.
Range rangeOf(const std::vector<const std::vector<double>*>& values, bool logarithmic, double margin);

struct Tic {
  double value;
  std::string text;  ///< empty for a small tic
};

/// Tics of a logarithmic axis: powers of ten, with what lies between them where those are few.
std::vector<Tic> logarithmicTics(Range range);

}  // namespace nsds::io
