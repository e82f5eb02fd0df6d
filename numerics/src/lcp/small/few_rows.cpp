#include "lcp/small/few_rows.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/rows.hpp"
#include "affine/residual/residual_option.hpp"
#include "core/numbers.hpp"
#include "lcp/residual.hpp"

namespace nsds::numerics::lcp {
namespace {

bool is_unit_range(const std::int32_t* starts) {
  return starts != nullptr && starts[0] == 0 && starts[1] == 1;
}

// The entry of a (1 x 1) matrix in good order; null for any other.
const double* only_entry(const nsds_matrix& M) {
  if (M.rows != 1 || M.cols != 1) return nullptr;
  switch (M.storage) {
    case NSDS_DENSE:
      return M.as.dense.leading_dimension >= 1 ? M.as.dense.values : nullptr;
    case NSDS_CSC: {
      const nsds_csc_arrays& csc = M.as.csc;
      const bool good =
          is_unit_range(csc.column_starts) && csc.row_indices != nullptr && csc.row_indices[0] == 0;
      return good ? csc.values : nullptr;
    }
    case NSDS_BSR: {
      const nsds_bsr_arrays& bsr = M.as.bsr;
      const bool good = bsr.block_rows == 1 && bsr.block_cols == 1 && is_unit_range(bsr.row_offsets) &&
                        is_unit_range(bsr.col_offsets) && is_unit_range(bsr.row_starts) &&
                        bsr.block_columns != nullptr && bsr.block_columns[0] == 0 &&
                        is_unit_range(bsr.value_starts);
      return good ? bsr.values : nullptr;
    }
    default:
      return nullptr;
  }
}

// Gives the columns of M; null where they are not those of an (N x N) matrix in good order.
template <int N>
const double* columns(const nsds_matrix& M, std::int32_t& leading_dimension) {
  leading_dimension = N;
  if (N == 1) return only_entry(M);
  if (M.storage != NSDS_DENSE || M.rows != N || M.cols != N || M.as.dense.leading_dimension < N)
    return nullptr;
  leading_dimension = M.as.dense.leading_dimension;
  return M.as.dense.values;
}

// Copies the numbers in. False where one is not finite, or no unit of z can be taken from the diagonal.
template <int N>
bool read(const double* M, std::ptrdiff_t leading_dimension, const double* q, SmallProblem<N>& problem) {
  double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
  double matrix_scale = 0.0;
  double vector_scale = 0.0;
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) {
      problem.M[j][i] = M[j * leading_dimension + i];
      remains += 0.0 * problem.M[j][i];
    }
    problem.q[j] = q[j];
    remains += 0.0 * q[j];
    matrix_scale = std::max(matrix_scale, std::fabs(problem.M[j][j]));
    vector_scale = std::max(vector_scale, std::fabs(q[j]));
  }
  problem.s_w = vector_scale == 0.0 ? 1.0 : vector_scale;
  problem.s_z = problem.s_w / matrix_scale;
  return remains == 0.0 && is_unit(problem.s_w) && is_unit(problem.s_z);
}

template <int N>
bool start(const double* z, bool warm, FewRows& solution) {
  double remains = 0.0;
  for (int i = 0; i < N; ++i) {
    solution.z[i] = warm ? z[i] : 0.0;
    remains += 0.0 * solution.z[i];
  }
  return remains == 0.0;
}

// Tells whether the data account for all of z (rule e), so that there is nothing more to ask.
template <int N>
bool is_accounted(const SmallProblem<N>& problem, const double* terms, double tolerance, const double* z) {
  const double reach = affine::reach_of_accounts(tolerance);
  double reached[N];  // the largest term that row i accounts for
  for (int i = 0; i < N; ++i) reached[i] = std::fabs(problem.q[i]) * reach;
  bool known[N];
  int left = 0;
  for (int j = 0; j < N; ++j) left += (known[j] = z[j] == 0.0) ? 0 : 1;
  for (int before = 0; left > 0 && before != left;) {
    before = left;
    for (int j = 0; j < N; ++j) {
      if (known[j]) continue;
      const double* const column = problem.M[j];
      for (int i = 0; i < N && !known[j]; ++i) {
        const double term = std::fabs(column[i] * z[j]);
        known[j] = term <= reached[i] && term > tolerance * terms[i];
      }
      if (!known[j]) continue;
      if (--left == 0) return true;
      for (int i = 0; i < N; ++i) reached[i] = std::max(reached[i], std::fabs(column[i] * z[j]) * reach);
    }
  }
  return left == 0;
}

