// The linear systems of Newton's method on an island, A + B (W + alpha I) by blocks: dense and LU where they
// are small or full, else KLU.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/arena.hpp"
#include "generic_mechanical/island.hpp"
#include "nsds/numerics/factorization.h"

namespace nsds::numerics::generic_mechanical {

class NewtonMatrix {
 public:
  NewtonMatrix(const Island& island, Arena& arena);

  // False: neither a dense nor a sparse matrix of that size is thought of.
  bool fits() const { return !dense_ || island_.size() <= most_dense_rows; }

  // A and B of a block: (rows x rows), column-major, only the diagonals where it is no contact. To be filled
  // in.
  double* A(std::size_t block) { return &A_[at_[block]]; }
  double* B(std::size_t block) { return &B_[at_[block]]; }

  // x: (size) in: right-hand side, out: solution. seconds: that are left. NSDS_OK, NSDS_SINGULAR or
  // NSDS_TIME_LIMIT.
  nsds_status solve(double alpha, std::span<double> x, double seconds);

 private:
  static constexpr std::size_t most_dense_rows = 6000;

  struct Free {
    void operator()(nsds_factorization* factorization) const { nsds_factorization_free(factorization); }
  };

  void lay_out(Arena& arena);
  template <class Put>
  void for_each(double alpha, Put&& put) const;
  nsds_status solve_dense(double alpha, std::span<double> x);
  nsds_status solve_sparse(double alpha, std::span<double> x, double seconds);

  const Island& island_;
  bool dense_ = true;
  std::span<std::size_t> at_;  // (blocks)
  std::span<double> A_, B_;
  std::span<double> K_;  // dense
  std::span<std::int32_t> pivots_;
  std::span<std::int32_t> starts_, rows_;  // sparse, by columns
  std::span<std::int32_t> target_;         // where an entry of the island goes to
  std::span<double> values_;
  std::unique_ptr<nsds_factorization, Free> factorization_;
  bool analysed_ = false;
};

}  // namespace nsds::numerics::generic_mechanical
