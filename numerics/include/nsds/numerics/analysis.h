/* What a square matrix is: definite, P, copositive. These properties decide which problems have solutions,
 * how many, and which solvers find them.
 *
 *   M is definite     by the signs of v'Mv over all v; only the symmetric part S = (M + M')/2 matters;
 *   M is P            if all its 2^n - 1 principal minors are positive: LCP(M, q) then has exactly one
 *                     solution for every q (CPS 3.3.7); equivalently no x ≠ 0 has x_i (M x)_i ≤ 0 for all i;
 *   M is copositive   if x'Mx ≥ 0 for all x ≥ 0, and strictly so if x'Mx > 0 for all of them but 0
 *                     (CPS 3.8).
 *
 * Reference: Cottle, Pang, Stone, The Linear Complementarity Problem (1992, 2009), cited as CPS.
 *
 * M need not be symmetric and has any storage but NSDS_OPERATOR. A common factor or a reordering of M
 * changes no answer; a scaling D M D by powers of two, D > 0 diagonal, changes none of is_p, and none of
 * is_copositive while the diagonal is positive. An answer that says no comes with a checked witness for who
 * asks. The empty matrix is positive definite, P and strictly copositive.
 *
 * All three functions have these arguments:
 *   answer   out;
 *   witness  (n) each, out, Nullable: written only by the answers that their comments name;
 *   message  Nullable: (message_size) chars, a sentence: what is at fault in the arguments, or else what
 *            settled the answer.
 * Return value: NSDS_OK, also where the answer is undecided; NSDS_INVALID_ARGUMENT (null, not square, not
 * well formed, NaN or Inf, tolerance out of its range); NSDS_NOT_APPLICABLE (an operator, or too large, as
 * said below); NSDS_OUT_OF_MEMORY. Outputs but message are untouched unless it is NSDS_OK.
 */
#ifndef NSDS_NUMERICS_ANALYSIS_H
#define NSDS_NUMERICS_ANALYSIS_H

#include <stddef.h>

#include "nsds/numerics/matrix.h"
#include "nsds/numerics/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The definiteness of the quadratic form v'Mv. An answer is the strongest that holds. */
typedef enum nsds_definiteness {
  NSDS_DEFINITENESS_UNDECIDED = 0, /* rounding hides the sign of v'Mv, or the eigenvalues did not converge */
  NSDS_POSITIVE_DEFINITE = 1,
  NSDS_POSITIVE_SEMIDEFINITE = 2,
  NSDS_ZERO_FORM = 3, /* v'Mv = 0 for all v: M is skew-symmetric */
  NSDS_NEGATIVE_SEMIDEFINITE = 4,
  NSDS_NEGATIVE_DEFINITE = 5,
  NSDS_INDEFINITE = 6 /* v'Mv takes both signs */
} nsds_definiteness;

typedef enum nsds_p_answer {
  NSDS_P_UNDECIDED = 0, /* the sign of a minor is lost in rounding, and none was found negative */
  NSDS_P_YES = 1,
  NSDS_P_NO = 2
} nsds_p_answer;

typedef enum nsds_copositivity {
  NSDS_COPOSITIVITY_UNDECIDED = 0, /* rounding decides */
  NSDS_STRICTLY_COPOSITIVE = 1,    /* beyond rounding */
  NSDS_COPOSITIVE = 2,             /* to the tolerance, and not shown to be strict */
  NSDS_NOT_COPOSITIVE = 3          /* a checked witness exists */
} nsds_copositivity;

/* Definiteness. An eigenvalue of S counts as zero within +- t, t = tolerance * max(||M||_1, ||M||_inf).
 * tolerance: in [0, 1); below 4 sqrt(n) eps it is raised to that, which rounding needs.
 * witness: v with v'Mv < 0, checked beyond its rounding error; for the answers indefinite, negative definite
 * and negative semidefinite.
 * Method: Cholesky of S - t I (LAPACK), then the eigenvalues of S; a sparse M with n > 64 by the signs of the
 * pivots of sparse LDL' of +-S -+ t I (Sylvester's law of inertia, read only up to the first pivot that is
 * not positive, so without pivoting it is as stable as Cholesky). Cost: n^3/3 operations for the answer
 * positive definite, about 4 n³ otherwise (9 n³ with a witness); sparse: at most five factorisations, whose
 * fill decides. No limit on n. */
NSDS_NUMERICS_API nsds_status nsds_matrix_definiteness(const nsds_matrix* M, double tolerance,
                                                       nsds_definiteness* answer, double* witness,
                                                       char* message, size_t message_size);

/* Is M a P-matrix? There is no tolerance: every sign is certain, by a running bound on the rounding error
 * (Higham 2002, Accuracy and Stability of Numerical Algorithms, 3.3), or not claimed. A matrix that is P but
 * close to one that is not, or has a minor that is zero, may stay undecided.
 * index_set: 1 for the indices of a principal minor that is not positive, 0 elsewhere; for the answer no.
 * x: ≠ 0 with x_i (M x)_i ≤ 0 for all i, checked beyond its rounding error; for the answer no. All zero
 * where no such vector could be computed to that accuracy.
 * Method: any n: a diagonal entry ≤ 0; triangular up to reordering; H-matrix with positive diagonal, that is
 * <M> u > 0 for some u > 0, where <M> has the diagonal of M and -|M_ij| beside it (CPS 3.3.15), to which
 * nonsingular M-matrices belong; S positive definite. Then n ≤ 24: all minors by the recursion over Schur
 * complements of Tsatsomeros and Li 2000, BIT 40. 24 < n ≤ 500: the leading minors in the given order and
 * those of order 2, which are enough to say no, and for M with no positive entry beside the diagonal also
 * yes. Cost: that of a sparse LU and of definiteness; the recursion 2^n, less than a second for n = 24.
 * NSDS_NOT_APPLICABLE where n > 24 and none of this settles it. */
NSDS_NUMERICS_API nsds_status nsds_matrix_is_p(const nsds_matrix* M, nsds_p_answer* answer,
                                               unsigned char* index_set, double* x, char* message,
                                               size_t message_size);

/* Is M copositive? With S scaled by a diagonal D > 0 of powers of two to a diagonal in [1/2, 2], copositive
 * stands for x'(DSD)x ≥ -tolerance x'x for all x ≥ 0.
 * tolerance: in [0, 1); below 64 n eps it is raised to that.
 * witness: x ≥ 0 with x'Sx < 0, checked beyond its rounding error; for the answer not copositive.
 * Method: rows i, j with S_ij ≥ 0 do not hinder each other, so M is (strictly) copositive where its diagonal
 * blocks over the connected components of the graph S_ij < 0 are; nonnegative matrices have blocks of one
 * row. A block of up to 18 rows: the criterion of Hadeler 1983, Linear Algebra Appl. 49, over its principal
 * submatrices T: where all smaller ones are strictly copositive, T is unless det T ≤ 0 and adj T > 0, so
 * that y = T⁻¹ e < 0 and x = -y has x'Tx < 0. A larger block: positive (semi)definite, itself or without its
 * positive entries beside the diagonal.
 * Cost: 2^k k³ for a block of k rows, a second for 18; n³ for larger ones.
 * NSDS_NOT_APPLICABLE where none of this settles a block of more than 18 rows. */
NSDS_NUMERICS_API nsds_status nsds_matrix_is_copositive(const nsds_matrix* M, double tolerance,
                                                        nsds_copositivity* answer, double* witness,
                                                        char* message, size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
