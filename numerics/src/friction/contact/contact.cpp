#include "friction/contact/contact.hpp"

#include <algorithm>
#include <limits>

#include "friction/contact/contact_function.hpp"
#include "friction/contact/padding.hpp"
#include "friction/contact/small_inverse.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr double small_enough = 8.0 * std::numeric_limits<double>::epsilon();

template <int D>
void velocity(const double* W, const double* b, const double* r, double* u) {
  for (std::size_t i = 0; i < D; ++i) {
    u[i] = b[i];
    for (std::size_t j = 0; j < D; ++j) u[i] += W[j * pad<D> + i] * r[j];
  }
}

// Keeps the better of two points, with its residual.
template <int D>
struct Best {
  double residual;
  double* r;

  // NaN loses against everything.
  bool offer(double other_residual, const double* other) {
    if (!(other_residual < residual)) return false;
    residual = other_residual;
    std::copy_n(other, D, r);
    return true;
  }
};

// Iterates by Newton's method on the function of Alart and Curnier with ρ from the spectrum (weight), damped
// by halving until the residual decreases.
template <int D>
void newton(const double* W, double weight, const Coefficients<D>& mu, const double* b, double enough,
            Best<D>& best) {
  const Parameters<D> parameters{mu, 1.0 / weight};
  for (int step = 0; step < 40 && best.residual > enough; ++step) {
    double u[D], F[D], A[D * D], B[D * D], J[D * D], inverse[D * D];
    velocity<D>(W, b, best.r, u);
    alart_curnier<D>(parameters, best.r, u, F, A, B);
    // The derivative by r is J = A + B W, since u = W r + b.
    for (std::size_t j = 0; j < D; ++j) {
      for (std::size_t i = 0; i < D; ++i) {
        J[j * D + i] = A[j * D + i];
        for (std::size_t k = 0; k < D; ++k) J[j * D + i] += B[k * D + i] * W[j * pad<D> + k];
      }
    }
    // The step is −J⁻¹ F.
    if (!invert<D>(J, inverse)) return;
    double direction[D];
    for (std::size_t i = 0; i < D; ++i) {
      direction[i] = 0.0;
      for (std::size_t j = 0; j < D; ++j) direction[i] -= inverse[j * D + i] * F[j];
    }
    // The step is halved until the projected point has a smaller residual.
    bool improved = false;
    for (double length = 1.0; length > 1e-3 && !improved; length *= 0.5) {
      double trial[D];
      for (int i = 0; i < D; ++i) trial[i] = best.r[i] + length * direction[i];
      project_on_cone<D>(mu, trial, trial);
      improved = best.offer(contact_residual<D>(W, weight, mu, b, trial), trial);
    }
    if (!improved) return;
  }
}

// Iterates r ← P_K(r − ρ (u + mu |u_T| e_N)) with ρ from the step before, shortened where it is too long for
// the map to contract [Khobotov 1987].
template <int D>
void fixed_point(const double* W, double weight, const Coefficients<D>& mu, const double* b, double enough,
                 Best<D>& best) {
  double rho = 1.0 / weight;
  double r[D];
  std::copy_n(best.r, D, r);
  for (int step = 0; step < 200 && best.residual > enough; ++step) {
    double u[D], next_u[D], next[D];
    velocity<D>(W, b, r, u);
    u[0] += shift<D>(mu, u);
    // The map contracts where ρ |Δu| ≤ 0.9 |Δr|; ρ is shortened until that holds.
    double moved = 0.0, changed = 0.0;
    for (int attempt = 0; attempt < 30; ++attempt) {
      for (int i = 0; i < D; ++i) next[i] = r[i] - rho * u[i];
      project_on_cone<D>(mu, next, next);
      velocity<D>(W, b, next, next_u);
      next_u[0] += shift<D>(mu, next_u);
      moved = changed = 0.0;
      for (int i = 0; i < D; ++i) {
        moved += (next[i] - r[i]) * (next[i] - r[i]);
        changed += (next_u[i] - u[i]) * (next_u[i] - u[i]);
      }
      if (!(rho * rho * changed > 0.81 * moved)) break;
      rho *= 2.0 / 3.0;
    }
    // A ρ three times below the limit of contraction is too careful, and grows.
    if (rho * rho * changed < 0.09 * moved) rho *= 1.5;
    if (!(moved > 0.0)) return;
    std::copy_n(next, D, r);
    best.offer(contact_residual<D>(W, weight, mu, b, r), r);
  }
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled where W is regular, and not read elsewhere
template <int D>
ContactMatrix<D>::ContactMatrix(const double* W) {
  constexpr int T = D - 1;
  double packed[D * D];
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) packed[j * D + i] = W[j * pad<D> + i];
  regular = invert<D>(packed, inverse);
  has_normal = packed[0] > 0.0;
  normal_inverse = has_normal ? 1.0 / packed[0] : 0.0;
  small = 0.0;
  for (int i = 0; i < D; ++i) small += 1e-12 * std::fabs(packed[i * D + i]);
  for (int j = 0; j < T; ++j) {
    tangent_row[j] = packed[(j + 1) * D];
    tangent_column[j] = packed[j + 1] * normal_inverse;
  }
  for (int j = 0; j < T; ++j)
    for (int i = 0; i < T; ++i)
      schur[j * T + i] = packed[(j + 1) * D + i + 1] - tangent_column[i] * tangent_row[j];
}

template <int D>
double contact_residual(const double* W, double weight, const Coefficients<D>& mu, const double* b,
                        const double* r) {
  double u[D], map[D];
  velocity<D>(W, b, r, u);
  for (int i = 0; i < D; ++i) u[i] /= weight;
  return std::sqrt(natural_map<D>(mu, r, u, map)) * weight;
}

template <int D>
double improve_contact(const double* W, double weight, const Coefficients<D>& mu, const double* b,
                       double* r) {
  double size = 0.0;
  for (int i = 0; i < D; ++i) size = std::max(size, std::fabs(b[i]));
  const double enough = small_enough * size;
  Best<D> best{contact_residual<D>(W, weight, mu, b, r), r};
  if (!std::isfinite(best.residual)) {
    std::fill_n(r, D, 0.0);
    best.residual = contact_residual<D>(W, weight, mu, b, r);
  }
  newton<D>(W, weight, mu, b, enough, best);
  if (best.residual > enough) fixed_point<D>(W, weight, mu, b, enough, best);
  if (best.residual > enough) newton<D>(W, weight, mu, b, enough, best);
  return best.residual;
}

template struct ContactMatrix<2>;
template struct ContactMatrix<3>;
template struct ContactMatrix<rolling_rows>;
template double contact_residual<2>(const double*, double, const double&, const double*, const double*);
template double contact_residual<3>(const double*, double, const double&, const double*, const double*);
template double contact_residual<rolling_rows>(const double*, double, const ConeCoefficients&, const double*,
                                               const double*);
template double improve_contact<2>(const double*, double, const double&, const double*, double*);
template double improve_contact<3>(const double*, double, const double&, const double*, double*);
template double improve_contact<rolling_rows>(const double*, double, const ConeCoefficients&, const double*,
                                              double*);

}  // namespace nsds::numerics::friction
