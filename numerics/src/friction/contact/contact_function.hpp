// Functions of one contact whose zeros are Signorini's condition and Coulomb's law, with an element of their
// generalised Jacobians: F(r, u), A = dF/dr, B = dF/du, matrices column-major. All in the units of r. Those of
// Alart and Curnier and of Jean and Moreau have, for a contact that resists rolling, a second disc for moments.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "friction/contact/cone.hpp"
#include "friction/contact/small_inverse.hpp"

namespace nsds::numerics::friction {

template <class Mu>
struct ParametersOf {
  Mu mu;       // >= 0
  double rho;  // > 0, in the units of r / u
};
using ContactParameters = ParametersOf<double>;
template <int D>
using Parameters = ParametersOf<Coefficients<D>>;

namespace detail {

// Gives entry (row, column) of A or B.
template <int D>
double& at(double* M, int row, int column) {
  return M[column * D + row];
}

template <int D>
void set_identity(double* M, double value) {
  std::fill_n(M, D * D, 0.0);
  for (int i = 0; i < D; ++i) M[i * D + i] = value;
}

// A disc for some rows of a contact, and how its radius depends on the normal row.
struct Disc {
  int first, end;  // rows
  double radius;
  double by_r, by_u;  // dradius/dr_N and dradius/du_N
};

// Computes the rows r_T − P_disc(r_T − ρ u_T) of a disc.
template <int D>
void in_disc(const Disc& disc, double rho, const double* r, const double* u, double* F, double* A,
             double* B) {
  const auto [first, end, radius, by_r, by_u] = disc;
  double y[D] = {};
  double norm = 0.0;
  for (int i = first; i < end; ++i) {
    y[i] = r[i] - rho * u[i];
    norm += y[i] * y[i];
  }
  norm = std::sqrt(norm);
  // Inside the disc the projection is the identity, and the part is ρ u_T.
  if (norm <= radius) {
    for (int i = first; i < end; ++i) {
      F[i] = rho * u[i];
      at<D>(B, i, i) = rho;
    }
    return;
  }
  // Outside, y = r_T − ρ u_T goes to radius t, t = y/|y|, whose derivative by y is
  // (radius/|y|) (I − t tᵀ).
  const double ratio = radius / norm;
  for (int i = first; i < end; ++i) {
    const double t = y[i] / norm;
    F[i] = r[i] - radius * t;
    at<D>(A, i, 0) = -by_r * t;
    at<D>(B, i, 0) = -by_u * t;
    for (int j = first; j < end; ++j) {
      const double P = ratio * ((i == j ? 1.0 : 0.0) - t * y[j] / norm);
      at<D>(A, i, j) = (i == j ? 1.0 : 0.0) - P;
      at<D>(B, i, j) = rho * P;
    }
  }
}

// The cylinder of von Mises: u_N = 0, and a disc of one radius.
inline void in_cylinder(const Parameters<rolling_rows>& p, const double* r, const double* u, double* F,
                        double* A, double* B) {
  constexpr int D = rolling_rows;
  std::fill_n(A, D * D, 0.0);
  std::fill_n(B, D * D, 0.0);
  F[0] = p.rho * u[0];
  B[0] = p.rho;
  in_disc<D>({1, 3, p.mu.sliding, 0.0, 0.0}, p.rho, r, u, F, A, B);
  in_disc<D>({3, 5, 0.0, 0.0, 0.0}, p.rho, r, u, F, A, B);
}

// A function of friction makes one of plastic flow: that of Drucker and Prager is Coulomb's between r and
// u - dilatancy |u_T| e_N.
template <class OfFriction>
void in_plasticity(const Parameters<rolling_rows>& p, const double* r, const double* u, double* F, double* A,
                   double* B, OfFriction&& of_friction) {
  constexpr int D = rolling_rows;
  if (p.mu.cylinder) return in_cylinder(p, r, u, F, A, B);
  const double slip = tangent_norm<3>(u), dilatancy = p.mu.dilatancy();
  double v[D];
  std::copy_n(u, D, v);
  v[0] -= dilatancy * slip;
  of_friction({rolling_friction(p.mu.sliding, p.mu.rolling), p.rho}, r, v, F, A, B);
  if (slip == 0.0) return;  // 0 is a derivative of |u_T| there
  for (int j = 1; j < 3; ++j)
    for (int i = 0; i < D; ++i) at<D>(B, i, j) -= at<D>(B, i, 0) * dilatancy * u[j] / slip;
}

// All rows but the first, of discs whose radii are the coefficients times the pressure. by_r, by_u: of the
// pressure.
template <int D>
void in_discs(const Parameters<D>& p, double pressure, double by_r, double by_u, const double* r,
              const double* u, double* F, double* A, double* B) {
  const auto disc = [&](int first, int end, double mu) {
    in_disc<D>({first, end, mu * pressure, mu * by_r, mu * by_u}, p.rho, r, u, F, A, B);
  };
  if constexpr (D == rolling_rows) {
    disc(1, 3, p.mu.sliding);
    disc(3, 5, p.mu.rolling);
  } else {
    disc(1, D, p.mu);
  }
}

}  // namespace detail

// The disc has the radius mu (r_N - rho u_N)+ [Alart, Curnier 1991, CMAME 92].
template <int D>
void alart_curnier(const Parameters<D>& p, const double* r, const double* u, double* F, double* A,
                   double* B) {
  if constexpr (D == rolling_rows)
    if (p.mu.is_plastic()) return detail::in_plasticity(p, r, u, F, A, B, alart_curnier<D>);
  std::fill_n(B, D * D, 0.0);
  const double pressure = r[0] - p.rho * u[0];
  if (pressure <= 0.0) {
    std::copy_n(r, D, F);
    detail::set_identity<D>(A, 1.0);
    return;
  }
  std::fill_n(A, D * D, 0.0);
  F[0] = p.rho * u[0];
  B[0] = p.rho;
  detail::in_discs<D>(p, pressure, 1.0, -p.rho, r, u, F, A, B);
}

// The disc has the radius mu (r_N)+ [Jean, Moreau 1987; Acary, Brogliato 2008, 13.6].
template <int D>
void jean_moreau(const Parameters<D>& p, const double* r, const double* u, double* F, double* A, double* B) {
  if constexpr (D == rolling_rows)
    if (p.mu.is_plastic()) return detail::in_plasticity(p, r, u, F, A, B, jean_moreau<D>);
  std::fill_n(A, D * D, 0.0);
  std::fill_n(B, D * D, 0.0);
  if (r[0] - p.rho * u[0] <= 0.0) {
    F[0] = r[0];
    A[0] = 1.0;
  } else {
    F[0] = p.rho * u[0];
    B[0] = p.rho;
  }
  const bool pressed = r[0] > 0.0;
  detail::in_discs<D>(p, pressed ? r[0] : 0.0, pressed ? 1.0 : 0.0, 0.0, r, u, F, A, B);
}

// The products of friction_complementarity.h, mu p u_T + s r_T = 0 beside 0 <= r_N _|_ u_N >= 0, with p =
// (r_N - rho u_N)+ and s taken out of its complementarity to the cone by y = r_T - rho u_T:
//
//   rho s = max(mu p, |y|, |r_T|) - mu p + (rho u_N - r_N)+,   F_T = rho (mu p u_T + s r_T)
//
// [Trinkle, Pang, Sudarsky, Lo 1997, ZAMM 77; Hueber, Stadler, Wohlmuth 2008, SIAM J. Sci. Comput. 30,
// without the last two terms of s]. With |r_T| the zeros are the law and nothing else, and the gap keeps open
// contacts regular. In two dimensions the law is piecewise linear, and its complementarities by min are the
// function of Alart and Curnier.
inline void complementarity(const ContactParameters& p, const double* r, const double* u, double* F,
                            double* A, double* B) {
  std::fill_n(A, 9, 0.0);
  std::fill_n(B, 9, 0.0);
  const double pressure = r[0] - p.rho * u[0];
  const bool pressed = pressure > 0.0;
  F[0] = pressed ? p.rho * u[0] : r[0];
  (pressed ? B[0] : A[0]) = pressed ? p.rho : 1.0;
  const double radius = pressed ? p.mu * pressure : 0.0, gap = pressed ? 0.0 : -pressure;
  const double y[3] = {0.0, r[1] - p.rho * u[1], r[2] - p.rho * u[2]};
  const double length = tangent_norm<3>(y), size = tangent_norm<3>(r);
  const double factor = std::max({radius, length, size});
  // The factor, with the gap, is differentiated by r and u.
  double by_r[3] = {}, by_u[3] = {};
  if (!pressed) by_r[0] = -1.0;
  if (factor == radius) {
    if (pressed) by_r[0] = p.mu;
  } else if (factor == length) {
    for (int i = 1; i < 3; ++i) by_r[i] = y[i] / length;
  } else {
    for (int i = 1; i < 3; ++i) by_r[i] = r[i] / size;
  }
  by_u[0] = -p.rho * by_r[0];
  if (factor == length && factor > radius)
    for (int i = 1; i < 3; ++i) by_u[i] = -p.rho * by_r[i];
  // Where all is zero so is the derivative; any regular row has the zero that is there already.
  const double diagonal = factor + gap > 0.0 ? factor + gap : 1.0;
  for (int i = 1; i < 3; ++i) {
    F[i] = (factor + gap) * r[i] - radius * y[i];
    for (int j = 0; j < 3; ++j) {
      detail::at<3>(A, i, j) = r[i] * by_r[j] + (i == j ? diagonal - radius : 0.0);
      detail::at<3>(B, i, j) = r[i] * by_u[j] + (i == j ? p.rho * radius : 0.0);
    }
    if (!pressed) continue;
    detail::at<3>(A, i, 0) -= p.mu * y[i];
    detail::at<3>(B, i, 0) += p.mu * p.rho * y[i];
  }
}

// r - P_K(r - rho (u + mu |u_T| e_N)) [De Saxce, Feng 1998].
template <int D>
void desaxce_natural_map(const ContactParameters& p, const double* r, const double* u, double* F, double* A,
                         double* B) {
  const double slip = tangent_norm<D>(u);
  double x[D], P[D];
  for (int i = 0; i < D; ++i) x[i] = r[i] - p.rho * u[i];
  x[0] -= p.rho * p.mu * slip;
  project_on_cone<D>(p.mu, x, P);
  for (int i = 0; i < D; ++i) F[i] = r[i] - P[i];
  const double tangent = tangent_norm<D>(x);
  double dP[D * D];  // derivative of the projection
  if (p.mu * tangent <= -x[0]) {
    std::fill_n(dP, D * D, 0.0);
  } else if (tangent <= p.mu * x[0]) {
    detail::set_identity<D>(dP, 1.0);
  } else {
    const double a = 1.0 / (1.0 + p.mu * p.mu);
    double t[D] = {1.0};
    for (int i = 1; i < D; ++i) t[i] = p.mu * x[i] / tangent;  // (1, mu t): P = a (x . that) that
    const double ratio = p.mu * P[0] / tangent;
    for (int j = 0; j < D; ++j)
      for (int i = 0; i < D; ++i) detail::at<D>(dP, i, j) = a * t[i] * t[j];
    for (int j = 1; j < D; ++j)
      for (int i = 1; i < D; ++i)
        detail::at<D>(dP, i, j) += ratio * ((i == j ? 1.0 : 0.0) - x[i] * x[j] / (tangent * tangent));
  }
  for (int j = 0; j < D; ++j) {
    const double by_slip = j > 0 && slip > 0.0 ? p.mu * u[j] / slip : 0.0;
    for (int i = 0; i < D; ++i) {
      detail::at<D>(A, i, j) = (i == j ? 1.0 : 0.0) - detail::at<D>(dP, i, j);
      detail::at<D>(B, i, j) = p.rho * (detail::at<D>(dP, i, j) + detail::at<D>(dP, i, 0) * by_slip);
    }
  }
}

// Fischer-Burmeister in the Jordan algebra of the second-order cone, x + y - (x o x + y o y)^1/2 with
// x = (mu r_N, r_T) and y = rho (u_N + mu |u_T|, mu u_T) [Fukushima, Luo, Tseng 2001; Hayashi, Yamashita,
// Fukushima 2005]. Without friction: the scalar function of the normal part, and r_T.
template <int D>
void fischer_burmeister(const ContactParameters& p, const double* r, const double* u, double* F, double* A,
                        double* B) {
  std::fill_n(A, D * D, 0.0);
  std::fill_n(B, D * D, 0.0);
  // With no friction the normal part alone has a complementarity.
  if (p.mu == 0.0) {
    const double y = p.rho * u[0], norm = std::hypot(r[0], y);
    F[0] = r[0] + y - norm;
    A[0] = norm > 0.0 ? 1.0 - r[0] / norm : 1.0;
    B[0] = norm > 0.0 ? p.rho * (1.0 - y / norm) : 0.0;
    for (int i = 1; i < D; ++i) {
      F[i] = r[i];
      detail::at<D>(A, i, i) = 1.0;
    }
    return;
  }
  const double slip = tangent_norm<D>(u);
  double x[D], y[D], w[D] = {}, z[D];
  x[0] = p.mu * r[0];
  y[0] = p.rho * (u[0] + p.mu * slip);
  for (int i = 1; i < D; ++i) {
    x[i] = r[i];
    y[i] = p.rho * p.mu * u[i];
  }
  // With w = x ∘ x + y ∘ y, whose eigenvalues are w_0 ± |w_T|, z = w^1/2 has their roots.
  double outer = 0.0;
  for (int i = 0; i < D; ++i) w[0] += x[i] * x[i] + y[i] * y[i];
  for (int i = 1; i < D; ++i) {
    w[i] = 2.0 * (x[0] * x[i] + y[0] * y[i]);
    outer += w[i] * w[i];
  }
  outer = std::sqrt(outer);
  const double small = std::sqrt(std::max(0.0, w[0] - outer)), large = std::sqrt(w[0] + outer);
  z[0] = 0.5 * (small + large);
  for (int i = 1; i < D; ++i) z[i] = outer > 0.0 ? 0.5 * (large - small) * w[i] / outer : 0.0;
  for (int i = 0; i < D; ++i) F[i] = x[i] + y[i] - z[i];
  // The arrow matrix of z is singular on the boundary; slightly inside it is not.
  const auto arrow = [](const double* v, double* M) {
    std::fill_n(M, D * D, 0.0);
    for (int i = 0; i < D; ++i) {
      detail::at<D>(M, i, i) = v[0];
      detail::at<D>(M, 0, i) = v[i];
      detail::at<D>(M, i, 0) = v[i];
    }
  };
  const double inside = 1e-8 * z[0] + std::numeric_limits<double>::min();
  z[0] += inside;
  double Z[D * D], inverse[D * D], X[D * D], Y[D * D];
  arrow(z, Z);
  arrow(x, X);
  arrow(y, Y);
  if (!invert<D>(Z, inverse)) detail::set_identity<D>(inverse, 0.0);
  // The derivative of z = (x ∘ x + y ∘ y)^1/2 by x is L(z)⁻¹ L(x), L the arrow matrix, and likewise by y,
  // which depends on u_T through |u_T| too.
  for (int j = 0; j < D; ++j) {
    const double dx = j == 0 ? p.mu : 1.0, dy = p.rho * (j == 0 ? 1.0 : p.mu);
    for (int i = 0; i < D; ++i) {
      double by_x = i == j ? 1.0 : 0.0, by_y = by_x;
      for (int k = 0; k < D; ++k) {
        by_x -= detail::at<D>(inverse, i, k) * detail::at<D>(X, k, j);
        by_y -= detail::at<D>(inverse, i, k) * detail::at<D>(Y, k, j);
      }
      detail::at<D>(A, i, j) += by_x * dx;
      detail::at<D>(B, i, j) += by_y * dy;
      if (j == 0 && slip > 0.0)
        for (int l = 1; l < D; ++l) detail::at<D>(B, i, l) += by_y * p.rho * p.mu * u[l] / slip;
    }
  }
}

}  // namespace nsds::numerics::friction
