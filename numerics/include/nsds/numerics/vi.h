/* Variational inequality: find z in K ⊂ ℝⁿ, K closed and convex, with w = F(z) and
 *
 *   F(z)'(y - z) ≥ 0   for all y in K,      that is   z = P_K(z - rho F(z))   for any rho > 0,
 *
 * P_K the projection onto K in the Euclidean norm. F is a map of the user; K is one of
 *
 *   box          lower ≤ z ≤ upper,
 *   polyhedron   A z ≥ b, C z = d, lower ≤ z ≤ upper, with multipliers lambda (m) of A and mu (e) of C as in avi.h,
 *   cones        a product of blocks of consecutive unknowns: all of ℝᵏ, the orthant ℝ₊ᵏ, a Lorentz cone
 *                { (x_N, x_T) : |x_T| ≤ mu x_N }, the normal component first, or what a projector of the user
 *                projects onto, which need not be a cone (cone.h),
 *   projector    what a projector of the user projects onto.
 *
 * Over a box it is the problem of mcp.h; over cones K the complementarity problem K ∋ z ⟂ F(z) ∈ K*, for F = M z + q that of
 * soclcp.h; for F = M z + q over a polyhedron that of avi.h, and for M symmetric that of convex_qp.h.
 *
 * A projector has to be idempotent, P(P(x)) = P(x), and not to expand, |P(x) - P(y)| ≤ |x - y|. Where a call sees that
 * one does, or is not, the problem is invalid. Its x may be any finite point.
 *
 * Where F is evaluated: golden_ratio, forward_backward, extragradient, hyperplane_projection and normal_map_newton evaluate F in K alone;
 * tseng leaves K, but for bounds; over a polyhedron complementarity and successive_avi leave the rows of A and C, and stay
 * within the bounds; newton_fb, newton_min and smoothing leave Lorentz cones, and stay within bounds up to their steps.
 * Differences in place of a Jacobian leave K, but for bounds. Where F is defined in K alone, a point outside is one outside
 * the domain: the step is shortened. What the methods that need no Jacobian are proved for is a monotone F; others are tried
 * all the same.
 *
 * References: Facchinei, Pang, Finite-Dimensional Variational Inequalities and Complementarity Problems (2003), 1.1, 1.5.
 *
 * Residual: what ok means is in docs/ok.md, "Variational inequalities": F linearised at z, over a box and a polyhedron the rows of the conditions of
 * optimality, over cones the parts of soclcp.h, behind a projector all of z as one part. Solvers work with the residual of the class, which judges with
 * residual = class, the natural map, with s_z = scale_z and s_w = scale_w what one of an unknown and one of its F_i is, 1 where
 * not given,
 *
 *   | z/s_z - P_{K/s_z}( z/s_z - w/s_w ) |,
 *
 * the largest row over a box and in blocks ℝᵏ and ℝ₊ᵏ, the Euclidean norm of the block where it is a Lorentz cone or
 * behind a projector, and the largest of all blocks. Over a polyhedron the conditions of optimality are measured, with
 * g = w - A'lambda - C'mu and the rows divided by their largest entries, a_i = max_j |A_ij| and c_i = max_j |C_ij| (1 for
 * a row of zeros): the largest of
 *
 *   | z_j/s_z - mid(lower_j/s_z, z_j/s_z - g_j/s_w, upper_j/s_z) |,
 *   | min( (A z - b)_i / (a_i s_z), a_i lambda_i / s_w ) |,      | (C z - d)_i | / (c_i s_z).
 *
 * primal: the distance of z/s_z to K/s_z in the same norm; dual: that of w/s_w to the dual cone, in blocks that are
 * cones; complementarity: the natural map. Over a box and a polyhedron they are those of mcp.h for these conditions. worst:
 * the row, the first of its block where a norm is taken; over a polyhedron n + i for row i of A and n + m + i of C.
 * Round-off floor: over a box or a polyhedron that of mcp.h, else eps times the largest norm of a block of
 * |z|/s_z + |w|/s_w. In a norm the natural map is never said to be below that of its block where it is above 1e-6: next to so
 * large a z the w would vanish.
 *
 * There are no proofs that there is no solution.
 *
 * max_iterations = 0 stands for 1000 steps of the solvers that factorise (normal_map_newton, newton_fb, newton_min,
 * smoothing, complementarity, successive_avi), each of them one Jacobian and one factorisation or more, and 100000 of auto
 * and of the others, each of them one or two evaluations of F and as many projections. Projections onto a polyhedron are
 * quadratic programs.
 */
