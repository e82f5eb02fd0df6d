#include "lcp/farkas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::lcp {
namespace {

constexpr double significant = 1e-6;
constexpr double far = 1e6;

// The nonbasic column along which the covering variable falls fastest; -1 if there is none.
int falling_column(const Dictionary& dictionary) {
  const double* row = dictionary.row(dictionary.row_of(dictionary.cover()));
  const double cover_unit = dictionary.unit(dictionary.cover());
  int best = -1;
  double steepest = -1e-11;
  for (int c = 0; c < dictionary.columns(); ++c) {
    const double slope = row[c] * dictionary.unit(dictionary.nonbasic(c)) / cover_unit;
    if (slope >= steepest) continue;
    steepest = slope;
    best = c;
  }
  return best;
}

// z0 = y'w - (M'y)'z - q'y with y'e = 1: the multipliers stand in the columns of the nonbasic w.
void read_multipliers(const Dictionary& dictionary, std::span<double> y) {
  std::fill(y.begin(), y.end(), 0.0);
  const double* row = dictionary.row(dictionary.row_of(dictionary.cover()));
  for (int c = 0; c < dictionary.columns(); ++c)
    if (dictionary.nonbasic(c) < dictionary.n()) y[static_cast<std::size_t>(dictionary.nonbasic(c))] = row[c];
}

}  // namespace

bool verify_farkas(const Lcp& problem, std::span<double> y, Arena& arena) {
  double largest = 0.0;
  for (double& value : y) largest = std::max(largest, value = std::max(value, 0.0));
  if (!(largest > 0.0) || !std::isfinite(largest)) return false;
  for (double& value : y) value /= largest;

  const std::span<double> product = arena.take<double>(y.size(), 0.0);
  const std::span<double> magnitude = arena.take<double>(y.size(), 0.0);
  add_transposed_and_magnitude(problem.M, y.data(), product.data(), magnitude.data());
  // M'y <= 0 up to the rounding of the product itself and no more: a slightly larger positive entry may be
  // real, and then a large z is feasible.
  const double rounding = static_cast<double>(y.size() + 2) * std::numeric_limits<double>::epsilon();
  double slack = 0.0;  // what M'y may be above zero after all, over all columns
  for (std::size_t j = 0; j < y.size(); ++j) {
    if (!(product[j] <= rounding * magnitude[j])) return false;
    slack += std::max(0.0, product[j] + rounding * magnitude[j]);
  }

  double value = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    value += problem.q[i] * y[i];
    size += std::fabs(problem.q[i]) * y[i];
  }
  // y'w = (M'y)'z + q'y < 0 for every z up to far * s_z.
  return value < 0.0 && value <= -significant * size && value <= -far * problem.s_z * slack;
}

bool find_row_certificate(const Lcp& problem, std::span<double> y, Arena& arena) {
  const std::span<double> largest = arena.take<double>(y.size(), 0.0);
  for_each_entry(problem.M, [&](std::int32_t i, std::int32_t, double value) {
    double& row = largest[static_cast<std::size_t>(i)];
    row = std::max(row, value);
  });
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (problem.q[i] >= 0.0 || largest[i] > 0.0) continue;
    std::fill(y.begin(), y.end(), 0.0);
    y[i] = 1.0;
    return true;
  }
  return false;
}

nsds_status prove_infeasible(const Lcp& problem, Dictionary& dictionary, RatioTest& test, int pivots_allowed,
                             const SolveContext& context, std::int64_t& pivots) {
  if (!dictionary.is_basic(dictionary.cover())) return NSDS_RAY;
  for (int done = 0; done < pivots_allowed; ++done) {
    const int column = falling_column(dictionary);
    if (column < 0) {
      dictionary.refactorise();
      read_multipliers(dictionary, context.certificate);
      return verify_farkas(problem, context.certificate, *context.arena) ? NSDS_INFEASIBLE : NSDS_RAY;
    }
    const int row = test.leaving_row(dictionary, column);
    if (row < 0) return NSDS_RAY;
    const nsds_status limit = context.limit(pivots, no_estimate);
    if (limit != NSDS_OK) return limit;
    const bool cover_leaves = dictionary.basic(row) == dictionary.cover();
    dictionary.pivot(row, column);
    ++pivots;
    if (cover_leaves) return NSDS_RAY;
  }
  return NSDS_RAY;
}

}  // namespace nsds::numerics::lcp
