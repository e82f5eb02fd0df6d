// [Fiedler, Ptak 1962, Czech. Math. J. 12; CPS 3.3.4] With A the principal submatrix, p <= 0 its last pivot
// and all others positive, x = (-A_11^-1 a_12, 1) has A x = (0, ..., 0, p): it reverses no sign strictly but
// its last. So that rounding cannot matter the zeros are replaced by small values against the signs of x, and
// A x = w is solved again.
#include "analysis/reversal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/small_inverse.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::analysis {
namespace {

// Copies the submatrix of the chosen rows and columns, column-major.
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
  const auto k = static_cast<std::int32_t>(x.size());
  std::vector<std::int32_t> pivots(x.size());
  if (k == 0) return true;
  if (!factorise_lu(A.data(), k, pivots.data())) return false;
  solve_lu(A.data(), k, pivots.data(), x.data());
  return true;
}

// (A^-1)_jj = 1 / p is negative where j comes last and p < 0: puts such a j last. A singular A stays as it
// is.
void put_last(const std::vector<double>& M, std::int32_t n, std::vector<std::int32_t>& indices) {
  SmallInverse inverse;
  const std::vector<double> A = submatrix(M, n, indices);
  if (!inverse.compute(A.data(), indices.size())) return;
  std::size_t best = indices.size() - 1;
  if (inverse(best, best) < 0.0) return;
  for (std::size_t j = 0; j < indices.size(); ++j)
    if (inverse(j, j) < inverse(best, best)) best = j;
  std::swap(indices[best], indices.back());
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

// Tells whether certainly x ≠ 0 and x_i (A x)_i ≤ 0 for all i.
bool reverses(const std::vector<double>& A, const std::vector<double>& x) {
  std::vector<double> y, magnitude;
  multiply(A, x, y, magnitude);
  bool zero = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == 0.0) continue;
    zero = false;
    const double bound = static_cast<double>(x.size() + 1) * epsilon * magnitude[i];
    const bool opposite = x[i] > 0.0 ? y[i] < -bound : y[i] > bound;
    const bool exact_zero = magnitude[i] == 0.0;
    if (!opposite && !exact_zero) return false;
  }
  return !zero;
}

// The solution of A x = w, w the last entry of A start and elsewhere a part of |A||start| against the signs
// of start.
bool perturbed(const std::vector<double>& A, const std::vector<double>& start, double part,
               std::vector<double>& x) {
  std::vector<double> magnitude;
  multiply(A, start, x, magnitude);
  for (std::size_t i = 0; i + 1 < start.size(); ++i) x[i] = std::copysign(part * magnitude[i], -start[i]);
  return solve(A, x);
}

// x in: the direction on the rows of A, out: one that reverses all signs.
bool make_reversed(const std::vector<double>& A, std::vector<double>& x) {
  if (reverses(A, x)) return true;
  const std::vector<double> start = x;
  for (const double part : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    if (!perturbed(A, start, part, x)) return false;
    if (reverses(A, x)) return true;
    // Entries that were zero have a sign now.
    const std::vector<double> signs = x;
    if (perturbed(A, signs, part, x) && reverses(A, x)) return true;
  }
  return false;
}

}  // namespace

bool reversed_vector(const std::vector<double>& M, std::int32_t n, std::vector<std::int32_t> indices,
                     double* x) {
  std::fill_n(x, n, 0.0);
  put_last(M, n, indices);
  std::vector<double> direction;
  if (!last_direction(M, n, indices, direction)) return false;
  // With the entries that are zero but for rounding left out, and their rows, else with all.
  for (const double zero : {1e-12, -1.0}) {
    std::vector<std::int32_t> support;
    std::vector<double> values;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (i + 1 < indices.size() && !(std::fabs(direction[i]) > zero)) continue;
      support.push_back(indices[i]);
      values.push_back(direction[i]);
    }
    if (!make_reversed(submatrix(M, n, support), values)) continue;
    for (std::size_t i = 0; i < support.size(); ++i) x[support[i]] = values[i];
    return true;
  }
  return false;
}

}  // namespace nsds::numerics::analysis
