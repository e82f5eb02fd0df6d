#include "lcp/small/small.hpp"

#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {

template <int N>
bool solve_by_pivoting(const Lcp& problem, double tolerance, double* z) {
  SmallProblem<N> own{};
  for_each_entry(problem.M, [&](std::int32_t i, std::int32_t j, double value) { own.M[j][i] = value; });
  std::copy_n(problem.q, N, own.q);
  own.s_w = problem.s_w;
  own.s_z = problem.s_z;
  return pivot_small(own, tolerance, z);
}

}  // namespace

bool solve_small(const Lcp& problem, double tolerance, double* z) {
  switch (problem.n) {
    case 1:
      return solve_by_pivoting<1>(problem, tolerance, z);
    case 2:
      return solve_by_pivoting<2>(problem, tolerance, z);
    case 3:
      return solve_by_pivoting<3>(problem, tolerance, z);
    case 4:
      return solve_by_pivoting<4>(problem, tolerance, z);
    default:
      return false;
  }
}

}  // namespace nsds::numerics::lcp
