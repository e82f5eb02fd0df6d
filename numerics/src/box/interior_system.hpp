// The linear systems of interior point methods, (A + D) x = r with A = alpha M and a diagonal D >= 0 that
// changes from one to the next.
#pragma once

#include <memory>
#include <span>

#include "lcp/structure.hpp"
#include "nsds/numerics/factorization.h"

namespace nsds::numerics {

// Where changes of sign of some rows make A symmetric, as they do in the optimality conditions of a convex
// program, the sparse system is quasi-definite: LDL with a regularisation that solves refine away
// [Vanderbei 1995, SIAM J. Optim. 5]. Other sparse ones go to LU; dense ones to Cholesky or LU.
class InteriorSystem {
 public:
  InteriorSystem(std::int32_t n, const Structure& structure, double alpha, Arena& arena);

  // D: (n). False: singular.
  bool factorise(std::span<const double> D);
  // x: (n) in: r, out: the solution. False: it is not finite.
  bool solve(std::span<double> x);

 private:
  enum class Kind { cholesky, dense_lu, ldl, sparse_lu };
  struct Free {
    void operator()(nsds_factorization* factorization) const { nsds_factorization_free(factorization); }
  };

  void lay_out(Arena& arena);
  bool find_signs(Arena& arena);
  bool factorise_dense(std::span<const double> D);
  bool factorise_sparse(std::span<const double> D);

  const Structure& structure_;
  std::size_t n_;
  double alpha_;
  Kind kind_;
  std::span<double> signs_;  // of the rows, where kind_ is ldl
  // dense
  std::span<double> K_;
  std::span<std::int32_t> pivots_;
  // sparse: the pattern of M with every diagonal entry
  std::span<std::int32_t> starts_, rows_;
  std::span<double> values_;
  std::unique_ptr<nsds_factorization, Free> factorization_;
  bool analysed_ = false;
};

}  // namespace nsds::numerics
