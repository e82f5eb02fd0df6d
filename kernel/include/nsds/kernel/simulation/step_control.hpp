// Options and report of adaptive time stepping (adaptive_time_stepping.hpp), and how its estimates are made.
//
// A step of length h is made once and, from the same state, as two steps of h/2; the second result x_{1/2} is kept and the
// first, x_1, tells its error. With p the order of the scheme in this step,
//
//   e = (x_{1/2} - x_1) / (2^p - 1),  p = 1, 2;      e = 2 (x_{1/2} - x_1),  p = 0,
//   error = max_i |e_i| / (atol_i + rtol max(|x_i(t_k)|, |x_i(t_{k+1})|)),
//   h_new = h min(growth, max(shrinking, safety error^{-1/(p+1)})),                 exponent 1 for p = 0.
//
// An impact makes p = 0 for velocities whatever h is, and a contact that two step lengths both fall through without noticing
// leaves no trace in e. So what a step adds to penetrations counts beside it:
//
//   error_violation = max over gaps (max(0, -g_{k+1}) - max(0, -g_k)) / violation tolerance.
//
// Schemes that never penetrate, and states of first order, leave no such trace: in a step with an event the distance of the
// positions at t_k + h/2 from what is shown there counts too, the parabola with the rate at the begin of the step; of states of
// first order the line between the ends. An impact that is late by a part of the step bends positions by that much.
//
// The increment is taken and not the penetration itself, which a contact at rest keeps from step to step: it would shorten
// every step from then on. Sources: Hairer, Nørsett, Wanner 1993, Solving Ordinary Differential Equations I, section II.4;
// Acary 2012, Appl. Numer. Math. 62, 1259 (order 0 and violations); Studer, Leine, Glocker 2008, Int. J. Numer. Meth. Eng.
// 76, 1747 (extrapolation).
#pragma once

#include <cstdint>

#include "nsds/common/cxx20.hpp"

namespace nsds {

/// How the order p of the estimate is found.
enum class ErrorOrder : std::uint8_t {
  zero,       ///< p = 0 in every step
  one,        ///< p = 1 in every step
  two,        ///< p = 2 in every step
  indicator,  ///< that of the scheme in smooth motion; 0 in a step with an impact or a change of contacts
  observed,  ///< log2 of |x_{1/2} - x_1| / |x_{1/4} - x_{1/2}|, rounded, in 0 … 2, for four more steps of h/4
};

/// What happens where the error asks for a step below minStep.
enum class ShortestStep : std::uint8_t {
  refuse,  ///< throw StepSizeError
  accept,  ///< take the step of minStep, count it, and warn once
};

struct StepControl {
  double relativeTolerance = 1e-4;  ///< rtol, ≥ 0, dimensionless
  /// atol, > 0, relative to the model's scale of the entry: length, or 1 where a coordinate is an angle or part of a
  /// quaternion; length/time of velocities.
  double absoluteTolerance = 1e-4;
  /// Of what a step adds to penetrations, > 0, relative to the length scale; infinity: they do not count.
  double violationTolerance = 1e-4;
  bool velocities = false;  ///< velocities count in the error, not only positions
  ErrorOrder order = ErrorOrder::indicator;
  double safety = 0.9;     ///< in (0, 1)
  double shrinking = 0.2;  ///< smallest factor from one step to the next, in (0, 1)
  double growth = 5.0;     ///< largest factor, > 1
  bool pi = false;  ///< h_new/h = safety error_k^{-0.7/(p+1)} error_{k-1}^{0.4/(p+1)}, in accepted steps
  double firstStep = 0.0;  ///< [s]; 0: the first step of the time discretisation
  double minStep = 0.0;    ///< [s]; 0: 1e-10 times the interval of the model
  double maxStep =
      0.0;  ///< [s]; 0: no limit but the end. Lengths are maxStep, or firstStep, times powers of √2
  ShortestStep atMinStep = ShortestStep::refuse;
  /// Columns k of the table of extrapolation, 1 … 4; 1: none. Where all substeps have the same contacts, and no impact, the
  /// step is made of 1, 2, …, k substeps, and their results are extrapolated to order k, 2 k of symmetric schemes.
  int extrapolation = 1;
  std::int64_t maxStepsBetweenSamples = 1'000'000;
};

/// The work of adaptive control so far.
struct StepControlReport {
  std::int64_t accepted = 0;
  std::int64_t rejected = 0;  ///< for their error
  std::int64_t failed =
      0;  ///< for a solver, Newton's method or a function of the user; tried again with less
  std::int64_t computed = 0;   ///< steps of the scheme that all this took
  std::int64_t nonsmooth = 0;  ///< accepted, with an impact or a change of contacts
  std::int64_t shortest = 0;   ///< accepted at minStep with too large an error
  double smallestStep = 0.0;   ///< of those accepted [s]
  double largestStep = 0.0;    ///< [s]
  double lastStep = 0.0;       ///< [s]
  double lastError = 0.0;      ///< of the last accepted step, relative to the tolerance
  double lastViolation = 0.0;  ///< what it added to penetrations, relative to the tolerance
  int lastOrder = 0;           ///< the order of its estimate
};

}  // namespace nsds
