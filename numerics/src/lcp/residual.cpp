// Evaluates the one residual of the class, independent of every solver (lcp.h states it).
#include "lcp/residual.hpp"

#include <span>

#include "core/arena.hpp"
#include "lcp/problem.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::lcp {

void residual(const Lcp& problem, const double* z, double* w, double* magnitude, nsds_residual& residual) {
  for (std::int32_t i = 0; i < problem.n; ++i) {
    w[i] = problem.q[i];
    magnitude[i] = std::fabs(problem.q[i]);
  }
  add_product_and_magnitude(problem.M, z, w, magnitude);

  residual = measured(problem.n, problem.s_z, problem.s_w, z, w, magnitude);
}

double residual_fclib(const Lcp& problem, const double* z, Arena& arena) {
  const auto w = arena.take<double>(static_cast<std::size_t>(problem.n));
  std::copy_n(problem.q, problem.n, w.data());
  add_product(problem.M, 1.0, z, w.data());
  double map = 0.0;
  double norm = 0.0;
  for (std::int32_t i = 0; i < problem.n; ++i) {
    map = std::hypot(map, std::min(z[i], w[static_cast<std::size_t>(i)]));
    norm = std::hypot(norm, problem.q[i]);
  }
  return norm == 0.0 ? map : map / norm;
}

}  // namespace nsds::numerics::lcp
