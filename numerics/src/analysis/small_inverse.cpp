// With G = I - R A and g = ||G||_inf < 1 the matrix is regular, A^-1 = (I - G)^-1 R, and
// ||A^-1 r||_inf <= || |R||r| ||_inf / (1 - g)   [Rump 2010, Acta Numerica 19, 10].
#include "analysis/small_inverse.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::analysis {
namespace {

// Bounds the relative rounding of a sum of k + 1 terms and of what is done to it.
double rounding(std::size_t k) {
  return static_cast<double>(k + 3) * epsilon;
}

// A bound on ||I - R A||_inf.
double bound_of_defect(const double* R, const double* A, std::size_t k) {
  double largest = 0.0;
  for (std::size_t i = 0; i < k; ++i) {
    double row = 0.0;
    for (std::size_t j = 0; j < k; ++j) {
      double sum = i == j ? 1.0 : 0.0, magnitude = sum;
      for (std::size_t l = 0; l < k; ++l) {
        const double term = R[l * k + i] * A[j * k + l];
        sum -= term;
        magnitude += std::fabs(term);
      }
      row += std::fabs(sum) + rounding(k) * magnitude;
    }
    if (std::isnan(row)) return row;
    largest = std::max(largest, row);
  }
  return largest;
}

}  // namespace

bool SmallInverse::compute(const double* A, std::size_t k) {
  k_ = k;
  R_.assign(A, A + k * k);
  sign_ = 1;
  pivots_.resize(k);
  work_.resize(std::max(work_.size(), 64 * k));
  if (k == 0) return true;
  const auto n = static_cast<std::int32_t>(k);
  if (!factorise_lu(R_.data(), n, pivots_.data())) return false;
  for (std::size_t i = 0; i < k; ++i)
    if ((R_[i * k + i] < 0.0) != (pivots_[i] != static_cast<std::int32_t>(i) + 1)) sign_ = -sign_;
  if (!invert_lu(R_.data(), n, pivots_.data(), work_)) return false;
  g_ = bound_of_defect(R_.data(), A, k);
  return g_ < 0.9;
}

double SmallInverse::bound(const double* d) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < k_; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < k_; ++j) sum += std::fabs(R_[j * k_ + i]) * d[j];
    if (!(sum <= largest)) largest = sum;
  }
  return (1.0 + 2.0 * rounding(k_)) * largest / (1.0 - g_);
}

void SmallInverse::add_product(const double* r, double* y) const {
  for (std::size_t j = 0; j < k_; ++j)
    for (std::size_t i = 0; i < k_; ++i) y[i] += R_[j * k_ + i] * r[j];
}

double SmallInverse::solve(const double* A, const double* b, double* y) {
  residual_.resize(k_);
  defect_.resize(k_);
  std::fill_n(y, k_, 0.0);
  add_product(b, y);
  constexpr int refinements = 2;  // an ill-conditioned A spoils the first y more than it has to
  for (int step = 0;; ++step) {
    for (std::size_t i = 0; i < k_; ++i) {
      double sum = b[i], magnitude = std::fabs(b[i]);
      for (std::size_t j = 0; j < k_; ++j) {
        const double term = A[j * k_ + i] * y[j];
        sum -= term;
        magnitude += std::fabs(term);
      }
      residual_[i] = sum;
      defect_[i] = std::fabs(sum) + rounding(k_) * magnitude;
    }
    if (step == refinements) return bound(defect_.data());
    add_product(residual_.data(), y);
  }
}

}  // namespace nsds::numerics::analysis
