// How far two results of a step are from each other, relative to tolerances, and what the step adds to penetrations.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/step_control.hpp"

namespace nsds {

class StepError {
 public:
  /// Takes up the entries of the model and the gaps among its relations; all: I0.
  void compile(Model& model, const IndexSet& all);

  /// The largest entry of factor (a - b) relative to its tolerance. a, b and start are blocks of numbers of the model
  /// (FlatVectors::values()), start that of the begin of the step.
  double difference(const StepControl& control, double factor, const std::vector<double>& a,
                    const std::vector<double>& b, const std::vector<double>& start) const;
  /// The largest distance of a state of first order in the middle of a step from the line between its ends, relative to its
  /// tolerance: an event between them shows there, even where the end of the step is exact.
  double bend(const StepControl& control, const std::vector<double>& start, const std::vector<double>& middle,
              const std::vector<double>& end) const;
  /// The largest increment of a penetration from start to end, relative to its tolerance.
  double violation(const StepControl& control, const std::vector<double>& start,
                   const std::vector<double>& end) const;

 private:
  /// An entry of the block, and the size that absolute tolerances of it refer to.
  struct Entry {
    std::size_t place;
    double size;
  };

  void addSystem(const DynamicalSystem& system, const NonSmoothDynamicalSystem& nsds, const Scales& scales);

  std::vector<Entry> positions_;
  std::vector<Entry> velocities_;
  std::vector<Entry> firstOrder_;  // among the positions
  std::vector<std::size_t> gaps_;
  double length_ = 1.0;  // scale of the model
};

}  // namespace nsds
