#include "nsds/kernel/integrators/smooth_integrator.hpp"

#include <algorithm>
#include <cmath>

#include "integrators/smooth/saddle_point.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int maxProjections = 20;
constexpr int maxApproaches = 100;
constexpr int maxChoices = 3;  // of independent rows within one step

double largest(VectorConstRef x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

double squares(VectorConstRef error, VectorConstRef x, VectorConstRef y, const SmoothOptions& options) {
  double sum = 0.0;
  for (Index i = 0; i < error.size(); ++i) {
    const double size = std::max(std::abs(x[i]), std::abs(y[i]));
    const double ratio = error[i] / (options.absoluteTolerance + options.relativeTolerance * size);
    sum += ratio * ratio;
  }
  return sum;
}

}  // namespace

struct SmoothIntegrator::Work {
  SaddlePoint saddle;
  Matrix G, D;
  Vector F, g, rate, gamma, change;
  Vector rate0, second0, rate1, second1;                           // q' and q'' at the ends
  Vector dense;                                                    // q' between them
  double jacobianTime = std::numeric_limits<double>::quiet_NaN();  // where G was evaluated
  Vector jacobianQ;
  Vector trial;               // coordinates where independent rows are chosen
  SaddlePoint::Choice begin;  // of independent rows before the step
};

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
  if (resized) {
    w.saddle.reset(n, m);
    for (Matrix* matrix : {&w.G, &w.D}) matrix->setZero(m, n);
    for (Vector* vector : {&w.F, &w.change, &a0_, &a1_}) vector->setZero(n);
    for (Vector* vector : {&w.g, &w.rate, &w.gamma, &lambda1_}) vector->setZero(m);
    for (Vector* vector : {&w.rate0, &w.second0, &w.rate1, &w.second1, &w.dense, &w.jacobianQ, &w.trial})
      vector->setZero(positions());
  }
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
  if (report.positionDefect > positionLimit) {
    const Vector q0 = q;
    bool reached = projectPosition(t, q, positionLimit);
    if (!reached) {
      q = q0;
      reached = approachPosition(t, q, positionLimit);
    }
    chooseIndependent(t, q);
    if (!reached) {
      throw Error(fmt::format(
          "the position at t = {} cannot be brought to the constraints: a defect of {} was {}; do they "
          "contradict each other, or is the start too far off?",
          t, positionDefect(t, q), report.positionDefect));
    }
  }
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

// Evaluations

void SmoothIntegrator::evaluateForce(double t, VectorConstRef q, VectorConstRef v, VectorRef F) {
  ++statistics_.forceEvaluations;
  system_->force(t, q, v, F);
}

void SmoothIntegrator::evaluateJacobian(double t, VectorConstRef q, MatrixRef G) {
  ++statistics_.jacobianEvaluations;
  system_->jacobian(t, q, G);
}

const Matrix& SmoothIntegrator::jacobianAt(double t, VectorConstRef q) {
  Work& w = *work_;
  if (t != w.jacobianTime || q != w.jacobianQ) {
    w.jacobianTime = std::numeric_limits<double>::quiet_NaN();  // should the evaluation throw
    evaluateJacobian(t, q, w.G);
    w.jacobianTime = t;
    w.jacobianQ = q;
  }
  return w.G;
}

void SmoothIntegrator::keepJacobian(double t, VectorConstRef q, MatrixConstRef G) {
  Work& w = *work_;
  w.G = G;
  w.jacobianTime = t;
  w.jacobianQ = q;
}

void SmoothIntegrator::removeViolation(VectorRef change) {
  work_->saddle.removeViolation(change);
}

const std::vector<Index>& SmoothIntegrator::independentRows() const {
  return work_->saddle.choice().rows;
}

void SmoothIntegrator::solveDisplacement(VectorConstRef q, MatrixConstRef G, VectorConstRef right,
                                         VectorRef x) {
  ++statistics_.linearSolves;
  work_->saddle.correct(*system_, q, G, right, CorrectionMetric::mass, 0.0, x);
}

void SmoothIntegrator::displace(VectorConstRef q, VectorConstRef xi, VectorRef result) {
  if (system_->plainPositions())
    result = q + xi;
  else
    system_->displace(q, xi, result);
}

void SmoothIntegrator::evaluateDirections(double t, VectorConstRef q, MatrixConstRef G, MatrixRef D) {
  if (system_->oblique())
    system_->forceDirections(t, q, D);
  else
    D = G;
}

void SmoothIntegrator::evaluateRate(VectorConstRef q, VectorConstRef v, VectorRef rate) {
  if (system_->plainPositions())
    rate = v;
  else
    system_->positionRate(q, v, rate);
}

