#include "vi/jordan.hpp"

#include <algorithm>
#include <cmath>

#include "affine/newton_functions.hpp"
#include "core/arena.hpp"
#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "vi/lorentz.hpp"

namespace nsds::numerics::vi {
namespace {

const double half_root = std::sqrt(0.5);

// x or y of the algebra at a pair, in units of the larger one, and with the direction s of the tangent part of
// v = x ∘ x + y ∘ y: its tangent part less and more x_N s. They give the spectral values of v without cancellation,
//
//   λ₁,₂(v) = |x_T ∓ x_N s|² + |y_T ∓ y_N s|²,
//
// because |v_T| = s'v_T = 2 (x_N s'x_T + y_N s'y_T).
struct Side {
  double normal = 0.0;
  std::span<double> tangent, less, more;

  void split(std::span<const double> s) const {
    for (std::size_t i = 0; i < s.size(); ++i) {
      less[i] = tangent[i] - normal * s[i];
      more[i] = tangent[i] + normal * s[i];
    }
  }
};

class FischerBurmeister {
 public:
  FischerBurmeister(const LorentzPair& pair, double smoothing, std::span<double> scratch)
      : k_(pair.z.size()), normal_unit_(std::sqrt(2.0) / std::hypot(1.0, pair.mu)) {
    tangent_unit_ = pair.mu * normal_unit_;
    s_ = take_front(scratch, k_ - 1);
    for (Side* side : {&x_, &y_})
      for (auto* part : {&side->tangent, &side->less, &side->more}) *part = take_front(scratch, k_ - 1);
    x_.normal = tangent_unit_ * pair.z[0];
    y_.normal = normal_unit_ * pair.w[0];
    size_ = std::max({std::fabs(x_.normal), std::fabs(y_.normal), smoothing});
    for (std::size_t i = 0; i + 1 < k_; ++i) {
      x_.tangent[i] = normal_unit_ * pair.z[i + 1];
      y_.tangent[i] = tangent_unit_ * pair.w[i + 1];
      size_ = std::max({size_, std::fabs(x_.tangent[i]), std::fabs(y_.tangent[i])});
    }
    if (size_ == 0.0) return;
    for (Side* side : {&x_, &y_}) {
      side->normal /= size_;
      for (double& entry : side->tangent) entry /= size_;
    }
    find_direction();
    x_.split(s_);
    y_.split(s_);
    const double added = std::sqrt(2.0) * (smoothing / size_);
    root_1_ = std::hypot(norm_2(x_.less), norm_2(y_.less), added);
    root_2_ = std::hypot(norm_2(x_.more), norm_2(y_.more), added);
  }

  void write_value(std::span<double> value) const {
    if (size_ == 0.0) {
      std::fill(value.begin(), value.end(), 0.0);
      return;
    }
    value[0] = size_ * (x_.normal + y_.normal - 0.5 * (root_1_ + root_2_));
    for (std::size_t i = 0; i + 1 < k_; ++i)
      value[i + 1] = size_ * (x_.tangent[i] + y_.tangent[i] - 0.5 * (root_2_ - root_1_) * s_[i]);
  }

  // The derivative by x is I - L_t⁻¹ L_x, t the square root and L_a b = a ∘ b.
  void write_derivatives(std::span<double> by_z, std::span<double> by_w) const {
    write_derivative(x_, by_z);
    write_derivative(y_, by_w);
    for (std::size_t r = 0; r < k_; ++r) {
      by_z[r] *= tangent_unit_;
      by_w[r] *= normal_unit_;
      for (std::size_t c = 1; c < k_; ++c) {
        by_z[c * k_ + r] *= normal_unit_;
        by_w[c * k_ + r] *= tangent_unit_;
      }
    }
  }

 private:
  // Where v_T is zero any direction will do.
  void find_direction() {
    for (std::size_t i = 0; i < s_.size(); ++i) s_[i] = x_.normal * x_.tangent[i] + y_.normal * y_.tangent[i];
    const double norm = norm_2(s_);
    for (double& entry : s_) entry = norm > 0.0 ? entry / norm : 0.0;
    if (norm == 0.0) s_[0] = 1.0;
  }

