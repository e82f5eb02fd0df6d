#include "convex_qp/weights.hpp"

#include <algorithm>
#include <numeric>

#include "linalg/entries.hpp"

namespace nsds::numerics::convex_qp {
namespace {

constexpr double negligible = 1e-12;     // of the largest diagonal entry: as good as zero
constexpr double equality_weight = 1e3;  // Stellato et al. 2020, section 5.2: rows with lower = upper

template <class Visit>
void for_each_entry_of_A(const ConvexQp& problem, Visit&& visit) {
  if (problem.A == nullptr) {
    for (std::int32_t i = 0; i < problem.m; ++i) visit(i, i, 1.0);
    return;
  }
  for_each_entry(*problem.A, visit);
}

// Entries that are as good as zero become `stand_in`.
void replace_zeros(std::span<double> x, double stand_in) {
  const double largest = x.empty() ? 0.0 : *std::max_element(x.begin(), x.end());
  for (double& value : x)
    if (!(value > negligible * largest)) value = largest > 0.0 ? largest : stand_in;
}

void set_penalty(const ConvexQp& problem, const Diagonals& made) {
  for_each_entry_of_A(problem, [&](std::int32_t i, std::int32_t j, double value) {
    made.penalty[index(i)] += value * value / made.M[index(j)];
  });
  replace_zeros(made.penalty, problem.s_u / problem.s_xi);
  const ConvexSet& set = problem.set;
  if (!set.is_box()) {  // the projection is Euclidean: one number for all rows
    const double sum = std::accumulate(made.penalty.begin(), made.penalty.end(), 0.0);
    std::fill(made.penalty.begin(), made.penalty.end(), static_cast<double>(problem.m) / sum);
    return;
  }
  for (std::size_t i = 0; i < made.penalty.size(); ++i)
    made.penalty[i] = (set.lower[i] == set.upper[i] ? equality_weight : 1.0) / made.penalty[i];
}

}  // namespace

Diagonals make_diagonals(const ConvexQp& problem, Arena& arena) {
  const std::size_t n = index(problem.n);
  Diagonals made{arena.take<double>(n, 0.0), arena.take<double>(index(problem.m), 0.0),
                 arena.take<double>(n)};
  for_each_diagonal_entry(problem.M,
                          [&](std::int32_t i, double value) { made.M[index(i)] = std::max(value, 0.0); });
  std::copy(made.M.begin(), made.M.end(), made.Hessian.begin());
  replace_zeros(made.M, problem.s_w / problem.s_z);
  set_penalty(problem, made);
  for_each_entry_of_A(problem, [&](std::int32_t i, std::int32_t j, double value) {
    made.Hessian[index(j)] += made.penalty[index(i)] * value * value;
  });
  replace_zeros(made.Hessian, problem.s_w / problem.s_z);
  return made;
}

}  // namespace nsds::numerics::convex_qp
