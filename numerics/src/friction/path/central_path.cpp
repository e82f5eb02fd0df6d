#include "friction/path/central_path.hpp"

#include <cstdint>
#include <limits>

#include "core/numbers.hpp"
#include "friction/contact/predict_pair.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/sweeps/xorshift.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr double least_mu = 1e-3;    // smaller ones would spoil the conditioning: the end is near, not exact
constexpr double smoothing = 0.3;    // e over a typical speed where tau is a typical energy
constexpr double most_uneven = 3.0;  // share of a path that is not the first
constexpr int refinements = 8;       // at most, of a solution
constexpr double accurate = 1e-14;   // residual of a solution over its right-hand side

template <int D>
constexpr std::size_t squared = std::size_t{D} * std::size_t{D};

// Gives the larger of two numbers. NaN, of a point that rounding took out of a cone, is larger than every
// number.
double larger(double a, double b) {
  return b <= a ? a : std::isnan(b) ? std::numeric_limits<double>::infinity() : b;
}

}  // namespace

template <int D>
CentralPath<D>::CentralPath(const Island<D>& island, NewtonLu<D>& lu, Arena& arena)
    : island_(island),
      without_q_(island),
      lu_(lu),
      arena_(arena),
      rounding_(island),
      r_(arena.take<double>(island.vector_size(), 0.0)),
      u_(arena.take<double>(island.vector_size(), 0.0)),
      right_(arena.take<double>(island.vector_size(), 0.0)),
      given_(arena.take<double>(island.vector_size())),
      sum_(arena.take<double>(island.vector_size())),
      correction_(arena.take<double>(island.vector_size())),
      change_(arena.take<double>(island.vector_size(), 0.0)),
      first_(arena.take<double>(D * island.contacts)),
      products_(arena.take<double>(D * island.contacts)),
      scaled_(arena.take<double>(D * island.contacts)),
      slope_(arena.take<double>(D * island.contacts)),
      wanted_(arena.take<double>(D * island.contacts)),
      scales_(arena.take<double>(D * island.contacts)),
      frames_(arena.take<double>(squared<D> * island.contacts)),
      right_factors_(arena.take<double>(squared<D> * island.contacts)),
      tangent_first_(arena.take<double>(D * island.contacts, 0.0)),
      tangent_products_(arena.take<double>(D * island.contacts, 0.0)),
      shares_(arena.take<double>(island.contacts, 1.0)),
      speeds_(arena.take<double>(island.contacts)),
      shifts_(arena.take<double>(island.contacts)),
      scalings_(arena.take<NesterovTodd<D>>(island.contacts)),
      rows_(arena.take<NewtonRow<D>>(island.contacts)) {
  // The mean of |q_c|²/w_c is an energy of the problem, at which the path begins.
  without_q_.q = arena.take<double>(island.vector_size(), 0.0);
  for (std::size_t c = 0; c < island.contacts; ++c) {
    const double* const q = &island.q[pad<D> * c];
    energy_ += inner_product<D>(q, q) / island.weights[c];
  }
  energy_ /= static_cast<double>(island.contacts);
  for (std::size_t c = 0; c < island.contacts; ++c)
    speeds_[c] = smoothing / energy_ * std::sqrt(energy_ * island.weights[c]);
}

template <int D>
void CentralPath<D>::choose(int number) {
  Xorshift random(static_cast<std::uint64_t>(number + 1));
  for (double& share : shares_) share = number == 0 ? 1.0 : std::pow(most_uneven, 2.0 * random.draw() - 1.0);
}

template <int D>
PathVector CentralPath<D>::vector() const {
  const std::size_t size = D * island_.contacts;
  return {arena_.take<double>(size, 0.0), arena_.take<double>(size, 0.0), 0.0};
}

template <int D>
void CentralPath<D>::start(PathVector& point) const {
  std::fill(point.x.begin(), point.x.end(), 0.0);
  std::fill(point.y.begin(), point.y.end(), 0.0);
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    const double energy = energy_ * shares_[c];
    point.x[D * c] = std::sqrt(energy / island_.weights[c]);
    point.y[D * c] = std::sqrt(energy * island_.weights[c]);
  }
  point.theta = std::log(energy_);
}

