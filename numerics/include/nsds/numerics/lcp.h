/* Linear complementarity problem, LCP(M, q):
 *
 *   find z, w ∈ ℝⁿ  with   w = M z + q,   0 ≤ w ⟂ z ≥ 0     (row by row: z_i w_i = 0).
 *
 * Reference: Cottle, Pang, Stone, The Linear Complementarity Problem (1992, 2009), cited below as CPS.
 *
 * Residual: the contract of docs/ok.md. With T_i = |q_i| + Σ_j |M_ij z_j|, z ≥ 0 to the last bit, and w recomputed from z,
 * the largest of
 *
 *   |w_i| / T_i where z_i > 0,   max(−w_i, 0) / T_i where z_i = 0,
 *
 * rows of data of rounding and those below their floor left out; 1 where z is a ray. OK: z is the exact solution of a
 * problem each of whose numbers is the given one to that relative accuracy. No unit of z_i or w_i changes it.
 *
 * Residual of the class (option residual = class), for comparisons: with s_w = ‖q‖_∞ (1 if q = 0), s_z = s_w / max_i |M_ii|
 * (s_w / max |M_ij| where all diagonal entries are zero, s_w where M = 0),
 *
 *   max_i | z_i/s_z − max(0, z_i/s_z − w_i/s_w) | = max_i | min(z_i/s_z, w_i/s_w) |.
 *
 * max_iterations = 0 stands for 10^6 + 1000 n iterations of all solvers tried together (auto), 10000 + 20 n
 * sweeps and factorisations (block_pivoting), 10000 + 100 n pivots (lemke, bard, least_index), 100000 + 1000
 * n pivots (lemke_howson), 1000 + n factorisations (newton_min, newton_fb), 20000 sweeps (pgs, rpgs,
 * block_gs), 10000 + 10 n products (projected_cg), 2^n bases (enumeration).
 *
 * The default solver, auto, chooses by the structure of M: closed form (n = 1; diagonal, n ≥ 24), principal
 * pivoting on the stack (n ≤ 4), lemke_howson (two kinds of rows, as in bimatrix games), block_pivoting
 * (symmetric; banded and sparse matrices in time and memory that fit; the interior points of qp where exchanges
 * stall on a sparse one, with more than 2000 rows after two rounds of them), lemke or block_pivoting (others). A
 * sparse M is best given as NSDS_CSC or NSDS_BSR; a dense one is searched for zeros. Where a solver does not
 * bring the residual below the tolerance the others follow. report->solver names the one whose result is
 * returned: "closed_form" for one row and for a diagonal M, "auto" for the pivoting on the stack, which has
 * no name of its own.
 *
 * Round-off floor = ε, the machine epsilon; of the class ε ‖ |M| |z| + |q| ‖_∞ / s_w.
 */
#ifndef NSDS_NUMERICS_LCP_H
#define NSDS_NUMERICS_LCP_H

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

typedef struct nsds_lcp {
  size_t struct_size;   /* set by nsds_lcp_init */
  int32_t size;         /* n ≥ 0 */
  const nsds_matrix* M; /* (n x n), borrowed, any storage; what a solver takes is in its registry row */
  const double* q;      /* (n), borrowed */
  const double* floor;  /* (n), borrowed, Nullable: 0: what row i may be violated by whatever its terms */
} nsds_lcp;

/* An empty problem of the right struct_size, by which the library tells a caller that was compiled against
 * another version, and refuses it. */
NSDS_NUMERICS_API void nsds_lcp_init(nsds_lcp* problem);

/* Solves. z: (n) in/out (in only with the option warm_start): the solution or the best iterate, finite.
 * w: (n) out, Nullable, another array than z: M z + q for the z returned. options: Nullable, the defaults of the class.
 * workspace: Nullable, temporary memory. report: Nullable, initialised by nsds_report_init.
 * Returns the status, the same as report->status. A starting point that solves the problem is
 * returned at once, negative entries clipped (auto, n ≤ 4: the basic solution of its support is). z and w
 * are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_lcp_solve(const nsds_lcp* problem, double* z, double* w,
                                             const nsds_options* options, nsds_workspace* workspace,
                                             nsds_report* report);

/* Evaluates the residual at z: (n), by the contract at tolerance 1e-8. residual: out, initialised by nsds_residual_init.
 * Returns NSDS_OK or NSDS_INVALID_ARGUMENT / NSDS_NOT_APPLICABLE (M is an operator). */
NSDS_NUMERICS_API nsds_status nsds_lcp_residual(const nsds_lcp* problem, const double* z,
                                                nsds_residual* residual);

/* That of the option residual = class, in the same way. */
NSDS_NUMERICS_API nsds_status nsds_lcp_class_residual(const nsds_lcp* problem, const double* z,
                                                      nsds_residual* residual);

/* The norm of Siconos, for comparisons: || min(z, w) ||_2 / ||q||_2 (not divided where ||q|| = 0). */
NSDS_NUMERICS_API nsds_status nsds_lcp_residual_fclib(const nsds_lcp* problem, const double* z,
                                                      double* value);

/* All basic solutions, by enumeration of the 2^n complementary bases (n ≤ 24): every support whose basis is
 * regular and whose solution is admissible; singular bases contribute the minimum-norm solution where that is
 * admissible, so that a solution set of positive dimension is represented by points of it, not exhausted.
 * Solutions closer than the tolerance (scaled by s_z) count once; the residual of the class judges.
 * solutions: (n x capacity) out, column-major; count: out, how many there are (may exceed capacity; only
 * capacity are written). options: Nullable; solver "enumeration" or null. Returns NSDS_OK also when count is
 * 0 (the report's message says so), a limit status, or an argument status. */
NSDS_NUMERICS_API nsds_status nsds_lcp_solutions(const nsds_lcp* problem, int32_t capacity, double* solutions,
                                                 int32_t* count, const nsds_options* options,
                                                 nsds_report* report);

#ifdef __cplusplus
}
#endif
#endif
