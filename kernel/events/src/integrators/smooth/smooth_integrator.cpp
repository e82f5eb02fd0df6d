#include "nsds/kernel/integrators/smooth_integrator.hpp"

#include <algorithm>
#include <cmath>

#include "integrators/smooth/smooth_work.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr int maxChoices = 3;  // of independent rows within one step

double squares(VectorConstRef error, VectorConstRef x, VectorConstRef y, const SmoothOptions& options) {
  double sum = 0.0;
  for (Index i = 0; i < error.size(); ++i) {
    const double size = std::max(std::abs(x[i]), std::abs(y[i]));
    const double ratio = error[i] / (options.absoluteTolerance + options.relativeTolerance * size);
    sum += ratio * ratio;
  }
  return sum;
}

/// The lengths of steps and the factors between them have to leave steps to choose.
void checkStepChoice(const SmoothOptions& o) {
  check::that(std::isfinite(o.minStep) && o.minStep >= 0.0,
              "minStep = {} of a smooth integrator is negative or not finite", o.minStep);
  check::that(o.minStep <= o.maxStep, "minStep = {} of a smooth integrator is above maxStep = {}", o.minStep,
              o.maxStep);
  check::that(o.initialStep == 0.0 || o.initialStep >= o.minStep,
              "initialStep = {} of a smooth integrator is below minStep = {}", o.initialStep, o.minStep);
  check::that(o.fixedStep == 0.0 || o.fixedStep >= o.minStep,
              "fixedStep = {} of a smooth integrator is below minStep = {}", o.fixedStep, o.minStep);
  check::that(o.safety > 0.0 && o.safety < 1.0, "safety = {} of a smooth integrator is not between 0 and 1",
              o.safety);
  check::that(o.smallestFactor > 0.0 && o.smallestFactor <= o.safety,
              "smallestFactor = {} of a smooth integrator is not positive, or above safety = {}",
              o.smallestFactor, o.safety);
  check::that(std::isfinite(o.largestFactor) && o.largestFactor >= 1.0,
              "largestFactor = {} of a smooth integrator is below 1 or not finite", o.largestFactor);
}

}  // namespace

ConstrainedSystem::~ConstrainedSystem() = default;
StepSizeError::~StepSizeError() = default;
SmoothIntegrator::~SmoothIntegrator() = default;
SmoothIntegrator::SmoothIntegrator(SmoothIntegrator&&) noexcept = default;

SmoothIntegrator::SmoothIntegrator(const SmoothOptions& options) : work_(std::make_unique<Work>()) {
  setOptions(options);
}

void SmoothIntegrator::setOptions(const SmoothOptions& options) {
  const auto positive = [](double x, const char* what) {
    check::that(x > 0.0, "the {} {} of a smooth integrator is not positive", what, x);
  };
  positive(options.relativeTolerance, "relative tolerance");
  positive(options.absoluteTolerance, "absolute tolerance");
  positive(options.maxStep, "longest step");
  positive(options.positionViolation, "limit of the position's violation");
  positive(options.velocityViolation, "limit of the velocity's violation");
  check::that(options.initialStep >= 0.0 && options.fixedStep >= 0.0 && std::isfinite(options.fixedStep),
              "the first step {} or the fixed step {} of a smooth integrator is negative or not finite",
              options.initialStep, options.fixedStep);
  check::that(options.maxSteps >= 1, "{} steps of a smooth integrator are too few", options.maxSteps);
  checkStepChoice(options);
  options_ = options;
}

void SmoothIntegrator::start(ConstrainedSystem& system, double t, VectorConstRef q, VectorConstRef v) {
  begin(system, t, q, v);
  chooseIndependent(t, q);
  work_->begin = work_->saddle.choice();
}

