#include "box/equations/least_norm.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/factors/least_squares.hpp"
#include "linalg/scaling/equilibrate.hpp"

namespace nsds::numerics::box {
namespace {

constexpr int least_norm_passes = 2;  // of least squares: the second is refinement
constexpr double floors = 32.0;       // a residual below so many round-off floors is rounding
// The shortest z with w = 0 may be longer than one with another w within the tolerance. Up to this factor it
// is preferred.
constexpr double hardly_longer = 1.0 + 1e-6;

double norm_of(std::span<const double> x, std::span<const std::int32_t> members) {
  double norm = 0.0;
  for (const std::int32_t i : members) norm = std::hypot(norm, x[index(i)]);
  return norm;
}

// An aim is what least squares are to find, one after the other until one is taken: w = 0 on the rows of the
// members, for an LU may leave residuals within the tolerance whose unknowns are far from those of w = 0; or,
// where these rows contradict each other within the tolerance, the same w; in the units that are given, or in
// those of the entries.
struct Aim {
  bool zero, in_units;
};
constexpr Aim aims[] = {{true, false}, {true, true}, {false, false}, {false, true}};

// A part has the columns of M of the members, and what they add to w.
struct Part {
  std::span<double> A, sum;  // (n x members), (n)
};

void lay_out(const Problem& problem, std::span<const std::int32_t> members, const double* z, const Part& part,
             Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::size_t n = part.sum.size();
  const std::span<std::int32_t> column = arena.take<std::int32_t>(n, -1);
  for (std::size_t k = 0; k < members.size(); ++k) column[index(members[k])] = static_cast<std::int32_t>(k);
  std::fill(part.A.begin(), part.A.end(), 0.0);
  std::fill(part.sum.begin(), part.sum.end(), 0.0);
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (column[index(j)] < 0) return;
    part.A[index(column[index(j)]) * n + index(i)] = value;
    part.sum[index(i)] += value * z[j];
  });
  arena.rewind(mark);
}

// x: (members) out, of least norm in the units of part.
bool solve(const Part& part, std::span<double> x, Arena& arena) {
  const std::size_t n = part.sum.size();
  const std::span<double> step = arena.take<double>(n);
  std::fill(x.begin(), x.end(), 0.0);
  for (int pass = 0; pass < least_norm_passes; ++pass) {
    std::copy(part.sum.begin(), part.sum.end(), step.begin());
    if (!least_squares({part.A.data(), n, x.size()}, step, 1, numerical_rank, arena)) return false;
    for (std::size_t k = 0; k < x.size(); ++k) {
      x[k] += step[k];
      for (std::size_t i = 0; i < n; ++i) part.sum[i] -= part.A[k * n + i] * step[k];
    }
  }
  return true;
}

}  // namespace

bool take_least_norm(const Problem& problem, std::span<const std::int32_t> members, double* z,
                     SolveContext& context) {
  const auto n = index(problem.map.n);
  const std::size_t count = members.size();
  if (count == 0 || n * count > most_dense_numbers) return false;
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const Part part{arena.take<double>(n * count), arena.take<double>(n)};
  const std::span<double> x = arena.take<double>(count), row = arena.take<double>(n),
                          column = arena.take<double>(count), trial = arena.take<double>(n),
                          w = arena.take<double>(n), w_of_trial = arena.take<double>(n),
                          magnitude = arena.take<double>(n);
  const nsds_residual before = affine::box_residual(problem, z, w.data(), magnitude.data());
  bool taken = false;
  for (const Aim& aim : aims) {
    // Later aims follow where earlier ones fail, as long as there is time for a factorisation.
    const double seconds_left = context.seconds_left();
    if (least_norm_passes * least_squares_work(n, count) > operations_within(seconds_left)) break;
    lay_out(problem, members, z, part, arena);
    // The members are to add what they add now, less the w that is to vanish.
    if (aim.zero)
      for (const std::int32_t i : members) part.sum[index(i)] -= w[index(i)];
    if (aim.in_units) {
      equilibrate(part.A, row, column);
    } else {
      std::fill(row.begin(), row.end(), 1.0);
      std::fill(column.begin(), column.end(), 1.0);
    }
    for (std::size_t i = 0; i < n; ++i) part.sum[i] *= row[i];
    if (!solve(part, x, arena)) continue;
    // The point is taken if it is a solution as good as the given one, up to rounding, and shorter.
    std::copy_n(z, n, trial.begin());
    for (std::size_t k = 0; k < count; ++k) trial[index(members[k])] = column[k] * x[k];
    const nsds_residual after =
        affine::box_residual(problem, trial.data(), w_of_trial.data(), magnitude.data());
    const double rounding = floors * std::max(before.roundoff_floor, after.roundoff_floor);
    taken = after.value <= std::min(before.value + rounding, context.tolerance) &&
            norm_of(trial, members) <= (aim.zero ? hardly_longer : 1.0) * norm_of({z, n}, members);
    if (!taken) continue;
    std::copy(trial.begin(), trial.end(), z);
    break;
  }
  arena.rewind(mark);
  return taken;
}

}  // namespace nsds::numerics::box