void SmoothIntegrator::solve(VectorConstRef q, MatrixConstRef D, MatrixConstRef G, VectorConstRef force,
                             VectorConstRef right, VectorRef a) {
  ++statistics_.linearSolves;
  work_->saddle.solve(*system_, q, D, G, force, right, a);
}

void SmoothIntegrator::accelerate(double t, VectorConstRef q, VectorConstRef v, VectorRef a) {
  Work& w = *work_;
  evaluateForce(t, q, v, w.F);
  if (constraints() != 0) {
    evaluateDirections(t, q, jacobianAt(t, q), w.D);
    system_->curvature(t, q, v, w.gamma);
    w.gamma = -w.gamma;
  }
  solve(q, w.D, w.G, w.F, w.gamma, a);
}

void SmoothIntegrator::solveAcceleration(double t, VectorConstRef q, VectorConstRef v, VectorRef acceleration,
                                         VectorRef lambda) {
  accelerate(t, q, v, acceleration);
  work_->saddle.multipliers(*system_, work_->D, lambda);
}

const Vector& SmoothIntegrator::acceleration() {
  if (!endKnown_) accelerate(t1_, q1_, v1_, a1_);
  endKnown_ = true;
  return a1_;
}

const Vector& SmoothIntegrator::multipliers() {
  if (!multipliersKnown_) solveAcceleration(t1_, q1_, v1_, a1_, lambda1_);
  endKnown_ = multipliersKnown_ = true;
  return lambda1_;
}

const Vector& SmoothIntegrator::beginAcceleration() {
  if (!beginKnown_) accelerate(t0_, q0_, v0_, a0_);
  beginKnown_ = true;
  return a0_;
}

double SmoothIntegrator::positionDefect(double t, VectorConstRef q) {
  if (constraints() == 0) return 0.0;
  system_->gap(t, q, work_->g);
  return largest(work_->g);
}

double SmoothIntegrator::velocityDefect(double t, VectorConstRef q, VectorConstRef v) {
  if (constraints() == 0) return 0.0;
  Work& w = *work_;
  system_->timeDerivative(t, q, w.rate);
  w.rate.noalias() += jacobianAt(t, q) * v;
  return largest(w.rate);
}

// Projections

/// One iteration from q with its g in work_->g.
void SmoothIntegrator::correctPosition(double t, double damping, VectorRef q) {
  Work& w = *work_;
  ++statistics_.newtonIterations;
  ++statistics_.linearSolves;
  w.g = -w.g;
  w.saddle.correct(*system_, q, jacobianAt(t, q), w.g, options_.metric, damping, w.change);
  displace(q, w.change, q);
}

/// Off the constraints redundant rows look independent and ask for what cannot be had. Damping in proportion
/// to the defect keeps the method of Levenberg and Marquardt quadratic without independent rows (Yamashita,
/// Fukushima 2001, Computing Suppl. 15).
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

/// Newton's method, to the accuracy that rounding allows.
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

// Steps

double SmoothIntegrator::scaledError(VectorConstRef errorQ, VectorConstRef errorV) const {
  const double sum = squares(errorQ, q0_, q1_, options_) + squares(errorV, v0_, v1_, options_);
  return std::sqrt(sum / static_cast<double>(errorQ.size() + errorV.size()));
}

/// Hairer, Norsett, Wanner, Solving ODEs I, II.4: a hundredth of what the first derivatives span, and what
/// the second would do to the tolerance.
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

/// One attempt to reach `end`, repeated where other rows turn out to be independent; returns the error.
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
  if (displace || push) endKnown_ = false;
  return true;
}

/// Do the rows that were left out clearly follow from the others still?
bool SmoothIntegrator::holdRedundant() {
  if (!work_->saddle.redundant()) return true;
  const double defect = velocityDefect(t1_, q1_, v1_);
  const double scale = largest(v1_) * work_->G.cwiseAbs().maxCoeff();
  return defect <= 1e-6 * scale + 10.0 * epsilon;
}

/// Off the constraints redundant rows look independent, so that the choice is made where the rows kept hold.
/// False if it is what it was.
bool SmoothIntegrator::chooseAgain() {
  Work& w = *work_;
  const std::vector<Index> before = w.saddle.choice().rows;
  w.trial = q1_;
  projectPosition(t1_, w.trial, 0.0);
  chooseIndependent(t1_, w.trial);
  return w.saddle.choice().rows != before;
}

