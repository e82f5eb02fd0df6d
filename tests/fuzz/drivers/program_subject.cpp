#include "program_subject.hpp"

namespace nsds::fuzz {

bool proves_empty(const DrawnPolyhedron& K, int n, std::span<const double> y) {
  const auto size = static_cast<std::size_t>(n);
  const auto m = static_cast<std::size_t>(K.m);
  const std::span<const double> lambda = y.subspan(size, m);
  const std::span<const double> mu = y.subspan(size + m);
  Sum gap;
  for (std::size_t i = 0; i < m; ++i) {
    if (!(lambda[i] >= 0.0)) return false;
    gap.add(K.b[i], lambda[i]);
  }
  for (std::size_t i = 0; i < mu.size(); ++i) gap.add(K.d[i], mu[i]);
  for (int j = 0; j < n; ++j) {
    Sum r = transposed_product(K.A, lambda, j);
    const Sum c = transposed_product(K.C, mu, j);
    r.value += c.value;
    r.terms += c.terms;
    if (std::fabs(r.value) <= r.tolerance()) continue;
    const double bound = r.value > 0.0 ? K.high(j) : K.low(j);
    if (std::isinf(bound)) return false;
    gap.add(-r.value, bound);
  }
  return gap.value > 0.0;
}

bool proves_unbounded(const DrawnPolyhedron& K, const DrawnMatrix& Q, std::span<const double> p,
                      std::span<const double> y) {
  const int n = static_cast<int>(p.size());
  const std::span<const double> v = y.first(p.size());
  const auto row = [&](const DrawnMatrix& matrix, int i) {
    Sum sum;
    for (int j = 0; j < n; ++j) sum.add(matrix.entry(i, j), v[static_cast<std::size_t>(j)]);
    return sum;
  };
  Sum slope;
  for (int j = 0; j < n; ++j) {
    const double along = v[static_cast<std::size_t>(j)];
    if (along > 0.0 && !std::isinf(K.high(j))) return false;
    if (along < 0.0 && !std::isinf(K.low(j))) return false;
    const Sum curvature = row(Q, j);
    if (!(std::fabs(curvature.value) <= curvature.tolerance())) return false;
    slope.add(p[static_cast<std::size_t>(j)], along);
  }
  for (int i = 0; i < K.m; ++i)
    if (!(row(K.A, i).value >= -row(K.A, i).tolerance())) return false;
  for (int i = 0; i < K.e; ++i)
    if (!(std::fabs(row(K.C, i).value) <= row(K.C, i).tolerance())) return false;
  return slope.value < 0.0;
}

}  // namespace nsds::fuzz