void SmoothIntegrator::begin(ConstrainedSystem& system, double t, VectorConstRef q, VectorConstRef v) {
  system_ = &system;
  const Index n = system.dofs();
  const Index m = system.constraints();
  Work& w = *work_;
  check::size("start", "q", q.size(), system.positions());
  check::size("start", "v", v.size(), n);
  const bool resized = n != dofs() || m != constraints() || q.size() != positions();
  // q and v may be those of the last step: they are taken before anything is resized.
  t0_ = t1_ = stepEnd_ = t;
  q0_ = q1_ = q;
  v0_ = v1_ = v;
  for (Vector* left : {&leftQ0_, &leftQ1_}) left->setZero(system.positions());
  for (Vector* left : {&leftV0_, &leftV1_}) left->setZero(n);
  // Work is laid out anew only if a size has changed.
  if (resized) {
    w.saddle.reset(n, m);
    for (Matrix* matrix : {&w.G, &w.D}) matrix->setZero(m, n);
    for (Vector* vector : {&w.F, &w.change, &a0_, &a1_}) vector->setZero(n);
    for (Vector* vector : {&w.g, &w.rate, &w.gamma, &lambda1_}) vector->setZero(m);
    for (Vector* vector : {&w.rate0, &w.second0, &w.rate1, &w.second1, &w.dense, &w.jacobianQ, &w.trial})
      vector->setZero(positions());
  }
  // Nothing is known of the new beginning.
  w.jacobianTime = std::numeric_limits<double>::quiet_NaN();
  endKnown_ = beginKnown_ = multipliersKnown_ = endsKnown_ = false;
  rejected_ = false;
  tried_ = 0;
  doStart();
}

void SmoothIntegrator::chooseIndependent(double t, VectorConstRef q) {
  if (constraints() < 2) return;
  work_->saddle.choose(*system_, q, jacobianAt(t, q));
}

double SmoothIntegrator::scaledError(VectorConstRef errorQ, VectorConstRef errorV) const {
  const double sum = squares(errorQ, q0_, q1_, options_) + squares(errorV, v0_, v1_, options_);
  return std::sqrt(sum / static_cast<double>(errorQ.size() + errorV.size()));
}

/// Chooses the first step as Hairer, Nørsett and Wanner begin to (Solving ODEs I, II.4): a hundredth of the
/// size of the state over that of its rate, both in units of the tolerances.
double SmoothIntegrator::firstLength(double tEnd) {
  if (options_.fixedStep > 0.0) return options_.fixedStep;
  if (next_ > 0.0) return next_;
  if (options_.initialStep > 0.0) return options_.initialStep;
  const Vector zero = Vector::Zero(dofs());
  Vector rate(positions());
  evaluateRate(q1_, v1_, rate);
  const double d0 = scaledError(q1_, zero) + scaledError(Vector::Zero(positions()), v1_);
  const double d1 = scaledError(rate, zero) + scaledError(Vector::Zero(positions()), acceleration());
  const double h = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
  return std::min(h, tEnd - t1_);
}

/// Attempts to reach `end`, again where other rows turn out to be independent; returns the error.
double SmoothIntegrator::tryStep(double end, bool controlled) {
  constexpr double failure = std::numeric_limits<double>::infinity();
  for (int choice = 0; choice < maxChoices; ++choice) {
    t1_ = end;
    endKnown_ = multipliersKnown_ = endsKnown_ = false;
    const double error = doStep(end - t0_);
    if (!std::isfinite(error) || (controlled && error > 1.0)) return error;
    if (constraints() == 0) return error;
    const bool reached = projectEnd();
    if (reached && holdRedundant()) {
      if (work_->saddle.worn()) work_->saddle.chooseAsMany(*system_, q1_, jacobianAt(t1_, q1_));
      return error;
    }
    // Other rows of the same number serve from the next step on; more of them ask for this one again.
    const std::size_t before = work_->saddle.choice().rows.size();
    const bool changed = chooseAgain();
    if (reached && work_->saddle.choice().rows.size() <= before) return error;
    if (!changed) return failure;
  }
  return failure;
}

void SmoothIntegrator::advance(VectorRef changeQ, VectorRef changeV) {
  changeQ += leftQ0_;
  changeV += leftV0_;
  q1_ = q0_ + changeQ;
  v1_ = v0_ + changeV;
  leftV1_ = changeV - (v1_ - v0_);
  if (system_->plainPositions()) {
    leftQ1_ = changeQ - (q1_ - q0_);
  } else {
    system_->normalise(q1_);
    leftQ1_.setZero();
  }
}

