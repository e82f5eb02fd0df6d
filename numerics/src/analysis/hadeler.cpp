// [Hadeler 1983, Linear Algebra Appl. 49, 79-89, theorem 1; Cottle, Habetler, Lemke 1970, Linear Algebra
// Appl. 3] Let all principal submatrices of T smaller than A be strictly copositive. If A is not, the least
// value of x'Ax on the simplex is taken inside it, where A x = l e with x > 0 and l <= 0. So A is strictly
// copositive where y = A^-1 e exists and has a positive entry, also where a row of A has no negative entry;
// and y < 0 gives x = -y > 0 with x'Ax = e'y < 0.
#include "analysis/hadeler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "analysis/small_inverse.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::analysis {
namespace {

enum class Face { strict, negative, unknown };

class Faces {
 public:
  Faces(const std::vector<double>& T, std::int32_t n) : T_(T), n_(index(n)) {
    ones_.fill(1.0);
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
    const Face face = by_inverse();
    return face == Face::unknown ? by_stationary_point() : face;
  }

  std::vector<double> witness() const {
    std::vector<double> x(n_, 0.0);
    for (std::size_t i = 0; i < k_; ++i) x[rows_[i]] = std::fabs(y_[i]);
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

  // y = A^-1 e.
  Face by_inverse() {
    if (!inverse_.compute(A_.data(), k_)) return Face::unknown;
    const double error = inverse_.solve(A_.data(), ones_.data(), y_.data());
    bool all_negative = true;
    for (std::size_t i = 0; i < k_; ++i) {
      if (y_[i] > error) return Face::strict;
      all_negative = all_negative && y_[i] <= 0.0;
    }
    return all_negative && certainly_negative() ? Face::negative : Face::unknown;
  }

  // Where A is singular there may still be one point y on the plane e'y = 1 with A y = l e, by the bordered
  // matrix [A e; e' 0]: the form is l there, and positive on the simplex unless l <= 0 and y >= 0.
  Face by_stationary_point() {
    const std::size_t size = k_ + 1;
    bordered_.assign(size * size, 1.0);
    for (std::size_t j = 0; j < k_; ++j) std::copy_n(&A_[j * k_], k_, &bordered_[j * size]);
    bordered_.back() = 0.0;
    if (!inverse_.compute(bordered_.data(), size)) return Face::unknown;
    right_.fill(0.0);
    right_[k_] = 1.0;
    const double error = inverse_.solve(bordered_.data(), right_.data(), y_.data());
    if (-y_[k_] > error) return Face::strict;
    bool all_positive = true;
    for (std::size_t i = 0; i < k_; ++i) {
      if (y_[i] < -error) return Face::strict;
      all_positive = all_positive && y_[i] >= 0.0;
    }
    return all_positive && certainly_negative() ? Face::negative : Face::unknown;
  }

  // Tells whether y'Ay < 0 beyond rounding.
  bool certainly_negative() const {
    double sum = 0.0, magnitude = 0.0;
    for (std::size_t j = 0; j < k_; ++j) {
      for (std::size_t i = 0; i < k_; ++i) {
        const double term = y_[i] * A_[j * k_ + i] * y_[j];
        sum += term;
        magnitude += std::fabs(term);
      }
    }
    return sum < -static_cast<double>(k_ * k_ + 2) * epsilon * magnitude;
  }

  const std::vector<double>& T_;
  std::size_t n_;
  std::array<std::uint32_t, largest> negative_{};  // of each row the columns with negative entries
  std::size_t k_ = 0;                              // rows of the face
  std::array<std::size_t, largest> rows_{};
  std::array<double, largest * largest> A_{};  // (k x k)
  std::array<double, largest> ones_{};
  std::array<double, largest + 1> right_{}, y_{};
  std::vector<double> bordered_;
  SmallInverse inverse_;
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

}  // namespace nsds::numerics::analysis
