// The one residual of the class, independent of every solver (lcp.h states it).
#include "lcp/residual.hpp"

#include <span>

#include "core/arena.hpp"
#include "lcp/problem.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

double max_abs_diagonal(const nsds_matrix& M) {
  double largest = 0.0;
  for_each_diagonal_entry(M,
                          [&](std::int32_t, double value) { largest = std::max(largest, std::fabs(value)); });
  return largest;
}

}  // namespace

double lcp_matrix_scale(const nsds_matrix& M) {
  double scale = max_abs_diagonal(M);
  if (scale == 0.0) nsds_matrix_max_abs(&M, &scale);
  return scale == 0.0 ? 1.0 : scale;
}

double lcp_vector_scale(const double* q, std::int32_t n) {
  double scale = 0.0;
  for (std::int32_t i = 0; i < n; ++i) scale = std::max(scale, std::fabs(q[i]));
  return scale == 0.0 ? 1.0 : scale;
}

std::optional<LcpProblem> in_its_units(const LcpProblem& problem, double scale, const Sentence& sentence) {
  const double s_w = lcp_vector_scale(problem.q, problem.n);
  const double s_z = s_w / scale;
  if (is_unit(s_w) && is_unit(s_z)) return LcpProblem{problem.n, problem.M, problem.q, s_w, s_z};
  sentence.write(
      "problem: the unit of z, max |q_i| / max |M_ii| = {:.3g} / {:.3g}, is out of range; measure in other "
      "units.",
      s_w, scale);
  return std::nullopt;
}

void lcp_residual(const LcpProblem& problem, const double* z, double* w, double* magnitude,
                  nsds_residual& residual) {
  for (std::int32_t i = 0; i < problem.n; ++i) {
    w[i] = problem.q[i];
    magnitude[i] = std::fabs(problem.q[i]);
  }
  add_product_and_magnitude(problem.M, z, w, magnitude);

  residual = measured(problem.n, problem.s_z, problem.s_w, z, w, magnitude);
}

double lcp_residual_fclib(const LcpProblem& problem, const double* z, Arena& arena) {
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

}  // namespace nsds::numerics
