// The problem as one over a box.
#pragma once

#include "affine/box_problem.hpp"
#include "core/numbers.hpp"
#include "lcp/problem.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {

inline affine::BoxProblem over_orthant(const Lcp& problem, Arena& arena) {
  const double* const lower = arena.take<double>(index(problem.n), 0.0).data();
  const double* const upper = arena.take<double>(index(problem.n), infinity).data();
  return {problem, lower, upper, problem.s_w, problem.n};
}

}  // namespace nsds::numerics::lcp