template <int D>
double CentralPath<D>::mu(std::size_t c) const {
  return std::max(island_.mu[c], least_mu);
}

template <int D>
std::span<const double> CentralPath<D>::reactions(const PathVector& point) {
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    std::copy_n(&point.x[D * c], D, &r_[pad<D> * c]);
    r_[pad<D> * c] /= mu(c);
  }
  return r_;
}

// Gives the smoothing speed e of a contact, at the point evaluated.
template <int D>
double CentralPath<D>::smoothing_speed(std::size_t c) const {
  return tau_ * speeds_[c];
}

template <int D>
double CentralPath<D>::sliding_speed(std::size_t c, const double* y) const {
  const double e = smoothing_speed(c), t = tangent_norm<D>(y);
  return std::sqrt(t * t + e * e);
}

// Tells whether what is left of the first equation of a contact is no more than the rounding of its velocity.
// y of contacts that stick may fall below that long before tau is small: corrections would follow the
// rounding.
template <int D>
bool CentralPath<D>::is_rounding(std::size_t c, const double* first) const {
  double size = larger(0.0, std::fabs(first[0]) * mu(c));  // normal velocities are divided by mu in it
  for (std::size_t i = 1; i < D; ++i) size = larger(size, std::fabs(first[i]));
  return rounding_.hides(c, size);
}

template <int D>
void CentralPath<D>::evaluate(const PathVector& point) {
  tau_ = std::exp(point.theta);
  island_velocity<D>(island_, reactions(point), u_);
  rounding_.set(r_);
  infeasibility_ = below_rounding_ = off_centre_ = merit_ = 0.0;
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    const double* const y = &point.y[D * c];
    double* const first = &first_[D * c];
    double* const scaled = &scaled_[D * c];
    double* const products = &products_[D * c];
    // The first equation is y = u(r) + s e_N, the normal velocity divided by mu.
    std::copy_n(&u_[pad<D> * c], D, first);
    first[0] = first[0] / mu(c) + sliding_speed(c, y);
    for (std::size_t i = 0; i < D; ++i) first[i] -= y[i];
    // The second equation is x ∘ y = τ e, with the share of the contact in τ. It is measured where the
    // scaling W_nt makes x and y one vector.
    scalings_[c].set(&point.x[D * c], y);
    scalings_[c].apply(&point.x[D * c], scaled);
    jordan_product<D>(scaled, scaled, products);
    products[0] -= target(c);
    // The inverse scaling brings the defect of the first equation to the same place, where its unit is √τ.
    double relative[D];
    scalings_[c].apply_inverse(first, relative);
    const double by_target = 1.0 / target(c), by_root = std::sqrt(by_target);
    // A defect that is no more than rounding is noted apart and left alone.
    if (is_rounding(c, first)) {
      for (const double value : relative)
        below_rounding_ = larger(below_rounding_, std::fabs(value) * by_root);
      std::fill_n(first, D, 0.0);
      std::fill_n(relative, D, 0.0);
    }
    // The merit is the sum of squares of both defects, each over its unit.
    for (std::size_t i = 0; i < D; ++i) {
      products[i] = -products[i];
      const double infeasible = relative[i] * by_root, off = products[i] * by_target;
      infeasibility_ = larger(infeasibility_, std::fabs(infeasible));
      off_centre_ = larger(off_centre_, std::fabs(off));
      merit_ += infeasible * infeasible + off * off;
    }
  }
}

