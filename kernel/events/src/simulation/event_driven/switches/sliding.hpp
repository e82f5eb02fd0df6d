// The motion with given rows between their bounds, whose outputs are zero: their multipliers follow from the outputs
// themselves as far as D determines them, and from the derivatives of what is left,
//
//   y_a = 0 over independent rows of D_aa,   Nᵀ (h_t + C x')_a = 0 with Nᵀ D_aa = 0,
//
// where Nᵀ y_a = 0 is an invariant of the motion, the surface that it slides on. Where that does not determine them their
// relative degree is above 1.
#pragma once

#include <vector>

#include "linalg/lu.hpp"
#include "simulation/event_driven/switches/first_order_model.hpp"
#include "simulation/event_driven/switches/switch_rows.hpp"

namespace nsds {

class Sliding {
 public:
  /// Both are borrowed.
  Sliding(FirstOrderModel& model, const SwitchRows& rows) : model_(model), rows_(rows) {}

  /// Takes the states of rows at a point, from multipliers near those there: (rows). Errors: Error naming a row whose
  /// multiplier is not determined.
  void begin(const RowStates& states, double t, VectorConstRef x, VectorConstRef lambda);
  /// The multipliers and the point they make: out. They depend on what begin() was given, and on t and x alone. Errors:
  /// Error where they are not found.
  void solve(double t, VectorConstRef x, Vector& lambda, FirstOrderPoint& point);
  /// Takes x to the surface by the least change; the multipliers are those at x. Returns by how much outputs were off.
  double project(double t, VectorRef x);
  bool empty() const { return between_.empty(); }
  /// True if there is a surface that x has to lie on.
  bool onSurface() const { return rank_ < std::ssize(between_); }
  /// What solutions begin from: (rows).
  const Vector& start() const { return start_; }

 private:
  Matrix balanced(const FirstOrderPoint& point);
  void divide(const FirstOrderPoint& point);
  bool factorise(const FirstOrderPoint& point);
  Vector residual(const FirstOrderPoint& point) const;
  [[noreturn]] void refuse(double t, VectorConstRef x, const FirstOrderPoint& point) const;

  FirstOrderModel& model_;
  const SwitchRows& rows_;
  std::vector<Index> between_;  // rows
  Vector start_;
  std::vector<Index> direct_;  // places among them of rows of D_aa that are independent
  Index rank_ = 0;             // of D_aa at the begin
  Matrix left_;                // N: (between x rest)
  CompleteLu lu_;
  Vector weights_;  // of the equations, 1 over the largest entry of each
  Vector units_;    // (between) of the rows of D_aa, 1 over the largest entry of each
};

}  // namespace nsds
