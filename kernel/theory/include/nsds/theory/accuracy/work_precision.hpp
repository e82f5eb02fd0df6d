// Work-precision data: what a method delivers and what it takes, over its step or its tolerance. Methods are compared at
// equal delivered error, not at equal tolerance, which each reads in its own way. Reference: Hairer, Nørsett, Wanner (1993),
// Solving Ordinary Differential Equations I, section II.10.
#pragma once

#include <vector>

#include "nsds/theory/export.hpp"

namespace nsds {

struct WorkPrecisionPoint {
  double setting;  ///< step [s] or tolerance that the run was asked for
  double work;     ///< seconds, steps or evaluations
  double error;    ///< delivered
};

/// The runs of one method on one problem.
class NSDS_THEORY_API WorkPrecision {
 public:
  /// Errors: InvalidArgument unless all three are finite, setting and work positive, and the error not negative.
  void add(const WorkPrecisionPoint& point);
  const std::vector<WorkPrecisionPoint>& points() const { return points_; }

  /// The runs that no other one beats, with less work for an error that is not larger: by ascending work, descending error.
  std::vector<WorkPrecisionPoint> front() const;
  /// The least work that delivers the error or less: between two runs of the front by interpolation of logarithms, infinite below its
  /// last error, and the work of its first run above the first error. Errors: InvalidArgument if the error is not positive.
  double workFor(double error) const;

 private:
  std::vector<WorkPrecisionPoint> points_;
};

}  // namespace nsds
