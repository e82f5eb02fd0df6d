// Linear relay systems, as of sliding-mode control and of dry friction with a known normal force:
//
//   M x' = A x + B λ + b,   y = C x + D λ + e,   y_i > 0: λ_i = lower_i,  y_i < 0: λ_i = upper_i,  y_i = 0: between;
//
// with [-1, 1] it is λ ∈ -Sgn(y), and Filippov's inclusion on each surface y_i = 0. With y = y⁺ - y⁻ it is a linear
// complementarity system of twice the rows, toLcs():
//
//   0 ≤ y⁺ ⟂ λ - lower ≥ 0,   0 ≤ y⁻ ⟂ upper - λ ≥ 0.
//
// Scheme: EulerMoreauOSI(1), the implicit relay: a step that reaches the surface ends on it, to the rounding of y, and λ is
// the equivalent control, whereas λ taken at the begin of a step chatters about the surface with an amplitude of h
// (Acary, Brogliato 2010, Implicit Euler numerical scheme and chattering-free implementation of sliding mode systems,
// Systems Control Lett. 59). ZeroOrderHoldOSI is exact between the instants of a sampled controller, EventDriven finds the
// instants of switches. The system makes sense where D, or C M⁻¹B where D = 0, is a P-matrix: relativeDegree() and
// stepWellPosedness() say so.
#pragma once

#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/complementarity_systems.hpp"

namespace nsds {

class NSDS_THEORY_API RelaySystem {
 public:
  using VectorFunction = LinearComplementarityDynamics::VectorFunction;

  /// The levels are -1 and 1, b and e zero.
  explicit RelaySystem(const LinearComplementaritySystem& matrices);
  /// b: (n), e: (m), constants or functions of time. Errors of all: InvalidArgument on another size, numbers that are not
  /// finite, an empty function, lower > upper.
  RelaySystem& setB(VectorConstRef b);
  RelaySystem& setB(VectorFunction b);
  RelaySystem& setE(VectorConstRef e);
  RelaySystem& setE(VectorFunction e);
  RelaySystem& setLevels(VectorConstRef lower, VectorConstRef upper);

  /// Matrices, b and e.
  const LinearComplementarityDynamics& dynamics() const { return dynamics_; }
  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }

  /// The interaction's multiplier is λ: (m). Errors: InvalidArgument if x0 has not n entries.
  FirstOrderParts addTo(Model& model, VectorConstRef x0) const;

 private:
  LinearComplementarityDynamics dynamics_;
  Vector lower_, upper_;
};

/// Multipliers (λ - lower, y⁻), outputs (y⁺, upper - λ): twice the rows.
NSDS_THEORY_API LinearComplementarityDynamics toLcs(const RelaySystem& relay);

}  // namespace nsds
