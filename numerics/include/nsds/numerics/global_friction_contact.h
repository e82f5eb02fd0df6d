/* Contact with Coulomb friction in global form, with the velocities of the bodies and bilateral constraints,
 * GFC(M, H, q, b, mu, G, d):
 *
 *   find v ∈ ℝⁿ, r and u in R^(dim nc), lambda ∈ ℝᵐ  with
 *
 *       M v = q + H r + G' lambda,   u = H' v + b,   G v = d,
 *       K*_mu  ∋  u_c + (mu_c |u_T|, 0)  ⟂  r_c  in  K_mu = { r : |r_T| ≤ mu r_N }   for all c
 *
 * (see friction_contact.h for the cones and the order of a block). With W = H' M⁻¹ H it is the reduced
 * problem FC(W, H' M⁻¹ q + b, mu) where there are no bilateral constraints. M, the mass matrix of one time
 * step, is regular: block diagonal for rigid bodies, sparse for finite elements; it need not be symmetric.
 * Rows of G may be redundant as long as they do not contradict each other; lambda is then not unique. The
 * solver nsgs needs an M whose connected diagonal blocks have at most 64 rows, and never forms W.
 *
 * Reference: Acary, Brogliato 2008, Numerical Methods for Nonsmooth Dynamical Systems, ch. 13; Cadoux 2009,
 * thesis, Universite Joseph Fourier.
 *
 * OK, with the option norm = contract: each part of each contact is what the law says, and each row of momentum and of G v = d
 * zero, against its own terms (docs/ok.md, "Rows and contacts together"); nsds_global_friction_contact_residual is the largest
 * violation in these. Solvers stop by the residual of the class, by which OK is judged unless that is asked for. With v_0 = M⁻¹ q
 * it has the units
 *
 *   s_u = max_c ||(H' v_0 + b)_c||_2,       s_r = s_u / max_c (trace_c(H' diag(M)⁻¹ H) / dim),
 *   s_m = max(||q||_inf, s_r max |H_ij|),  s_d = max(||d||_inf, || |G| |v_0| ||_inf),
 *
 * and u recomputed from v: the largest of
 *
 *   max_c || r_c/s_r - P_K(r_c/s_r - (u_c + mu_c |u_T| e_N)/s_u) ||_2,
 *   || M v - q - H r - G' lambda ||_inf / s_m,   || G v - d ||_inf / s_d.
 *
 * A scale that is zero is replaced: s_u is s_d max |H_ij| / max |G_ij|, s_d is s_u max |G_ij| / max |H_ij|,
 * s_m is max |M_ij| s_d / max |G_ij|, each 1 where that is no number either; s_r = s_u where no trace is
 * positive. The residual changes neither with the units of mass, speed or length nor with the scale of G.
 *
 * Its parts: primal, the largest distance of r_c/s_r from K and of the bilateral rows; dual, that of the
 * shifted u_c/s_u from K* and of the rows of momentum; complementarity, the largest |r_c . (u_c + shift)| /
 * (s_r s_u). worst: a contact c, nc + i for row i of momentum, nc + n + j for bilateral row j.
 * Round-off floor = eps * the largest of max_c || (|H|' |v| + |b|)_c ||_2 / s_u, || |M| |v| + |q| + |H| |r| +
 * |G|' |lambda| ||_inf / s_m and || |G| |v| + |d| ||_inf / s_d.
 *
 * The default solver, auto, takes Newton's method by velocities where W would be full and costs more, reduces
 * the problem to its contacts where W is of moderate size, after the first Newton steps where there are many
 * contacts a rigid body, else sweeps over velocities. report->iterations counts sweeps and factorisations.
 *
 * nsgs, and auto where it sweeps, share sweeps of 2000 contacts or more among as many threads as the option
 * `threads` says, with the same bits for any number. Bodies with six neighbouring velocities, three in the
 * plane, first those of translation, with M = m I for these and not coupled to the rotations, and contacts
 * that act on two bodies by opposite forces, take the least memory and time.
 *
 * A factorisation cannot be interrupted: if the operations that its symbolic analysis predicts would exceed
 * the time limit, it is not begun. An M with larger blocks is factorised first; where the time does not
 * suffice for that there is no residual, and the call ends with NSDS_TIME_LIMIT and untouched unknowns.
 */
#ifndef NSDS_NUMERICS_GLOBAL_FRICTION_CONTACT_H
#define NSDS_NUMERICS_GLOBAL_FRICTION_CONTACT_H

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

typedef struct nsds_global_friction_contact {
  size_t struct_size;   /* set by nsds_global_friction_contact_init */
  int32_t dimension;    /* dim: 2 or 3 */
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
  const double*
      floor; /* (dim nc + n + m), borrowed, Nullable: 0: what a row of contacts, of momentum or of G may be
                          violated by whatever its terms */
} nsds_global_friction_contact;

/* An empty problem of dimension 3 and of the right struct_size. */
NSDS_NUMERICS_API void nsds_global_friction_contact_init(nsds_global_friction_contact* problem);

/* Solves. v: (n), r: (dim nc), lambda: (m), Nullable where m = 0: in/out (in only with the option
 * warm_start): the solution or the best iterate, finite, r in the cones. u: (dim nc) out, Nullable: H' v + b
 * for the v returned. options: Nullable, the defaults of the class. workspace: Nullable, temporary memory.
 * report: Nullable, initialised by nsds_report_init. Returns the status, the same as report->status. The
 * unknowns are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE, NSDS_OUT_OF_MEMORY, NSDS_SINGULAR: M,
 * or M with redundant rows of G where M is not symmetric, and on NSDS_TIME_LIMIT where M is not factorised,
 * which report->solver, then empty, tells apart. */
NSDS_NUMERICS_API nsds_status nsds_global_friction_contact_solve(const nsds_global_friction_contact* problem,
                                                                 double* v, double* r, double* u,
                                                                 double* lambda, const nsds_options* options,
                                                                 nsds_workspace* workspace,
                                                                 nsds_report* report);

/* Evaluates what OK means with norm = contract at v: (n), r: (dim nc) and lambda: (m), Nullable where m = 0, at the tolerance 1e-8; its worst is a contact
 * c, nc + i for row i of momentum, nc + n + j for bilateral row j. Costs a factorisation of M. Returns NSDS_OK, NSDS_INVALID_ARGUMENT,
 * NSDS_NOT_APPLICABLE (a matrix is an operator) or NSDS_SINGULAR (M). */
NSDS_NUMERICS_API nsds_status
nsds_global_friction_contact_residual(const nsds_global_friction_contact* problem, const double* v,
                                      const double* r, const double* lambda, nsds_residual* residual);

/* Evaluates the residual of the class, by which solvers stop. The rest is as above. */
NSDS_NUMERICS_API nsds_status
nsds_global_friction_contact_class_residual(const nsds_global_friction_contact* problem, const double* v,
                                            const double* r, const double* lambda, nsds_residual* residual);

/* The norm of FCLIB and Siconos, for comparisons, in the units of the problem:
 * ||q + H r + G' lambda - M v||_2 / max(||q||_2, ||M v||_2, ||H r||_2) + ||r - P_K(r - u - mu |u_T| e_N)||_2
 * / max(||u||_2, ||r||_2) + ||G v - d||_2 / max(||G v||_2, ||d||_2), not divided where a scale is below
 * sqrt(eps). */
NSDS_NUMERICS_API nsds_status
nsds_global_friction_contact_residual_fclib(const nsds_global_friction_contact* problem, const double* v,
                                            const double* r, const double* lambda, double* value);

#ifdef __cplusplus
}
#endif
#endif
