// The Lorentz cone { x : x_0 >= |(x_1, ...)| } of D dimensions and its Euclidean Jordan algebra
// [Alizadeh, Goldfarb 2003, Math. Program. 95].
#pragma once

#include <algorithm>
#include <cmath>

#include "friction/contact/cone.hpp"

namespace nsds::numerics::friction {

template <int D>
double inner_product(const double* a, const double* b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < D; ++i) sum += a[i] * b[i];
  return sum;
}

// x_0^2 - |(x_1, ...)|^2: positive inside, zero on the boundary.
template <int D>
double determinant(const double* x) {
  const double t = tangent_norm<D>(x);
  return (x[0] - t) * (x[0] + t);
}

template <int D>
void jordan_product(const double* a, const double* b, double* out) {
  out[0] = inner_product<D>(a, b);
  for (std::size_t i = 1; i < D; ++i) out[i] = a[0] * b[i] + b[0] * a[i];
}

// Gives the x with a o x = b, for a inside.
template <int D>
void jordan_quotient(const double* a, const double* b, double* x) {
  double along = 0.0;
  for (std::size_t i = 1; i < D; ++i) along += a[i] * b[i];
  x[0] = (a[0] * b[0] - along) / determinant<D>(a);
  for (std::size_t i = 1; i < D; ++i) x[i] = (b[i] - a[i] * x[0]) / a[0];
}

// Gives the largest step along d that stays in the cone, from x inside; at most `most`.
template <int D>
double step_to_boundary(const double* x, const double* d, double most) {
  double a = d[0] * d[0], b = x[0] * d[0];
  for (std::size_t i = 1; i < D; ++i) {
    a -= d[i] * d[i];
    b -= x[i] * d[i];
  }
  const double c = determinant<D>(x);
  if (d[0] < 0.0) most = std::min(most, -x[0] / d[0]);
  const double root = b * b - a * c;
  if (root < 0.0) return most;
  const double q = -(b + std::copysign(std::sqrt(root), b));
  for (const double zero : {q / a, c / q})
    if (zero > 0.0) most = std::min(most, zero);
  return most;
}

// Computes the symmetric W of a pair x, y inside the cone with W x = W^-1 y [Nesterov, Todd 1997, Math. Oper.
// Res. 22]. W = eta (w_0, v'; v, I + v v' / (1 + w_0)), w = (w_0, v) of determinant 1.
template <int D>
class NesterovTodd {
 public:
  void set(const double* x, const double* y) {
    const double by_x = 1.0 / std::sqrt(determinant<D>(x)), by_y = 1.0 / std::sqrt(determinant<D>(y));
    const double half = 0.5 / std::sqrt(0.5 * (1.0 + inner_product<D>(x, y) * (by_x * by_y)));
    double square = 0.0;
    for (std::size_t i = 1; i < D; ++i) {
      w_[i] = half * (y[i] * by_y - x[i] * by_x);
      square += w_[i] * w_[i];
    }
    w_[0] = std::sqrt(1.0 + square);
    by_w_ = 1.0 / (1.0 + w_[0]);
    eta_ = std::sqrt(by_x / by_y);
    by_eta_ = 1.0 / eta_;
  }

  void apply(const double* v, double* out) const { multiply(v, eta_, 1.0, out); }
  void apply_inverse(const double* v, double* out) const { multiply(v, by_eta_, -1.0, out); }
  // Gives an entry of W^2 = eta^2 (2 w w' - diag(1, -1, ...)).
  double square(std::size_t i, std::size_t j) const {
    const double reflection = i != j ? 0.0 : i == 0 ? 1.0 : -1.0;
    return eta_ * eta_ * (2.0 * w_[i] * w_[j] - reflection);
  }

  // Gives a frame in which W is well scaled: Q, (D x D) column-major out, its columns orthonormal, s: (D)
  // out, and M = S⁻¹ Qᵀ W² Q S⁻¹, (D x D) out. Where the eigenvalues of W lie far apart these are
  // eigenvectors and eigenvalues, and M = I; else Q = I and s = η, for a rotation would mix what is redundant
  // in the matrix of contacts with what is not.
  void frame(double* Q, double* s, double* M) const {
    // Turning the frames of all contacts stopped stacks of boxes at τ = 1e-7, turning none left a rock pile
    // at an error of 4e-7 (docs/decisions/0015).
    constexpr double far_apart = 1e3;
    std::fill_n(Q, D * D, 0.0);
    std::fill_n(M, D * D, 0.0);
    const double size = tangent_norm<D>(w_), half = std::sqrt(0.5);
    // The ratio of the outer eigenvalues η (w_0 ± |v|) is (w_0 + |v|)², since w has determinant one.
    if (w_[0] + size < std::sqrt(far_apart)) {
      for (std::size_t j = 0; j < D; ++j) {
        Q[(D + 1) * j] = 1.0;
        s[j] = eta_;
        for (std::size_t i = 0; i < D; ++i) M[D * j + i] = square(i, j) / (eta_ * eta_);
      }
      return;
    }
    // The outer eigenvectors are (1, ±v/|v|)/√2; in three dimensions the one across both has the eigenvalue
    // η.
    Q[0] = Q[D] = half;
    for (std::size_t i = 1; i < D; ++i) {
      Q[i] = half * w_[i] / size;
      Q[D + i] = -Q[i];
    }
    s[0] = eta_ * (w_[0] + size);
    s[1] = eta_ / (w_[0] + size);
    if constexpr (D == 3) {
      Q[7] = -w_[2] / size;
      Q[8] = w_[1] / size;
      s[2] = eta_;
    }
    for (std::size_t k = 0; k < D; ++k) M[(D + 1) * k] = 1.0;
  }

 private:
  void multiply(const double* v, double scale, double sign, double* out) const {
    double along = 0.0;
    for (std::size_t i = 1; i < D; ++i) along += sign * w_[i] * v[i];
    out[0] = scale * (w_[0] * v[0] + along);
    const double factor = v[0] + along * by_w_;
    for (std::size_t i = 1; i < D; ++i) out[i] = scale * (v[i] + sign * w_[i] * factor);
  }

  double w_[D];
  double by_w_;  // 1 / (1 + w_0)
  double eta_, by_eta_;
};

}  // namespace nsds::numerics::friction
