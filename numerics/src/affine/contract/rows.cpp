#include "affine/contract/rows.hpp"

#include <algorithm>
#include <cassert>

#include "linalg/linalg.hpp"

namespace nsds::numerics::affine {

namespace {

// The columns of a matrix in dense storage or CSC, which conditions of optimality are laid out in.
nsds_matrix columns_of(const nsds_matrix& K, std::int32_t first, std::int32_t count) {
  if (K.storage == NSDS_CSC)
    return nsds_matrix_csc(K.rows, count, K.as.csc.column_starts + first, K.as.csc.row_indices,
                           K.as.csc.values);
  assert(K.storage == NSDS_DENSE);
  const std::int32_t leading = K.as.dense.leading_dimension;
  return nsds_matrix_dense(K.rows, count, K.as.dense.values + index(first) * index(leading), leading);
}

}  // namespace

void Rows::add_parts(const BoxProblem& problem, const double* x, double* w) {
  const nsds_matrix& K = problem.map.M;
  std::fill(product.begin(), product.end(), 0.0);
  add_product_and_magnitude(columns_of(K, 0, problem.primal), x, product.data(), terms.data());
  add_product_and_magnitude(columns_of(K, problem.primal, K.cols - problem.primal), x + problem.primal, w,
                            terms.data());
  for (std::size_t i = 0; i < product.size(); ++i) w[i] += product[i];
}

bool Rows::evaluate(const BoxProblem& problem, const double* x, double* w) {
  const std::int32_t n = problem.map.n;
  for (std::int32_t i = 0; i < n; ++i) {
    w[i] = problem.map.q[i];
    terms[index(i)] = std::fabs(w[i]);
  }
  if (product.empty())
    add_product_and_magnitude(problem.map.M, x, w, terms.data());
  else
    add_parts(problem, x, w);
  double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
  is_inside = true;
  asks_for_accounts = false;
  for (std::int32_t i = 0; i < n; ++i) {
    const double lower = problem.lower[i], upper = problem.upper[i], sum = terms[index(i)];
    violation[index(i)] = violation_of_side(lower, upper, x[i], w[i]);
    remains += 0.0 * x[i] + 0.0 * sum;
    is_inside &= x[i] >= lower && x[i] <= upper;
    asks_for_accounts |= are_unaccounted(sum, problem.map.q[i]);
  }
  return remains == 0.0;
}

}  // namespace nsds::numerics::affine