  // L_t has the eigenvectors p_1,2 = (1, ∓s)/√2 with the square roots of λ₁,₂(v), and (0, u), u ⟂ s, with their mean. Where λ₁ is
  // zero, L_x p_1 is zero too, and its quotient stands for the limit along x + δe, y + δe: p_1/√2.
  void write_derivative(const Side& a, std::span<double> D) const {
    std::fill(D.begin(), D.end(), 0.0);
    for (std::size_t r = 0; r < k_; ++r) D[r * k_ + r] = root_2_ == 0.0 ? 1.0 - half_root : 1.0;
    if (root_2_ == 0.0) return;
    subtract_eigenpair(a.less, -1.0, root_1_ > 4.0 * epsilon * root_2_ ? root_1_ : 0.0, D);
    subtract_eigenpair(a.more, 1.0, root_2_, D);
    const double mean = 0.5 * (root_1_ + root_2_);
    const double along = dot(s_, a.less);
    for (std::size_t r = 0; r + 1 < k_; ++r) {
      D[r + 1] -= (a.less[r] - along * s_[r]) / mean;
      for (std::size_t c = 0; c + 1 < k_; ++c)
        D[(c + 1) * k_ + r + 1] -= a.normal * ((r == c ? 1.0 : 0.0) - s_[r] * s_[c]) / mean;
    }
  }

  // D -= p (L_a p)' / root with p = (1, sign s)/√2, L_a p = (sign s'd, d)/√2, d the part of a with that sign.
  void subtract_eigenpair(std::span<const double> d, double sign, double root, std::span<double> D) const {
    const double along = dot(s_, d);
    for (std::size_t c = 0; c < k_; ++c) {
      const double entry = root > 0.0 ? 0.5 * (c == 0 ? sign * along : d[c - 1]) / root
                                      : 0.5 * half_root * (c == 0 ? 1.0 : sign * s_[c - 1]);
      D[c * k_] -= entry;
      for (std::size_t r = 1; r < k_; ++r) D[c * k_ + r] -= sign * s_[r - 1] * entry;
    }
  }

  std::size_t k_;
  double normal_unit_, tangent_unit_ = 0.0;  // x = (tangent_unit z_N, normal_unit z_T), y the other way
  std::span<double> s_;
  Side x_, y_;
  double size_ = 0.0;
  double root_1_ = 0.0, root_2_ = 0.0;  // of the spectral values of v
};

// Rows of their own: the first one of the half-line, the others z_T = 0.
void write_half_line(const LorentzPair& pair, const affine::Value& first, const LorentzValue& out) {
  const std::size_t k = pair.z.size();
  std::copy(pair.z.begin(), pair.z.end(), out.value.begin());
  out.value[0] = first.value;
  if (out.by_z.empty()) return;
  std::fill(out.by_z.begin(), out.by_z.end(), 0.0);
  std::fill(out.by_w.begin(), out.by_w.end(), 0.0);
  for (std::size_t r = 1; r < k; ++r) out.by_z[r * k + r] = 1.0;
  out.by_z[0] = first.by_a;
  out.by_w[0] = first.by_b;
}

}  // namespace

void jordan_fischer_burmeister(const LorentzPair& pair, double smoothing, const LorentzValue& out,
                               std::span<double> scratch) {
  if (pair.z.size() == 1 || pair.mu == 0.0)
    return write_half_line(pair, affine::fischer_burmeister(pair.z[0], pair.w[0], smoothing), out);
  const FischerBurmeister function(pair, smoothing, scratch);
  function.write_value(out.value);
  if (!out.by_z.empty()) function.write_derivatives(out.by_z, out.by_w);
}

void jordan_minimum(const LorentzPair& pair, const LorentzValue& out, std::span<double> scratch) {
  const std::size_t k = pair.z.size();
  const std::span<double> moved = scratch.first(k), column = scratch.subspan(k, k);
  for (std::size_t i = 0; i < k; ++i) moved[i] = pair.z[i] - pair.w[i];
  project_onto_lorentz({pair.mu, moved}, out.value.data());
  for (std::size_t i = 0; i < k; ++i) out.value[i] = pair.z[i] - out.value[i];
  if (out.by_z.empty()) return;
  for (std::size_t c = 0; c < k; ++c) {
    std::fill(column.begin(), column.end(), 0.0);
    column[c] = 1.0;
    multiply_lorentz_derivative({pair.mu, moved}, column.data(), out.by_w.data() + c * k);
    for (std::size_t r = 0; r < k; ++r) out.by_z[c * k + r] = (r == c ? 1.0 : 0.0) - out.by_w[c * k + r];
  }
}

std::array<double, 2> spectral_values(std::span<const double> x) {
  const double t = norm_2(x.subspan(1));
  return {x[0] - t, x[0] + t};
}

void jordan_product(std::span<const double> x, std::span<const double> y, std::span<double> product) {
  product[0] = dot(x, y);
  for (std::size_t i = 1; i < x.size(); ++i) product[i] = x[0] * y[i] + y[0] * x[i];
}

}  // namespace nsds::numerics::vi