#ifndef NSDS_NUMERICS_VI_H
#define NSDS_NUMERICS_VI_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/cone.h"
#include "nsds/numerics/convex_qp.h"
#include "nsds/numerics/matrix.h"
#include "nsds/numerics/nonlinear_map.h"
#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"
#include "nsds/numerics/status.h"
#include "nsds/numerics/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which fields of nsds_vi describe K. */
typedef enum nsds_vi_set {
  NSDS_VI_NO_SET = 0, /* what the initialiser leaves: refused */
  NSDS_VI_BOX = 1,
  NSDS_VI_POLYHEDRON = 2,
  NSDS_VI_CONES = 3,
  NSDS_VI_PROJECTOR = 4
} nsds_vi_set;

typedef struct nsds_vi {
  size_t struct_size; /* set by nsds_vi_init */
  int32_t size;       /* n ≥ 0 */
  nsds_map F;         /* (n) -> (n) */
  nsds_vi_set set;    /* what K is; fields below that belong to another set stay as they are initialised */
  /* box and polyhedron */
  const double *lower, *upper; /* (n), borrowed, may be infinite; Nullable: no bounds on that side */
  /* polyhedron */
  int32_t inequalities; /* m ≥ 0 */
  int32_t equalities;   /* e ≥ 0 */
  const nsds_matrix* A; /* (m x n), borrowed; dense, CSC or BSR; Nullable where m = 0 */
  const double* b;      /* (m), borrowed */
  const nsds_matrix* C; /* (e x n), borrowed; dense, CSC or BSR; Nullable where e = 0 */
  const double* d;      /* (e), borrowed */
  /* cones */
  int32_t cone_count;
  const nsds_cone* cones; /* (cone_count), borrowed; their sizes sum up to n */
  /* projector */
  nsds_project_function project; /* (n) -> (n) */
  void* user;                    /* Nullable: handed to project */

  double scale_z, scale_w; /* s_z, s_w > 0; 0, the default, stands for 1 */
} nsds_vi;

/* An empty problem of the right struct_size, without a set. */
NSDS_NUMERICS_API void nsds_vi_init(nsds_vi* problem);

/* Solves. z: (n) in/out (in only with the option warm_start, else it begins near zero): the solution or the best iterate,
 * finite. multipliers: (m + e) in/out, Nullable, lambda before mu, of a polyhedron; not touched for other sets. w: (n) out,
 * Nullable: F(z) for the z returned. options: Nullable, the defaults of the class. workspace, report: Nullable. Returns the
 * status, the same as report->status. The start is moved into K, of a polyhedron into its bounds. A starting point that
 * solves the problem is returned at once; over a polyhedron its multipliers have to be given for that. z, multipliers and w
 * are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_vi_solve(const nsds_vi* problem, double* z, double* multipliers, double* w,
                                            const nsds_options* options, nsds_workspace* workspace,
                                            nsds_report* report);

/* Evaluates what ok means at z, at the tolerance of 1e-8: (n), within the bounds. multipliers: (m + e) of a polyhedron, Nullable: those of the
 * projection of z/s_z - w/s_w onto K/s_z. residual: out, initialised by nsds_residual_init. Returns NSDS_OK,
 * NSDS_NOT_APPLICABLE (a matrix is an operator) or NSDS_INVALID_ARGUMENT, also where F is not defined at z or a callback
 * fails. */
NSDS_NUMERICS_API nsds_status nsds_vi_residual(const nsds_vi* problem, const double* z,
                                               const double* multipliers, nsds_residual* residual);

/* The same of the residual of the class. */
NSDS_NUMERICS_API nsds_status nsds_vi_class_residual(const nsds_vi* problem, const double* z,
                                                     const double* multipliers, nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
