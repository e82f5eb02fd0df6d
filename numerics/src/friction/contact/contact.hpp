// Solves one contact: u = W r + b, Signorini's condition and Coulomb's law, and that of rolling where D = 5, W being
// d x d. It is a cascade:
// take-off, stick and slide in closed form (slide by one scalar equation, the quartic of the literature in a
// variable in which it is nearly linear). Where that gives no solution that holds, follow a damped Newton
// method on the function of Alart and Curnier, then a projected fixed point. What is written is the best r
// that was met, never a worse one than was given.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "friction/contact/cone.hpp"
#include "friction/contact/rolling_slide.hpp"

namespace nsds::numerics::friction {

// A contact matrix is what of one contact does not change from sweep to sweep. W: columns padded as in
// island.hpp.
template <int D>
struct ContactMatrix {
  double inverse[D * D];            // of W, column-major
  double schur[(D - 1) * (D - 1)];  // W_TT - W_TN W_NT / W_NN, column-major
  double tangent_row[D - 1];        // W_NT
  double tangent_column[D - 1];     // W_TN / W_NN
  double normal_inverse;            // 1 / W_NN
  double small;                     // beside which rounding in schur is nothing
  bool regular;                     // false: inverse is not there
  bool has_normal;                  // false: W_NN is not positive, nor are schur and the last three there

