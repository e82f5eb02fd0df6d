// The one residual of the class, independent of every solver (lcp.h states it).
#include "lcp/residual.hpp"

#include <span>

#include "core/arena.hpp"
#include "core/guard.hpp"
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

}  // namespace nsds::numerics

namespace {

using namespace nsds::numerics;

// What both residual functions need of their arguments.
nsds_status check_arguments(const nsds_lcp* problem, const double* z) {
  if (problem == nullptr || problem->struct_size != sizeof(nsds_lcp) || problem->size < 0)
    return NSDS_INVALID_ARGUMENT;
  const std::int32_t n = problem->size;
  if (problem->M == nullptr || problem->M->rows != n || problem->M->cols != n) return NSDS_INVALID_ARGUMENT;
  if (n > 0 && (problem->q == nullptr || z == nullptr)) return NSDS_INVALID_ARGUMENT;
  if (!well_formed(*problem->M, {}) || first_not_finite(problem->q, n) >= 0) return NSDS_INVALID_ARGUMENT;
  return problem->M->storage == NSDS_OPERATOR ? NSDS_NOT_APPLICABLE : NSDS_OK;
}

}  // namespace

nsds_status nsds_lcp_residual(const nsds_lcp* problem, const double* z, nsds_residual* residual) {
  return guarded([&] {
    if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
    const nsds_status status = check_arguments(problem, z);
    if (status != NSDS_OK) return status;
    const std::int32_t n = problem->size;
    const double s_w = lcp_vector_scale(problem->q, n);
    const LcpProblem checked{n, *problem->M, problem->q, s_w, s_w / lcp_matrix_scale(*problem->M)};
    if (!is_unit(s_w) || !is_unit(checked.s_z)) return NSDS_INVALID_ARGUMENT;
    Arena arena;
    const auto w = arena.take<double>(static_cast<std::size_t>(n));
    const auto magnitude = arena.take<double>(static_cast<std::size_t>(n));
    lcp_residual(checked, z, w.data(), magnitude.data(), *residual);
    return NSDS_OK;
  });
}

nsds_status nsds_lcp_residual_fclib(const nsds_lcp* problem, const double* z, double* value) {
  return guarded([&] {
    if (value == nullptr) return NSDS_INVALID_ARGUMENT;
    const nsds_status status = check_arguments(problem, z);
    if (status != NSDS_OK) return status;
    const std::int32_t n = problem->size;
    Arena arena;
    const auto w = arena.take<double>(static_cast<std::size_t>(n));
    std::copy_n(problem->q, n, w.data());
    add_product(*problem->M, 1.0, z, w.data());
    double map = 0.0;
    double norm = 0.0;
    for (std::int32_t i = 0; i < n; ++i) {
      map = std::hypot(map, std::min(z[i], w[static_cast<std::size_t>(i)]));
      norm = std::hypot(norm, problem->q[i]);
    }
    *value = norm == 0.0 ? map : map / norm;
    return NSDS_OK;
  });
}
