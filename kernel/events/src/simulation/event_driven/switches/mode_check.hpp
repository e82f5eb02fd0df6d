// Whether the motion with given states of rows goes on from an instant: outputs at bounds and multipliers between stay on
// their sides, to first order in time.
#pragma once

#include <optional>
#include <span>

#include "simulation/event_driven/switches/sliding.hpp"

namespace nsds {

class ModeCheck {
 public:
  /// Model and rows are borrowed. sizes: (rows) of the terms of the outputs; ahead: how far derivatives look [s].
  ModeCheck(FirstOrderModel& model, const SwitchRows& rows, Vector sizes, double ahead)
      : model_(model), rows_(rows), sizes_(std::move(sizes)), ahead_(ahead) {}

  /// lambda: (rows) to begin from.
  bool goesOn(double t, VectorConstRef x, const RowStates& states, const Vector& lambda);
  /// States that go on and differ from the given ones in the rows that are open; none if there are none, or too many to look
  /// at.
  std::optional<RowStates> others(double t, VectorConstRef x, RowStates states, const Vector& lambda,
                                  std::span<const Index> open);

 private:
  /// What rows are at an instant of the motion.
  struct Values {
    Vector y;
    Vector lambda;
    Vector rate;
  };
  static Values valuesOf(Sliding& sliding, double t, VectorConstRef x);
  static bool stays(double now, double soon, double size, double change);

  FirstOrderModel& model_;
  const SwitchRows& rows_;
  Vector sizes_;
  double ahead_;
};

}  // namespace nsds
