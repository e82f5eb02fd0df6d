/* Mixed linear complementarity problem: find z, w ∈ ℝⁿ with w = M z + q and, row by row,
 *
 *   0 ≤ w_i  ⟂  z_i ≥ 0         where complementary[i] is 1,
 *   w_i = 0,  z_i free          where it is 0 (an equality row).
 *
 * In blocks, z = (u, v):   A u + C v + a = 0,   0 ≤ v  ⟂  D u + B v + b ≥ 0       (nsds_mlcp_assemble).
 *
 * Reference: Cottle, Pang, Stone, The Linear Complementarity Problem (1992, 2009), 1.5.
 *
 * Residual: the contract of docs/ok.md. With T_i = |q_i| + Σ_j |M_ij z_j|, z in its bounds to the last bit, and w
 * recomputed from z, the largest of
 *
 *   |w_i| / T_i where z_i is free or above its bound,   max(−w_i, 0) / T_i where z_i is at it,
 *
 * rows of data of rounding and those below their floor left out; 1 where z is a ray. OK: z is the exact solution of a
 * problem each of whose numbers is the given one to that relative accuracy.
 *
 * Option residual = class, for comparisons, in units of the whole problem: s_w = ‖q‖_∞ (1 if q = 0), s_z = s_w / max_i |M_ii|
 * (all diagonal entries zero: s_w / max |M_ij|), s_e = max |q_i| over the equality rows (s_w if that is zero), and the
 * larger of
 *
 *   max | min(z_i/s_z, w_i/s_w) | over the complementary rows,   max |w_i| / s_e over the equality rows.
 *
 * Its round-off floor is eps * max_i (|M| |z| + |q|)_i / (s_w or s_e); where that is above 1e-6 it is never reported below it.
 *
 * Where equality rows are linearly dependent z is not unique. If elimination finds that, auto returns the z of
 * least norm with the same w; it does not where that makes the residual worse by more than rounding, or where a
 * dense least-squares problem of n unknowns does not fit the time limit. Where Gauss-Seidel sweeps solve the rows before anything
 * is eliminated (a positive diagonal, few sweeps) any of the solutions is returned. Equality rows alone are eliminated, to rounding.
 * Where equality rows contradict each other auto returns INFEASIBLE; report.certificate, room for n numbers, receives v on the
 * equality rows with M'v = 0 and q'v > 0. Dependence and contradiction are judged up to rounding: with M scaled
 * to entries of about one, equality rows that only a z with ||z|| > 1e8 ||q|| solves count as contradicting.
 *
 * max_iterations = 0 stands for 10^6 + 1000 n iterations (auto, lcp), 100 sets (active_set), 3000 + 150 n pivots
 * (lemke), 1000 + n factorisations (newton_min, newton_fb), 5000 + n factorisations (proximal), 300 steps (interior_point), 20000
 * sweeps (pgs, rpgs), 100000 steps (extragradient), 65536 choices (enumeration).
 */
#ifndef NSDS_NUMERICS_MLCP_H
#define NSDS_NUMERICS_MLCP_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/matrix.h"
#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"
#include "nsds/numerics/status.h"
#include "nsds/numerics/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nsds_mlcp {
  size_t struct_size;                 /* set by nsds_mlcp_init */
  int32_t size;                       /* n ≥ 0 */
  const nsds_matrix* M;               /* (n x n), borrowed; dense, CSC or BSR */
  const double* q;                    /* (n), borrowed */
  const unsigned char* complementary; /* (n), borrowed: 1 or 0 */
  const double* floor; /* (n), borrowed, Nullable: 0: what row i may be violated by whatever its terms */
} nsds_mlcp;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_mlcp_init(nsds_mlcp* problem);

/* Solves. z: (n) in/out (in only with the option warm_start): the solution or the best iterate, finite.
 * w: (n) out, Nullable: M z + q for the z returned. options: Nullable, the defaults of the class. workspace,
 * report: Nullable. Returns the status, the same as report->status. A starting point that solves the problem
 * is returned at once. z and w are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and
 * NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_mlcp_solve(const nsds_mlcp* problem, double* z, double* w,
                                              const nsds_options* options, nsds_workspace* workspace,
                                              nsds_report* report);

/* Evaluates the residual at z: (n). residual: out, initialised by nsds_residual_init. Returns NSDS_OK,
 * NSDS_INVALID_ARGUMENT or NSDS_NOT_APPLICABLE (M is an operator). */
NSDS_NUMERICS_API nsds_status nsds_mlcp_residual(const nsds_mlcp* problem, const double* z,
                                                 nsds_residual* residual);

/* The form in blocks: A (n x n), C (n x m), D (m x n), B (m x m), a (n), b (m), all borrowed; none an
 * operator. A block or vector without entries may be null. */
typedef struct nsds_mlcp_blocks {
  size_t struct_size; /* set by nsds_mlcp_blocks_init */
  int32_t n;          /* free unknowns u, ≥ 0 */
  int32_t m;          /* complementary unknowns v, ≥ 0 */
  const nsds_matrix *A, *B, *C, *D;
  const double *a, *b;
} nsds_mlcp_blocks;

NSDS_NUMERICS_API void nsds_mlcp_blocks_init(nsds_mlcp_blocks* blocks);

/* Writes the problem in blocks as one in z = (u, v). *M: out, (n + m) x (n + m), dense, to be freed by
 * nsds_matrix_free. q: (n + m) out. complementary: (n + m) out. Returns NSDS_OK, NSDS_INVALID_ARGUMENT (null,
 * sizes, entries that are not finite) or NSDS_OUT_OF_MEMORY; nothing is written but on NSDS_OK. */
NSDS_NUMERICS_API nsds_status nsds_mlcp_assemble(const nsds_mlcp_blocks* blocks, nsds_matrix** M, double* q,
                                                 unsigned char* complementary);

#ifdef __cplusplus
}
#endif
#endif
