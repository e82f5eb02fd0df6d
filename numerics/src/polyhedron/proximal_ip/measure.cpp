// The quality of a point, see program.hpp.
#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "polyhedron/proximal_ip/program.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

// A sum whose terms are all small against what they are where their factors are large holds rounding before it holds
// anything else: so much of that is no rest, and the rest is measured against no less than this share of it.
constexpr double sum_rounding = 8.0 * epsilon;
constexpr double least_share = 1e-9;
constexpr double cancelled =
    1e-3;  // share of the terms of an objective that is measured against where the rest is less

struct Sum {
  double value = 0.0, terms = 0.0;
  void add(double term) {
    value += term;
    terms += std::fabs(term);
  }
};

double ratio(double rest, double terms, double typical) {
  const double seen = std::max(0.0, rest - sum_rounding * typical);
  return seen == 0.0 ? 0.0 : seen / std::max(terms, least_share * typical);
}

}  // namespace

Quality measure(const Program& program, std::span<const double> x, std::span<const double> y,
                const MeasureScratch& scratch) {
  const std::size_t n = program.n;
  const std::span<double> g = scratch.sum.first(n);
  const std::span<double> terms = scratch.terms.first(n);
  double largest_x = 0.0;
  for (const double value : x) largest_x = std::max(largest_x, std::fabs(value));
  double largest_y = 0.0;
  for (const double value : y) largest_y = std::max(largest_y, std::fabs(value));

  // Reduced costs with the sums of their terms, and the parts of the objective.
  Sum cost, curvature, rows, bounds;
  Quality quality{0.0, 0.0, 0.0};
  for (std::size_t j = 0; j < n; ++j) {
    g[j] = program.p[j];
    terms[j] = std::fabs(program.p[j]);
    cost.add(program.p[j] * x[j]);
  }
  const Lines& Q = program.Q;
  const auto add_term = [&](std::size_t j, double term) {
    g[j] += term;
    terms[j] += std::fabs(term);
  };
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = Q.begin(j); k < Q.end(j); ++k) {
      const std::size_t i = index(Q.indices[k]);
      add_term(i, Q.values[k] * x[j]);
      if (i != j) add_term(j, Q.values[k] * x[i]);
    }
  }
  for (std::size_t j = 0; j < n; ++j) {
    curvature.value += x[j] * (g[j] - program.p[j]);
    curvature.terms += std::fabs(x[j]) * (terms[j] - std::fabs(program.p[j]));
  }

  // Rows: what they violate, their part of the dual objective, and what that costs.
  double priced = 0.0;
  for (std::size_t i = 0; i < program.m; ++i) {
    Sum row;
    double largest = 0.0;
    for (std::size_t k = program.rows.begin(i); k < program.rows.end(i); ++k) {
      const std::size_t j = index(program.rows.indices[k]);
      row.add(program.rows.values[k] * x[j]);
      add_term(j, -program.rows.values[k] * y[i]);
      largest = std::max(largest, std::fabs(program.rows.values[k]));
    }
    const double outside =
        std::max({0.0, program.lower[n + i] - row.value, row.value - program.upper[n + i]});
    const double violated = row.value < program.lower[n + i] ? program.lower[n + i] : program.upper[n + i];
    const double size = outside > 0.0 ? std::max(row.terms, std::fabs(violated)) : row.terms;
    quality.primal = std::max(quality.primal, ratio(outside, size, largest * largest_x));
    const double side = y[i] > 0.0 ? program.lower[n + i] : program.upper[n + i];
    if (y[i] != 0.0) rows.add(y[i] * side);
    priced += std::fabs(y[i]) * outside;
  }

  // Bounds carry the reduced costs that have their sign.
  for (std::size_t j = 0; j < n; ++j) {
    const double side = g[j] > 0.0 ? program.lower[j] : program.upper[j];
    const bool carried = std::fabs(side) < infinity;
    if (carried) bounds.add(g[j] * side);
    const double left = carried ? 0.0 : std::fabs(g[j]);
    quality.dual = std::max(quality.dual, ratio(left, terms[j], largest_y));
    priced += std::fabs(x[j]) * left;
  }
  const double gap = std::fabs(curvature.value + cost.value - rows.value - bounds.value) + priced;
  const double size = std::max({std::fabs(cost.value), std::fabs(curvature.value), std::fabs(rows.value),
                                std::fabs(bounds.value),
                                cancelled * (curvature.terms + cost.terms + rows.terms + bounds.terms)});
  quality.gap = gap == 0.0 ? 0.0 : size > 0.0 ? gap / size : infinity;
  return quality;
}

}  // namespace nsds::numerics::polyhedron::proximal