/// Projects where the violations allowed are exceeded; false if that does not succeed.
bool SmoothIntegrator::projectEnd() {
  if (!projects()) return true;
  const SmoothOptions& o = options_;
  const bool displace = std::isfinite(o.positionViolation) && positionDefect(t1_, q1_) > o.positionViolation;
  if (displace && !projectPosition(t1_, q1_, o.positionViolation)) return false;
  // Velocities belong to positions: what was displaced is pushed too.
  const bool look = std::isfinite(o.velocityViolation) && !holdsVelocity();
  const bool push = displace || (look && velocityDefect(t1_, q1_, v1_) > o.velocityViolation);
  if (push) projectVelocity(t1_, q1_, v1_);
  if (displace) leftQ1_.setZero();
  if (push) leftV1_.setZero();
  if (displace || push) endKnown_ = false;
  return true;
}

/// Tells whether the rows that were left out still follow from the others, as well as velocities are known.
bool SmoothIntegrator::holdRedundant() {
  if (!work_->saddle.redundant()) return true;
  const double speed = largest(v1_);
  const double wanted = options_.relativeTolerance * speed + options_.absoluteTolerance;
  const double known = options_.fixedStep > 0.0 ? 1e-6 * speed : std::min(1e-6 * speed, wanted);
  const auto isSmall = [&](double defect) {
    return defect <= known * work_->G.cwiseAbs().maxCoeff() + 10.0 * epsilon;
  };
  if (isSmall(velocityDefect(t1_, q1_, v1_))) return true;
  // The kept rows may be off too. The defect of the others is told where the kept ones hold.
  Work& w = *work_;
  takeEndToKept();
  w.trialV = v1_;
  projectVelocity(t1_, w.trial, w.trialV);
  return isSmall(velocityDefect(t1_, w.trial, w.trialV));
}

/// Chooses independent rows where the rows kept so far hold, for off the constraints redundant rows look
/// independent. Returns false if the choice is what it was.
bool SmoothIntegrator::chooseAgain() {
  Work& w = *work_;
  const std::vector<Index> before = w.saddle.choice().rows;
  takeEndToKept();
  chooseIndependent(t1_, w.trial);
  return w.saddle.choice().rows != before;
}

void SmoothIntegrator::takeEndToKept() {
  work_->trial = q1_;
  projectPosition(t1_, work_->trial, 0.0);
}

void SmoothIntegrator::step(double tEnd) {
  if (system_ == nullptr) throw Error("start() comes before step()");
  check::that(tEnd > t1_, "a step to t = {} does not lead on from t = {}", tEnd, t1_);
  const double h = choosesSteps() ? 0.0 : std::min(firstLength(tEnd), options_.maxStep);
  std::swap(q0_, q1_);
  std::swap(v0_, v1_);
  std::swap(a0_, a1_);
  std::swap(leftQ0_, leftQ1_);
  std::swap(leftV0_, leftV1_);
  beginKnown_ = endKnown_;
  t0_ = t1_;
  work_->begin = work_->saddle.choice();
  try {
    if (choosesSteps())
      stepAsChosen(tEnd);
    else
      stepControlled(h, tEnd);
  } catch (...) {
    returnToBegin();
    throw;
  }
  ++statistics_.steps;
  stepEnd_ = t1_;
}

