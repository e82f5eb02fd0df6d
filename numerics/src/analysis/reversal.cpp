// [Fiedler, Ptak 1962, Czech. Math. J. 12; CPS 3.3.4] With A the principal submatrix, p <= 0 its last pivot
// and all others positive, x = (-A_11^-1 a_12, 1) has A x = (0, ..., 0, p): it reverses no sign strictly but
// its last. So that rounding cannot matter the zeros are replaced by small values against the signs of x, and
// A x = w is solved again.
#include "analysis/reversal.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

// Submatrix of the chosen rows and columns, column-major.
std::vector<double> submatrix(const std::vector<double>& M, std::int32_t n,
                              const std::vector<std::int32_t>& chosen) {
  std::vector<double> A;
  A.reserve(chosen.size() * chosen.size());
  for (const std::int32_t j : chosen)
    for (const std::int32_t i : chosen) A.push_back(M[index(j) * index(n) + index(i)]);
  return A;
}

// x: in right-hand side, out solution. False where A is singular.
bool solve(std::vector<double> A, std::vector<double>& x) {
  const auto k = static_cast<lapack_int>(x.size());
  std::vector<lapack_int> pivots(x.size());
  if (k == 0) return true;
  return LAPACKE_dgesv_work(LAPACK_COL_MAJOR, k, 1, A.data(), k, pivots.data(), x.data(), k) == 0;
}

// x = (-A_11^-1 a_12, 1).
bool last_direction(const std::vector<double>& M, std::int32_t n, std::vector<std::int32_t> indices,
                    std::vector<double>& x) {
  const std::int32_t last = indices.back();
  indices.pop_back();
  x.clear();
  for (const std::int32_t i : indices) x.push_back(-M[index(last) * index(n) + index(i)]);
  if (!solve(submatrix(M, n, indices), x)) return false;
  x.push_back(1.0);
  return true;
}

// y = A x and magnitude = |A||x|.
void multiply(const std::vector<double>& A, const std::vector<double>& x, std::vector<double>& y,
              std::vector<double>& magnitude) {
  const std::size_t k = x.size();
  y.assign(k, 0.0);
  magnitude.assign(k, 0.0);
  for (std::size_t j = 0; j < k; ++j) {
    for (std::size_t i = 0; i < k; ++i) {
      y[i] += A[j * k + i] * x[j];
      magnitude[i] += std::fabs(A[j * k + i] * x[j]);
    }
  }
}

// Certainly x != 0 and x_i (A x)_i <= 0 for all i.
bool reverses(const std::vector<double>& A, const std::vector<double>& x) {
  std::vector<double> y, magnitude;
  multiply(A, x, y, magnitude);
  bool zero = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == 0.0) continue;
    zero = false;
    const double bound = static_cast<double>(x.size() + 1) * eps * magnitude[i];
    const bool opposite = x[i] > 0.0 ? y[i] < -bound : y[i] > bound;
    const bool exact_zero = magnitude[i] == 0.0;
    if (!opposite && !exact_zero) return false;
  }
  return !zero;
}

}  // namespace

bool reversed_vector(const std::vector<double>& M, std::int32_t n, const std::vector<std::int32_t>& indices,
                     double* x) {
  std::fill_n(x, n, 0.0);
  std::vector<double> direction;
  if (!last_direction(M, n, indices, direction)) return false;
  // Entries that are zero but for rounding are left out, and their rows with them.
  const double largest = std::fabs(*std::max_element(
      direction.begin(), direction.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); }));
  std::vector<std::int32_t> support;
  std::vector<double> start;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i + 1 < indices.size() && !(std::fabs(direction[i]) > 1e-12 * largest)) continue;
    support.push_back(indices[i]);
    start.push_back(direction[i]);
  }
  const std::vector<double> A = submatrix(M, n, support);
  std::vector<double> y, magnitude, trial;
  multiply(A, start, y, magnitude);
  for (const double part : {0.0, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    trial.assign(support.size(), 0.0);
    for (std::size_t i = 0; i + 1 < support.size(); ++i)
      trial[i] = std::copysign(part * magnitude[i], -start[i]);
    trial.back() = y.back();
    if (part == 0.0) trial = start;
    if (part != 0.0 && !solve(A, trial)) continue;
    if (!reverses(A, trial)) continue;
    for (std::size_t i = 0; i < support.size(); ++i) x[support[i]] = trial[i];
    return true;
  }
  return false;
}

}  // namespace nsds::numerics
