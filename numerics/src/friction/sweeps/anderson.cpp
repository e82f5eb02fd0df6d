#include "friction/sweeps/anderson.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/wide.hpp"

namespace nsds::numerics::friction {
namespace {

// The loops run over rows one after the other, whose size is a multiple of `unit`.
constexpr std::size_t unit = quad_size;

// products[k] = row k of f times row `newest`.
NSDS_LOOP void multiply(const double* f, std::size_t size, std::size_t newest, std::size_t count,
                        double* products) {
  const double* const last = f + size * newest;
  for (std::size_t k = 0; k < count; ++k) {
    const double* const row = f + size * k;
    Quad sum{};
    for (std::size_t i = 0; i < size; i += unit) sum += quad(row + i).v * quad(last + i).v;
    products[k] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

NSDS_WIDE void multiply_wide(const double* f, std::size_t size, std::size_t newest, std::size_t count,
                             double* products) {
  multiply(f, size, newest, count, products);
}

// x = the sum of the rows of g times their weights.
NSDS_LOOP void combine(const double* g, std::size_t size, std::size_t count, const double* weights,
                       std::span<double> x) {
  for (std::size_t i = 0; i < size; i += unit) {
    Quad sum = quad(g + i).v * weights[0];
    for (std::size_t k = 1; k < count; ++k) sum += quad(g + size * k + i).v * weights[k];
    const std::size_t left = x.size() - i;
    if (left >= unit) {
      quad(&x[i]).v = sum;
    } else {
      for (std::size_t k = 0; k < left; ++k) x[i + k] = sum[k];
    }
  }
}

NSDS_WIDE void combine_wide(const double* g, std::size_t size, std::size_t count, const double* weights,
                            std::span<double> x) {
  combine(g, size, count, weights, x);
}

}  // namespace

Anderson::Anderson(std::size_t size, Arena& arena)
    : size_((size + unit - 1) / unit * unit),
      f_(arena.take<double>(memory * size_)),
      g_(arena.take<double>(memory * size_)) {}

// The weights w of sum 1 for which |sum of w_k f_k| is least: L D L' of the products of the differences to
// the newest one, with so much on the diagonal that nearly equal steps do no harm.
bool Anderson::find_weights(std::size_t newest, std::size_t count, double* weights) const {
  constexpr double shift = 1e-10;
  const std::size_t others = count - 1;
  const auto number = [&](std::size_t k) { return k < newest ? k : k + 1; };
  const auto& P = products_;
  double L[memory][memory], by_pivot[memory], y[memory];
  for (std::size_t i = 0; i < others; ++i) {
    const std::size_t a = number(i);
    const double to_newest = P[newest][newest] - P[a][newest];  // (f_newest - f_a) . f_newest
    double row[memory];                                         // of L D
    double pivot = (P[a][a] - P[newest][a] + to_newest) * (1.0 + shift);
    y[i] = to_newest;
    for (std::size_t j = 0; j < i; ++j) {
      const std::size_t b = number(j);
      row[j] = P[a][b] - P[newest][b] + to_newest;
      for (std::size_t k = 0; k < j; ++k) row[j] -= L[j][k] * row[k];
      L[i][j] = row[j] * by_pivot[j];
      pivot -= L[i][j] * row[j];
      y[i] -= L[i][j] * y[j];
    }
    if (!(pivot > 0.0)) return false;
    by_pivot[i] = 1.0 / pivot;
  }
  weights[newest] = 1.0;
  for (std::size_t i = others; i-- > 0;) {
    y[i] *= by_pivot[i];
    for (std::size_t k = i + 1; k < others; ++k) y[i] -= L[k][i] * y[k];
    weights[number(i)] = y[i];
    weights[newest] -= y[i];
  }
  return std::isfinite(weights[newest]);
}

void Anderson::extrapolate(std::span<const double> before, std::span<double> after) {
  const std::size_t newest = steps_ % memory, size = after.size();
  ++steps_;
  const std::size_t count = std::min(steps_, memory);
  double* const f = &f_[size_ * newest];
  double* const g = &g_[size_ * newest];
  for (std::size_t i = 0; i < size; ++i) {
    f[i] = after[i] - before[i];
    g[i] = after[i];
  }
  std::fill(f + size, f + size_, 0.0);
  std::fill(g + size, g + size_, 0.0);
  double products[memory], weights[memory];
  (has_wide() ? multiply_wide : multiply)(f_.data(), size_, newest, count, products);
  for (std::size_t k = 0; k < count; ++k) products_[k][newest] = products_[newest][k] = products[k];
  if (count == 1) return;
  if (!find_weights(newest, count, weights)) return restart();
  (has_wide() ? combine_wide : combine)(g_.data(), size_, count, weights, after);
}

}  // namespace nsds::numerics::friction
