// One contact that slides, rolls, or both, with the velocity b of the others. With u_T = -s r_T, u_M = -s_r r_M and
// u_N = 0 the rows t = (r_T, r_M) are
//
//   (schur + diag(s, s, s_r, s_r)) t = -(b_t - tangent_column b_N),   0 <= s _|_ mu r_N - |r_T| >= 0,
//                                                                    0 <= s_r _|_ mu_r r_N - |r_M| >= 0,
//
// of which Newton's method looks for the two scalars, in phi = mu r_N / |r_T| - 1 and its like, which are nearly
// linear in them. A coefficient that is zero has no scalar, and no reaction.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "friction/contact/rolling_cone.hpp"
#include "friction/contact/small_lu.hpp"

namespace nsds::numerics::friction {

// The scalars s and s_r of the last slide, zero where none was found.
struct RollingSlip {
  double of[2];
};

// phi_p, zero for a pair that does not slide, and its derivative by s_q.
struct SlideLinearised {
  double phi[2], J[2][2];
};

// What stays of a contact while its scalars change: rows and columns of tangents and moments, see ContactMatrix.
struct RollingRows {
  const double *schur, *tangent_row;
  double c[4];  // b_t - tangent_column b_N
  double b_normal, normal_inverse;
  double mu[2];
  double small;  // beside which rounding in schur is nothing
};

class RollingSlide {
 public:
  RollingSlide(const RollingRows& rows, RollingSlip& slip) : rows_(rows), s_(slip.of) {
    for (std::size_t k = 0; k < 4; ++k) active_[k] = is_free(k / 2) && !is_idle(k);
  }

  // r: (5) out where a slide is found. Newton's method misses about a fifth of the slides from s = 0, every thirtieth
  // from ten times the mean of the diagonal, every hundredth from a hundred times (random W of one contact): where the
  // scalars at hand lead nowhere these are tried as well, one slide in 300 being left.
  bool find(double* r) {
    if (find_from_here(r)) return true;
    double mean = 0.0;
    for (std::size_t k = 0; k < 4; ++k) mean += 0.25 * rows_.schur[5 * k];
    for (const double start : {10.0, 100.0}) {
      s_[0] = s_[1] = start * mean;
      if (find_from_here(r)) return true;
    }
    s_[0] = s_[1] = 0.0;
    return false;
  }

  // At scalars that are given. Nothing where the matrix is singular there.
  std::optional<SlideLinearised> linearised_at(double sliding, double rolling) {
    s_[0] = sliding;
    s_[1] = rolling;
    if (!solve()) return std::nullopt;
    return linearised();
  }

 private:
  bool find_from_here(double* r) {
    constexpr int most_steps = 30;
    for (int step = 0; step < most_steps; ++step) {
      if (!solve()) return false;
      if (holds()) {
        r[0] = normal_;
        std::copy_n(t_, 4, r + 1);
        return normal_ >= 0.0;
      }
      if (!improve()) return false;
    }
    return false;
  }

  bool is_free(std::size_t pair) const { return rows_.mu[pair] > 0.0; }
  // Where neither a reaction changes the velocity of a row nor the velocity is there, as of a body that does not turn,
  // the reaction is zero, and the row would make the matrix singular.
  bool is_idle(std::size_t k) const {
    double sum = std::fabs(rows_.c[k]) + std::fabs(rows_.tangent_row[k]);
    for (std::size_t j = 0; j < 4; ++j)
      sum += std::fabs(rows_.schur[4 * j + k]) + std::fabs(rows_.schur[4 * k + j]);
    return sum == 0.0;
  }
  bool slides(std::size_t pair) const { return is_free(pair) && (s_[pair] > 0.0 || beyond_[pair] > 0.0); }

