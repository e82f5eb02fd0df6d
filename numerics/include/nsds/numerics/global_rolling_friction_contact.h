/* Contact that resists sliding and rolling in global form, with the velocities of the bodies and bilateral constraints,
 * GRFC(M, H, q, b, mu, mu_r, G, d):
 *
 *   find v ∈ ℝⁿ, r and u in R^(dim nc), lambda ∈ ℝᵐ  with
 *
 *       M v = q + H r + G' lambda,   u = H' v + b,   G v = d,
 *
 * and the law of rolling_friction_contact.h between u_c and r_c, dim being 3 or 5. What global_friction_contact.h says
 * of M, H, G and of solutions holds here too. With W = H' M⁻¹ H it is the reduced problem
 * RFC(W, H' M⁻¹ q + b, mu, mu_r) where there are no bilateral constraints.
 *
 * OK: as in global_friction_contact.h, with the parts of rolling_friction_contact.h, L_c being that of H' diag(M)⁻¹ H in the place of
 * W. Residual of the class: that of global_friction_contact, with contacts measured as in rolling_friction_contact: L_c and w are
 * those of H' diag(M)⁻¹ H in the place of W, and
 *
 *   s_u = max_c ||(u_N, u_T, L omega)_c||_2, without omega where mu_r,c = 0,  for u = H' M⁻¹ q + b,   s_r = s_u / w,
 *   s_m = max(||q||_inf, s_r max(max |H_ij|, j a force; max L_c |H_ij|, j a moment of a contact with mu_r,c > 0)).
 *
 * The solver, auto, forms W, bilateral rows eliminated, and solves the reduced problem by its default solver; report->iterations
 * counts its sweeps and factorisations. Where W would take more memory than the solver 'reduced' of
 * global_friction_contact allows, it ends NSDS_NOT_APPLICABLE.
 */
#ifndef NSDS_NUMERICS_GLOBAL_ROLLING_FRICTION_CONTACT_H
#define NSDS_NUMERICS_GLOBAL_ROLLING_FRICTION_CONTACT_H

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

typedef struct nsds_global_rolling_friction_contact {
  size_t struct_size;   /* set by nsds_global_rolling_friction_contact_init */
  int32_t dimension;    /* dim: 3 (plane) or 5 (space), rows a contact */
  int32_t contacts;     /* nc ≥ 0 */
  int32_t size;         /* n ≥ 0, velocities */
  int32_t constraints;  /* m ≥ 0, bilateral rows */
  const nsds_matrix* M; /* (n x n), borrowed, regular: dense, CSC or BSR */
  const nsds_matrix* H; /* (n x dim nc), borrowed: dense, CSC or BSR */
  const nsds_matrix* G; /* (m x n), borrowed, Nullable where m = 0: dense, CSC or BSR */
  const double* q;      /* (n), borrowed: impulses of everything but the contacts */
  const double* b;      /* (dim nc), borrowed */
  const double* d;      /* (m), borrowed, Nullable where m = 0 */
  const double* mu;     /* (nc), borrowed, from 0 to 1e150: coefficients of friction */
  const double* mu_r; /* (nc), borrowed, ≥ 0 and mu_r / L_c up to 1e150: coefficients of rolling, lengths */
  const double*
      floor; /* (dim nc + n + m), borrowed, Nullable: 0: what a row of contacts, of momentum or of G may be
                          violated by whatever its terms */
} nsds_global_rolling_friction_contact;

/* An empty problem of dimension 5 and of the right struct_size. */
NSDS_NUMERICS_API void nsds_global_rolling_friction_contact_init(
    nsds_global_rolling_friction_contact* problem);

/* Solves. v: (n), r: (dim nc), lambda: (m), Nullable where m = 0: in/out (in only with the option
 * warm_start): the solution or the best iterate, finite, r in the cones. u: (dim nc) out, Nullable: H' v + b
 * for the v returned. options: Nullable, the defaults of the class. workspace: Nullable, temporary memory.
 * report: Nullable, initialised by nsds_report_init. Returns the status, the same as report->status. The
 * unknowns are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE, NSDS_OUT_OF_MEMORY, NSDS_SINGULAR: M,
 * or M with redundant rows of G where M is not symmetric, and on NSDS_TIME_LIMIT where M is not factorised,
 * which report->solver, then empty, tells apart. */
NSDS_NUMERICS_API nsds_status nsds_global_rolling_friction_contact_solve(
    const nsds_global_rolling_friction_contact* problem, double* v, double* r, double* u, double* lambda,
    const nsds_options* options, nsds_workspace* workspace, nsds_report* report);

/* Evaluates what OK means with norm = contract at v: (n), r: (dim nc) and lambda: (m), Nullable where m = 0, at the tolerance 1e-8; its worst is a contact
 * c, nc + i for row i of momentum, nc + n + j for bilateral row j. Costs a factorisation of M. Returns NSDS_OK, NSDS_INVALID_ARGUMENT,
 * NSDS_NOT_APPLICABLE (a matrix is an operator) or NSDS_SINGULAR (M). */
NSDS_NUMERICS_API nsds_status nsds_global_rolling_friction_contact_residual(
    const nsds_global_rolling_friction_contact* problem, const double* v, const double* r,
    const double* lambda, nsds_residual* residual);

/* Evaluates the residual of the class, by which solvers stop. The rest is as above. */
NSDS_NUMERICS_API nsds_status nsds_global_rolling_friction_contact_class_residual(
    const nsds_global_rolling_friction_contact* problem, const double* v, const double* r,
    const double* lambda, nsds_residual* residual);

/* The norm of FCLIB and Siconos, for comparisons, in the units of the problem:
 * ||q + H r + G' lambda - M v||_2 / max(||q||_2, ||M v||_2, ||H r||_2) + ||r - P_K(r - u - (mu |u_T| + mu_r |omega|) e_N)||_2
 * / max(||u||_2, ||r||_2) + ||G v - d||_2 / max(||G v||_2, ||d||_2), not divided where a scale is below
 * sqrt(eps). */
NSDS_NUMERICS_API nsds_status nsds_global_rolling_friction_contact_residual_fclib(
    const nsds_global_rolling_friction_contact* problem, const double* v, const double* r,
    const double* lambda, double* value);

#ifdef __cplusplus
}
#endif
#endif
