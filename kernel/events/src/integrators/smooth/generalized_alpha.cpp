#include "nsds/kernel/integrators/generalized_alpha.hpp"

#include <algorithm>
#include <cmath>

#include "integrators/smooth/smooth_work.hpp"
#include "linalg/lu.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// Contraction above which the iteration matrix is made anew.
constexpr double slow = 0.2;

}  // namespace

GeneralizedAlpha::GeneralizedAlpha(const Options& options)
    : SmoothIntegrator(options),
      rho_(options.rhoInfinity),
      formulation_(options.formulation),
      newtonTolerance_(options.newtonTolerance),
      maxIterations_(options.maxIterations),
      lu_(std::make_unique<PartialLu>()) {
  check::that(rho_ >= 0.0 && rho_ <= 1.0, "rho_infinity {} of generalised-alpha is not in [0, 1]", rho_);
  check::that(newtonTolerance_ > 0.0, "the tolerance {} of Newton's method is not positive",
              newtonTolerance_);
  check::that(maxIterations_ >= 1, "{} iterations of Newton's method are too few", maxIterations_);
  am_ = (2.0 * rho_ - 1.0) / (rho_ + 1.0);
  af_ = rho_ / (rho_ + 1.0);
  gamma_ = 0.5 + af_ - am_;
  beta_ = 0.25 * (gamma_ + 0.5) * (gamma_ + 0.5);
}

GeneralizedAlpha::GeneralizedAlpha(GeneralizedAlpha&& other) noexcept = default;
GeneralizedAlpha::~GeneralizedAlpha() = default;

void GeneralizedAlpha::doStart() {
  const Index n = dofs();
  const Index m = constraints();
  restarted_ = true;
  factorisedStep_ = 0.0;
  for (Vector* x : {&rate0_, &rate1_, &lag0_, &lag1_, &a0_, &a_, &base_, &xi_, &U_, &nextU_, &dynamics_})
    x->setZero(n);
  for (Vector* x : {&lambda0_, &lambda_, &constraint_, &gap_}) x->setZero(m);
  errorQ_.setZero(positions());
  M_.setZero(n, n);
  dq_.setZero(n, n);
  dv_.setZero(n, n);
  D_.setZero(m, n);
}

void GeneralizedAlpha::setAccelerations(VectorConstRef rate, VectorConstRef lag) {
  check::size("generalised-alpha", "the acceleration", rate.size(), dofs());
  check::size("generalised-alpha", "the lag of the auxiliary acceleration", lag.size(), dofs());
  rate1_ = rate;
  lag1_ = lag;
  lastEnd_ = endTime();
  restarted_ = false;
}

/// The iteration matrix is kept too: what it leaves of the tolerance is in the bits.
void GeneralizedAlpha::doSave(std::vector<double>& numbers) const {
  const Index size = factorisedStep_ > 0.0 ? K_.rows() : 0;
  const Index rows = size > 0 ? size - dofs() : 0;
  for (const double x :
       {restarted_ ? 1.0 : 0.0, lastEnd_, factorisedStep_, slowest_, massScale_, static_cast<double>(rows)})
    numbers.push_back(x);
  for (Index i = 0; i < rows; ++i)
    numbers.push_back(static_cast<double>(factorisedRows_[static_cast<std::size_t>(i)]));
  numbers.insert(numbers.end(), K_.data(), K_.data() + size * size);
  for (const Vector* x : {&rate0_, &rate1_, &lag0_, &lag1_, &lambda0_, &lambda_})
    numbers.insert(numbers.end(), x->data(), x->data() + x->size());
}

void GeneralizedAlpha::doRestore(SavedNumbers& numbers) {
  restarted_ = numbers.nextFlag();
  for (double* x : {&lastEnd_, &factorisedStep_, &slowest_, &massScale_}) *x = numbers.next();
  numbers.nextIndices(factorisedRows_, lambda_.size());
  if (factorisedStep_ > 0.0) {
    const Index size = dofs() + static_cast<Index>(factorisedRows_.size());
    K_.resize(size, size);
    numbers.next(K_.reshaped());
    lu_->compute(K_);
    right_.setZero(size);
    change_.setZero(size);
  }
  for (Vector* x : {&rate0_, &rate1_, &lag0_, &lag1_, &lambda0_, &lambda_}) numbers.next(*x);
}

double GeneralizedAlpha::doStep(double h) {
  begin(h);
  if (!converge(h)) return std::numeric_limits<double>::infinity();
  lag1_ = (a_ - rate1_) / h;
  return estimate(h);
}

