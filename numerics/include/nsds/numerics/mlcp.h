/* Mixed linear complementarity problem: find z, w ∈ ℝⁿ with w = M z + q and, row by row,
 *
 *   0 ≤ w_i  ⟂  z_i ≥ 0         where complementary[i] is 1,
 *   w_i = 0,  z_i free          where it is 0 (an equality row).
 *
 * In blocks, z = (u, v):   A u + C v + a = 0,   0 ≤ v  ⟂  D u + B v + b ≥ 0       (nsds_mlcp_assemble).
 *
 * Reference: Cottle, Pang, Stone, The Linear Complementarity Problem (1992, 2009), 1.5.
 *
 * Residual (option residual = rows): the largest of, T_i = max(|q_i|, Σ|M_ij z_j|),
 *
 *   the distance of z_i outside its bounds over max(|bound|, |z_i|),
 *   |w_i| / T_i where no finite bound can carry w_i (w_i > 0 has none below, w_i < 0 none above),
 *   else the smaller of |w_i| / T_i and max_k |M_ki| |z_i - bound| / T_k, the bound being that of the sign of w_i.
 *
 * Rows of rounding alone and points that run away are measured against the data: docs/decisions/0040. OK: the point solves
 * a problem whose entries differ from the given ones by about twice the tolerance. Option residual = class, in units of
 * the whole problem: s_w = ||q||_inf (1 if q = 0), s_z = s_w / max_i |M_ii| (all diagonal entries zero: s_w / max
 * |M_ij|), s_e = max |q_i| over the equality rows (s_w if that is zero), and the larger of
 *
 *   max | min(z_i/s_z, w_i/s_w) | over the complementary rows,   max |w_i| / s_e over the equality rows,
 *
 * w recomputed from z. Round-off floor = eps * max_i (|M| |z| + |q|)_i / (s_w or s_e).
 * Where its floor is above 1e-6, the residual = class is never reported below it.
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

/* Evaluates the residual by rows at z: (n). residual: out, initialised by nsds_residual_init. Returns NSDS_OK,
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
