// A dense LU factorisation of numerics, owned.
#pragma once

#include <memory>

#include "nsds/kernel/modeling/dynamical_system.hpp"
#include "nsds/kernel/types.hpp"

struct nsds_factorization;

namespace nsds {

class Factorization {
 public:
  Factorization();

  /// A: (n x n). Errors: Error if A is singular, naming its owner. Repeated calls of one size allocate
  /// nothing.
  void compute(MatrixConstRef A, const DynamicalSystem& owner);
  /// x: (n) in place, x <- A^-1 x.
  void solve(double* x);

 private:
  struct Free {
    void operator()(nsds_factorization* factorization) const;
  };
  std::unique_ptr<nsds_factorization, Free> factorization_;
  int size_ = 0;
};

}  // namespace nsds
