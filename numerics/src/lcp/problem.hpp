// LCP(M, q) after it has been checked, with the scales of its residual.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "nsds/numerics/lcp.h"

namespace nsds::numerics {

struct LcpProblem {
  std::int32_t n;
  const nsds_matrix& M;
  const double* q;
  double s_w;  // ||q||_inf, 1 if q = 0
  double s_z;  // s_w / max_i |M_ii|, see lcp.h
};

// max_i |M_ii|; the largest entry where the diagonal is zero; 1 where M is zero. s_z = s_w / this.
double lcp_matrix_scale(const nsds_matrix& M);

// Is s_z, or s_w, a number that others can be measured in? It may have over- or underflown.
inline bool is_unit(double s) {
  return s >= std::numeric_limits<double>::min() && s <= std::numeric_limits<double>::max();
}

// ||q||_inf, 1 if q = 0.
double lcp_vector_scale(const double* q, std::int32_t n);

// The problem with s_w and s_z filled in; nothing, and a sentence, where they are no units. scale: of M.
std::optional<LcpProblem> in_its_units(const LcpProblem& problem, double scale, const Sentence& sentence);

// w: (n) out, M z + q. magnitude: (n) scratch. M is not an operator.
void lcp_residual(const LcpProblem& problem, const double* z, double* w, double* magnitude,
                  nsds_residual& residual);

// The norm of min(z, M z + q) over that of q, which is the error of FCLIB. M is not an operator.
double lcp_residual_fclib(const LcpProblem& problem, const double* z, Arena& arena);

}  // namespace nsds::numerics
