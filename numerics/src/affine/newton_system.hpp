// Solves the linear systems of semismooth Newton methods, (D_a + D_b A) d = r with diagonal matrices D_a,
// D_b.
#pragma once

#include <memory>
#include <span>

#include "affine/structure.hpp"
#include "core/solve_context.hpp"
#include "linalg/factors/timed_factorization.hpp"

namespace nsds::numerics::affine {

// A = alpha M + shift I. Dense: rows whose b_i is zero are eliminated, the rest is left to Cholesky, where
// the structure is said to be symmetric, or LU. Sparse: KLU,
// whose memory is not the arena's.
class NewtonSystem {
 public:
  // A sparse factorisation for which the call has no time is not begun.
  NewtonSystem(std::int32_t n, const Structure& structure, double alpha, const SolveContext& context);

  void set_shift(double shift) { shift_ = shift; }

  // a, b: (n). d: (n) in: r, out: the solution. False: singular, or there is no time, and d is worth nothing.
  bool solve(std::span<const double> a, std::span<const double> b, std::span<double> d);

  // The least pivot of the last solve, relative to what was there before elimination: the diagonal entry
  // (Cholesky), the largest entry of the column (LU), rows being of size one (sparse). Next to zero: rows
  // depend on each other, or units differ so much that it looks like it. 1 where nothing was eliminated.
  double least_pivot() const { return least_pivot_; }

  // y = A' x + ..., that is y += alpha M' x + shift x.
  void add_transposed_product(std::span<const double> x, std::span<double> y) const;

 private:
  void lay_out(Arena& arena);
  bool solve_dense(std::span<const double> a, std::span<const double> b, std::span<double> d);
  bool solve_by_cholesky(std::span<const std::int32_t> F, std::span<const double> a,
                         std::span<const double> b);
  bool solve_by_lu(std::span<const std::int32_t> F, std::span<const double> a, std::span<const double> b);
  bool solve_sparse(std::span<const double> a, std::span<const double> b, std::span<double> d);

  const SolveContext& context_;
  const Structure& structure_;
  std::size_t n_;
  double alpha_;
  double shift_ = 0.0;
  double least_pivot_ = 1.0;
  std::span<double> x_;
  // dense
  std::span<double> K_;
  std::span<double> largest_;  // of each column, before elimination
  bool definite_;              // as far as is known
  std::span<std::int32_t> members_, pivots_;
  // sparse: the pattern of M with every diagonal entry
  std::span<std::int32_t> starts_, rows_;
  std::span<double> values_;
  TimedFactorization factorization_;
};

}  // namespace nsds::numerics::affine
