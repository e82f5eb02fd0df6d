#include "lcp/small.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

constexpr std::int32_t most = most_small_rows;
constexpr double least_pivot = 1e-10;  // relative to the diagonal entry: below, a larger solver looks at it

struct Dense {
  double entry[most][most];  // by rows
};

// dense: zero on entry.
void gather(const nsds_matrix& M, Dense& dense) {
  if (M.storage == NSDS_DENSE) {
    for (std::int32_t j = 0; j < M.rows; ++j)
      for (std::int32_t i = 0; i < M.rows; ++i)
        dense.entry[i][j] =
            M.as.dense.values[i + static_cast<std::ptrdiff_t>(j) * M.as.dense.leading_dimension];
    return;
  }
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) { dense.entry[i][j] = value; });
}

// M_FF x = -q_F by elimination on the diagonal. members: the size rows of F.
bool solve_members(const Dense& M, const double* q, const std::int32_t* members, std::int32_t size,
                   double* x) {
  double K[most][most] = {};
  for (std::int32_t a = 0; a < size; ++a) {
    for (std::int32_t b = 0; b < size; ++b) K[a][b] = M.entry[members[a]][members[b]];
    x[a] = -q[members[a]];
  }
  for (std::int32_t k = 0; k < size; ++k) {
    if (!(K[k][k] > least_pivot * M.entry[members[k]][members[k]])) return false;
    for (std::int32_t a = k + 1; a < size; ++a) {
      const double factor = K[a][k] / K[k][k];
      for (std::int32_t b = k + 1; b < size; ++b) K[a][b] -= factor * K[k][b];
      x[a] -= factor * x[k];
    }
  }
  for (std::int32_t k = size - 1; k >= 0; --k) {
    for (std::int32_t b = k + 1; b < size; ++b) x[k] -= K[k][b] * x[b];
    x[k] /= K[k][k];
  }
  return true;
}

}  // namespace

bool solve_small(const LcpProblem& problem, double tolerance, double* z) {
  const std::int32_t n = problem.n;
  Dense M{};
  gather(problem.M, M);
  // In time stepping the support of the last solution is the likeliest.
  bool in[most];
  const bool warm = std::any_of(z, z + n, [](double value) { return value > 0.0; });
  for (std::int32_t i = 0; i < n; ++i) in[i] = warm ? z[i] > 0.0 : problem.q[i] < 0.0;
  for (std::int32_t tries = 0; tries < most + 2; ++tries) {
    std::int32_t members[most];
    std::int32_t size = 0;
    for (std::int32_t i = 0; i < n; ++i)
      if (in[i]) members[size++] = i;
    double x[most];
    if (!solve_members(M, problem.q, members, size, x)) return false;
    double candidate[most] = {};
    for (std::int32_t a = 0; a < size; ++a) candidate[members[a]] = x[a];

    double residual = 0.0;
    bool infeasible[most];
    for (std::int32_t i = 0; i < n; ++i) {
      double w = problem.q[i];
      for (std::int32_t j = 0; j < n; ++j) w += M.entry[i][j] * candidate[j];
      const double map = std::fabs(std::min(candidate[i] / problem.s_z, w / problem.s_w));
      if (!(map <= residual)) residual = map;
      infeasible[i] = in[i] ? candidate[i] < 0.0 : w < 0.0;
    }
    if (residual <= 0.5 * tolerance) {  // clipping may move it a little
      for (std::int32_t i = 0; i < n; ++i) z[i] = std::max(candidate[i], 0.0);
      return true;
    }
    for (std::int32_t i = 0; i < n; ++i) in[i] = in[i] != infeasible[i];
  }
  return false;
}

}  // namespace nsds::numerics
