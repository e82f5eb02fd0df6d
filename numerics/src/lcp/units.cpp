#include "lcp/units.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "lcp/over_orthant.hpp"
#include "linalg/entries.hpp"
#include "linalg/matrix_in_units.hpp"
#include "linalg/scaling/geometric_means.hpp"

namespace nsds::numerics::lcp {

bool is_of_one_size(const nsds_matrix& M, Arena& arena) {
  constexpr double most = 1e3;
  const Arena::Mark mark = arena.mark();
  const std::span<double> row = arena.take<double>(index(M.rows), 0.0);
  const std::span<double> column = arena.take<double>(index(M.cols), 0.0);
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    row[index(i)] = std::max(row[index(i)], std::fabs(value));
    column[index(j)] = std::max(column[index(j)], std::fabs(value));
  });
  const auto is_even = [](std::span<const double> sizes) {
    double least = infinity, largest = 0.0;
    for (const double size : sizes)
      if (size > 0.0) {
        least = std::min(least, size);
        largest = std::max(largest, size);
      }
    return largest <= most * least || largest == 0.0;
  };
  const bool even = is_even(row) && is_even(column);
  arena.rewind(mark);
  return even;
}

Units units_of_matrix(const nsds_matrix& M, Arena& arena) {
  const auto n = index(M.rows);
  const Units units{arena.take<double>(n), arena.take<double>(n)};
  equilibrate_by_means(M, units.w, units.z, arena);
  for (std::size_t i = 0; i < n; ++i) {
    units.z[i] = power_of_two(units.z[i]);
    units.w[i] = 1.0 / power_of_two(units.w[i]);
  }
  return units;
}

std::optional<Lcp> in_units(const Lcp& problem, const Units& units, Arena& arena) {
  const std::size_t n = units.z.size();
  const std::span<double> row = arena.take<double>(n);
  const std::span<double> q = arena.take<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    row[i] = 1.0 / units.w[i];
    q[i] = row[i] * problem.q[i];
  }
  nsds_matrix* const M = arena.take<nsds_matrix>(1).data();
  *M = matrix_in_units(problem.M, row, units.z, arena);
  // What vanishes, or loses digits, makes another problem.
  const auto stays = [](double before, double after) { return before == 0.0 || is_unit(std::fabs(after)); };
  bool same = true;
  for (std::size_t i = 0; i < n; ++i) same = same && stays(problem.q[i], q[i]);
  for_each_entry(problem.M, [&](std::int32_t i, std::int32_t j, double value) {
    same = same && stays(value, value * (row[index(i)] * units.z[index(j)]));
  });
  const Lcp scaled{problem.n, *M, q.data(), 1.0, 1.0};
  if (!same) return std::nullopt;
  return affine::in_its_units(scaled, affine::matrix_scale(*M), {});
}

affine::BoxProblem orthant(const Lcp& problem, const double* floor, const affine::Contract& contract,
                           Arena& arena) {
  affine::BoxProblem box = over_orthant(problem, arena);
  box.contract = &contract;
  box.floor = floor;
  return box;
}

}  // namespace nsds::numerics::lcp
