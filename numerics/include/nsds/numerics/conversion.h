/* One problem class as another, with the way back.
 *
 * A conversion holds the converted problem, whose arrays it owns, and two maps: back, which takes a solution
 * of the converted problem to one of the given problem, and forward, which takes a solution of the given
 * problem to one of the converted problem, and any other point to a starting point. back(forward(z)) = z up
 * to rounding where z is a solution.
 *
 *   QP    -> MLCP   conditions of optimality; every bound a complementarity      nsds_qp_to_mlcp
 *   QP    -> QP     the dual, in the multipliers; Q positive definite            nsds_qp_to_dual
 *   LCP   -> QP     M symmetric, min 1/2 z'M z + q'z, z ≥ 0                      nsds_lcp_to_qp_symmetric
 *   LCP   -> QP     any M, min z'(M z + q), z ≥ 0, M z + q ≥ 0                   nsds_lcp_to_qp_nonsymmetric
 *   MLCP  -> LCP    free unknowns eliminated                                     nsds_mlcp_to_lcp
 *   Relay -> LCP    a row for every second bound, free unknowns eliminated       nsds_relay_to_lcp
 *   Relay -> AVI    the box is the polyhedron                                    nsds_relay_to_avi
 *   LCP   -> AVI    the polyhedron is the orthant                                nsds_lcp_to_avi
 *   QP    -> AVI    conditions of optimality                                     nsds_qp_to_avi
 *   VI    -> MCP    conditions of optimality over a box or a polyhedron          nsds_vi_to_mcp
 *   MCP   -> VI     the box is the set                                           nsds_mcp_to_vi
 *   QVI   -> MCP    conditions of optimality over a box or a polyhedron          nsds_qvi_to_mcp
 *   NLP   -> MCP    conditions of optimality, in the units of the program        nsds_nlp_to_mcp
 *   friction -> MCP the form of friction_complementarity.h                       nsds_friction_contact_to_mcp
 *   SOCLCP -> VI    the same cones, F(z) = M z + q                               nsds_soclcp_to_vi
 *   VI    -> SOCLCP F affine over cones                                          nsds_vi_to_soclcp
 *   SOCLCP -> convex QP     M symmetric, min 1/2 z'M z + q'z, z in K             nsds_soclcp_to_convex_qp
 *   friction -> SOCLCP      without the shift of De Saxcé: associated friction   nsds_friction_contact_to_soclcp
 *
 * References: Cottle, Pang, Stone, The Linear Complementarity Problem (1992, 2009), 1.2, 1.4, 1.5; Facchinei,
 * Pang, Finite-Dimensional Variational Inequalities (2003), 1.2; Nocedal, Wright, Numerical Optimization
 * (2006), 16.8 (the dual).
 *
 * The given problem is borrowed for the length of the call that converts it, and copied as far as it is
 * needed. A matrix of the converted problem that copies one matrix is dense or CSC like that one; a matrix
 * that is put together of several is dense if all of them are, and otherwise CSC without stored zeros (BSR
 * becomes CSC). Nothing is scaled, but where a conversion says so: rows of the converted problem may have
 * different units, and its residual differs from that of the given problem. To judge a result, evaluate the
 * residual of the given class at the point that back() returns.
 *
 * All functions that convert have these arguments:
 *   conversion  out, to be released by nsds_conversion_free; untouched unless NSDS_OK is returned;
 *   message     Nullable: (message_size) chars, a sentence on what is wrong, empty where nothing is.
 * The functions return NSDS_OK; NSDS_INVALID_ARGUMENT (null, not initialised, sizes, entries that are not
 * finite, bounds out of order, entries of the converted problem that overflow); NSDS_SINGULAR (the rows of
 * the unknowns to be eliminated, where there are any); NSDS_NOT_APPLICABLE (a matrix is an operator, a
 * property named below is missing, or a matrix of the conversion would have more than 2^27 entries or 2^31-1
 * rows); NSDS_OUT_OF_MEMORY.
 */
#ifndef NSDS_NUMERICS_CONVERSION_H
#define NSDS_NUMERICS_CONVERSION_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/avi.h"
#include "nsds/numerics/convex_qp.h"
#include "nsds/numerics/friction_contact.h"
#include "nsds/numerics/lcp.h"
#include "nsds/numerics/mcp.h"
#include "nsds/numerics/mlcp.h"
#include "nsds/numerics/nlp.h"
#include "nsds/numerics/qp.h"
#include "nsds/numerics/qvi.h"
#include "nsds/numerics/registry.h"
#include "nsds/numerics/relay.h"
#include "nsds/numerics/soclcp.h"
#include "nsds/numerics/vi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nsds_conversion nsds_conversion; /* opaque */

