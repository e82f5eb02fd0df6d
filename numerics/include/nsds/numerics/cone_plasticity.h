/* Plastic flow at points of a body, by cones or cylinders of stress, CP(M, q, law):
 *
 *   find r, u in R^(3 nc)  with   u = M r + q   and for every point c, with its blocks r_c = (r_N, r_T) of stress and
 *   u_c = (u_N, u_T) of the rate of plastic strain with the sign of M r + q,
 *
 *   Drucker-Prager:  K*  ∋  u_c + (theta_c |u_T|, 0)  ⟂  r_c  in  K = { r : |r_T| ≤ eta_c r_N },
 *                    K* = { u : eta |u_T| ≤ u_N };
 *   von Mises:       -u_c in the normal cone at r_c of { r : |r_T| ≤ sigma_y,c },  r_N free.
 *
 * In plane strain r_N is a pressure to which the cohesion may have been added, r_T the two shear stresses of the plane.
 * Where a point of the cone flows, r_N > 0 and |r_T| = eta r_N, it follows that u_T is against r_T and
 *
 *   u_N = (eta - theta) |u_T|:
 *
 * eta - theta is the dilatancy. With theta = 0 the flow is normal to the cone (associated), with theta = eta it keeps the
 * volume, and the law is Coulomb's, that of friction_contact.h. Where von Mises's point flows |r_T| = sigma_y and u_T is
 * against r_T; u_N = 0 everywhere. With theta = 0, and for von Mises, and M positive definite the solution exists and is
 * unique; else neither needs hold. eta = 0 or sigma_y = 0 takes no shear at all.
 *
 * References: Drucker, Prager 1952, Q. Appl. Math. 10; Hjiaj, Fortin, de Saxce 2003, Int. J. Eng. Sci. 41, "A complete
 * stress update algorithm for the non-associated Drucker-Prager model including treatment of the apex"; Simo, Hughes 1998,
 * Computational Inelasticity.
 *
 * OK means what it means of friction_contact (docs/ok.md, "Contacts"). Residual of the class, by which solvers stop: s_u = max_c ||q_c||_2 (1 if q = 0), s_r = s_u / max_c (trace(M_cc) / 3) (no trace positive: s_u / max |M_ij|;
 * M = 0: s_u), and with C_c the cone, or the cylinder, in the unit s_r,
 *
 *   residual = max_c || r_c/s_r - P_C(r_c/s_r - (u_c + theta_c |u_T| e_N)/s_u) ||_2,   u recomputed from r,
 *
 * theta being 0 for von Mises, which changes neither with units, nor with the order of points, nor with a turn of r_T and
 * u_T. Its parts: primal, the largest distance of r_c/s_r from C; dual, the largest distance of the shifted u_c/s_u from
 * K*, or |u_N|/s_u; complementarity, the largest |r_c . (u_c + shift)| / (s_r s_u), or |sigma_y |u_T| + r_T . u_T| / (s_r
 * s_u). The round-off floor is that of friction_contact.
 *
 * The solvers are those of rolling_friction_contact.h, the default auto among them: islands of points, each by accelerated
 * sweeps of Gauss-Seidel and then, by measured progress, a proximal semismooth Newton method and alternating directions.
 */
#ifndef NSDS_NUMERICS_CONE_PLASTICITY_H
#define NSDS_NUMERICS_CONE_PLASTICITY_H

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

/* Numbered as in the files of Siconos. */
typedef enum nsds_plasticity_law { NSDS_DRUCKER_PRAGER = 1, NSDS_VON_MISES = 2 } nsds_plasticity_law;

typedef struct nsds_cone_plasticity {
  size_t struct_size;    /* set by nsds_cone_plasticity_init */
  int32_t law;           /* nsds_plasticity_law, of all points */
  int32_t points;        /* nc ≥ 0 */
  const nsds_matrix* M;  /* (3 nc x 3 nc), borrowed: dense, CSC, or BSR */
  const double* q;       /* (3 nc), borrowed */
  const double* eta;     /* (nc), borrowed, from 0 to 1e150; NULL for von Mises */
  const double* theta;   /* (nc), borrowed, from 0 to 1e150; NULL for von Mises */
  const double* sigma_y; /* (nc), borrowed, from 0 to 1e150: the limits of |r_T|; NULL for Drucker-Prager */
  const double* floor;   /* (3 nc), borrowed, Nullable: 0: what a row may be violated by whatever its terms */
} nsds_cone_plasticity;

/* An empty problem of Drucker and Prager's law and of the right struct_size, by which the library tells a caller that
 * was compiled against another version, and refuses it. */
NSDS_NUMERICS_API void nsds_cone_plasticity_init(nsds_cone_plasticity* problem);

/* Solves. r: (3 nc) in/out (in only with the option warm_start): the solution or the best iterate, finite and in the cones
 * or cylinders. u: (3 nc) out, Nullable: M r + q for the r returned. options: Nullable, the defaults of the class.
 * workspace: Nullable, as for friction_contact. report: Nullable, initialised by nsds_report_init. Returns the status, the
 * same as report->status. A starting point that solves the problem is returned at once. r and u are untouched on
 * NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_cone_plasticity_solve(const nsds_cone_plasticity* problem, double* r,
                                                         double* u, const nsds_options* options,
                                                         nsds_workspace* workspace, nsds_report* report);

/* Evaluates what OK means at r: (3 nc), at the tolerance 1e-8. residual: out, initialised by nsds_residual_init; its worst is the index of a point.
 * Returns NSDS_OK or NSDS_INVALID_ARGUMENT / NSDS_NOT_APPLICABLE (M is an operator). */
NSDS_NUMERICS_API nsds_status nsds_cone_plasticity_residual(const nsds_cone_plasticity* problem,
                                                            const double* r, nsds_residual* residual);

/* Evaluates the residual of the class, by which solvers stop, at r: (3 nc). The rest is as above. */
NSDS_NUMERICS_API nsds_status nsds_cone_plasticity_class_residual(const nsds_cone_plasticity* problem,
                                                                  const double* r, nsds_residual* residual);

/* The map in the units of the problem, over the largest norm as FCLIB has it for contacts:
 * || r - P_C(r - (u + theta |u_T| e_N)) ||_2 / max(||q||_2, ||r||_2, ||u||_2), not divided where all three are zero. With
 * the option norm = "fclib" it is what a solver brings below its tolerance. */
NSDS_NUMERICS_API nsds_status nsds_cone_plasticity_residual_fclib(const nsds_cone_plasticity* problem,
                                                                  const double* r, double* value);

#ifdef __cplusplus
}
#endif
#endif
