// Precision and work of all schemes on a problem.
#pragma once

#include <nsds/theory/accuracy/work_precision.hpp>
#include <string>
#include <vector>

#include "command/study/schemes/motion.hpp"
#include "command/study/schemes/scheme.hpp"

namespace nsds::command::schemes {

/// A scheme whose runs take longer is not run with a finer setting [s].
inline constexpr double kLongestRun = 0.25;

/// Means over the phases of a setting.
struct Delivered {
  double setting;
  double work = 0.0;     // steps or evaluations
  double seconds = 0.0;  // of the processor
  double error = 0.0;    // mean over time, relative
};

struct Measured {
  std::string scheme;
  Family family = Family::fixedSteps;
  std::vector<Delivered> runs;  ///< that came to an end within 100 % of error
  WorkPrecision works, seconds;
  std::string refusal;  ///< why the scheme does not take the problem, empty if it does
  std::string failure;  ///< the first error of a setting that did not come to its end, empty if all did
};

/// What an error costs: infinite where no run delivers it.
struct Cost {
  double work;
  double seconds;
};
Cost costOf(const Measured& measured, double error);

struct Comparison {
  Problem problem;
  double disagreement;  ///< of the two references
  std::int64_t events;
  std::vector<Measured> schemes;
};

Comparison compare(const Problem& problem);

}  // namespace nsds::command::schemes
