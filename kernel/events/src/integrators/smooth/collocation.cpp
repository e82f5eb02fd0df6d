#include "nsds/kernel/integrators/collocation.hpp"

#include <cmath>

#include "integrators/smooth/smooth_work.hpp"
#include "linalg/lu.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

struct Collocation::Tableau {
  const char* name;
  int order;
  std::vector<double> c;
  std::vector<std::vector<double>> A;
  std::vector<double> b;
};

const Collocation::Tableau& Collocation::gauss2() {
  static const Tableau tableau{"Gauss2", 2, {0.5}, {{0.5}}, {1.0}};
  return tableau;
}

const Collocation::Tableau& Collocation::gauss4() {
  static const double r = std::sqrt(3.0) / 6.0;
  static const Tableau tableau{
      "Gauss4", 4, {0.5 - r, 0.5 + r}, {{0.25, 0.25 - r}, {0.25 + r, 0.25}}, {0.5, 0.5}};
  return tableau;
}

const Collocation::Tableau& Collocation::radau3() {
  static const Tableau tableau{
      "Radau3", 3, {1.0 / 3, 1.0}, {{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}}, {3.0 / 4, 1.0 / 4}};
  return tableau;
}

const Collocation::Tableau& Collocation::radau5() {
  static const double r = std::sqrt(6.0);
  static const std::vector<double> last{(16 - r) / 36, (16 + r) / 36, 1.0 / 9};
  static const Tableau tableau{"Radau5",
                               5,
                               {(4 - r) / 10, (4 + r) / 10, 1.0},
                               {{(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225},
                                {(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225},
                                last},
                               last};
  return tableau;
}

Collocation::Collocation(const Tableau& tableau, const SmoothOptions& options)
    : SmoothIntegrator(options), tableau_(tableau), lu_(std::make_unique<PartialLu>()) {}

Collocation::Collocation(Collocation&& other) noexcept = default;
Collocation::~Collocation() = default;

std::string Collocation::name() const {
  return tableau_.name;
}

int Collocation::order() const {
  return tableau_.order;
}

/// The error is measured by a quadrature over the begin and the stages, exact for polynomials that the stages determine.
int Collocation::errorOrder() const {
  return static_cast<int>(tableau_.c.size()) + 1;
}

void Collocation::doStart() {
  const std::size_t stages = tableau_.c.size();
  const Index n = dofs();
  for (auto* x : {&rates_, &q_}) {
    x->resize(stages);
    for (Vector& stage : *x) stage.setZero(positions());
  }
  for (auto* x : {&accelerations_, &v_}) {
    x->resize(stages);
    for (Vector& stage : *x) stage.setZero(n);
  }
  for (Matrix* x : {&dq_, &dv_, &aq_, &av_}) x->setZero(n, n);
  for (Vector* x : {&column_, &changeV_, &evaluated_}) x->setZero(n);
  for (Vector* x : {&residual_, &change_}) x->setZero(n * static_cast<Index>(stages));
  changeQ_.setZero(positions());
  zero_.setZero(constraints());
  D_.setZero(constraints(), n);
}

double Collocation::doStep(double h) {
  const std::size_t stages = tableau_.c.size();
  // All stages begin with the rates of the begin.
  evaluateRate(q0_, v0_, changeQ_);
  const Vector& a0 = beginAcceleration();
  for (std::size_t i = 0; i < stages; ++i) {
    rates_[i] = changeQ_;
    accelerations_[i] = a0;
    q_[i] = q0_;
  }
  factorise(h);
  if (!converge(h)) return std::numeric_limits<double>::infinity();
  // The end of the step
  changeQ_.setZero();
  changeV_.setZero();
  for (std::size_t i = 0; i < stages; ++i) {
    changeQ_ += h * tableau_.b[i] * rates_[i];
    changeV_ += h * tableau_.b[i] * accelerations_[i];
  }
  advance(changeQ_, changeV_);
  return estimate(h);
}

/// Factorises 1 − h A ⊗ a_v − h² A² ⊗ a_q, with the derivatives at the begin of the step.
void Collocation::factorise(double h) {
  const auto stages = static_cast<Index>(tableau_.c.size());
  const Index n = dofs();
  system().forceJacobians(t0_, q0_, v0_, dq_, dv_);
  differentiate(dq_, aq_);
  differentiate(dv_, av_);
  K_.setIdentity(n * stages, n * stages);
  for (Index i = 0; i < stages; ++i) {
    for (Index j = 0; j < stages; ++j) {
      const auto& row = tableau_.A[static_cast<std::size_t>(i)];
      double square = 0.0;  // of A
      for (std::size_t k = 0; k < row.size(); ++k)
        square += row[k] * tableau_.A[k][static_cast<std::size_t>(j)];
      K_.block(i * n, j * n, n, n) -= h * row[static_cast<std::size_t>(j)] * av_ + h * h * square * aq_;
    }
  }
  lu_->compute(K_);
}

/// The derivatives of accelerations that those of forces make: M da = dF + Dᵀ dλ, G da = 0.
void Collocation::differentiate(const Matrix& forces, Matrix& accelerations) {
  const Matrix& G = constraints() == 0 ? D_ : jacobianAt(t0_, q0_);
  if (constraints() != 0) evaluateDirections(t0_, q0_, G, D_);
  for (Index k = 0; k < forces.cols(); ++k) {
    column_ = forces.col(k);
    solve(q0_, D_, G, column_, zero_, evaluated_);
    accelerations.col(k) = evaluated_;
  }
}

/// Velocities of the stages follow from accelerations, and positions from the rates of both.
void Collocation::moveStages(double h) {
  const std::size_t stages = tableau_.c.size();
  for (std::size_t i = 0; i < stages; ++i) {
    v_[i] = v0_;
    for (std::size_t j = 0; j < stages; ++j) v_[i] += h * tableau_.A[i][j] * accelerations_[j];
    evaluateRate(q_[i], v_[i], rates_[i]);
  }
  for (std::size_t i = 0; i < stages; ++i) {
    q_[i] = q0_;
    for (std::size_t j = 0; j < stages; ++j) q_[i] += h * tableau_.A[i][j] * rates_[j];
    normalise(q_[i]);
  }
}

/// Corrects the accelerations of the stages; returns the largest change of a velocity.
double Collocation::correct(double h) {
  const auto stages = static_cast<Index>(tableau_.c.size());
  const Index n = dofs();
  for (Index i = 0; i < stages; ++i) {
    const auto stage = static_cast<std::size_t>(i);
    accelerate(t0_ + tableau_.c[stage] * h, q_[stage], v_[stage], evaluated_);
    residual_.segment(i * n, n) = evaluated_ - accelerations_[stage];
  }
  lu_->solve(residual_, change_);
  for (Index i = 0; i < stages; ++i) accelerations_[static_cast<std::size_t>(i)] += change_.segment(i * n, n);
  return h * largest(change_);
}

/// Iterates until stages change by rounding; with error control, until their changes are a thousandth of the tolerance.
bool Collocation::converge(double h) {
  constexpr int maxIterations = 50;
  constexpr double ofTolerance = 1e-3;
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < maxIterations; ++i) {
    countIterations(1);
    moveStages(h);
    const double change = correct(h);
    if (!std::isfinite(change)) return false;
    double size = largest(v0_);
    for (const Vector& a : accelerations_) size = std::max(size, h * largest(a));
    const bool rounding =
        change <= 4.0 * epsilon * size || (change <= 256.0 * epsilon * size && change > 0.5 * before);
    const double allowed = options().absoluteTolerance + options().relativeTolerance * size;
    const bool small = options().fixedStep == 0.0 && change <= ofTolerance * allowed;
    if (rounding || small) {
      moveStages(h);
      return true;
    }
    if (i > 2 && change > 2.0 * before) return false;
    before = change;
  }
  return false;
}

/// h γ (f_0 − p(0)), p the polynomial through the rates of the stages; RADAU5's γ is 0.27.
double Collocation::estimate(double h) {
  constexpr double gamma = 0.25;
  const std::size_t stages = tableau_.c.size();
  evaluateRate(q0_, v0_, changeQ_);
  changeV_ = beginAcceleration();
  for (std::size_t i = 0; i < stages; ++i) {
    double weight = 1.0;  // of the stage at the begin
    for (std::size_t j = 0; j < stages; ++j) {
      if (j != i) weight *= -tableau_.c[j] / (tableau_.c[i] - tableau_.c[j]);
    }
    changeQ_ -= weight * rates_[i];
    changeV_ -= weight * accelerations_[i];
  }
  changeQ_ *= h * gamma;
  changeV_ *= h * gamma;
  return scaledError(changeQ_, changeV_);
}

}  // namespace nsds
