// The linear systems of interior point methods, (A + D) x = r with A = alpha M and a diagonal D >= 0 that
// changes from one to the next.
#pragma once

#include <span>

#include "affine/structure.hpp"
#include "core/solve_context.hpp"
#include "linalg/factors/factors.hpp"
#include "linalg/factors/timed_factorization.hpp"

namespace nsds::numerics::affine {

// Where changes of sign of some rows make A symmetric, as they do in the optimality conditions of a convex
// program, the sparse system is quasi-definite: LDL with a regularisation that solves refine away
// [Vanderbei 1995, SIAM J. Optim. 5]. Of other monotone A the symmetric part is positive definite with the
// regularisation: LU then needs no pivoting, whatever the order, and takes the one with little fill [Golub,
// Van Loan 1979, Linear Algebra Appl. 28]. Where that is not accurate LU pivots. Dense ones go to Cholesky or
// LU.
class InteriorSystem {
 public:
  // A sparse factorisation for which the call has no time is not begun.
  InteriorSystem(std::int32_t n, const Structure& structure, double alpha, const SolveContext& context);

  // D: (n). False: singular, or there is no time.
  bool factorise(std::span<const double> D);
  // Factorises a sparse A with the rows and columns of the unknowns that are held, not zero in rows: (n),
  // replaced by those of the identity.
  bool factorise_held(std::span<const unsigned char> rows);
  // x: (n) in: r, out: the solution. False: it is not finite.
  bool solve(std::span<double> x);

 private:
  enum class Kind { cholesky, dense_lu, ldl, diagonal_lu, pivoting_lu };

  void lay_out(Arena& arena);
  bool find_signs(Arena& arena);
  bool factorise_dense(std::span<const double> D);
  // diagonal(j): what is added to A_jj; part(i, j): the factor of A_ij.
  template <class Diagonal, class Part>
  void fill(Diagonal&& diagonal, Part&& part);
  bool factorise_sparse();
  bool factorise_by(nsds_factorization_kind kind);
  bool lacked_time() const { return factorization_.lacked_time() || diagonal_lacked_time_; }
  bool factorise_ldl();
  bool factorise_diagonal();
  bool factorise_pivoting();
  bool raise_delta();
  bool solve_ldl(std::span<double> b);
  bool solve_diagonal(std::span<double> b);
  double defect(std::span<const double> b, std::span<const double> x);

  const Structure& structure_;
  const SolveContext& context_;
  std::size_t n_;
  double alpha_;
  double delta_;  // regularisation
  Kind kind_;
  std::span<double> signs_;  // of the rows, where kind_ is ldl
  // dense
  std::span<double> K_;
  std::span<std::int32_t> pivots_;
  // sparse: the pattern of M with every diagonal entry
  std::span<std::int32_t> starts_, rows_;
  std::span<double> values_;
  TimedFactorization factorization_;
  std::span<double> x_, residual_;
  KluFactor diagonal_factor_{true};
  bool diagonal_analysed_ = false, diagonal_lacked_time_ = false;
  std::span<double> regularised_;  // of diagonal_lu
};

}  // namespace nsds::numerics::affine
