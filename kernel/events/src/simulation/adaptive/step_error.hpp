// How far two results of a step are from each other, relative to tolerances, and what the step adds to penetrations.
#pragma once

#include <span>
#include <vector>

#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/step_control.hpp"

namespace nsds {

/// The outputs in a block of numbers of the model (FlatVectors::values()).
inline std::span<const double> outputsIn(const std::vector<double>& values, FlatVectors& flat) {
  const auto place = static_cast<std::size_t>(flat.output() - flat.values().data());
  return std::span(values).subspan(place, static_cast<std::size_t>(flat.rows()));
}

class StepError {
 public:
  /// Takes up the entries of the model and the gaps among its relations; all: I0.
  void compile(Model& model, const IndexSet& all);

  /// The largest entry of factor (a - b) relative to its tolerance. a, b and start are blocks of numbers of the model
  /// (FlatVectors::values()), start that of the begin of the step.
  double difference(const StepControl& control, double factor, const std::vector<double>& a,
                    const std::vector<double>& b, const std::vector<double>& start) const;
  /// The largest distance of the middle of a step with an event from what is shown of it there, relative to its tolerance:
  /// positions on the parabola with the rate at the start, states of first order on the line between the ends. How late an
  /// event is shows there, even where the ends of the step do not tell.
  double bend(const StepControl& control, const std::vector<double>& start, const std::vector<double>& middle,
              const std::vector<double>& end) const;
  /// The largest increment of a penetration, relative to its tolerance. (rows) outputs at the start and at the end of a step.
  double violation(const StepControl& control, std::span<const double> start,
                   std::span<const double> end) const;

 private:
  /// An entry of the block, and the size that absolute tolerances of it refer to.
  struct Entry {
    std::size_t place;
    double size;
  };

  /// A system in the block, the first of its entries among all positions.
  struct System {
    const MechanicalDS* mechanical;  // null: of first order
    std::size_t position, velocity, entry;
    Index size, dimension;
  };

  void addSystem(const DynamicalSystem& system, const NonSmoothDynamicalSystem& nsds, const Scales& scales);

  std::vector<Entry> positions_;
  std::vector<Entry> velocities_;
  std::vector<System> systems_;
  std::vector<std::size_t> gaps_;  // rows
  mutable Vector rate_;            // q' of the present system
  double length_ = 1.0;            // scale of the model
};

}  // namespace nsds
