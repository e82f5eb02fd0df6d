/* Contact with Coulomb friction, reduced to the contacts, in two and three dimensions, FC(W, q, mu):
 *
 *   find r, u in R^(d nc)  with   u = W r + q   and for every contact c, with its block u_c = (u_N, u_T),
 *
 *       K*_mu  ∋  u_c + (mu_c |u_T|, 0)  ⟂  r_c  in  K_mu = { r : |r_T| ≤ mu r_N },
 *
 * K*_mu = { u : mu |u_T| ≤ u_N } being the dual cone: Signorini's condition and Coulomb's law in the form of
 * De Saxce. d is 2 or 3; a block is ordered (normal, tangent) or (normal, tangent 1, tangent 2), the normal
 * pointing so that u_N > 0 separates. r is a force or an impulse, u the velocity that belongs to it. W, the
 * Delassus matrix, need be neither symmetric nor regular. A solution need not exist and r need not be unique.
 *
 * References: De Saxce, Feng 1998, Math. Comput. Modelling 28; Acary, Brogliato 2008, Numerical Methods for
 * Nonsmooth Dynamical Systems, ch. 13; Acary, Bremond, Huber 2018, in Advanced Topics in Nonsmooth Dynamics.
 *
 * OK: each part of each contact, normal and tangential, is what the law says against its own terms (docs/ok.md,
 * "Contacts"); nsds_friction_contact_residual is the largest violation in these. Solvers stop by the residual of the
 * class, which the option norm = class judges by: s_w = max_c ||q_c||_2 (1 if q = 0), s_r = s_w / max_c (trace(W_cc) / d) (no trace positive: s_w /
 * max |W_ij|; W = 0: s_w), and
 *
 *   residual = max_c || r_c/s_r - P_K(r_c/s_r - (u_c + mu_c |u_T| e_N)/s_w) ||_2,   u recomputed from r,
 *
 * which changes neither with units, nor with the order of contacts, nor with the choice of tangents. Its
 * parts: primal, the largest distance of r_c/s_r from K; dual, the largest distance of the shifted u_c/s_w
 * from K*; complementarity, the largest |r_c . (u_c + shift)| / (s_r s_w).
 * Round-off floor = eps * max_c max(|| (|W| |r| + |q|)_c ||_2 / s_w, ||r_c||_2 / s_r); where r is so large
 * that half of its part hides the map, the residual is that half.
 *
 * The default solver, auto, solves contacts that touch no other in closed form and the islands of others one
 * by one: sweeps of Gauss-Seidel first, then, by measured progress, a proximal semismooth Newton method, before it
 * alternating directions at tolerances from 5e-5 on where a factorisation is dear (docs/decisions/0028).
 * report->solver names the one whose result is returned, report->iterations counts sweeps and factorisations.
 * max_iterations = 0 stands for the number in docs/measurements/solvers.md.
 */
#ifndef NSDS_NUMERICS_FRICTION_CONTACT_H
#define NSDS_NUMERICS_FRICTION_CONTACT_H

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

typedef struct nsds_friction_contact {
  size_t struct_size;   /* set by nsds_friction_contact_init */
  int32_t dimension;    /* d: 2 or 3 */
  int32_t contacts;     /* nc ≥ 0 */
  const nsds_matrix* W; /* (d nc x d nc), borrowed: dense, CSC, or BSR */
  const double* q;      /* (d nc), borrowed: the velocity without reactions */
  const double* mu;     /* (nc), borrowed, from 0 to 1e150: coefficients of friction */
  const double* floor;  /* (d nc), borrowed, Nullable: 0: what a row may be violated by whatever its terms */
} nsds_friction_contact;

/* An empty problem of dimension 3 and of the right struct_size, by which the library tells a caller that was
 * compiled against another version, and refuses it. */
NSDS_NUMERICS_API void nsds_friction_contact_init(nsds_friction_contact* problem);

/* Solves. r: (d nc) in/out (in only with the option warm_start): the solution or the best iterate, finite and
 * in the cones. u: (d nc) out, Nullable: W r + q for the r returned. options: Nullable, the defaults of the
 * class. workspace: Nullable, temporary memory, and with the option reuse the contacts packed for the solver
 * and the plans of its factorisations. report: Nullable, initialised by nsds_report_init. Returns the status,
 * the same as report->status. A starting point that solves the problem is returned at once. r and u are
 * untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_friction_contact_solve(const nsds_friction_contact* problem, double* r,
                                                          double* u, const nsds_options* options,
                                                          nsds_workspace* workspace, nsds_report* report);

/* Evaluates what OK means at r: (d nc), at the tolerance 1e-8. residual: out, initialised by nsds_residual_init; its worst is the
 * index of a contact. Returns NSDS_OK or NSDS_INVALID_ARGUMENT / NSDS_NOT_APPLICABLE (W is an operator). */
NSDS_NUMERICS_API nsds_status nsds_friction_contact_residual(const nsds_friction_contact* problem,
                                                             const double* r, nsds_residual* residual);

/* Evaluates the residual of the class, by which solvers stop, at r: (d nc). The rest is as above. */
NSDS_NUMERICS_API nsds_status nsds_friction_contact_class_residual(const nsds_friction_contact* problem,
                                                                   const double* r, nsds_residual* residual);

/* The norm of FCLIB and Siconos, for comparisons, in the units of the problem:
 * || r - P_K(r - (u + mu |u_T| e_N)) ||_2 / max(||q||_2, ||r||_2, ||u||_2), not divided where all three are
 * zero. With the option norm = "fclib" it is what a solver brings below its tolerance. */
NSDS_NUMERICS_API nsds_status nsds_friction_contact_residual_fclib(const nsds_friction_contact* problem,
                                                                   const double* r, double* value);

#ifdef __cplusplus
}
#endif
#endif