/* min 1/2 z'Q z + p'z subject to A z ≥ b, C z = d, lower ≤ z ≤ upper, as
 *
 *   w = [S Q S  -S A'  -S C'  E'; A S 0 0 0; C S 0 0 0; -E 0 0 0] x + (S (Q z0 + p), A z0 - b, C z0 - d, h),
 *
 * x = (x_z, lambda, mu, pi), z = z0 + S x_z. An unknown with bounds is measured from one of them, z0_j =
 * lower_j and S_jj = 1 where that is finite, else z0_j = upper_j and S_jj = -1; without bounds z0_j = 0, S_jj
 * = 1. A second finite bound has a row of E, that of the unit matrix, with h = upper_j - lower_j and the
 * multiplier pi. Equality rows: unknowns without bounds, mu, and both rows of an unknown with lower_j =
 * upper_j. Q need not be definite. */
NSDS_NUMERICS_API nsds_status nsds_qp_to_mlcp(const nsds_qp* problem, nsds_conversion** conversion,
                                              char* message, size_t message_size);

/* The dual in the multipliers x = (lambda, mu, pi), for which every finite bound counts as a row, z_j ≥
 * lower_j or -z_j ≥ -upper_j, in the order of the unknowns, and lower_j = upper_j as one equation. With the
 * rows N z ≥ c:
 *
 *   min 1/2 x'G x - (N Q⁻¹ p + c)'x,   G = N Q⁻¹ N',   lambda ≥ 0, pi ≥ 0, those of equations free;
 *   z = Q⁻¹ (N' x - p).
 *
 * No rows but the bounds. Needs Q symmetric and positive definite, else NSDS_NOT_APPLICABLE. The dual is
 * unbounded below where the given problem has no feasible point. G of a sparse Q is stored sparse, and is as
 * full as Q⁻¹ makes it. */
NSDS_NUMERICS_API nsds_status nsds_qp_to_dual(const nsds_qp* problem, nsds_conversion** conversion,
                                              char* message, size_t message_size);

/* min 1/2 z'M z + q'z subject to z ≥ 0, whose conditions of optimality are the LCP. Needs
 * |M_ij - M_ji| ≤ 1e-12 max(|M_ij|, |M_ji|, sqrt |M_ii M_jj|), else NSDS_NOT_APPLICABLE. The program is
 * convex where M is positive semidefinite; otherwise each of its stationary points solves the LCP. */
NSDS_NUMERICS_API nsds_status nsds_lcp_to_qp_symmetric(const nsds_lcp* problem, nsds_conversion** conversion,
                                                       char* message, size_t message_size);

/* min z'(M z + q) = 1/2 z'(M + M') z + q'z subject to M z + q ≥ 0, z ≥ 0. A point solves the LCP where the
 * objective is zero there, and its multipliers may then be taken to be z itself. The program is convex only
 * where M + M' is positive semidefinite, and then its solutions are those of the LCP, if it has a feasible
 * point; otherwise a point may be stationary with an objective above zero, which is no solution. */
NSDS_NUMERICS_API nsds_status nsds_lcp_to_qp_nonsymmetric(const nsds_lcp* problem,
                                                          nsds_conversion** conversion, char* message,
                                                          size_t message_size);

/* Eliminates the free unknowns. E are the equality rows and C the others, in their order. Then
 * z_E = -M_EE⁻¹ (M_EC x + q_E) and
 *
 *   w = (M_CC - M_CE M_EE⁻¹ M_EC) x + q_C - M_CE M_EE⁻¹ q_E,   x = z_C.
 *
 * The result is NSDS_SINGULAR where M_EE is singular after scaling of its rows and columns. A sparse M is
 * factorised by sparse LU; the matrix of the LCP is then stored sparse, and is as full as M_EE⁻¹ makes it.
 * Cost: one factorisation, and a solve with M_EE for every complementary row, so about the product of the two
 * numbers of rows even where M is very sparse. */
NSDS_NUMERICS_API nsds_status nsds_mlcp_to_lcp(const nsds_mlcp* problem, nsds_conversion** conversion,
                                               char* message, size_t message_size);

/* Bounds as in nsds_qp_to_mlcp, x = (x_z, pi), then equality rows eliminated as in nsds_mlcp_to_lcp. Without
 * a finite bound the LCP is empty; NSDS_SINGULAR where the rows of the unknowns without bounds are. */
