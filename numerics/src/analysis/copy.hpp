// The matrices that the analysis works on: scaled copies, and symmetric parts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/sentence.hpp"
#include "linalg/owned.hpp"

namespace nsds::numerics::analysis {

// Checks what all calls ask of their arguments: M square, well formed and with entries, a place for the
// answer, tolerance in [0, 1). Says what is wrong.
nsds_status check(const nsds_matrix* M, bool has_answer, double tolerance, const Sentence& sentence);

// Returns true for CSC and BSR unless they are small or mostly full.
bool treat_as_sparse(const nsds_matrix& M);

// out = D M D 2^shift, D = diag(2^exponents): dense, or CSC where M is to be treated as sparse. exponents:
// (n), or empty for D = I. False where an entry overflows or loses bits by underflow; all others are exact.
bool scaled_copy(const nsds_matrix& M, std::span<const std::int32_t> exponents, std::int32_t shift,
                 OwnedMatrix& out);

// D with d_i^2 M_ii in [1/2, 2) where M_ii > 0, else 1. exponents: (n)
std::vector<std::int32_t> exponents_to_unit_diagonal(const nsds_matrix& M);

// max |M_ij| 2^shift is in [1/2, 1); 0 for M = 0.
std::int32_t common_shift(const nsds_matrix& M);

// max(||M||_1, ||M||_inf).
double matrix_norm(const nsds_matrix& M);

// out = sign (M + M')/2 + shift I in the storage of M, dense or CSC; in CSC every diagonal entry is stored.
void symmetric_part(const nsds_matrix& M, double sign, double shift, OwnedMatrix& out);

// v'Mv, its rounding error, and what bounds that. Not for operators.
struct QuadraticForm {
  double value = 0.0;
  double magnitude = 0.0;  // |v|'|M||v|

  // Tells whether the form is certainly negative, by the probabilistic bound of Higham and Mary 2019, SIAM J.
  // Sci. Comput. 41, with n instead of sqrt(n) where n is small enough for it to be a bound in any case.
  bool certainly_negative(std::int32_t n) const;
};
QuadraticForm quadratic_form(const nsds_matrix& M, const double* v);

}  // namespace nsds::numerics::analysis
