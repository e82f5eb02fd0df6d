// Writes Coulomb's law over a polyhedral cone as complementarity. A contact has rows z >= 0, w >= 0, z'w = 0
// with
//
//   r = G z,   w = H u + L z.
//
// Facets: r_T = sum_j beta_j d_j for directions d_1 .. d_k around zero, z = (r_N, beta, lambda),
//
//   0 <= r_N    _|_  u_N                     >= 0
//   0 <= beta   _|_  D'u_T + omega lambda e  >= 0
//   0 <= lambda _|_  omega (mu r_N - e'beta) >= 0
//
// [Stewart, Trinkle 1996, Int. J. Numer. Methods Eng. 39; Anitescu, Potra 1997, Nonlinear Dynamics 14]:
// copositive for W positive semidefinite. omega is a number of the size of W, which gives all rows one unit;
// omega lambda is the sliding speed.
//
// Slack, in two dimensions: the force is measured from the edge of the cone, and the sliding velocity u_T =
// u+
// - u- is split, z = (r_N, mu r_N + r_T, u-/omega), w = (u_N, u+, omega (mu r_N - r_T)) [Pfeiffer, Glocker
// 1996, Multibody Dynamics with Unilateral Contacts; Acary, Brogliato 2008, Numerical Methods for Nonsmooth
// Dynamical Systems]. A row less, but not copositive in general.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "linalg/matrix_builder.hpp"

namespace nsds::numerics::friction {

class ComplementarityForm {
 public:
  // directions: (d - 1 x k), column-major.
  static ComplementarityForm facets(std::size_t d, std::vector<double> directions) {
    return {d, std::move(directions), false};
  }
  static ComplementarityForm slack() { return {2, {}, true}; }

  std::size_t dimension() const { return d_; }
  std::size_t rows() const { return slack_ ? 3 : k_ + 2; }
  std::size_t count() const { return k_; }
  double direction(std::size_t i, std::size_t j) const { return directions_[j * (d_ - 1) + i]; }

  double G(std::size_t i, std::size_t q, double mu) const {
    if (i == 0) return q == 0 ? 1.0 : 0.0;
    if (slack_) return q == 0 ? -mu : q == 1 ? 1.0 : 0.0;
    return q == 0 || q > k_ ? 0.0 : direction(i - 1, q - 1);
  }
  double H(std::size_t p, std::size_t i) const {
    if (slack_) return p == i ? 1.0 : 0.0;
    return G(i, p, 0.0);
  }
  // visit(p, q, value) for the entries of L.
  template <class Visit>
  void for_each_L(double mu, double omega, Visit&& visit) const {
    if (slack_) {
      visit(std::size_t{1}, std::size_t{2}, omega);
      visit(std::size_t{2}, std::size_t{0}, 2.0 * mu * omega);
      visit(std::size_t{2}, std::size_t{1}, -omega);
      return;
    }
    for (std::size_t j = 1; j <= k_; ++j) {
      visit(j, k_ + 1, omega);
      visit(k_ + 1, j, -omega);
    }
    visit(k_ + 1, std::size_t{0}, mu * omega);
  }

  // r (d) out.
  void carry_back(const double* z, double mu, double* r) const {
    for (std::size_t i = 0; i < d_; ++i) {
      r[i] = 0.0;
      for (std::size_t q = 0; q < rows(); ++q) r[i] += G(i, q, mu) * z[q];
    }
  }

  // Adds to M what entry (i, j) of W makes, between contact `row` and contact `column`.
  void add_entry(MatrixBuilder& M, std::size_t row, std::size_t i, std::size_t column, std::size_t j,
                 double mu_of_column, double value) const {
    for (std::size_t q = 0; q < rows(); ++q) {
      const double g = G(j, q, mu_of_column);
      if (g == 0.0) continue;
      for (std::size_t p = 0; p < rows(); ++p) {
        const double h = H(p, i);
        if (h != 0.0)
          M.add(static_cast<std::int32_t>(rows() * row + p), static_cast<std::int32_t>(rows() * column + q),
                h * value * g);
      }
    }
  }
  void add_law(MatrixBuilder& M, std::size_t contact, double mu, double omega) const {
    for_each_L(mu, omega, [&](std::size_t p, std::size_t q, double value) {
      M.add(static_cast<std::int32_t>(rows() * contact + p), static_cast<std::int32_t>(rows() * contact + q),
            value);
    });
  }
  // q_c: (d). q: (rows) out, H q_c.
  void fill_vector(const double* q_c, double* q) const {
    for (std::size_t p = 0; p < rows(); ++p) {
      q[p] = 0.0;
      for (std::size_t i = 0; i < d_; ++i) q[p] += H(p, i) * q_c[i];
    }
  }

 private:
  ComplementarityForm(std::size_t d, std::vector<double> directions, bool slack)
      : d_(d), k_(directions.size() / (d - 1)), directions_(std::move(directions)), slack_(slack) {}

  std::size_t d_, k_;
  std::vector<double> directions_;
  bool slack_;
};

}  // namespace nsds::numerics::friction