/// Takes what the last accepted step left, or makes it after a start. A step that is tried again finds it.
void GeneralizedAlpha::begin(double h) {
  if (restarted_) {
    solveAcceleration(t0_, q0_, v0_, rate0_, lambda0_);
    lag0_.setZero();
    if (am_ != af_) {
      const double s = lookAhead(h);
      solveAcceleration(t0_ + s, errorQ_, base_, a_, lambda_);
      lag0_ = (am_ - af_) / s * (a_ - rate0_);
    }
    restarted_ = false;
  } else if (t0_ == lastEnd_) {
    rate0_.swap(rate1_);
    lag0_.swap(lag1_);
    lambda0_.swap(lambda_);
  }
  lastEnd_ = t1_;
  a0_ = rate0_ + h * lag0_;
}

/// Goes a little way along the motion, for the derivative of the acceleration: what is stiff must not be
/// displaced as far as (am - af) h. Coordinates into errorQ_, velocities into base_.
double GeneralizedAlpha::lookAhead(double h) {
  const double s = 1e-4 * h;
  xi_ = s * v0_ + 0.5 * s * s * rate0_;
  displace(q0_, xi_, errorQ_);
  base_ = v0_ + s * rate0_;
  return s;
}

/// v'_1 = v'_0.
void GeneralizedAlpha::predict() {
  a_ = (rate0_ - am_ * a0_) / (1.0 - am_);
  lambda_ = lambda0_;
  U_.setZero();
}

/// Lengths of equal steps differ by rounding.
bool GeneralizedAlpha::serves(double h) const {
  return std::abs(factorisedStep_ - h) <= 1e-6 * h && factorisedRows_ == independentRows();
}

/// Converges with the iteration matrix of the last step if it served well; with a new one if it did not, or
/// does not now.
bool GeneralizedAlpha::converge(double h) {
  base_ = h * v0_ + h * h * (0.5 - beta_) * a0_;
  const bool old = serves(h) && slowest_ <= slow;
  if (!old) factorisedStep_ = 0.0;
  predict();
  if (iterate(h)) return true;
  if (!old) return false;
  factorisedStep_ = 0.0;
  predict();
  return iterate(h);
}

bool GeneralizedAlpha::iterate(double h) {
  double before = std::numeric_limits<double>::infinity();
  slowest_ = 0.0;
  int refreshed = 0;
  for (int i = 0; i < maxIterations_; ++i) {
    countIterations(1);
    // An iteration moves the end, measures what is left, and corrects accelerations and multipliers.
    moveEnd(h);
    evaluateResidual(h);
    if (!serves(h)) factorise(h);
    correct(h);
    const double norm = correctionNorm(h);
    if (!std::isfinite(norm)) return false;
    const double contraction = norm / before;
    before = norm;
    if (atRounding(h, contraction)) {
      moveEnd(h);
      return true;
    }
    // A correction leaves a violation of the order of its square, so that the end is looked at once more.
    if (violation_ <= 1.0 && norm <= newtonTolerance_) {
      moveEnd(h);
      if (violationOfEnd() <= 1.0) return true;
    }
    // A slow contraction asks for a new iteration matrix, three times at most; a diverging one ends the
    // iteration.
    if (i == 0) continue;
    slowest_ = std::max(slowest_, contraction);
    if (contraction > 2.0 && norm > 1.0) return false;
    if (contraction > slow && ++refreshed <= 3) factorisedStep_ = 0.0;
  }
  return false;
}

/// Computes q_1, v_1 and v̇_1 from the auxiliary acceleration.
void GeneralizedAlpha::moveEnd(double h) {
  xi_ = base_ + h * h * beta_ * a_ + U_;
  displace(q0_, xi_, q1_);
  v1_ = v0_ + h * ((1.0 - gamma_) * a0_ + gamma_ * a_);
  rate1_ = ((1.0 - am_) * a_ + am_ * a0_ - af_ * rate0_) / (1.0 - af_);
}

/// Evaluates the residual. Constraints are divided by the factor that a_1 has in them, h² β or h γ: the
/// iteration matrix is then as good for short steps as for long ones (Bottasso, Dopico, Trainelli 2008,
/// Multibody Syst. Dyn. 19).
void GeneralizedAlpha::evaluateResidual(double h) {
  evaluateForce(t1_, q1_, v1_, dynamics_);
  system().mass(q1_, M_);
  dynamics_ = -dynamics_;
  dynamics_.noalias() += M_ * rate1_;
  violation_ = 0.0;
  if (constraints() == 0) return;
  const Matrix& G = jacobianAt(t1_, q1_);
  evaluateDirections(t1_, q1_, G, D_);
  dynamics_.noalias() -= D_.transpose() * lambda_;
  if (formulation_ != Formulation::index2) {
    system().gap(t1_, q1_, gap_);
    violation_ = largest(gap_) / options().positionViolation;
  }
  if (formulation_ == Formulation::index3) {
    constraint_ = gap_ / (h * h * beta_);
    return;
  }
  system().timeDerivative(t1_, q1_, constraint_);
  constraint_.noalias() += G * v1_;
  violation_ = std::max(violation_, largest(constraint_) / options().velocityViolation);
  constraint_ /= h * gamma_;
}

