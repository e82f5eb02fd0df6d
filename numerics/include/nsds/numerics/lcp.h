/* Linear complementarity problem, LCP(M, q):
 *
 *   find z, w ∈ ℝⁿ  with   w = M z + q,   0 ≤ w ⟂ z ≥ 0     (row by row: z_i w_i = 0).
 *
 * Reference: Cottle, Pang, Stone, The Linear Complementarity Problem (1992, 2009), cited below as CPS.
 *
 * Residual: with s_w = ‖q‖_∞ (1 if q = 0), s_z = s_w / max_i |M_ii| (s_w / max |M_ij| where all diagonal
 * entries are zero, s_w where M = 0) and w recomputed from z,
 *
 *   residual = max_i | z_i/s_z − max(0, z_i/s_z − w_i/s_w) | = max_i | min(z_i/s_z, w_i/s_w) |.
 *
 * A caller who knows the sizes of z_i and w_i gives them as z_unit and w_unit: s_z and s_w are then those of each row,
 * the powers of two at or below them. Units go with
 * residual = class alone: with rows the call is NSDS_INVALID_ARGUMENT, as it is where M or q leaves the range of numbers in
 * them; nsds_lcp_residual is then infinite.
 *
 * Residual by rows (option residual = rows): with sums of absolute terms, the largest of
 *
 *   the violation of z_i ≥ 0 over |z_i|,  that of w_i ≥ 0 over T_i = max(|q_i|, Σ_j |M_ij z_j|),
 *   and, where both are positive, the smaller of w_i / T_i and of max_k |M_ki| z_i / T_k,
 *
 * with the rules for rows of rounding and for rays of docs/decisions/0040. OK: with z_i or w_i moved to zero in each row, each
 * such move changing no row by more than the tolerance, relative to its terms, z solves a problem so near to the given one. It changes with no unit of z_i or
 * w_i; problems whose rows are of very different size ask for it. The class is the default, since steps in time have
 * rows that hold rounding alone.
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
 * Round-off floor = ε ‖ |M| |z| + |q| ‖_∞ / s_w, ε the machine epsilon.
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
  /* (n), borrowed; both or none, Nullable: positive sizes that z_i and w_i are measured in */
  const double *z_unit, *w_unit;
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

/* Evaluates the residual at z: (n). residual: out, initialised by nsds_residual_init.
 * Returns NSDS_OK or NSDS_INVALID_ARGUMENT / NSDS_NOT_APPLICABLE (M is an operator: no diagonal, no scale).
 */
NSDS_NUMERICS_API nsds_status nsds_lcp_residual(const nsds_lcp* problem, const double* z,
                                                nsds_residual* residual);

/* The residual by rows, in the same way; units of the caller do not change it. */
NSDS_NUMERICS_API nsds_status nsds_lcp_row_residual(const nsds_lcp* problem, const double* z,
                                                    nsds_residual* residual);

/* The norm of Siconos, for comparisons: || min(z, w) ||_2 / ||q||_2 (not divided where ||q|| = 0). */
NSDS_NUMERICS_API nsds_status nsds_lcp_residual_fclib(const nsds_lcp* problem, const double* z,
                                                      double* value);

/* All basic solutions, by enumeration of the 2^n complementary bases (n ≤ 24): every support whose basis is
 * regular and whose solution is admissible; singular bases contribute the minimum-norm solution where that is
 * admissible, so that a solution set of positive dimension is represented by points of it, not exhausted.
 * Solutions closer than the tolerance (scaled by s_z) count once; the class judges, whatever units are given.
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