/// Attempts steps from the length h on until the error is small enough.
void SmoothIntegrator::stepControlled(double h, double tEnd) {
  const SmoothOptions& o = options_;
  const double t = t0_;
  const double power = 1.0 / static_cast<double>(errorOrder());
  h = std::max(h, o.minStep);
  for (;;) {
    // A step of a few roundings of time is no step: the error cannot be made small.
    if (h < 16.0 * epsilon * std::abs(t) || !(h > 0.0)) {
      throw StepSizeError(fmt::format(
          "{} at t = {}: the error control asks for a step of {:.3g} s; the motion is not smooth there, or "
          "stiff, or the tolerances are below round-off",
          name(), t, h));
    }
    countAttempt();
    // The last step is stretched by at most a hundredth, rather than leaving a tiny one behind.
    const bool last = t + 1.01 * h >= tEnd;
    const double length = last ? tEnd - t : h;
    const double error = tryStep(last ? tEnd : t + length, o.fixedStep == 0.0);
    // The error of the next attempt is aimed at safety^p, for an error O(h^p); an attempt without an error is
    // taken again with a quarter of the length.
    const double growth = std::isfinite(error) ? o.safety * std::pow(std::max(error, 1e-10), -power) : 0.25;
    if (o.fixedStep > 0.0 && std::isfinite(error)) break;
    // After a success the length grows by the largest factor at most, and not at all right after a rejection. A
    // small gain is left, for equal steps save factorisations in some methods.
    if (error <= 1.0) {
      double wanted = length * std::min(growth, rejected_ ? 1.0 : o.largestFactor);
      if (wanted > length && wanted < leastGrowth() * length) wanted = length;
      next_ = std::max(last && length < h ? std::max(wanted, h) : wanted, o.minStep);
      rejected_ = false;
      break;
    }
    // After a failure the step is shorter by a factor between the smallest one and the safety.
    ++statistics_.rejectedSteps;
    rejected_ = true;
    const double wanted = length * std::clamp(growth, o.smallestFactor, o.safety);
    if (length <= o.minStep) refuseShorter(wanted);
    h = std::max(wanted, o.minStep);
  }
}

void SmoothIntegrator::refuseShorter(double wanted) const {
  throw StepSizeError(
      fmt::format("{} at t = {}: the error control asks for a step of {:.3g} s, and the minimum is minStep = "
                  "{:.3g} s; the motion is not "
                  "smooth there, or the tolerances are too tight for that minimum",
                  name(), t0_, wanted, options_.minStep));
}

void SmoothIntegrator::countAttempt() {
  if (++tried_ > options_.maxSteps)
    throw StepSizeError(
        fmt::format("{} at t = {}: {} steps did not suffice", name(), t0_, options_.maxSteps));
}

/// A step of a method that has a history, which ends where other constraints turn out to be independent, and
/// is taken again with them where they are more than before.
void SmoothIntegrator::stepAsChosen(double tEnd) {
  for (int choice = 0; choice < maxChoices; ++choice) {
    countAttempt();
    endKnown_ = multipliersKnown_ = endsKnown_ = false;
    t1_ = doChosenStep(tEnd);
    if (constraints() == 0) return;
    const bool holds = holdRedundant();
    if (holds && !work_->saddle.worn()) return;
    const std::size_t before = work_->saddle.choice().rows.size();
    if (!chooseAgain()) return;
    doForget();
    const SaddlePoint::Choice chosen = work_->saddle.choice();
    if (holds || chosen.rows.size() <= before) return;
    ++statistics_.rejectedSteps;
    returnToBegin();
    work_->saddle.setChoice(chosen);
    work_->begin = chosen;
    beginKnown_ = false;
  }
  throw StepSizeError(fmt::format(
      "{} at t = {}: the number of independent constraints changes at every attempt", name(), t0_));
}

void SmoothIntegrator::returnToBegin() {
  doForget();
  work_->saddle.setChoice(work_->begin);
  t1_ = t0_;
  q1_ = q0_;
  v1_ = v0_;
  a1_ = a0_;
  leftQ1_ = leftQ0_;
  leftV1_ = leftV0_;
  endKnown_ = beginKnown_;
  multipliersKnown_ = endsKnown_ = false;
}

void SmoothIntegrator::shorten(double t) {
  check::that(t >= t0_ && t <= stepEnd_, "t = {} is not within the last step, from {} to {}", t, t0_,
              stepEnd_);
  if (t == t0_) {
    returnToBegin();
    return;
  }
  // A method with a history cannot repeat its step with another length. It interpolates, and begins a new
  // history there.
  if (choosesSteps()) {
    if (t == t1_) return;
    doInterpolate(t, q1_, v1_);
    t1_ = t;
    endKnown_ = multipliersKnown_ = endsKnown_ = false;
    doForget();
    return;
  }
  // Any other method takes the step again, with the independent rows that it began with.
  work_->saddle.setChoice(work_->begin);
  try {
    if (std::isfinite(tryStep(t, false))) return;
    throw StepSizeError(
        fmt::format("{} at t = {}: the step to an event at {} did not come about", name(), t0_, t));
  } catch (...) {
    returnToBegin();
    throw;
  }
}

}  // namespace nsds
