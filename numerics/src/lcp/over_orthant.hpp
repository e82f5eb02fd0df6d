// The problem as one over a box.
#pragma once

#include <array>
#include <cstddef>

#include "affine/box_problem.hpp"
#include "core/numbers.hpp"
#include "lcp/problem.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {

// The bounds of problems with few rows, which are not written for each of them.
template <std::size_t count>
struct OrthantBounds {
  constexpr OrthantBounds() { upper.fill(infinity); }
  std::array<double, count> lower{}, upper{};
};
inline constexpr OrthantBounds<32> bounds_of_few;

inline affine::BoxProblem over_orthant(const Lcp& problem, Arena& arena) {
  const std::size_t n = index(problem.n);
  const bool few = n <= bounds_of_few.lower.size();
  const double* const lower = few ? bounds_of_few.lower.data() : arena.take<double>(n, 0.0).data();
  const double* const upper = few ? bounds_of_few.upper.data() : arena.take<double>(n, infinity).data();
  return {problem, lower, upper, problem.s_w, problem.n};
}

}  // namespace nsds::numerics::lcp
