// Interpolates between the ends of a step.
#include "integrators/smooth/smooth_work.hpp"
#include "modeling/checks.hpp"

namespace nsds {

void SmoothIntegrator::findEnds() {
  if (endsKnown_) return;
  Work& w = *work_;
  evaluateRate(q0_, v0_, w.rate0);
  evaluateRate(q1_, v1_, w.rate1);
  beginAcceleration();
  acceleration();
  if (system_->plainPositions()) {
    w.second0 = a0_;
    w.second1 = a1_;
  } else {
    system_->positionAcceleration(q0_, v0_, a0_, w.second0);
    system_->positionAcceleration(q1_, v1_, a1_, w.second1);
  }
  endsKnown_ = true;
}

void SmoothIntegrator::interpolate(double t, VectorRef q, VectorRef v) {
  check::that(t >= t0_ && t <= t1_, "t = {} is not within the last step, from {} to {}", t, t0_, t1_);
  if (t == t1_) {
    q = q1_;
    v = v1_;
    return;
  }
  if (choosesSteps())
    doInterpolate(t, q, v);
  else
    interpolateByEnds(t, q, v);
}

void SmoothIntegrator::interpolateByEnds(double t, VectorRef q, VectorRef v) {
  // The quintic polynomial has the values and two derivatives of both ends.
  findEnds();
  Work& w = *work_;
  const double h = t1_ - t0_;
  const double s = (t - t0_) / h;
  const double s2 = s * s;
  const double s3 = s2 * s;
  // The part of q1, q1', q1'' that the Taylor polynomial of the begin does not have already.
  for (Index i = 0; i < positions(); ++i) {
    const double b = h * w.rate0[i];
    const double c = 0.5 * h * h * w.second0[i];
    const double dq = q1_[i] - q0_[i] - b - c;
    const double dr = h * w.rate1[i] - b - 2.0 * c;
    const double ds = h * h * w.second1[i] - 2.0 * c;
    const double c3 = 10.0 * dq - 4.0 * dr + 0.5 * ds;
    const double c4 = -15.0 * dq + 7.0 * dr - ds;
    const double c5 = 6.0 * dq - 3.0 * dr + 0.5 * ds;
    q[i] = q0_[i] + s * b + s2 * c + s3 * (c3 + s * (c4 + s * c5));
    w.dense[i] = (b + 2.0 * s * c + s2 * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5))) / h;
  }
  // Where coordinates turn, velocities follow from their rates.
  if (system_->plainPositions()) {
    v = w.dense;
    return;
  }
  system_->velocity(q, w.dense, v);
  system_->normalise(q);
}

}  // namespace nsds
