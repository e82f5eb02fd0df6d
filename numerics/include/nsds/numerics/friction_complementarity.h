/* Contact with friction as one nonlinear complementarity problem in the forces, without cones or projections:
 * for those who bring a solver of such problems, or study the law. Directly, with a multiplier s per contact,
 *
 *   0 ≤ r_N ⟂ u_N ≥ 0,   mu r_N u_T + s r_T = 0,   0 ≤ s ⟂ mu² r_N² - |r_T|² ≥ 0
 *
 * [Trinkle, Pang, Sudarsky, Lo 1997, ZAMM 77]: s is the speed of sliding, |u_T|, wherever r_N > 0. At r_N =
 * 0, and for mu = 0, the last two lines vanish together with their derivatives, and s is anything. But r_T =
 * mu r_N t with t in the unit disc, which takes the factors mu r_N and mu² r_N² out of them. What is left
 * is the form of this header. For every contact, one after the other, the d + 1 unknowns and rows
 *
 *   z = (r_N, t, s),   r = (r_N, mu r_N t),   u = W r + q,
 *   0 ≤ r_N ⟂ F_N = u_N       ≥ 0
 *             F_t = u_T + s t = 0
 *   0 ≤ s   ⟂ F_s = 1 - |t|²  ≥ 0.
 *
 * Where z solves it, r and u obey Signorini's condition and Coulomb's law, and for every r that does there is
 * such a z, with s = |u_T|: at r_N = 0 or mu = 0, t = -u_T / |u_T|. Only there where u_T = 0 as well is t not
 * unique. F is a polynomial of the second degree, so that its Jacobian is exact; r_N is a force, s a speed, t
 * has no unit. In two dimensions the law itself is piecewise linear, and nsds_friction_contact_to_lcp exact.
 */
#ifndef NSDS_NUMERICS_FRICTION_COMPLEMENTARITY_H
#define NSDS_NUMERICS_FRICTION_COMPLEMENTARITY_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/friction_contact.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nsds_friction_ncp nsds_friction_ncp; /* opaque */

/* Sizes, the pattern of the Jacobian by columns, sorted, and which rows are complementary. */
typedef struct nsds_friction_ncp_info {
  int32_t size;                       /* n = (d + 1) nc */
  int32_t reactions;                  /* d nc */
  int32_t entries;                    /* stored in the Jacobian, maybe zero */
  const int32_t* column_starts;       /* (n + 1) */
  const int32_t* row_indices;         /* (entries) */
  const unsigned char* complementary; /* (n) 1: 0 ≤ z_i ⟂ F_i ≥ 0; 0: F_i = 0, z_i free */
} nsds_friction_ncp_info;

/* ncp: out, to be released by nsds_friction_ncp_free, untouched unless NSDS_OK is returned. The problem is
 * copied. message: Nullable, (message_size) chars, a sentence on what is wrong, empty where nothing is.
 * Returns NSDS_OK, NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE (W is an operator, or the Jacobian would have
 * more than 2^27 entries) or NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_friction_contact_to_ncp(const nsds_friction_contact* problem,
                                                           nsds_friction_ncp** ncp, char* message,
                                                           size_t message_size);

/* Lives as long as the ncp. Null where that is null. */
NSDS_NUMERICS_API const nsds_friction_ncp_info* nsds_friction_ncp_describe(const nsds_friction_ncp* ncp);

/* F and its Jacobian at any z: (n). F: (n) out, jacobian: (entries) out, the values in the order of
 * row_indices; each Nullable: not wanted. Several threads may use one ncp, here and below. Returns NSDS_OK,
 * NSDS_INVALID_ARGUMENT (null, a number that is not finite or would not be; outputs untouched) or
 * NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_friction_ncp_evaluate(const nsds_friction_ncp* ncp, const double* z,
                                                         double* F, double* jacobian);

/* The reactions of z: (n), with r_N raised to zero and t shortened into the disc. r: (d nc) out, u: (d nc)
 * out, Nullable: W r + q. Says nothing of their quality: see nsds_friction_contact_residual. Returns as
 * above. */
NSDS_NUMERICS_API nsds_status nsds_friction_ncp_back(const nsds_friction_ncp* ncp, const double* z, double* r,
                                                     double* u);

/* The z of reactions r: (d nc), moved into the cones; the solution where r is one. z: (n) out. Returns as
 * above. */
NSDS_NUMERICS_API nsds_status nsds_friction_ncp_forward(const nsds_friction_ncp* ncp, const double* r,
                                                        double* z);

/* Nullable. */
NSDS_NUMERICS_API void nsds_friction_ncp_free(nsds_friction_ncp* ncp);

#ifdef __cplusplus
}
#endif
#endif
