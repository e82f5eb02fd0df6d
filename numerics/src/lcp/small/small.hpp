// Solves a few rows by principal pivoting on the stack.
#pragma once

#include <algorithm>

#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

inline constexpr std::int32_t most_small_rows = 4;

// A small problem is LCP(M, q) of N rows with the units of its residual.
template <int N>
struct SmallProblem {
  double M[N][N];  // by columns
  double q[N];
  double s_w;
  double s_z;
};

// M_FF x_F = -q_F, x = 0 elsewhere, by elimination on the diagonal. in: the members of F. The rows and
// columns of the others are made those of the identity, so that every loop has N steps. False where a pivot
// is small against its diagonal entry: a larger solver looks at it.
template <int N>
bool solve_on_support(const SmallProblem<N>& problem, const bool (&in)[N], double (&x)[N]) {
  constexpr double least_pivot = 1e-10;
  double K[N][N];
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) K[j][i] = in[i] && in[j] ? problem.M[j][i] : (i == j ? 1.0 : 0.0);
    x[j] = in[j] ? -problem.q[j] : 0.0;
  }
  for (int k = 0; k < N; ++k) {
    if (!in[k]) continue;
    if (!(K[k][k] > least_pivot * problem.M[k][k])) return false;
    for (int i = k + 1; i < N; ++i) {
      const double factor = K[k][i] / K[k][k];
      for (int j = k + 1; j < N; ++j) K[j][i] -= factor * K[j][k];
      x[i] -= factor * x[k];
    }
  }
  for (int k = N - 1; k >= 0; --k) {
    for (int j = k + 1; j < N; ++j) x[k] -= K[j][k] * x[j];
    x[k] /= K[k][k];
  }
  return true;
}

// Block principal pivoting from F = {i : z_i > 0}, or {i : q_i < 0} where z = 0; N + 2 sets at most. In time
// stepping the support of the last solution is the likeliest. z: in/out. True: z is a solution within the
// tolerance. False: z is untouched, and nothing is proved.
template <int N>
bool pivot_small(const SmallProblem<N>& problem, double tolerance, double* z) {
  bool in[N];
  const bool warm = std::any_of(z, z + N, [](double value) { return value > 0.0; });
  for (int i = 0; i < N; ++i) in[i] = warm ? z[i] > 0.0 : problem.q[i] < 0.0;
  for (int tries = 0; tries < N + 2; ++tries) {
    double x[N];
    if (!solve_on_support(problem, in, x)) return false;
    double w[N];
    for (int i = 0; i < N; ++i) w[i] = problem.q[i];
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i) w[i] += problem.M[j][i] * x[j];
    const double limit_x = 0.5 * tolerance * problem.s_z;  // half: clipping may move the residual a little
    const double limit_w = 0.5 * tolerance * problem.s_w;
    bool good = true;
    for (int i = 0; i < N; ++i)
      good = good && x[i] >= -limit_x && w[i] >= -limit_w && (x[i] <= limit_x || w[i] <= limit_w);
    if (good) {
      for (int i = 0; i < N; ++i) z[i] = std::max(x[i], 0.0);
      return true;
    }
    for (int i = 0; i < N; ++i) in[i] = in[i] ? x[i] >= 0.0 : w[i] < 0.0;
  }
  return false;
}

// Solves a problem of at most most_small_rows rows in any storage.
bool solve_small(const Lcp& problem, double tolerance, double* z);

}  // namespace nsds::numerics::lcp
