#include "box/equations/undetermined.hpp"

#include <algorithm>
#include <cmath>

#include "box/equations/least_norm.hpp"
#include "linalg/contradiction.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

constexpr double beyond_data =
    1e7;  // times the largest datum of the rows: terms that a solution of regular rows hardly has

bool is_far(const Problem& problem, std::span<const std::int32_t> rows, const double* z, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<double> terms = arena.take<double>(index(problem.map.n), 0.0);
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    terms[index(i)] = std::max(terms[index(i)], std::fabs(value * z[j]));
  });
  double largest_term = 0.0, largest_datum = 0.0;
  for (const std::int32_t i : rows) {
    largest_term = std::max(largest_term, terms[index(i)]);
    largest_datum = std::max(largest_datum, std::fabs(problem.map.q[i]));
  }
  arena.rewind(mark);
  return largest_term > beyond_data * largest_datum && largest_datum > 0.0;
}

}  // namespace

bool refute_rows(const Problem& problem, std::span<const std::int32_t> rows, SolveContext& context) {
  const std::span<double> allowed = context.arena->take<double>(rows.size(), context.tolerance * problem.s_e);
  return numerics::refute({problem.map.M, problem.map.q, rows, allowed, index(problem.map.n)}, context);
}

bool settle_undetermined(const Problem& problem, std::span<const std::int32_t> rows, double* z,
                         SolverClaim& claim, SolveContext& context) {
  if (!is_far(problem, rows, z, *context.arena) || !refute_rows(problem, rows, context))
    return take_least_norm(problem, rows, z, context);
  for (std::int32_t i = 0; i < problem.map.n; ++i) z[i] = affine::project(problem, i, 0.0);
  claim.status = NSDS_INFEASIBLE;
  return false;
}

}  // namespace nsds::numerics::box
