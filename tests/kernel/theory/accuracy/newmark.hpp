// Newmark's scheme, β = ¼, γ = ½, for M q'' + K q = f + Hᵀλ with the contact as a constraint of positions, 0 ≤ q_0 ⟂ λ ≥ 0, all at the
// end of the step:
//
//   q_{k+1} = q_k + h v_k + h²/4 (a_k + a_{k+1}),   v_{k+1} = v_k + h/2 (a_k + a_{k+1}),   M a = f + Hᵀλ − K q.
//
// It takes a multiplier for the value of a force, and stands in the tests because nobody should use it.
#pragma once

#include <Eigen/Dense>
#include <algorithm>

namespace nsds {

/// N: degrees of freedom, or Eigen::Dynamic.
template <int N>
class PositionNewmark {
 public:
  using Values = Eigen::Matrix<double, N, 1>;
  using Operator = Eigen::Matrix<double, N, N>;

  /// From q, v without a force of contact.
  PositionNewmark(const Operator& M, const Operator& K, const Values& f, const Values& q, const Values& v,
                  double h)
      : h_(h),
        M_(M),
        K_(K),
        f_(f),
        inverseM_(M.inverse()),
        S_((M + 0.25 * h * h * K).inverse()),
        q_(q),
        v_(v) {
    a_ = inverseM_ * (f_ - K_ * q_);
  }
  /// (M + h²/4 K) q_{k+1} = M (q_k + h v_k + h²/4 a_k) + h²/4 (f + Hᵀλ)
  void step() {
    const double w = 0.25 * h_ * h_;
    const Values known = M_ * (q_ + h_ * v_ + w * a_) + w * f_;
    q_.noalias() = S_ * known;
    lambda_ = std::max(0.0, -q_[0] / (w * S_(0, 0)));
    q_ += w * lambda_ * S_.col(0);
    q_[0] = std::max(0.0, q_[0]);
    v_ += 0.5 * h_ * a_;
    Values force = f_ - K_ * q_;
    force[0] += lambda_;
    a_.noalias() = inverseM_ * force;
    v_ += 0.5 * h_ * a_;
  }
  const Values& q() const { return q_; }
  const Values& v() const { return v_; }
  double lambda() const { return lambda_; }

 private:
  double h_;
  double lambda_ = 0.0;
  Operator M_, K_;
  Values f_;
  Operator inverseM_, S_;  // S = (M + h²/4 K)⁻¹
  Values q_, v_, a_;
};

}  // namespace nsds
