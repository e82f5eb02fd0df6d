/* Contact that resists sliding and rolling, reduced to the contacts, in the plane and in space, RFC(W, q, mu, mu_r):
 *
 *   find r, u in R^(d nc)  with   u = W r + q   and for every contact c, with its blocks
 *   u_c = (u_N, u_T, omega) and r_c = (r_N, r_T, m),
 *
 *       K*  ∋  u_c + (mu_c |u_T| + mu_r,c |omega|, 0, 0)  ⟂  r_c  in  K = { r : |r_T| ≤ mu r_N, |m| ≤ mu_r r_N },
 *
 * K* = { u : mu |u_T| + mu_r |omega| ≤ u_N } being the dual cone: Signorini's condition, Coulomb's law, and the same
 * law between the moment m that resists rolling and the angular velocity omega, in the form of De Saxce. d is 5 in
 * space, a block being (normal, tangent 1, tangent 2, moment 1, moment 2), and 3 in the plane, (normal, tangent,
 * moment). Contacts resist rolling where the moments are about tangents, and spinning where one is about the normal.
 * mu_r is a length, that of the arm of r_N; mu = 0 or mu_r = 0 leaves the other law alone, with mu_r = 0 it is the
 * class friction_contact (friction_contact.h, whose sentences on r, u and W hold here too).
 *
 * References: De Saxce, Feng 1998, Math. Comput. Modelling 28; Acary, Bourrier 2021, Eur. J. Mech. A Solids 85,
 * "Coulomb friction with rolling resistance as a cone complementarity problem".
 *
 * OK means what it means of friction_contact, moments being a part of their own (docs/ok.md, "Contacts").
 *
 * Residual of the class, by which solvers stop: that of friction_contact, moments being measured in a unit of length of each contact. From the diagonal
 * block of W, with d_T = 2 in space and 1 in the plane,
 *
 *   F_c = trace_(N,T)(W_cc) / (d_T + 1),   M_c = trace_M(W_cc) / d_T,
 *   L_c = sqrt(F_c / M_c)   (where one of them is not positive: mu_r,c; max mu_r where that is zero; 1 where it is too),
 *   w = max_c F_c, or L_c^2 M_c where F_c is not positive   (none is positive: max |W_ij|; W = 0: 1),
 *   s_w = max_c ||(q_N, q_T, L q_omega)_c||_2, without q_omega where mu_r,c = 0   (1 if that is zero),   s_r = s_w / w,
 *
 * every block is measured as r = (r_N, r_T, m/L)/s_r, u = (u_N, u_T, L omega)/s_w with mu_r/L, and
 *
 *   residual = max_c || r - P_K(r - (u + (mu |u_T| + mu_r/L |L omega|) e_N)) ||_2,   u recomputed from r,
 *
 * which changes neither with the units of force, velocity and length, those of a single contact among them, nor with the
 * order of contacts, nor with the choice of tangents. Its parts and the round-off floor are those of friction_contact, of
 * blocks measured so; with mu_r = 0 and m = 0 it is the residual of friction_contact. L of a body is about the radius
 * of gyration beside the arms of its contacts, so that L omega is a velocity of its surface.
 *
 * The default solver, auto, is that of friction_contact: islands of contacts, each by accelerated sweeps of Gauss-Seidel
 * and then, by measured progress, a proximal semismooth Newton method and alternating directions.
 * report->iterations counts sweeps and factorisations. max_iterations = 0 stands for 100000 + 10 nc (auto), 1000
 * (newton), 50000 (admm), 200000 (extragradient, fixed_point), 100000 (nsgs, proximal).
 */
#ifndef NSDS_NUMERICS_ROLLING_FRICTION_CONTACT_H
#define NSDS_NUMERICS_ROLLING_FRICTION_CONTACT_H

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

typedef struct nsds_rolling_friction_contact {
  size_t struct_size;   /* set by nsds_rolling_friction_contact_init */
  int32_t dimension;    /* d: 3 (plane) or 5 (space), rows a contact */
  int32_t contacts;     /* nc ≥ 0 */
  const nsds_matrix* W; /* (d nc x d nc), borrowed: dense, CSC, or BSR */
  const double* q;      /* (d nc), borrowed: the velocity without reactions */
  const double* mu;     /* (nc), borrowed, from 0 to 1e150: coefficients of friction */
  const double* mu_r; /* (nc), borrowed, ≥ 0 and mu_r / L_c up to 1e150: coefficients of rolling, lengths */
  const double* floor; /* (d nc), borrowed, Nullable: 0: what a row may be violated by whatever its terms */
} nsds_rolling_friction_contact;

/* An empty problem of dimension 5 and of the right struct_size, by which the library tells a caller that was
 * compiled against another version, and refuses it. */
NSDS_NUMERICS_API void nsds_rolling_friction_contact_init(nsds_rolling_friction_contact* problem);

/* Solves. r: (d nc) in/out (in only with the option warm_start): the solution or the best iterate, finite and
 * in the cones. u: (d nc) out, Nullable: W r + q for the r returned. options: Nullable, the defaults of the
 * class. workspace: Nullable, as for friction_contact. report: Nullable, initialised by nsds_report_init. Returns
 * the status, the same as report->status. A starting point that solves the problem is returned at once. r and u are
 * untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_rolling_friction_contact_solve(
    const nsds_rolling_friction_contact* problem, double* r, double* u, const nsds_options* options,
    nsds_workspace* workspace, nsds_report* report);

/* Evaluates what OK means at r: (d nc), at the tolerance 1e-8. residual: out, initialised by nsds_residual_init; its worst is the
 * index of a contact. Returns NSDS_OK or NSDS_INVALID_ARGUMENT / NSDS_NOT_APPLICABLE (W is an operator). */
NSDS_NUMERICS_API nsds_status nsds_rolling_friction_contact_residual(
    const nsds_rolling_friction_contact* problem, const double* r, nsds_residual* residual);

/* Evaluates the residual of the class, by which solvers stop, at r: (d nc). The rest is as above. */
NSDS_NUMERICS_API nsds_status nsds_rolling_friction_contact_class_residual(
    const nsds_rolling_friction_contact* problem, const double* r, nsds_residual* residual);

/* The norm of FCLIB and Siconos, for comparisons, in the units of the problem, moments beside forces:
 * || r - P_K(r - (u + (mu |u_T| + mu_r |omega|) e_N)) ||_2 / max(||q||_2, ||r||_2, ||u||_2), not divided where all
 * three are zero. With the option norm = "fclib" it is what a solver brings below its tolerance. */
NSDS_NUMERICS_API nsds_status nsds_rolling_friction_contact_residual_fclib(
    const nsds_rolling_friction_contact* problem, const double* r, double* value);

#ifdef __cplusplus
}
#endif
#endif
