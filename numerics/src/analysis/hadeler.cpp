// [Hadeler 1983, Linear Algebra Appl. 49, 79-89, theorem 1; Cottle, Habetler, Lemke 1970, Linear Algebra
// Appl. 3] Let all principal submatrices of T smaller than A be strictly copositive. If A is not, the least
// value of x'Ax on the simplex is taken inside it, where A x = l e with x > 0 and l <= 0. So A is strictly
// copositive where y = A^-1 e exists and has a positive entry, also where a row of A has no negative entry;
// and y < 0 gives x = -y > 0 with x'Ax = e'y < 0.
#include "analysis/hadeler.hpp"

#include <lapacke.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

enum class Face { strict, negative, unknown };

class Faces {
 public:
  Faces(const std::vector<double>& T, std::int32_t n) : T_(T), n_(index(n)) {
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t i = 0; i < n_; ++i)
        if (i != j && T[j * n_ + i] < 0.0) negative_[i] |= 1U << j;
  }

  // mask: the rows of the face.
  Face classify(std::uint32_t mask) {
    gather(mask);
    if (k_ == 1) return A_[0] > 0.0 ? Face::strict : Face::unknown;
    for (std::size_t i = 0; i < k_; ++i)
      if ((negative_[rows_[i]] & mask) == 0) return Face::strict;
    if (!solve_for_ones()) return Face::unknown;
    const double error = error_of_y();
    if (!(error >= 0.0)) return Face::unknown;
    bool all_negative = true;
    for (std::size_t i = 0; i < k_; ++i) {
      if (y_[i] > error) return Face::strict;
      all_negative = all_negative && y_[i] <= 0.0;
    }
    return all_negative && certainly_negative() ? Face::negative : Face::unknown;
  }

  std::vector<double> witness() const {
    std::vector<double> x(n_, 0.0);
    for (std::size_t i = 0; i < k_; ++i) x[rows_[i]] = -y_[i];
    return x;
  }

 private:
  static constexpr auto largest = static_cast<std::size_t>(largest_hadeler);

  void gather(std::uint32_t mask) {
    k_ = 0;
    for (std::size_t i = 0; i < n_; ++i)
      if ((mask >> i & 1U) != 0) rows_[k_++] = i;
    for (std::size_t j = 0; j < k_; ++j)
      for (std::size_t i = 0; i < k_; ++i) A_[j * k_ + i] = T_[rows_[j] * n_ + rows_[i]];
  }

  // R = A^-1, y = R e.
  bool solve_for_ones() {
    const auto k = static_cast<lapack_int>(k_);
    std::copy_n(A_.begin(), k_ * k_, R_.begin());
    if (LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, k, k, R_.data(), k, pivots_.data()) != 0) return false;
    if (LAPACKE_dgetri_work(LAPACK_COL_MAJOR, k, R_.data(), k, pivots_.data(), work_.data(),
                            static_cast<lapack_int>(work_.size())) != 0)
      return false;
    for (std::size_t i = 0; i < k_; ++i) {
      y_[i] = 0.0;
      for (std::size_t j = 0; j < k_; ++j) y_[i] += R_[j * k_ + i];
    }
    return true;
  }

  // A bound on |A^-1 e - y|, -1 where A may be singular: with G = I - R A, g = ||G||_inf < 1 and r = e - A y
  // it is || |R||r| ||_inf / (1 - g) [Rump 2010, Acta Numerica 19, 10.8], all of it with its rounding.
  double error_of_y() const {
    const double rounding = static_cast<double>(k_ + 3) * eps;
    double g = 0.0;
    for (std::size_t i = 0; i < k_; ++i) {
      double row = 0.0;
      for (std::size_t j = 0; j < k_; ++j) {
        double sum = i == j ? 1.0 : 0.0, magnitude = sum;
        for (std::size_t l = 0; l < k_; ++l) {
          const double term = R_[l * k_ + i] * A_[j * k_ + l];
          sum -= term;
          magnitude += std::fabs(term);
        }
        row += std::fabs(sum) + rounding * magnitude;
      }
      g = std::max(g, row);
    }
    if (!(g < 0.9)) return -1.0;
    std::array<double, largest> defect{};
    for (std::size_t i = 0; i < k_; ++i) {
      double sum = 1.0, magnitude = 1.0;
      for (std::size_t j = 0; j < k_; ++j) {
        const double term = A_[j * k_ + i] * y_[j];
        sum -= term;
        magnitude += std::fabs(term);
      }
      defect[i] = std::fabs(sum) + rounding * magnitude;
    }
    double largest_error = 0.0;
    for (std::size_t i = 0; i < k_; ++i) {
      double error = 0.0;
      for (std::size_t j = 0; j < k_; ++j) error += std::fabs(R_[j * k_ + i]) * defect[j];
      largest_error = std::max(largest_error, error);
    }
    return (1.0 + 2.0 * rounding) * largest_error / (1.0 - g);
  }

  // y'Ay < 0 beyond rounding.
  bool certainly_negative() const {
    double sum = 0.0, magnitude = 0.0;
    for (std::size_t j = 0; j < k_; ++j) {
      for (std::size_t i = 0; i < k_; ++i) {
        const double term = y_[i] * A_[j * k_ + i] * y_[j];
        sum += term;
        magnitude += std::fabs(term);
      }
    }
    return sum < -static_cast<double>(k_ * k_ + 2) * eps * magnitude;
  }

  const std::vector<double>& T_;
  std::size_t n_;
  std::array<std::uint32_t, largest> negative_{};  // of each row the columns with negative entries
  std::size_t k_ = 0;                              // rows of the face
  std::array<std::size_t, largest> rows_{};
  std::array<double, largest * largest> A_{}, R_{};  // (k x k)
  std::array<double, largest> y_{};
  std::array<double, 64 * largest> work_{};
  std::array<lapack_int, largest> pivots_{};
};

}  // namespace

HadelerAnswer hadeler(const std::vector<double>& T, std::int32_t n, bool only_strict) {
  HadelerAnswer answer{true, {}};
  Faces faces(T, n);
  // Counting upwards, every face comes after the faces within it.
  for (std::uint32_t mask = 1; mask < 1U << n; ++mask) {
    const Face face = faces.classify(mask);
    if (face == Face::strict) continue;
    answer.strict = false;
    if (face == Face::negative) answer.x = faces.witness();
    if (face == Face::negative || only_strict) return answer;
  }
  return answer;
}

}  // namespace nsds::numerics