// With dy = W'dx + ds and ds = t . dy_T, t = y_T / s, the unknown dy is eliminated from W_nt dx + W_nt^-1 dy.
// What is left, in the frames that scale W_nt, dx = Q S^-1 z,
//   (S^-1 Q' W_nt^2 Q S^-1 + S^-1 Q' (1, t'; 0, I) W' Q S^-1) z = ...,
// is the form A + B W C of NewtonLu, as x = diag(mu, 1, ...) r. Towards the end of the path the eigenvalues
// of W_nt^2 lie so far apart where contacts slide that a sum with W' in any other frame would lose the small
// ones.
template <int D>
bool CentralPath<D>::factorise(const PathVector& point, double alpha) {
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    const double* const y = &point.y[D * c];
    const double e = smoothing_speed(c), s = sliding_speed(c, y);
    double* const slope = &slope_[D * c];
    slope[0] = e * e / s;  // ds / dtheta at constant y
    for (std::size_t i = 1; i < D; ++i) slope[i] = y[i] / s;
    // The frame scales A; B and C take the rows and columns of W to it.
    double* const Q = &frames_[squared<D> * c];
    double* const S = &scales_[D * c];
    NewtonRow<D>& row = rows_[c];
    row.kind = RowKind::full;
    scalings_[c].frame(Q, S, row.A);
    double* const C = &right_factors_[squared<D> * c];
    for (std::size_t k = 0; k < D; ++k) {
      const double* const q = Q + D * k;
      row.B[k] = q[0] / mu(c) / S[k];
      C[D * k] = q[0] / mu(c) / S[k];
      for (std::size_t i = 1; i < D; ++i) {
        row.B[D * i + k] = (q[i] + q[0] * slope[i]) / S[k];
        C[D * k + i] = q[i] / S[k];
      }
    }
  }
  for (std::size_t c = 0; c < shifts_.size(); ++c) shifts_[c] = alpha * island_.weights[c];
  return lu_.factorise(rows_, shifts_, right_factors_);
}

template <int D>
void CentralPath<D>::newton_direction(PathVector& direction) {
  solve(first_, products_, direction);
  direction.theta = 0.0;
}

// The products change by tau dtheta, the first equation by ds / dtheta.
template <int D>
void CentralPath<D>::tangent(PathVector& direction) {
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    tangent_first_[D * c] = slope_[D * c];
    tangent_products_[D * c] = target(c);
  }
  solve(tangent_first_, tangent_products_, direction);
  direction.theta = 1.0;
}

// Solves W'dx + ds - dy = -first, scaled o (W_nt dx + W_nt^-1 dy) = products.
template <int D>
void CentralPath<D>::solve(std::span<const double> first, std::span<const double> products,
                           PathVector& direction) {
  // The right-hand side of z is that of the second equation less that of the first, in the frames of the
  // contacts.
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    const double* const Q = &frames_[squared<D> * c];
    double* const right = &right_[pad<D> * c];
    double known[D], quotient[D], change[D];
    jordan_quotient<D>(&scaled_[D * c], &products[D * c], quotient);
    scalings_[c].apply(quotient, change);  // dy where dx is none
    std::copy_n(&first[D * c], D, known);
    for (std::size_t i = 1; i < D; ++i) known[0] += slope_[D * c + i] * first[D * c + i];
    for (std::size_t k = 0; k < D; ++k) {
      const double s = scales_[D * c + k];
      wanted_[D * c + k] = inner_product<D>(Q + D * k, change) / s;
      right[k] = wanted_[D * c + k] - inner_product<D>(Q + D * k, known) / s;
    }
  }
  solve_refined();
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    const double* const Q = &frames_[squared<D> * c];
    double* const dx = &direction.x[D * c];
    double* const dy = &direction.y[D * c];
    // The solution z gives dx = Q S⁻¹ z, and the second equation dy from what z leaves of it.
    std::fill_n(dx, D, 0.0);
    std::fill_n(dy, D, 0.0);
    const double* const z = &sum_[pad<D> * c];
    for (std::size_t k = 0; k < D; ++k) {
      const double s = scales_[D * c + k];
      double left = wanted_[D * c + k];
      for (std::size_t j = 0; j < D; ++j) left -= rows_[c].A[D * j + k] * z[j];
      for (std::size_t i = 0; i < D; ++i) {
        dx[i] += Q[D * k + i] * (z[k] / s);
        dy[i] += Q[D * k + i] * left * s;
      }
    }
  }
}

