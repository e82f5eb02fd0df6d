/* Contact with friction as a linear complementarity problem: Coulomb's cone in three dimensions replaced by a
 * pyramid. The disc of admissible tangential forces becomes a regular polygon with the vertices a_1 .. a_k,
 *
 *   |r_T| ≤ mu r_N   ->   r_T = sum_j beta_j a_j,   sum_j beta_j ≤ mu r_N,   beta ≥ 0,
 *   a_j = R (cos 2 pi j / k, sin 2 pi j / k),   j = 0 .. k - 1,
 *
 * inside the disc with R = 1, or around it with R = 1 / cos(pi / k). With D = (a_1 .. a_k) the LCP has for
 * every contact the k + 2 rows, one contact after the other,
 *
 *   0 ≤ r_N    ⟂  u_N                           ≥ 0
 *   0 ≤ beta   ⟂  D'u_T + omega lambda e        ≥ 0
 *   0 ≤ lambda ⟂  omega (mu r_N - sum_j beta_j) ≥ 0,
 *
 * the law of greatest dissipation over the pyramid [Stewart, Trinkle 1996, Int. J. Numer. Methods Eng. 39;
 * Anitescu, Potra 1997, Nonlinear Dynamics 14]. omega = trace(W_cc) / d of the contact, 1 where that is not
 * positive: it gives the rows one unit; omega lambda is the speed of sliding. The matrix is copositive where
 * W is positive semidefinite, so that Lemke's method ends at a solution where q does not oppose.
 *
 * In two dimensions k is 2 and nothing is replaced. The normal direction, and Signorini's condition, are
 * always exact. The pyramid causes these errors, at the same normal force:
 *
 *   radius   inside: friction is up to 1 - cos(pi/k) too weak, for sliding between two vertices;
 *            around: up to 1/cos(pi/k) - 1 too strong, for sliding towards a vertex;
 *   angle    the force is up to pi/k away from the direction against sliding.
 *
 * What both errors do to one problem is shown by the residual of the class (nsds_friction_contact_residual)
 * at the r that comes back; its part `primal` is the distance from the true cone, zero for the pyramid
 * inside. The radius error decreases as k⁻², but the residual as k⁻¹, because it depends on the angle too.
 */
#ifndef NSDS_NUMERICS_POLYHEDRAL_FRICTION_H
#define NSDS_NUMERICS_POLYHEDRAL_FRICTION_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/conversion.h"
#include "nsds/numerics/friction_contact.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nsds_facets { NSDS_FACETS_INSIDE = 0, NSDS_FACETS_AROUND = 1 } nsds_facets;

/* The LCP, nsds_conversion_lcp, with the way back to r: (d nc), and forth, see conversion.h. count: k, at
 * least 3 and at most 4096 for dimension 3, 2 for dimension 2. forward needs r alone; back(forward(r)) = r
 * where r is in the pyramid, otherwise r moved into it towards the axis. W as in conversion.h. Returns what
 * the functions of conversion.h return, and NSDS_INVALID_ARGUMENT for another count. */
NSDS_NUMERICS_API nsds_status nsds_friction_contact_to_lcp(const nsds_friction_contact* problem,
                                                           int32_t count, nsds_facets facets,
                                                           nsds_conversion** conversion, char* message,
                                                           size_t message_size);

/* The relative error of the radius of a polygon with count ≥ 3 sides: 1 - cos(pi/count) inside the disc,
 * 1/cos(pi/count) - 1 around it. 0 for count = 2, in two dimensions; NaN for any other count. */
NSDS_NUMERICS_API double nsds_facets_radius_error(nsds_facets facets, int32_t count);
/* The largest error of the angle, pi/count in radians; 0 for count = 2, NaN for less. */
NSDS_NUMERICS_API double nsds_facets_angle_error(int32_t count);

#ifdef __cplusplus
}
#endif
#endif