  // t and r_N for the scalars at hand. False where that matrix is singular.
  bool solve() {
    for (int attempt = 0; attempt < 30; ++attempt) {
      for (std::size_t j = 0; j < 4; ++j)
        for (std::size_t i = 0; i < 4; ++i) {
          LU_[4 * j + i] = active_[i] && active_[j] ? rows_.schur[4 * j + i] : 0.0;
          if (i == j) LU_[5 * i] += active_[i] ? s_[i / 2] : 1.0;
        }
      double sign = 1.0;
      if (factorise_small<4>(LU_, 4, order_, sign)) return evaluate();
      for (double* s = s_; s != s_ + 2; ++s) *s = std::max(4.0 * *s, rows_.small);
    }
    return false;
  }

  bool evaluate() {
    for (std::size_t k = 0; k < 4; ++k) t_[k] = active_[k] ? -rows_.c[k] : 0.0;
    solve_small<4>(LU_, 4, order_, t_);
    double sum = rows_.b_normal;
    for (std::size_t k = 0; k < 4; ++k) sum += rows_.tangent_row[k] * t_[k];
    normal_ = -sum * rows_.normal_inverse;
    for (std::size_t p = 0; p < 2; ++p) {
      length_[p] = std::sqrt(t_[2 * p] * t_[2 * p] + t_[2 * p + 1] * t_[2 * p + 1]);
      beyond_[p] = length_[p] - rows_.mu[p] * normal_;
      if (length_[p] == 0.0) s_[p] = 0.0;  // nothing that could slide
    }
    return std::isfinite(normal_ + length_[0] + length_[1]);
  }

  bool holds() const {
    constexpr double rounding = 1e-14;
    for (std::size_t p = 0; p < 2; ++p) {
      if (!is_free(p)) continue;
      const double error = s_[p] > 0.0 ? std::fabs(beyond_[p]) : beyond_[p];
      if (error > rounding * length_[p]) return false;
    }
    return true;
  }

  // At the scalars of the last solve.
  SlideLinearised linearised() const {
    SlideLinearised at{{0.0, 0.0}, {{1.0, 0.0}, {0.0, 1.0}}};
    for (std::size_t q = 0; q < 2; ++q) {
      if (!slides(q)) continue;
      at.phi[q] = -beyond_[q] / length_[q];
      double d[4] = {};  // dt/ds_q
      for (std::size_t k = 2 * q; k < 2 * q + 2; ++k) d[k] = -t_[k];
      solve_small<4>(LU_, 4, order_, d);
      double by_normal = 0.0;
      for (std::size_t k = 0; k < 4; ++k) by_normal -= rows_.tangent_row[k] * d[k];
      by_normal *= rows_.normal_inverse;
      for (std::size_t p = 0; p < 2; ++p) {
        if (!slides(p)) continue;
        const double by_length = (t_[2 * p] * d[2 * p] + t_[2 * p + 1] * d[2 * p + 1]) / length_[p];
        at.J[p][q] = rows_.mu[p] * (by_normal - normal_ * by_length / length_[p]) / length_[p];
      }
    }
    return at;
  }

  // A Newton step for the pairs that slide. A scalar that would be negative is zero: its pair does not slide,
  // unless it is then beyond its limit.
  bool improve() {
    const auto [phi, J] = linearised();
    const double determinant = J[0][0] * J[1][1] - J[0][1] * J[1][0];
    const double step[2] = {(J[0][1] * phi[1] - J[1][1] * phi[0]) / determinant,
                            (J[1][0] * phi[0] - J[0][0] * phi[1]) / determinant};
    if (!std::isfinite(step[0] + step[1])) return false;
    bool moved = false;
    for (std::size_t p = 0; p < 2; ++p) {
      if (!slides(p)) continue;
      const double next = std::max(0.0, s_[p] + step[p]);
      moved = moved || next != s_[p];
      s_[p] = next;
    }
    return moved;
  }

  const RollingRows& rows_;
  double* s_;
  bool active_[4] = {};  // rows that have a reaction
  double LU_[16] = {};
  RowOrder<4> order_{};
  double t_[4] = {}, length_[2] = {}, beyond_[2] = {}, normal_ = 0.0;
};

}  // namespace nsds::numerics::friction
