// These are the vectors that smooth integrators work with between calls.
#pragma once

#include <limits>

#include "integrators/smooth/saddle_point.hpp"
#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

inline double largest(VectorConstRef x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

struct SmoothIntegrator::Work {
  SaddlePoint saddle;
  Matrix G, D;
  Vector F, g, rate, gamma, change;
  Vector rate0, second0, rate1, second1;                           // q' and q'' at the ends
  Vector dense;                                                    // q' between them
  double jacobianTime = std::numeric_limits<double>::quiet_NaN();  // where G was evaluated
  Vector jacobianQ;
  Vector trial, trialV;          // the end of a step, taken to the rows that are kept
  SaddlePoint::Choice begin;     // of independent rows, that the step was taken with
  SaddlePoint::Choice restored;  // that of a saved state
};

}  // namespace nsds
