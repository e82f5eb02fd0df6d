/* System of linear equations: find z ∈ ℝⁿ with M z + q = 0. M may be singular; then a solution is returned
 * where there is one, that of least norm by solver 'least_squares' (in units in which the entries of M are
 * about one where rounding asks for it), and by auto where elimination finds rows that depend on each other.
 *
 * Reference: Golub, Van Loan, Matrix Computations (2013), 3 and 5.5.
 *
 * Residual: the contract of docs/ok.md, max_i |M z + q|_i / (|q_i| + Σ|M_ij z_j|), rows of data of rounding and those below
 * their floor left out; 1 where z is a ray. Option residual = class, for comparisons: max_i |M z + q|_i / ‖q‖_∞ (1 for q = 0),
 * with the round-off floor eps * ‖ |M| |z| + |q| ‖_∞ / ‖q‖_∞; where that is above 1e-6 it is never reported below it.
 *
 * INFEASIBLE: report.certificate, room for n numbers, receives v with M'v = 0 and q'v > 0.
 */
#ifndef NSDS_NUMERICS_EQUALITY_H
#define NSDS_NUMERICS_EQUALITY_H

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

typedef struct nsds_equality {
  size_t struct_size;   /* set by nsds_equality_init */
  int32_t size;         /* n ≥ 0 */
  const nsds_matrix* M; /* (n x n), borrowed; dense, CSC or BSR */
  const double* q;      /* (n), borrowed */
  const double* floor;  /* (n), borrowed, Nullable: 0: what row i may be violated by whatever its terms */
} nsds_equality;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_equality_init(nsds_equality* problem);

/* Solves. z: (n) in/out (in only with the option warm_start): the solution or the best point, finite.
 * options: Nullable, the defaults of the class. workspace, report: Nullable. Returns the status, the same as
 * report->status. A starting point that solves the problem is returned at once. z is untouched on
 * NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_equality_solve(const nsds_equality* problem, double* z,
                                                  const nsds_options* options, nsds_workspace* workspace,
                                                  nsds_report* report);

/* Evaluates the residual at z: (n). residual: out, initialised by nsds_residual_init. Returns NSDS_OK,
 * NSDS_INVALID_ARGUMENT or NSDS_NOT_APPLICABLE (M is an operator). */
NSDS_NUMERICS_API nsds_status nsds_equality_residual(const nsds_equality* problem, const double* z,
                                                     nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
