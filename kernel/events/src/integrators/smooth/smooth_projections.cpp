// Takes states to the constraints.
#include <algorithm>
#include <cmath>

#include "integrators/smooth/smooth_work.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {
constexpr int maxProjections = 20;
constexpr int maxApproaches = 100;
}  // namespace

ConsistencyReport SmoothIntegrator::makeConsistent(ConstrainedSystem& system, double t, VectorRef q,
                                                   VectorRef v, double positionLimit, double velocityLimit) {
  ConsistencyReport report;
  start(system, t, q, v);
  if (constraints() == 0) return report;
  const Vector q0 = q;
  const Vector v0 = v;
  try {
    projectState(t, q, v, positionLimit, velocityLimit, report);
  } catch (...) {
    q = q0;
    v = v0;
    throw;
  }
  report.displacement = largest(q - q0);
  report.velocityChange = largest(v - v0);
  return report;
}

void SmoothIntegrator::projectState(double t, VectorRef q, VectorRef v, double positionLimit,
                                    double velocityLimit, ConsistencyReport& report) {
  report.positionDefect = positionDefect(t, q);
  report.velocityDefect = velocityDefect(t, q, v);
  // Newton's method projects the position. If it fails, damped steps approach the constraints from the
  // beginning.
  if (report.positionDefect > positionLimit) {
    const Vector q0 = q;
    bool reached = projectPosition(t, q, positionLimit);
    if (!reached) {
      q = q0;
      reached = approachPosition(t, q, positionLimit);
    }
    // The rows were chosen off the constraints, where redundant ones look independent.
    chooseIndependent(t, q);
    if (!reached) {
      throw Error(fmt::format(
          "the position at t = {} cannot be brought to the constraints: a defect of {} was {}; do they "
          "contradict each other, or is the start too far off?",
          t, positionDefect(t, q), report.positionDefect));
    }
  }
  // The constraints on velocities are linear, so that one projection leaves rounding alone, or a
  // contradiction.
  if (velocityDefect(t, q, v) > velocityLimit) {
    const double speed = largest(v);
    projectVelocity(t, q, v);
    const double left = velocityDefect(t, q, v);
    const double rounding = 1e-13 * speed * work_->G.cwiseAbs().maxCoeff();
    if (!(left <= std::max({velocityLimit, rounding, 1e-8 * report.velocityDefect}))) {
      throw Error(fmt::format(
          "the velocity at t = {} cannot be brought to the constraints: a defect of {} was {}; do they "
          "contradict each other?",
          t, left, report.velocityDefect));
    }
  }
}

/// Corrects q once, with its g in work_->g.
void SmoothIntegrator::correctPosition(double t, double damping, VectorRef q) {
  Work& w = *work_;
  ++statistics_.newtonIterations;
  ++statistics_.linearSolves;
  w.g = -w.g;
  w.saddle.correct(*system_, q, jacobianAt(t, q), w.g, options_.metric, damping, w.change);
  displace(q, w.change, q);
}

/// Approaches the constraints by damped steps, for off them redundant rows look independent and ask for what
/// cannot be had. Damping in proportion to the defect keeps the method of Levenberg and Marquardt quadratic
/// without independent rows (Yamashita, Fukushima 2001, Computing Suppl. 15).
bool SmoothIntegrator::approachPosition(double t, VectorRef q, double limit) {
  const double begin = positionDefect(t, q);
  double defect = begin;
  for (int i = 0; i < maxApproaches && defect > 1e-12 * begin; ++i) {
    correctPosition(t, defect / begin, q);
    defect = positionDefect(t, q);
  }
  chooseIndependent(t, q);
  return projectPosition(t, q, limit);
}

/// Projects by Newton's method, to the accuracy that rounding allows.
bool SmoothIntegrator::projectPosition(double t, VectorRef q, double limit) {
  ++statistics_.projections;
  double defect = positionDefect(t, q);
  for (int i = 0; i < maxProjections && defect > 0.0; ++i) {
    correctPosition(t, 0.0, q);
    const double before = defect;
    defect = positionDefect(t, q);
    if (!(defect < 0.5 * before)) break;
  }
  // The rounding of g is that of the coordinates, through G, whatever the unit of g is.
  const double slopes = constraints() == 0 ? 0.0 : work_->G.cwiseAbs().rowwise().sum().maxCoeff();
  return defect <= std::max(limit, 64.0 * epsilon * slopes * largest(q));
}

void SmoothIntegrator::projectVelocity(double t, VectorConstRef q, VectorRef v) {
  Work& w = *work_;
  ++statistics_.projections;
  ++statistics_.linearSolves;
  velocityDefect(t, q, v);
  w.rate = -w.rate;
  w.saddle.correct(*system_, q, w.G, w.rate, options_.metric, 0.0, w.change);
  v += w.change;
}

}  // namespace nsds
