// The academic problems whose exact solutions measure schemes with impacts: a unit mass is let go at the height q0 above a
// floor,
//
//   q'' = −g − k q + λ,   0 ≤ q ⟂ λ,   q'⁺ = −e q'⁻ where q = 0 and q'⁻ < 0,   q(0) = q0, q'(0) = 0.
//
//   bouncing ball            k = 0: impacts at t₁ = √(2 q0/g) and after flights of 2 eⁿ v₁/g, which accumulate at
//                            t₁ (1 + e)/(1 − e); then it rests
//   impacting oscillator     g = 0: q = q0 eⁿ |cos ωt|, with transversal impacts for ever
//   accumulating oscillator  k and g positive: impacts accumulate and it rests on the floor, as the ball does, while its
//                            flights, 2/ω atan(k vₙ/(g ω)), are no geometric series
//
// References: Acary, Brogliato (2008), Numerical Methods for Nonsmooth Dynamical Systems; Acary, lecture on time integration of
// nonsmooth systems (2010), equations 68-71.
#pragma once

#include <vector>

#include "nsds/theory/accuracy/sampled_function.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

class Interaction;
class LagrangianLinearTIDS;
class Model;

struct ImpactingMassParameters {
  double gravity = 2.0;      ///< g ≥ 0 [m/s²]
  double stiffness = 0.0;    ///< k ≥ 0 [1/s²]; g + k > 0
  double restitution = 0.5;  ///< e in [0, 1]
  double height = 1.0;       ///< q0 > 0 [m]
};

/// Left and right limits of the motion; q is continuous.
struct ImpactingMassState {
  double q;       ///< [m]
  double vLeft;   ///< [m/s]
  double vRight;  ///< [m/s]
};

class NSDS_THEORY_API ImpactingMass {
 public:
  /// Errors: InvalidArgument on parameters outside their ranges, and where more than 10⁶ impacts, as for 0.9999 < e < 1,
  /// come before flights are shorter than rounding.
  explicit ImpactingMass(const ImpactingMassParameters& parameters);

  /// g = 2, e = ½, q0 = 1: impacts at 3 − 2/2ⁿ, n = 1, 2, …, which accumulate at t = 3.
  static ImpactingMass bouncingBall();
  /// k = 1, e = 0.7, q0 = 1: impacts at (n − ½) π.
  static ImpactingMass impactingOscillator();
  /// k = 1, g = 0.2, e = 0.7, q0 = 1: impacts accumulate at t = 16.612340496.
  static ImpactingMass accumulatingOscillator();

  const ImpactingMassParameters& parameters() const { return parameters_; }
  /// The motion at t ≥ 0, by logarithmic search for the flight. Errors: InvalidArgument on a negative t, or one that is not
  /// finite.
  ImpactingMassState at(double t) const;
  /// Speed before the first impact, q'⁻ = −v₁ [m/s].
  double firstSpeed() const { return firstSpeed_; }
  /// Instants of impacts in [0, until], ascending. Where they accumulate the list ends when flights are shorter than the
  /// rounding of t. Errors: InvalidArgument on an `until` that is not finite.
  std::vector<double> impactTimes(double until) const;
  /// From when on it rests: the end of the accumulation, infinite if there is none.
  double restTime() const { return restTime_; }

  /// The velocity over [from, to], with both limits at impacts, for measures of filled-in graphs and uniform errors: exact
  /// where k = 0, otherwise by samples at most `spacing` [s] apart, between which it errs by k v₁ spacing²/8 at
  /// most. Errors: InvalidArgument unless 0 ≤ from < to, and on a spacing that is not positive; it may be infinite if k = 0.
  SampledFunction velocity(double from, double to, double spacing) const;

  /// What addTo made, owned by the model.
  struct Parts {
    LagrangianLinearTIDS& mass;
    Interaction& contact;
  };
  /// Adds the mass, with its exact position and right velocity at the model's t0, and its contact with the floor. A t0 of a
  /// share of a step is a phase (meanOverPhases). Errors: InvalidArgument if t0 < 0.
  Parts addTo(Model& model) const;

 private:
  struct Impact {
    double time;
    double arrival;    // speed before
    double departure;  // speed after
  };
  void listImpacts();
  double flightOf(double departure) const;
  Impact lastImpact(double t) const;
  ImpactingMassState falling(double t) const;
  ImpactingMassState flying(const Impact& impact, double t) const;

  ImpactingMassParameters parameters_;
  double omega_ = 0.0;       // √k
  double firstTime_ = 0.0;   // t₁
  double firstSpeed_ = 0.0;  // v₁
  double restTime_ = 0.0;
  std::vector<Impact> impacts_;  // where they accumulate: all that can be told apart; otherwise the first
};

}  // namespace nsds