// Computes sum_, the solution for right_, refined while that brings something.
template <int D>
void CentralPath<D>::solve_refined() {
  const double size = largest_magnitude(right_);
  std::copy(right_.begin(), right_.end(), given_.begin());
  std::fill(sum_.begin(), sum_.end(), 0.0);
  double last = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= refinements; ++k) {
    lu_.solve(right_);
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += right_[i];
    std::copy(right_.begin(), right_.end(), correction_.begin());
    const double residual = find_residual();
    if (!(residual < last)) {
      for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] -= correction_[i];
      return;
    }
    if (residual <= accurate * size || residual > 0.5 * last) return;
    last = residual;
  }
}

// right_ = given_ - (A + B W C) sum_; returns its largest entry.
template <int D>
double CentralPath<D>::find_residual() {
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    const double* const C = &right_factors_[squared<D> * c];
    for (std::size_t i = 0; i < D; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < D; ++j) sum += C[D * j + i] * sum_[pad<D> * c + j];
      change_[pad<D> * c + i] = sum;
    }
  }
  island_velocity<D>(without_q_, change_, u_);
  double largest = 0.0;
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    for (std::size_t i = 0; i < D; ++i) {
      double value = given_[pad<D> * c + i];
      for (std::size_t j = 0; j < D; ++j) {
        const std::size_t at = pad<D> * c + j;
        value -= rows_[c].A[D * j + i] * sum_[at] + rows_[c].B[D * j + i] * u_[at];
      }
      right_[pad<D> * c + i] = value;
      largest = std::max(largest, std::fabs(value));
    }
  }
  return largest;
}

template <int D>
double CentralPath<D>::product(const PathVector& a, const PathVector& b) const {
  double sum = 0.0;
  for (std::size_t c = 0; c < island_.contacts; ++c) sum += product(c, a, b);
  return sum / static_cast<double>(island_.contacts) + a.theta * b.theta;
}

template <int D>
double CentralPath<D>::largest_change(const PathVector& direction) const {
  double largest = 0.0;
  for (std::size_t c = 0; c < island_.contacts; ++c)
    largest = std::max(largest, product(c, direction, direction));
  return std::sqrt(largest);
}

template <int D>
double CentralPath<D>::product(std::size_t c, const PathVector& a, const PathVector& b) const {
  double scaled_a[D], scaled_b[D];
  scalings_[c].apply(&a.x[D * c], scaled_a);
  scalings_[c].apply(&b.x[D * c], scaled_b);
  double sum = inner_product<D>(scaled_a, scaled_b);
  scalings_[c].apply_inverse(&a.y[D * c], scaled_a);
  scalings_[c].apply_inverse(&b.y[D * c], scaled_b);
  sum += inner_product<D>(scaled_a, scaled_b);
  return sum / target(c);
}

template <int D>
double CentralPath<D>::step_limit(const PathVector& point, const PathVector& direction, double most) const {
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    most = step_to_boundary<D>(&point.x[D * c], &direction.x[D * c], most);
    most = step_to_boundary<D>(&point.y[D * c], &direction.y[D * c], most);
  }
  return most;
}

template <int D>
bool CentralPath<D>::predict(const PathVector& from, const PathVector& tangent, double step,
                             PathVector& to) const {
  to.theta = from.theta + step * tangent.theta;
  const double growth = std::exp(step * tangent.theta);
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    double tx[D], ty[D], x[D], y[D];
    scalings_[c].apply(&tangent.x[D * c], tx);
    scalings_[c].apply_inverse(&tangent.y[D * c], ty);
    for (std::size_t i = 0; i < D; ++i) {
      tx[i] *= step;
      ty[i] *= step;
    }
    if (!predict_pair<D>(&scaled_[D * c], tx, ty, growth, x, y)) return false;
    scalings_[c].apply_inverse(x, &to.x[D * c]);
    scalings_[c].apply(y, &to.y[D * c]);
  }
  return true;
}

template class CentralPath<2>;
template class CentralPath<3>;

}  // namespace nsds::numerics::friction
