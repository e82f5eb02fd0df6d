#include "nsds/kernel/modeling/mechanics/gyroscopic.hpp"

#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"

namespace nsds {

namespace {

// Rounding of 1.5 epsilon over the step and the error step⁴ / 30 are both below 1e-12 of M over the typical size.
constexpr double share = 1.0 / 1024.0;

double checkedStep(double typicalSize) {
  check::that(std::isfinite(typicalSize) && typicalSize > 0.0,
              "gyroscopicFrom: the typical size {} is not positive and finite", typicalSize);
  return share * typicalSize;
}

/// dM/dq_k by differences of M.
class MassDifference {
 public:
  MassDifference(LagrangianDS::MassFunction mass, double step) : mass_(std::move(mass)), step_(step) {}

  void operator()(VectorConstRef q, Index k, MatrixRef derivative) {
    const Index n = q.size();
    at_ = q;
    sum_.setZero(n * n);
    addDerivativeAtZero(
        [&](double s, Vector& value) {
          at_[k] = q[k] + s;
          mass_(at_,
                Eigen::Map<Matrix, 0, Eigen::OuterStride<>>(value.data(), n, n, Eigen::OuterStride<>(n)));
        },
        step_, 1.0, sum_, scratch_);
    derivative = sum_.reshaped(n, n);
  }

 private:
  LagrangianDS::MassFunction mass_;
  double step_;
  Vector at_;
  Vector sum_;  // entries of the derivative, by columns
  Vector scratch_;
};

/// N and its Jacobians. Each of the three functions of a system has one, with memory of its own.
class TermsOfMass {
 public:
  TermsOfMass(MassDerivative derivative, double step) : derivative_(std::move(derivative)), step_(step) {}

  void force(VectorConstRef q, VectorConstRef v, VectorRef N) {
    evaluate(q, v);
    N.noalias() = E_ * v;
    N.noalias() -= 0.5 * (E_.transpose() * v);
  }

  void dForce_dv(VectorConstRef q, VectorConstRef v, MatrixRef jacobian) {
    evaluate(q, v);
    jacobian = massRate_ + E_ - E_.transpose();
  }

  void dForce_dq(VectorConstRef q, VectorConstRef v, MatrixRef jacobian) {
    at_ = q;
    jacobian.setZero();
    for (Index k = 0; k < q.size(); ++k) {
      addDerivativeAtZero(
          [&](double s, Vector& value) {
            at_[k] = q[k] + s;
            force(at_, v, value);
          },
          step_, 1.0, jacobian.col(k), scratch_);
      at_[k] = q[k];
    }
  }

 private:
  /// E and M'.
  void evaluate(VectorConstRef q, VectorConstRef v) {
    const Index n = q.size();
    E_.resize(n, n);
    massRate_.setZero(n, n);
    for (Index k = 0; k < n; ++k) {
      D_.setZero(n, n);
      derivative_(q, k, D_);
      E_.col(k).noalias() = D_ * v;
      massRate_ += v[k] * D_;
    }
  }

  MassDerivative derivative_;
  double step_;
  Matrix D_;
  Matrix E_;
  Matrix massRate_;
  Vector at_;
  Vector scratch_;
};

GyroscopicTerms termsOf(const TermsOfMass& terms) {
  return {[own = terms](VectorConstRef q, VectorConstRef v, VectorRef N) mutable { own.force(q, v, N); },
          [own = terms](VectorConstRef q, VectorConstRef v, MatrixRef J) mutable { own.dForce_dq(q, v, J); },
          [own = terms](VectorConstRef q, VectorConstRef v, MatrixRef J) mutable { own.dForce_dv(q, v, J); }};
}

}  // namespace

GyroscopicTerms gyroscopicFrom(LagrangianDS::MassFunction mass, double typicalSize) {
  check::that(static_cast<bool>(mass), "gyroscopicFrom: the mass function is empty");
  const double step = checkedStep(typicalSize);
  return termsOf({MassDifference(std::move(mass), step), step});
}

GyroscopicTerms gyroscopicFrom(MassDerivative derivative, double typicalSize) {
  check::that(static_cast<bool>(derivative), "gyroscopicFrom: the derivative of the mass is empty");
  return termsOf({std::move(derivative), checkedStep(typicalSize)});
}

}  // namespace nsds