/// Factorises the derivatives by a_1 and λ. Those of M and Dᵀ λ by the coordinates are left out: beside M
/// they are of the size (h times a rate of the motion)², which accuracy keeps small, stiff as the forces may
/// be, so that convergence is linear and fast; it is watched.
void GeneralizedAlpha::factorise(double h) {
  const Index n = dofs();
  const std::vector<Index>& rows = independentRows();
  const auto m = static_cast<Index>(rows.size());
  system().forceJacobians(t1_, q1_, v1_, dq_, dv_);
  massScale_ = std::max(M_.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  K_.setZero(n + m, n + m);
  K_.topLeftCorner(n, n) =
      ((1.0 - am_) / (1.0 - af_) * M_ - h * gamma_ * dv_ - h * h * beta_ * dq_) / massScale_;
  for (Index i = 0; i < m; ++i) {
    const Index row = rows[static_cast<std::size_t>(i)];
    K_.col(n + i).head(n) = -D_.row(row).transpose();
    K_.row(n + i).head(n) = jacobianAt(t1_, q1_).row(row);
  }
  lu_->compute(K_);
  right_.setZero(n + m);
  change_.setZero(n + m);
  factorisedStep_ = h;
  factorisedRows_ = rows;
}

void GeneralizedAlpha::correct(double h) {
  const Index n = dofs();
  const std::vector<Index>& rows = independentRows();
  right_.head(n) = -dynamics_ / massScale_;
  for (std::size_t i = 0; i < rows.size(); ++i) right_[n + static_cast<Index>(i)] = -constraint_[rows[i]];
  lu_->solve(right_, change_);
  a_ += change_.head(n);
  for (std::size_t i = 0; i < rows.size(); ++i)
    lambda_[rows[i]] += massScale_ * change_[n + static_cast<Index>(i)];
  if (formulation_ != Formulation::stabilisedIndex2 || constraints() == 0) {
    nextU_.setZero();
    return;
  }
  // U = M^-1 G^T nu such that g = 0 with the positions that the new a_1 leads to.
  const Matrix& G = jacobianAt(t1_, q1_);
  dynamics_ = U_ - h * h * beta_ * change_.head(n);
  gap_ = -gap_;
  gap_.noalias() += G * dynamics_;
  solveDisplacement(q1_, G, gap_, nextU_);
  U_.swap(nextU_);
  nextU_ = U_ - nextU_;  // the change
}

/// Measures the changes of q and v in units of the tolerances of the error.
double GeneralizedAlpha::correctionNorm(double h) {
  const Index n = dofs();
  xi_ = h * h * beta_ * change_.head(n) + nextU_;
  evaluateRate(q1_, xi_, errorQ_);
  dynamics_ = h * gamma_ * change_.head(n);
  return scaledError(errorQ_, dynamics_);
}

/// Tells whether the changes are nothing but rounding.
bool GeneralizedAlpha::atRounding(double h, double contraction) const {
  const double sum = h * (largest(a_) + largest(a0_));  // of stiff terms that cancel
  const double roundQ = epsilon * (largest(q1_) + h * sum);
  const double roundV = epsilon * (largest(v1_) + sum) + roundQ / h;
  const double rounding = std::max(largest(errorQ_) / roundQ, largest(dynamics_) / roundV);
  return rounding <= 1.0 || (rounding <= 64.0 && contraction > 0.5);
}

/// Measures the constraints of the formulation over what is allowed of them.
double GeneralizedAlpha::violationOfEnd() {
  double violation = 0.0;
  if (formulation_ != Formulation::index2) violation = positionDefect(t1_, q1_) / options().positionViolation;
  if (formulation_ != Formulation::index3)
    violation = std::max(violation, velocityDefect(t1_, q1_, v1_) / options().velocityViolation);
  return violation;
}

double GeneralizedAlpha::estimate(double h) {
  xi_ -= h * v0_ + h * h / 3.0 * rate0_ + h * h / 6.0 * rate1_;
  evaluateRate(q1_, xi_, errorQ_);
  return scaledError(errorQ_, empty_);
}

}  // namespace nsds
