// An affine map w = M x + q after it has been checked, with the units in which residuals are measured. What set x is in, says
// the class.
#pragma once

#include <cstdint>
#include <optional>

#include "core/sentence.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::affine {

struct Problem {
  std::int32_t n;
  const nsds_matrix& M;
  const double* q;
  double s_w;  // ‖q‖_∞, 1 if q = 0
  double s_z;  // s_w / max_i |M_ii|, see lcp.h
};

// max_i |M_ii|; the largest entry where the diagonal is zero; 1 where M is zero. s_z = s_w / this.
double matrix_scale(const nsds_matrix& M);

// ‖q‖_∞, 1 if q = 0.
double vector_scale(const double* q, std::int32_t n);

// Fills s_w and s_z into the problem. Returns nothing, and a sentence, where they are no units. scale: of M.
std::optional<Problem> in_its_units(const Problem& problem, double scale, const Sentence& sentence);

}  // namespace nsds::numerics::affine