NSDS_NUMERICS_API nsds_status nsds_relay_to_lcp(const nsds_relay* problem, nsds_conversion** conversion,
                                                char* message, size_t message_size);

/* The AVI has the M, q and bounds of the given problem (0 and infinity for an LCP), and its unknowns and
 * multipliers are those of the given problem. */
NSDS_NUMERICS_API nsds_status nsds_relay_to_avi(const nsds_relay* problem, nsds_conversion** conversion,
                                                char* message, size_t message_size);
NSDS_NUMERICS_API nsds_status nsds_lcp_to_avi(const nsds_lcp* problem, nsds_conversion** conversion,
                                              char* message, size_t message_size);
NSDS_NUMERICS_API nsds_status nsds_qp_to_avi(const nsds_qp* problem, nsds_conversion** conversion,
                                             char* message, size_t message_size);

/* x = (z, lambda, mu),   F_MCP(x) = (F(z) - A'lambda - C'mu, A z - b, C z - d),   lower ≤ z ≤ upper, lambda ≥ 0, mu free.
 *
 * scale_z and scale_w of the MCP make its residual that of the VI. Its map calls that of the VI, whose functions and user data
 * have to outlive the conversion, and has a Jacobian where that has one; without, differences move the multipliers too.
 * NSDS_NOT_APPLICABLE over cones and behind projectors. */
NSDS_NUMERICS_API nsds_status nsds_vi_to_mcp(const nsds_vi* problem, nsds_conversion** conversion,
                                             char* message, size_t message_size);

/* The VI has the map and the box of the MCP, and the same unknowns. A VI has one unit for all unknowns and one for all values:
 * where those of the MCP are not all the same it has none. The functions and user data of the map have to outlive the
 * conversion. */
NSDS_NUMERICS_API nsds_status nsds_mcp_to_vi(const nsds_mcp* problem, nsds_conversion** conversion,
                                             char* message, size_t message_size);

/* x = (p, z, lambda, multipliers of A, of C) in the units of the QVI,
 *
 *   F_MCP(x) = (F(z) - ∇_y g(z, z) lambda - A'lambda_A - C'mu, z - c(z) - p, g(z, z), A p - b, C p - d),
 *
 * p within the bounds, z free, lambda, lambda_A ≥ 0, mu free, rows of A and C divided by their largest entries. Without c p
 * is z, and stands alone. The map calls the functions of the QVI, which have to outlive the conversion with their user data, from
 * one thread at a time. What they do not give it finds by differences. NSDS_NOT_APPLICABLE over Lorentz cones and behind
 * projectors. */
NSDS_NUMERICS_API nsds_status nsds_qvi_to_mcp(const nsds_qvi* problem, nsds_conversion** conversion,
                                              char* message, size_t message_size);

/* x = (z/s_x, lambda s_c/s_f, mu s_c/s_f),   F(x) the conditions of optimality of nlp.h in the units s of the program, so that
 * the residual of the MCP is that of the program. The functions and user data of the program have to outlive the conversion,
 * and where it has no Hessian differences stand in for it. Its map remembers the last point: one thread at a time may solve
 * it. */
NSDS_NUMERICS_API nsds_status nsds_nlp_to_mcp(const nsds_nlp* problem, nsds_conversion** conversion,
                                              char* message, size_t message_size);

/* x and F as in friction_complementarity.h, a contact (r_N, t, s) after the other, t without bounds. scale_z and scale_w measure
 * a speed in max |q|, a force in what makes that through the largest W_ii, t and F_s in 1. */
NSDS_NUMERICS_API nsds_status nsds_friction_contact_to_mcp(const nsds_friction_contact* problem,
                                                           nsds_conversion** conversion, char* message,
                                                           size_t message_size);

/* Linear complementarity over cones. All of them have the unknowns of the given problem, and the way back moves z into K. */

/* The VI has the cones, and the map F(z) = M z + q with M as its Jacobian, which the conversion owns; scale_z and scale_w are the
 * units of the SOCLCP, so that the residuals are the same. */
NSDS_NUMERICS_API nsds_status nsds_soclcp_to_vi(const nsds_soclcp* problem, nsds_conversion** conversion,
                                                char* message, size_t message_size);

/* M is the Jacobian of F at zero, or what differences make of it there, and q = F(0). NSDS_NOT_APPLICABLE where the set is not
 * cones, one of them is a projector, or F is not affine: its values at two points away from zero differ from M z + q by more
 * than 1e-8 (1e-5 without a Jacobian) of |M||z| + |q|; it cannot be proved by values that it is. scale_z and scale_w are those
 * of the VI, 1 where it has none. NSDS_INVALID_ARGUMENT where F or its Jacobian fails or is not defined at one of these
 * points. */
