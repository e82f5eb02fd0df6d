// The linear system of an ADMM step, factorised once a penalty:
//
//   min over z of   1/2 z'M z + q'z + 1/2 |z - z_k|^2_S + 1/2 |A z + b - v + y/R|^2_R,
//
// dense as (M + S + A'R A) z = S z_k - q + A'(R (v - b) - y) by Cholesky, sparse as the quasi-definite system
// [M + S, A'; A, -1/R] by LDL [Stellato et al. 2020, Math. Program. Comput. 12, section 3.1; Vanderbei 1995];
// without A both are M + S + R.
#pragma once

#include "convex_qp/problem.hpp"
#include "convex_qp/weights.hpp"
#include "core/solve_context.hpp"
#include "linalg/factors/timed_factorization.hpp"

namespace nsds::numerics::convex_qp {

class AdmmSystem {
 public:
  // A sparse factorisation for which the call has no time is not begun.
  AdmmSystem(const ConvexQp& problem, const Diagonals& diagonals, const SolveContext& context);

  // With R = rho times the penalties of the diagonals. False: not positive definite, so that M is not
  // semidefinite, or there is no time.
  bool factorise(double rho);

  // Tells whether the last factorisation was not begun for lack of time.
  bool lacked_time() const { return factorization_.lacked_time(); }

  // v, y: (m). z: (n) in: z_k, out: the minimiser. image: (m) out, A z of it.
  bool solve(std::span<const double> v, std::span<const double> y, std::span<double> z,
             std::span<double> image);

 private:
  bool is_reduced() const noexcept { return !sparse_ || problem_.A == nullptr; }
  void lay_out_dense(Arena& arena);
  void lay_out_sparse(Arena& arena);
  std::int32_t count_columns();
  void fill_columns();
  bool factorise_dense();
  bool factorise_sparse();
  bool solve_reduced(std::span<const double> v, std::span<const double> y, std::span<double> z);
  bool solve_quasidefinite(std::span<const double> v, std::span<const double> y, std::span<double> z,
                           std::span<double> image);
  bool substitute(std::span<double> x);

  const ConvexQp& problem_;
  const Diagonals& diagonals_;
  bool sparse_;
  std::size_t n_, m_, order_;
  double rho_ = 0.0;
  std::span<double> proximal_;  // (n) S
  std::span<double> rhs_;       // (order)
  std::span<double> force_;     // (m)
  // Dense:
  std::span<double> AWA_;      // (n x n), lower triangle: A' W A for the penalties W
  std::span<double> K_;        // (stride x n)
  std::span<double> inverse_;  // (n)
  // Sparse:
  std::span<std::int32_t> starts_, rows_, diagonal_;
  std::span<double> values_;
  TimedFactorization factorization_;
};

}  // namespace nsds::numerics::convex_qp
