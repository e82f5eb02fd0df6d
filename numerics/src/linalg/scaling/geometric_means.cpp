#include "linalg/scaling/geometric_means.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

constexpr std::int64_t least_limit = 100, most_limit = 1000;  // of steps
constexpr std::int64_t most_visits = 100000000;  // of entries, where that leaves more than the least limit
constexpr int most_sweeps = 10;
constexpr double level_enough = 2.0;
// What is left of the mean logarithm of a row. It is far below what is asked for: along a chain of n rows, errors are up to
// n^2 times that.
constexpr double settled = 1e-4;

struct Edge {
  std::int32_t row, col;
  float logarithm;
};

// The normal equations are those of the Laplacian of the graph whose edges are the entries, singular and consistent:
// conjugate gradients in the metric of its diagonal.
class Laplacian {
 public:
  Laplacian(std::span<const Edge> edges, std::size_t n, Arena& arena)
      : edges_(edges), n_(n), degree_(arena.take<double>(2 * n, 0.0)) {
    for (const Edge& edge : edges) {
      degree_[index(edge.row)] += 1.0;
      degree_[n + index(edge.col)] += 1.0;
    }
  }

  void multiply(std::span<const double> x, std::span<double> y) const {
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = degree_[k] * x[k];
    // Entries of a column follow each other in most storages.
    for (std::size_t e = 0; e < edges_.size();) {
      const std::int32_t j = edges_[e].col;
      const std::size_t col = n_ + index(j);
      const double at_col = x[col];
      double sum = y[col];
      for (; e < edges_.size() && edges_[e].col == j; ++e) {
        const std::size_t row = index(edges_[e].row);
        y[row] += at_col;
        sum += x[row];
      }
      y[col] = sum;
    }
  }

  // x: out, from zero.
  void solve(std::span<const double> right, std::span<double> x, Arena& arena) const {
    const std::size_t size = 2 * n_;
    const auto r = arena.take<double>(size), p = arena.take<double>(size), Ap = arena.take<double>(size);
    double rho = 0.0;
    for (std::size_t k = 0; k < size; ++k) {
      x[k] = 0.0;
      r[k] = right[k];
      p[k] = inverse(k) * r[k];
      rho += r[k] * p[k];
    }
    const std::int64_t limit =
        std::clamp(most_visits / std::max<std::int64_t>(1, std::ssize(edges_)), least_limit, most_limit);
    for (std::int64_t step = 0; step < limit && rho > 0.0; ++step) {
      multiply(p, Ap);
      double curvature = 0.0;
      for (std::size_t k = 0; k < size; ++k) curvature += p[k] * Ap[k];
      if (!(curvature > 0.0)) return;
      const double length = rho / curvature;
      double left = 0.0;
      double next = 0.0;
      for (std::size_t k = 0; k < size; ++k) {
        x[k] += length * p[k];
        r[k] -= length * Ap[k];
        const double mean = inverse(k) * r[k];
        left = std::max(left, std::fabs(mean));
        next += r[k] * mean;
      }
      if (left < settled) return;
      for (std::size_t k = 0; k < size; ++k) p[k] = inverse(k) * r[k] + next / rho * p[k];
      rho = next;
    }
  }

 private:
  double inverse(std::size_t k) const { return degree_[k] > 0.0 ? 1.0 / degree_[k] : 0.0; }

  std::span<const Edge> edges_;
  std::size_t n_;
  std::span<double> degree_;
};

// Halves the largest logarithm of each row and column in turn [Ruiz 2001, RAL-TR-2001-034]: means alone leave the largest
// entries of rows far above one where a matrix has entries of many sizes.
void level(std::span<const Edge> edges, std::size_t n, std::span<double> logarithms, Arena& arena) {
  const std::span<double> largest = arena.take<double>(2 * n);
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    std::fill(largest.begin(), largest.end(), -infinity);
    for (const Edge& edge : edges) {
      const std::size_t row = index(edge.row), col = n + index(edge.col);
      const double entry = edge.logarithm + logarithms[row] + logarithms[col];
      largest[row] = std::max(largest[row], entry);
      largest[col] = std::max(largest[col], entry);
    }
    double change = 0.0;
    for (std::size_t k = 0; k < logarithms.size(); ++k) {
      if (largest[k] == -infinity) continue;
      logarithms[k] -= 0.5 * largest[k];
      change = std::max(change, std::fabs(largest[k]));
    }
    if (change < level_enough) return;
  }
}

// std::ilogb() of what is not zero, read from the exponent: a call takes as long as all else that is done with an entry here.
int logarithm_of(double value) {
  constexpr int bias = 1023, special = 2047;
  const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 52 & special);
  return exponent == 0 || exponent == special ? std::ilogb(value) : exponent - bias;
}

std::span<const Edge> edges_of(const nsds_matrix& M, Arena& arena) {
  std::size_t count = 0;
  for_each_entry(M, [&](std::int32_t, std::int32_t, double value) { count += value != 0.0 ? 1U : 0U; });
  const std::span<Edge> edges = arena.take<Edge>(count);
  std::size_t next = 0;
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (value != 0.0) edges[next++] = {i, j, static_cast<float>(logarithm_of(value))};
  });
  return edges;
}

}  // namespace

void equilibrate_by_means(const nsds_matrix& M, std::span<double> row, std::span<double> col, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::size_t n = row.size();
  const std::span<const Edge> edges = edges_of(M, arena);
  const std::span<double> right = arena.take<double>(2 * n, 0.0);
  for (const Edge& edge : edges) {
    right[index(edge.row)] -= edge.logarithm;
    right[n + index(edge.col)] -= edge.logarithm;
  }
  const std::span<double> logarithms = arena.take<double>(2 * n, 0.0);
  Laplacian(edges, n, arena).solve(right, logarithms, arena);
  level(edges, n, logarithms, arena);
  for (std::size_t k = 0; k < n; ++k) {
    row[k] = std::exp2(logarithms[k]);
    col[k] = std::exp2(logarithms[n + k]);
  }
  arena.rewind(mark);
}

}  // namespace nsds::numerics
