// The inverse of a small matrix, with a bound on what it may be off by.
#pragma once

#include <cstddef>
#include <vector>

namespace nsds::numerics::analysis {

class SmallInverse {
 public:
  // A: (k x k), column-major. False where A is singular, or may be for all that rounding lets know.
  bool compute(const double* A, std::size_t k);

  // Gives the sign of the determinant of A.
  int sign() const { return sign_; }
  double operator()(std::size_t i, std::size_t j) const { return R_[j * k_ + i]; }

  // Solves A y = b: y out, (k). Returns a bound on max_i |y_i - (A^-1 b)_i|.
  double solve(const double* A, const double* b, double* y);

 private:
  // Gives a bound on max_i |A^-1 r|_i for all r with |r_i| <= d_i. d: (k)
  double bound(const double* d) const;
  // y += R r
  void add_product(const double* r, double* y) const;

  std::size_t k_ = 0;
  int sign_ = 1;
  double g_ = 0.0;  // >= ||I - R A||_inf
  std::vector<double> R_, work_, residual_, defect_;
  std::vector<int> pivots_;
};

}  // namespace nsds::numerics::analysis
