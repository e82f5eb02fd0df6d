/* Relay problem: find z, w ∈ ℝⁿ with w = M z + q and, row by row, -w in the normal cone of [lower, upper]
 * at z:
 *
 *   w_i ≥ 0 where z_i = lower_i,   w_i ≤ 0 where z_i = upper_i,   w_i = 0 between,   lower ≤ z ≤ upper.
 *
 * Ideal relays and dry friction with a given normal force are of this form, also the affine variational
 * inequality over a box. Bounds may be infinite; lower_i = upper_i fixes z_i.
 *
 * Reference: Cottle, Pang, Stone, The Linear Complementarity Problem (1992, 2009), 1.5; Acary, Brogliato
 * 2008.
 *
 * Residual: the contract of docs/ok.md. With T_i = |q_i| + Σ_j |M_ij z_j|, z in its bounds to the last bit, and w
 * recomputed from z, the largest of
 *
 *   |w_i| / T_i between the bounds,   max(−w_i, 0) / T_i at the lower,   max(w_i, 0) / T_i at the upper one,
 *
 * 0 where they are equal; the rest as in mlcp.h. Option residual = class, for comparisons: s_w = ‖q‖_∞ (1 if q = 0), s_z =
 * s_w / max_i |M_ii| (all diagonal entries zero: s_w / max |M_ij|), and
 *
 *   max_i | z_i/s_z - mid(lower_i/s_z, z_i/s_z - w_i/s_w, upper_i/s_z) |,
 *
 * rows without bounds as the equality rows of mlcp.h, and with the round-off floor described there.
 *
 * Rows without bounds that depend on each other, or contradict each other, are treated as the equality rows
 * of mlcp.h: INFEASIBLE comes with the certificate described there.
 *
 * max_iterations = 0 stands for the same as in mlcp.h.
 */
#ifndef NSDS_NUMERICS_RELAY_H
#define NSDS_NUMERICS_RELAY_H

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

typedef struct nsds_relay {
  size_t struct_size;   /* set by nsds_relay_init */
  int32_t size;         /* n ≥ 0 */
  const nsds_matrix* M; /* (n x n), borrowed; dense, CSC or BSR */
  const double* q;      /* (n), borrowed */
  const double* lower;  /* (n), borrowed, may be -infinite */
  const double* upper;  /* (n), borrowed, may be infinite */
  const double* floor;  /* (n), borrowed, Nullable: 0: what row i may be violated by whatever its terms */
} nsds_relay;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_relay_init(nsds_relay* problem);

/* Solves. z: (n) in/out (in only with the option warm_start): the solution or the best iterate, finite.
 * w: (n) out, Nullable: M z + q for the z returned. options: Nullable, the defaults of the class. workspace,
 * report: Nullable. Returns the status, the same as report->status. A starting point that solves the problem
 * is returned at once. z and w are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and
 * NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_relay_solve(const nsds_relay* problem, double* z, double* w,
                                               const nsds_options* options, nsds_workspace* workspace,
                                               nsds_report* report);

/* Evaluates the residual at z: (n). residual: out, initialised by nsds_residual_init. Returns NSDS_OK,
 * NSDS_INVALID_ARGUMENT or NSDS_NOT_APPLICABLE (M is an operator). */
NSDS_NUMERICS_API nsds_status nsds_relay_residual(const nsds_relay* problem, const double* z,
                                                  nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
