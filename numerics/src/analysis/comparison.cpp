#include "analysis/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <vector>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "linalg/owned.hpp"
#include "nsds/numerics/factorization.h"

namespace nsds::numerics::analysis {
namespace {

// Tells whether certainly <M> u > 0, u > 0. C = <M>.
bool shows_h(const nsds_matrix& C, const std::vector<double>& u) {
  if (!std::all_of(u.begin(), u.end(), [](double value) { return value > 0.0 && std::isfinite(value); }))
    return false;
  std::vector<double> product(u.size(), 0.0), magnitude(u.size(), 0.0), entries(u.size(), 0.0);
  add_product_and_magnitude(C, u.data(), product.data(), magnitude.data());
  for_each_entry(C, [&](std::int32_t i, std::int32_t, double) { entries[index(i)] += 1.0; });
  for (std::size_t i = 0; i < u.size(); ++i)
    if (!(product[i] > (entries[i] + 1.0) * epsilon * magnitude[i])) return false;
  return true;
}

// Gives u with C u = e; what comes back where C is singular shows nothing.
std::vector<double> solve_for_ones(const nsds_matrix& C) {
  struct Free {
    void operator()(nsds_factorization* factorization) const { nsds_factorization_free(factorization); }
  };
  const std::unique_ptr<nsds_factorization, Free> factorization(nsds_factorization_create());
  if (factorization == nullptr) throw std::bad_alloc();
  std::vector<double> u(index(C.rows), 1.0);
  const nsds_status status =
      nsds_factorize(factorization.get(), &C, NSDS_LU, 0.0, NSDS_REUSE_NONE, nullptr, 0);
  if (status == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status == NSDS_OK) nsds_factorization_solve(factorization.get(), u.data(), 1, std::max(1, C.rows));
  return u;
}

}  // namespace

// [Kahn 1962, Comm. ACM 5] Takes away rows without entries beside the diagonal, and their columns, until
// nothing is left: M is then triangular in that order.
bool is_triangular_reordered(const nsds_matrix& M) {
  const std::size_t n = index(M.rows);
  std::vector<std::int32_t> left(n, 0);  // entries beside the diagonal in columns not yet taken away
  std::vector<std::int32_t> starts, rows;
  std::vector<double> values;
  gather_csc(M, false, starts, rows, values);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = index(starts[j]); k < index(starts[j + 1]); ++k)
      if (index(rows[k]) != j) ++left[index(rows[k])];
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < n; ++i)
    if (left[i] == 0) taken.push_back(i);
  for (std::size_t done = 0; done < taken.size(); ++done) {
    const std::size_t j = taken[done];
    for (std::size_t k = index(starts[j]); k < index(starts[j + 1]); ++k)
      if (index(rows[k]) != j && --left[index(rows[k])] == 0) taken.push_back(index(rows[k]));
  }
  return taken.size() == n;
}

bool is_h_matrix(const nsds_matrix& M) {
  OwnedMatrix C;
  gather_csc(M, false, C.starts, C.indices, C.values);
  for (std::int32_t j = 0; j < M.cols; ++j)
    for (std::size_t k = index(C.starts[index(j)]); k < index(C.starts[index(j) + 1]); ++k)
      if (C.indices[k] != j) C.values[k] = -std::fabs(C.values[k]);
  static_cast<nsds_matrix&>(C) =
      nsds_matrix_csc(M.rows, M.cols, C.starts.data(), C.indices.data(), C.values.data());
  if (shows_h(C, std::vector<double>(index(M.rows), 1.0))) return true;  // strictly diagonally dominant
  if (M.storage == NSDS_CSC) return shows_h(C, solve_for_ones(C));
  std::vector<double> dense(index(M.rows) * index(M.cols));
  copy_dense(C, dense.data());
  return shows_h(C, solve_for_ones(nsds_matrix_dense(M.rows, M.cols, dense.data(), std::max(1, M.rows))));
}

bool is_z_matrix(const nsds_matrix& M) {
  bool positive = false;
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) { positive |= i != j && value > 0.0; });
  return !positive;
}

}  // namespace nsds::numerics::analysis
