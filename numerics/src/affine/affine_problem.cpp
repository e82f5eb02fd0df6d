#include "affine/affine_problem.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::affine {
namespace {

double max_abs_diagonal(const nsds_matrix& M) {
  double largest = 0.0;
  for_each_diagonal_entry(M,
                          [&](std::int32_t, double value) { largest = std::max(largest, std::fabs(value)); });
  return largest;
}

}  // namespace

double matrix_scale(const nsds_matrix& M) {
  double scale = max_abs_diagonal(M);
  if (scale == 0.0) nsds_matrix_max_abs(&M, &scale);
  return scale == 0.0 ? 1.0 : scale;
}

double vector_scale(const double* q, std::int32_t n) {
  double scale = 0.0;
  for (std::int32_t i = 0; i < n; ++i) scale = std::max(scale, std::fabs(q[i]));
  return scale == 0.0 ? 1.0 : scale;
}

std::optional<Problem> in_its_units(const Problem& problem, double scale, const Sentence& sentence) {
  const double s_w = vector_scale(problem.q, problem.n);
  const double s_z = s_w / scale;
  if (is_unit(s_w) && is_unit(s_z)) return Problem{problem.n, problem.M, problem.q, s_w, s_z};
  sentence.write(
      "problem: the unit of z, max |q_i| / max |M_ii| = {:.3g} / {:.3g}, is out of range; measure in other "
      "units.",
      s_w, scale);
  return std::nullopt;
}

}  // namespace nsds::numerics::affine
