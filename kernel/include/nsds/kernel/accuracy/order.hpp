// The order of convergence that errors show: the p of error = C h^p, by least squares of log error over log h.
//
// Where impacts fall in their steps changes the error of a run of an event-capturing scheme by factors of 2 to 13, and orders of
// single runs by a third. Such errors show their order as means over phases: over runs whose grids are shifted by a share of the
// step.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// Errors outside are left out of a fit: large ones are not yet asymptotic, small ones are rounding.
struct ErrorRange {
  double least = 0.0;
  double largest = std::numeric_limits<double>::infinity();
};

struct OrderFit {
  double order;          ///< p
  double factor;         ///< C
  double standardError;  ///< of p, from the residuals of the fit; infinite for two points, which leave none
  Index points;          ///< that the fit is over
};

/// h: steps, or other numbers that errors are powers of; error: as many. Points count where both numbers are positive and
/// finite and the error is in the range. Errors: InvalidArgument where the lengths differ, or such points have fewer than two
/// different h.
NSDS_KERNEL_API OrderFit fitOrder(std::span<const double> h, std::span<const double> error,
                                  const ErrorRange& range = {});

/// The mean of error(phase) over the phases (i + ½) / count, i = 0 … count − 1, in (0, 1): 8 phases or more average over
/// where impacts fall in their steps. Errors: InvalidArgument if count < 1, or on an error that is not finite.
NSDS_KERNEL_API double meanOverPhases(Index count, const std::function<double(double phase)>& error);

}  // namespace nsds
