// Fits a power law, such as an order of convergence.
#pragma once

#include <span>

#include "nsds/io/export.hpp"

namespace nsds::io {

/// y = factor x^exponent
struct PowerLaw {
  double factor;
  double exponent;
};

/// Least squares of log y over log x, from the points with two positive, finite numbers. With steps and errors
/// the exponent is the order. Throws std::invalid_argument for ranges of different lengths, and where such
/// points have fewer than two different x.
NSDS_IO_API PowerLaw fitPowerLaw(std::span<const double> x, std::span<const double> y);

}  // namespace nsds::io