  ContactMatrix() = default;
  explicit ContactMatrix(const double* W);
};

// What a sweep keeps of the last slide of a contact.
template <int D>
using Slip = std::conditional_t<D == rolling_rows, RollingSlip, double>;

// || r - P_K(r - rho (u + mu |u_T| e_N)) || / rho with rho = 1 / weight, W: as above.
template <int D>
double contact_residual(const double* W, double weight, const Coefficients<D>& mu, const double* b,
                        const double* r);

// Runs the rest of the cascade. r: in the point at hand, out the best that was met. Returns its residual.
template <int D>
double improve_contact(const double* W, double weight, const Coefficients<D>& mu, const double* b, double* r);

// Finds the slide of two dimensions: r_T = ±mu r_N, u_N = 0, u_T against r_T. Returns false where neither
// side is a solution.
inline bool slide(const ContactMatrix<2>& M, const double* W, double mu, const double* b, double*,
                  double* r) {
  (void)M;
  for (const double side : {-1.0, 1.0}) {  // NOLINT(readability-use-anyofallof): it writes r
    const double stiffness = W[0] + side * mu * W[2];
    if (!(stiffness > 0.0)) continue;
    const double normal = -b[0] / stiffness;
    const double tangent = side * mu * normal;
    if (side * (W[1] * normal + W[3] * tangent + b[1]) > 0.0) continue;
    r[0] = normal;
    r[1] = tangent;
    return true;
  }
  return false;
}

// Finds the slide of three dimensions. With u_T = −s r_T and u_N = 0 the tangential rows are
//
//   (schur + s I) r_T = −(b_T − tangent_column b_N),
//
// and s ≥ 0 is the root of φ(s) = mu r_N / |r_T| − 1, which is negative where sticking leaves the cone,
// positive at infinity, and nearly linear in between: Newton steps in a bracket find it. Where φ is small the
// next step would only correct φ², less than sweeps leave: the last one is made in r. Everything is kept
// times the determinant of schur + s I, and a step divides once. s: in the one of the last sweep, out the
// root.
inline bool slide(const ContactMatrix<3>& M, const double*, double mu, const double* b, double* s,
                  double* r) {
  constexpr double last_step = 1e-5, rounding = 1e-13;
  const double c1 = b[1] - M.tangent_column[0] * b[0];
  const double c2 = b[2] - M.tangent_column[1] * b[0];
  const double to_limit = -mu * M.normal_inverse;
  double low = 0.0, high = HUGE_VAL, x = *s;
  for (int step = 0; step < 60; ++step) {
    const double a11 = M.schur[0] + x, a22 = M.schur[3] + x;
    const double determinant = a11 * a22 - M.schur[1] * M.schur[2];
    if (!(determinant > M.small * M.small)) {  // schur may be singular, and s must not be
      low = x;
      x = std::max(4.0 * x, M.small);
      continue;
    }
    const double t1 = M.schur[2] * c2 - a22 * c1, t2 = M.schur[1] * c1 - a11 * c2;
    const double square = t1 * t1 + t2 * t2, tangent = std::sqrt(square);
    const double limit = to_limit * (b[0] * determinant + M.tangent_row[0] * t1 + M.tangent_row[1] * t2);
    const double beyond = limit - tangent;  // phi |r_T|, times the determinant
    // d(t1, t2)/ds = -(schur + s I)^-1 (t1, t2), times the determinant
    const double d1 = M.schur[2] * t2 - a22 * t1, d2 = M.schur[1] * t1 - a11 * t2;
    const double d_limit = to_limit * (M.tangent_row[0] * d1 + M.tangent_row[1] * d2);
    double next = x - beyond * square * determinant / (d_limit * square - limit * (t1 * d1 + t2 * d2));
    if (std::fabs(beyond) < rounding * tangent) next = std::max(low, std::min(next, high));  // x is the root
    const bool is_inside = next >= low && next <= high;
    if (is_inside && std::fabs(beyond) < last_step * tangent) {  // not where there is no tangent
      const double scale = 1.0 / determinant, length = (next - x) * scale;
      r[1] = (t1 + length * d1) * scale;
      r[2] = (t2 + length * d2) * scale;
      r[0] = -(b[0] + M.tangent_row[0] * r[1] + M.tangent_row[1] * r[2]) * M.normal_inverse;
      *s = next;
      return true;
    }
    (beyond > 0.0 ? high : low) = x;
    if (!(next > low && next < high))
      next = high < HUGE_VAL ? 0.5 * (low + high) : 2.0 * x + std::fabs(M.schur[0]) + std::fabs(M.schur[3]);
    if (next == x) return false;
    x = next;
  }
  return false;
}

// Slide and roll, see rolling_slide.hpp. Plastic flow has no closed form.
inline bool slide(const ContactMatrix<rolling_rows>& M, const double*, const ConeCoefficients& mu,
                  const double* b, RollingSlip* s, double* r) {
  if (mu.is_plastic()) return false;
  RollingRows rows{M.schur, M.tangent_row, {}, b[0], M.normal_inverse, {mu.sliding, mu.rolling}, M.small};
  for (int k = 0; k < 4; ++k) rows.c[k] = b[k + 1] - M.tangent_column[k] * b[0];
  return RollingSlide(rows, *s).find(r);
}

// Tells whether the tangents of x, and its moments, are within their limits.
template <int D>
bool is_within_limits(const Coefficients<D>& mu, const double* x) {
  const auto is_within = [&](int first, int end, double limit) {
    double square = 0.0;
    for (int k = first; k < end; ++k) square += x[k] * x[k];
    return limit >= 0.0 && square <= limit * limit;
  };
  if constexpr (D == rolling_rows)
    return is_within(1, 3, mu.cylinder ? mu.sliding : mu.sliding * x[0]) &&
           is_within(3, 5, mu.cylinder ? 0.0 : mu.rolling * x[0]);
  else
    return is_within(1, D, mu * x[0]);
}

// Tells whether r = 0 is the solution, as b lies in the cone that the velocities of an open contact have.
template <int D>
bool takes_off(const Coefficients<D>& mu, const double* b) {
  if constexpr (D == rolling_rows) {
    if (mu.cylinder) return false;
    if (mu.is_plastic()) return b[0] >= mu.dilatancy() * tangent_norm<3>(b);
  }
  return b[0] >= 0.0;
}

// Tells whether the law is that of the normal row alone.
template <int D>
bool is_frictionless(const Coefficients<D>& mu) {
  if constexpr (D == rolling_rows)
    if (mu.is_plastic()) return false;
  return largest_coefficient<D>(mu) == 0.0;
}

// Tries the closed forms. Returns false where none of them holds; r is then as it was.
template <int D>
bool solve_in_closed_form(const ContactMatrix<D>& M, const double* W, const Coefficients<D>& mu,
                          const double* b, Slip<D>* s, double* r) {
  // Take-off is r = 0, where the velocity b of the others opens the gap.
  if (takes_off<D>(mu, b)) {
    for (int k = 0; k < D; ++k) r[k] = 0.0;
    return true;
  }
  if (!M.has_normal) return false;
  // A contact with no friction is one scalar equation.
  if (is_frictionless<D>(mu)) {
    for (int k = 1; k < D; ++k) r[k] = 0.0;
    r[0] = -b[0] * M.normal_inverse;
    return true;
  }
  // Stick is u = 0, so that r = −W⁻¹ b, where that lies in the cone. What is left is slide.
  if (M.regular) {
    double x[D];
    for (int i = 0; i < D; ++i) {
      x[i] = 0.0;
      for (int j = 0; j < D; ++j) x[i] -= M.inverse[j * D + i] * b[j];
    }
    if (is_within_limits<D>(mu, x)) {
      for (int k = 0; k < D; ++k) r[k] = x[k];
      return true;
    }
  }
  return slide(M, W, mu, b, s, r);
}

}  // namespace nsds::numerics::friction
