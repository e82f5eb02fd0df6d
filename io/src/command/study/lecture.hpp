// What makes the figures of the lecture, by kind. Problems: a ball, q'' = -2, e = 1/2, that comes to rest at t = 3; an
// oscillator, q'' = -q, e = 0.7, with impacts for ever.
#pragma once

#include <nsds/kernel.hpp>
#include <nsds/theory/accuracy/impacting_mass.hpp>

#include "command/study/figure.hpp"

namespace nsds::command::lecture {

struct Problem {
  const char* name = "";
  double T = 0.0;  // [s]
  ImpactingMass exact;
};
inline constexpr Index kPhases = 8;

Problem ball();
Problem oscillator();

/// What a run delivered, as a mean over eight phases of the impacts in the steps.
struct Delivered {
  double work = 0.0;      // steps of the scheme that were computed
  double position = 0.0;  // L1 error over the grid [m s]
  double velocity = 0.0;  // [m]
};
/// TimeStepping by a scheme with steps h.
Delivered runFixed(const Problem& problem, const OneStepIntegrator& scheme, double h);
/// Adaptive steps of Moreau and Jean's scheme, theta = 1/2; all tolerances are `tolerance`, but those of violations where
/// they are not controlled.
Delivered runAdaptive(const Problem& problem, ErrorOrder order, double tolerance, bool violations);

// exact.cpp
StudyResult academicProblems();
StudyResult exactBall();
StudyResult exactOscillator();

// orders.cpp
StudyResult moreauOrdersBall();
StudyResult moreauOrdersOscillator();
StudyResult schatzmanOrdersBall();
StudyResult schatzmanOrdersOscillator();

// adaptive.cpp: estimates of order 0, 1 and 2 without and with control of violations, and of an order that varies
StudyResult orderZeroBall();
StudyResult orderZeroOscillator();
StudyResult orderOneBall();
StudyResult orderOneOscillator();
StudyResult orderTwoBall();
StudyResult orderTwoOscillator();
StudyResult orderZeroViolationBall();
StudyResult orderZeroViolationOscillator();
StudyResult orderOneViolationBall();
StudyResult orderOneViolationOscillator();
StudyResult variableOrderBall();
StudyResult variableOrderOscillator();

// any_order.cpp
StudyResult implicitOscillator();
StudyResult halfExplicitOscillator();
StudyResult implicitBall();
StudyResult halfExplicitBall();

// splitting.cpp
StudyResult splittingBall();
StudyResult splittingOscillator();
StudyResult controlledSplitting();

}  // namespace nsds::command::lecture