NSDS_NUMERICS_API nsds_status nsds_vi_to_soclcp(const nsds_vi* problem, nsds_conversion** conversion,
                                                char* message, size_t message_size);

/* min 1/2 z'M z + q'z subject to z in K, whose projection the conversion has; the multiplier of the program is w. Needs M
 * symmetric as in nsds_lcp_to_qp_symmetric, else NSDS_NOT_APPLICABLE. The program is convex where M is positive semidefinite;
 * otherwise each of its stationary points solves the SOCLCP. */
NSDS_NUMERICS_API nsds_status nsds_soclcp_to_convex_qp(const nsds_soclcp* problem,
                                                       nsds_conversion** conversion, char* message,
                                                       size_t message_size);

/* K ∋ r ⟂ W r + q ∈ K*, the cones { |r_T| ≤ mu r_N }, of dimension 2 or 3: Coulomb's friction without the shift mu |u_T| of
 * u_N, so that a contact that slides opens. It is the problem itself where mu = 0, and at a solution at which no contact
 * slides. */
NSDS_NUMERICS_API nsds_status nsds_friction_contact_to_soclcp(const nsds_friction_contact* problem,
                                                              nsds_conversion** conversion, char* message,
                                                              size_t message_size);

/* The classes and sizes that a conversion leads from and to. */
typedef struct nsds_conversion_info {
  nsds_class given_class, converted_class;
  int32_t given_size,
      given_multipliers; /* multipliers: inequalities + equalities of a QP, AVI, VI or NLP, rows of a QVI or convex QP */
  int32_t converted_size, converted_multipliers; /* 0 in other classes */
} nsds_conversion_info;

/* Lives as long as the conversion. Null where that is null. */
NSDS_NUMERICS_API const nsds_conversion_info* nsds_conversion_describe(const nsds_conversion* conversion);

/* The converted problem, to be solved like any other. It lives as long as the conversion; null where it is of
 * another class, or the conversion is null. */
NSDS_NUMERICS_API const nsds_lcp* nsds_conversion_lcp(const nsds_conversion* conversion);
NSDS_NUMERICS_API const nsds_mlcp* nsds_conversion_mlcp(const nsds_conversion* conversion);
NSDS_NUMERICS_API const nsds_qp* nsds_conversion_qp(const nsds_conversion* conversion);
NSDS_NUMERICS_API const nsds_avi* nsds_conversion_avi(const nsds_conversion* conversion);
NSDS_NUMERICS_API const nsds_mcp* nsds_conversion_mcp(const nsds_conversion* conversion);
NSDS_NUMERICS_API const nsds_vi* nsds_conversion_vi(const nsds_conversion* conversion);
NSDS_NUMERICS_API const nsds_soclcp* nsds_conversion_soclcp(const nsds_conversion* conversion);
NSDS_NUMERICS_API const nsds_convex_qp* nsds_conversion_convex_qp(const nsds_conversion* conversion);

/* A solution of the given problem from one of the converted problem, moved into the bounds where rounding had
 * left them. x: (converted_size), x_multipliers: (converted_multipliers), Nullable: zeros. z: (given_size)
 * out, z_multipliers: (given_multipliers) out, Nullable: not wanted. In and out do not overlap. Says nothing
 * of the quality of what it was given. Several threads may use one conversion. Returns NSDS_OK,
 * NSDS_INVALID_ARGUMENT (null, a number that is not finite, or would not be; outputs untouched) or
 * NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_conversion_back(const nsds_conversion* conversion, const double* x,
                                                   const double* x_multipliers, double* z,
                                                   double* z_multipliers);

/* The point of the converted problem that belongs to z, as a start (option warm_start); the solution where z
 * and its multipliers are. z: (given_size), z_multipliers: (given_multipliers), Nullable: zeros. x:
 * (converted_size) out, x_multipliers: (converted_multipliers) out, Nullable: not wanted. Otherwise as
 * above. */
NSDS_NUMERICS_API nsds_status nsds_conversion_forward(const nsds_conversion* conversion, const double* z,
                                                      const double* z_multipliers, double* x,
                                                      double* x_multipliers);

/* Releases it and the converted problem. Nullable. */
NSDS_NUMERICS_API void nsds_conversion_free(nsds_conversion* conversion);

#ifdef __cplusplus
}
#endif
#endif