// The contract where its first two axioms say all: each row has the side that z leaves it, against its own terms. unaccounted: out,
// there are terms that their datum says nothing of. False where there is more to ask.
bool holds_at_sight(const nsds_lcp& problem, const double* terms, double floor_of_all, double tolerance,
                    FewRows& solution, bool& unaccounted) {
  nsds_residual& residual = solution.residual;
  residual = {sizeof(nsds_residual), 0.0, 0.0, 0.0, 0.0, epsilon, 0};
  for (std::int32_t i = 0; i < problem.size; ++i) {
    unaccounted |= affine::are_unaccounted(terms[i], problem.q[i]);
    const double w = solution.w[i];
    const double violation = solution.z[i] == 0.0 ? std::max(-w, 0.0) : std::fabs(w);
    if (violation <= floor_of_all || (problem.floor != nullptr && violation <= problem.floor[i])) continue;
    const double value = ratio(violation, terms[i]);
    double& part = w < 0.0 ? residual.dual : residual.complementarity;
    part = std::max(part, value);
    if (value <= residual.value) continue;
    residual.value = value;
    residual.worst = i;
  }
  return residual.value <= tolerance;
}

bool are_floors(const double* floor, std::int32_t n) {
  return floor == nullptr ||
         std::all_of(floor, floor + n, [](double one) { return one >= 0.0 && one < infinity; });
}

template <int N>
bool solve(const Arguments& arguments, const double* z, FewRows& solution) {
  // What is not in order goes the general way, which says why.
  std::int32_t leading_dimension = 0;
  const double* M = columns<N>(*arguments.problem->M, leading_dimension);
  SmallProblem<N> problem;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
  if (M == nullptr || !are_floors(arguments.problem->floor, N) ||
      !read(M, leading_dimension, arguments.problem->q, problem))
    return false;
  if (!start<N>(z, arguments.options.warm_start(), solution)) return false;
  const double tolerance = arguments.options.tolerance();
  solution.trivial = std::all_of(problem.q, problem.q + N, [](double value) { return value >= 0.0; });
  if (solution.trivial) {
    std::fill_n(solution.z, N, 0.0);
  } else if (!pivot_small(problem, tolerance, solution.z)) {
    return false;
  }
  // The residual is measured with w recomputed.
  double magnitude[N];
  for (int i = 0; i < N; ++i) {
    solution.w[i] = problem.q[i];
    magnitude[i] = std::fabs(problem.q[i]);
  }
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) {
      const double term = problem.M[j][i] * solution.z[j];
      solution.w[i] += term;
      magnitude[i] += std::fabs(term);
    }
  }
  const std::span<const double> own = arguments.options.own;
  if (affine::is_by_contract(own)) {
    bool unaccounted = false;
    return holds_at_sight(*arguments.problem, magnitude, affine::absolute_tolerance_of(own), tolerance,
                          solution, unaccounted) &&
           (!unaccounted || is_accounted(problem, magnitude, tolerance, solution.z));
  }
  solution.residual = measured(N, problem.s_z, problem.s_w, solution.z, solution.w, magnitude);
  return solution.residual.value <= tolerance;
}

}  // namespace

bool solve_few_rows(const Arguments& arguments, const double* z, FewRows& solution) {
  switch (arguments.problem->size) {
    case 1:
      return solve<1>(arguments, z, solution);
    case 2:
      return solve<2>(arguments, z, solution);
    case 3:
      return solve<3>(arguments, z, solution);
    case 4:
      return solve<4>(arguments, z, solution);
    default:
      return false;
  }
}

}  // namespace nsds::numerics::lcp
