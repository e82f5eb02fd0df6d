#include "lcp/units.hpp"

#include <cmath>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/matrix_in_units.hpp"
#include "linalg/scaling/geometric_means.hpp"

namespace nsds::numerics::lcp {

Units units_of_caller(const nsds_lcp& given, Arena& arena) {
  const auto n = index(given.size);
  const Units units{arena.take<double>(n), arena.take<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    units.z[i] = power_of_two(given.z_unit[i]);
    units.w[i] = power_of_two(given.w_unit[i]);
  }
  return units;
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

std::optional<Lcp> in_units(const Lcp& problem, const Units& units, bool measured, Arena& arena) {
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
  return measured ? scaled : affine::in_its_units(scaled, affine::matrix_scale(*M), {});
}

affine::BoxProblem orthant(const Lcp& problem, affine::RowMeasure& measure, Arena& arena) {
  const std::size_t n = index(problem.n);
  affine::BoxProblem box{problem, arena.take<double>(n, 0.0).data(), arena.take<double>(n, infinity).data(),
                         problem.s_w, problem.n};
  box.rows = &measure;
  return box;
}

}  // namespace nsds::numerics::lcp