void SmoothIntegrator::step(double tEnd) {
  if (system_ == nullptr) throw Error("start() comes before step()");
  check::that(tEnd > t1_, "a step to t = {} does not lead on from t = {}", tEnd, t1_);
  const SmoothOptions& o = options_;
  double h = std::min(firstLength(tEnd), o.maxStep);
  const double t = t1_;
  std::swap(q0_, q1_);
  std::swap(v0_, v1_);
  std::swap(a0_, a1_);
  beginKnown_ = endKnown_;
  t0_ = t;
  work_->begin = work_->saddle.choice();
  const double power = 1.0 / static_cast<double>(errorOrder());
  try {
    for (;;) {
      if (h < 16.0 * epsilon * std::abs(t) || !(h > 0.0)) {
        throw StepSizeError(fmt::format(
            "{} at t = {}: the error control asks for a step of {:.3g} s; the motion is not smooth there, or "
            "stiff, or the tolerances are below round-off",
            name(), t, h));
      }
      if (++tried_ > o.maxSteps)
        throw StepSizeError(fmt::format("{} at t = {}: {} steps did not suffice", name(), t, o.maxSteps));
      const bool last = t + 1.01 * h >= tEnd;
      const double length = last ? tEnd - t : h;
      const double error = tryStep(last ? tEnd : t + length, o.fixedStep == 0.0);
      const double growth = std::isfinite(error) ? 0.9 * std::pow(std::max(error, 1e-10), -power) : 0.25;
      if (o.fixedStep > 0.0 && std::isfinite(error)) break;
      if (error <= 1.0) {
        double wanted = length * std::min(growth, rejected_ ? 1.0 : 10.0);
        if (wanted > length && wanted < leastGrowth() * length) wanted = length;
        next_ = last && length < h ? std::max(wanted, h) : wanted;
        rejected_ = false;
        break;
      }
      ++statistics_.rejectedSteps;
      rejected_ = true;
      h = length * std::clamp(growth, 0.2, 0.9);
    }
  } catch (...) {
    returnToBegin();
    throw;
  }
  ++statistics_.steps;
  stepEnd_ = t1_;
}

void SmoothIntegrator::returnToBegin() {
  work_->saddle.setChoice(work_->begin);
  t1_ = t0_;
  q1_ = q0_;
  v1_ = v0_;
  a1_ = a0_;
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

// Between the ends

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
  if (system_->plainPositions()) {
    v = w.dense;
    return;
  }
  system_->velocity(q, w.dense, v);
  system_->normalise(q);
}

// State

std::vector<double> SmoothIntegrator::saveState() const {
  std::vector<double> numbers{t0_,
                              t1_,
                              stepEnd_,
                              next_,
                              static_cast<double>(tried_),
                              rejected_ ? 1.0 : 0.0,
                              beginKnown_ ? 1.0 : 0.0,
                              endKnown_ ? 1.0 : 0.0,
                              multipliersKnown_ ? 1.0 : 0.0};
  for (const Vector* x : {&q0_, &v0_, &a0_, &q1_, &v1_, &a1_, &lambda1_})
    numbers.insert(numbers.end(), x->data(), x->data() + x->size());
  const SaddlePoint::Choice& before = work_->begin;
  for (const SaddlePoint::Choice* choice : {&work_->saddle.choice(), &before}) {
    numbers.push_back(choice->pivotRatio);
    numbers.push_back(static_cast<double>(choice->rows.size()));
    for (const Index row : choice->rows) numbers.push_back(static_cast<double>(row));
  }
  doSave(numbers);
  return numbers;
}

void SmoothIntegrator::restoreState(ConstrainedSystem& system, const std::vector<double>& numbers) {
  begin(system, numbers[0], Vector::Zero(system.positions()), Vector::Zero(system.dofs()));
  const double* from = numbers.data();
  t0_ = *from++;
  t1_ = *from++;
  stepEnd_ = *from++;
  next_ = *from++;
  tried_ = static_cast<std::int64_t>(*from++);
  rejected_ = *from++ != 0.0;
  beginKnown_ = *from++ != 0.0;
  endKnown_ = *from++ != 0.0;
  multipliersKnown_ = *from++ != 0.0;
  endsKnown_ = false;
  for (Vector* x : {&q0_, &v0_, &a0_, &q1_, &v1_, &a1_, &lambda1_}) {
    std::copy_n(from, x->size(), x->data());
    from += x->size();
  }
  SaddlePoint::Choice now;
  for (SaddlePoint::Choice* choice : {&now, &work_->begin}) {
    choice->pivotRatio = *from++;
    choice->rows.resize(static_cast<std::size_t>(*from++));
    for (Index& row : choice->rows) row = static_cast<Index>(*from++);
  }
  work_->saddle.setChoice(now);
  doRestore(from);
}

}  // namespace nsds
