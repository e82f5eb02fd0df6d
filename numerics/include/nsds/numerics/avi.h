/* Affine variational inequality over a polyhedron: find z in K = {z : A z ≥ b, C z = d, lower ≤ z ≤ upper}
 * with
 *
 *   (M z + q)' (y - z) ≥ 0   for all y in K,
 *
 * M any square matrix (n x n), A (m x n), C (e x n). With multipliers lambda (m) and mu (e), a solution is a
 * point where, with F = M z + q - A' lambda - C' mu and y = A z - b,
 *
 *   F_j ≥ 0 where z_j = lower_j,  F_j ≤ 0 where z_j = upper_j,  F_j = 0 between,
 *   0 ≤ lambda  ⟂  y ≥ 0,   C z = d.
 *
 * Over a box alone it is the problem of relay.h, for symmetric M that of qp.h.
 *
 * References: Cao, Ferris, Math. Oper. Res. 21 (1996); Facchinei, Pang, Finite-Dimensional Variational
 * Inequalities (2003), 1.2.
 *
 * Multipliers as in qp.h. Residual: the contract of docs/ok.md as in qp.h, of the conditions of optimality, whose rows are those of M, A
 * and C and whose unknowns are z, lambda and mu, without a gap. Option
 * residual = class as in qp.h, with M and q for Q and p. No solver of this class proves anything: where there is no
 * solution the status is another failure.
 *
 * max_iterations = 0: 10000 + 20 n (auto), 3000 + 150 n pivots (cao_ferris), 1000 + n (newton_min,
 * newton_fb), 300 (interior_point), 5000 + n (proximal), 100000 (extragradient), where n
 * counts the multipliers too.
 */
#ifndef NSDS_NUMERICS_AVI_H
#define NSDS_NUMERICS_AVI_H

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

typedef struct nsds_avi {
  size_t struct_size;          /* set by nsds_avi_init */
  int32_t size;                /* n ≥ 0 */
  int32_t inequalities;        /* m ≥ 0 */
  int32_t equalities;          /* e ≥ 0 */
  const nsds_matrix* M;        /* (n x n), borrowed; dense, CSC or BSR */
  const double* q;             /* (n), borrowed */
  const nsds_matrix* A;        /* (m x n), borrowed; Nullable where m = 0 */
  const double* b;             /* (m), borrowed */
  const nsds_matrix* C;        /* (e x n), borrowed; Nullable where e = 0 */
  const double* d;             /* (e), borrowed */
  const double *lower, *upper; /* (n), borrowed, may be infinite; Nullable: no bounds on that side */
  /* (n + m + e), borrowed, Nullable: 0: what a row of the gradient, of A or of C may be violated by whatever its terms */
  const double* floor;
} nsds_avi;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_avi_init(nsds_avi* problem);

/* Solves. z: (n) in/out and multipliers: (m + e) in/out, lambda before mu, Nullable; in only with the option
 * warm_start: the solution or the best iterate, finite. options: Nullable, the defaults of the class.
 * workspace, report: Nullable. Returns the status, the same as report->status. A starting point that solves
 * the problem is returned at once. z and multipliers are untouched on NSDS_INVALID_ARGUMENT,
 * NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_avi_solve(const nsds_avi* problem, double* z, double* multipliers,
                                             const nsds_options* options, nsds_workspace* workspace,
                                             nsds_report* report);

/* Evaluates the residual at z: (n), multipliers: (m + e), Nullable where m + e = 0. residual: out,
 * initialised by nsds_residual_init; worst counts the rows of z, then those of A, then those of C. Returns
 * NSDS_OK, NSDS_INVALID_ARGUMENT or NSDS_NOT_APPLICABLE (a matrix is an operator). */
NSDS_NUMERICS_API nsds_status nsds_avi_residual(const nsds_avi* problem, const double* z,
                                                const double* multipliers, nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
