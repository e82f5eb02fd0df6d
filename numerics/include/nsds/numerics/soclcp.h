/* Linear complementarity problem over a product of second-order cones: find z in ℝⁿ with
 *
 *   w = M z + q,   K ∋ z ⟂ w ∈ K*,
 *
 * M any square matrix (n x n), K a product of blocks of consecutive unknowns: ℝᵏ, the orthant ℝ₊ᵏ and Lorentz cones
 * { (x_N, x_T) : |x_T| ≤ mu x_N } with their duals { mu |w_T| ≤ w_N }, as cone.h has them, without projectors of the user. Each
 * block for itself is complementary: z'w = 0 there.
 *
 * With F(z) in place of M z + q it is the problem of vi.h over cones. Over the orthant alone it is that of lcp.h; for M symmetric
 * and positive semidefinite it is min 1/2 z'M z + q'z over z in K, convex_qp.h; with the shift w_N += mu |w_T|, which is no part
 * of this class, that of friction_contact.h. There is a solution where M is monotone, x'M x ≥ 0, and z in K, M z + q in the
 * interior of K* for some z.
 *
 * References: Fukushima, Luo, Tseng 2001, SIAM J. Optim. 12; Hayashi, Yamashita, Fukushima 2005, SIAM J. Optim. 15; Facchinei,
 * Pang, Finite-Dimensional Variational Inequalities and Complementarity Problems (2003), 1.1.
 *
 * What ok means is in docs/ok.md, "Second-order cones": each Lorentz cone is a part with one norm, so is each row of the other kinds; a part
 * of z is in its cone, within 8 eps of the boundary on it, and what that leaves of w is at most the tolerance times |q_c| + sum |M_cc'| |z_c'|.
 * Solvers work with the residual of the class, the natural map with w recomputed from z,
 *
 *   | z/s_z - P_K( z/s_z - w/s_w ) |,
 *
 * P_K the Euclidean projection; the largest row in blocks ℝᵏ and ℝ₊ᵏ, the Euclidean norm of the block where it is a Lorentz cone,
 * and the largest of all blocks. s_w = scale_w, or ‖q‖_∞ (1 if q = 0) where that is not given; s_z = scale_z, or
 * s_w / max_i |M_ii| (all of them zero: s_w / max |M_ij|; M = 0: s_w). primal: the distance of z/s_z to K in the same norm; dual:
 * that of w/s_w to K*; complementarity: the natural map. worst: the row, the first of its block where a norm is taken. Round-off
 * floor: eps times the largest norm of a block of |z|/s_z + (|M||z| + |q|)/s_w. In a norm the natural map is never said to be
 * below eps times that of |z|/s_z + |w|/s_w where that is above 1e-6: next to so large a z the w would vanish.
 *
 * There are no proofs that there is no solution. report.evaluations counts products with M, jacobians the uses of its entries.
 *
 * max_iterations = 0 stands for 1000 steps of the solvers that factorise (newton_fb, newton_min, normal_map_newton, smoothing),
 * each of them one factorisation or more, 20000 sweeps of pgs, and 100000 of auto, convex_qp and of the others, each of them one
 * or two products with M and as many projections.
 */
#ifndef NSDS_NUMERICS_SOCLCP_H
#define NSDS_NUMERICS_SOCLCP_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/cone.h"
#include "nsds/numerics/matrix.h"
#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"
#include "nsds/numerics/status.h"
#include "nsds/numerics/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nsds_soclcp {
  size_t struct_size;   /* set by nsds_soclcp_init */
  int32_t size;         /* n ≥ 0 */
  const nsds_matrix* M; /* (n x n), borrowed; dense, CSC or BSR */
  const double* q;      /* (n), borrowed */
  int32_t cone_count;
  const nsds_cone* cones;  /* (cone_count), borrowed; their sizes sum up to n; none of the kind projector */
  double scale_z, scale_w; /* s_z, s_w > 0; 0, the default: found from M and q */
  const double* floor;     /* (n), borrowed, Nullable: 0: what a row may be violated by whatever its terms */
} nsds_soclcp;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_soclcp_init(nsds_soclcp* problem);

/* Solves. z: (n) in/out (in only with the option warm_start, else it begins at zero): the solution or the best iterate, finite.
 * w: (n) out, Nullable: M z + q for the z returned. options: Nullable, the defaults of the class. workspace, report: Nullable.
 * Returns the status, the same as report->status. The start is moved into K. A starting point that solves the problem is
 * returned at once. z and w are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_soclcp_solve(const nsds_soclcp* problem, double* z, double* w,
                                                const nsds_options* options, nsds_workspace* workspace,
                                                nsds_report* report);

/* Evaluates what ok means at z, at the tolerance of 1e-8: (n). residual: out, initialised by nsds_residual_init; its worst is the first row of
 * a part. Returns NSDS_OK, NSDS_NOT_APPLICABLE (M is an operator) or NSDS_INVALID_ARGUMENT, also where M z + q overflows. */
NSDS_NUMERICS_API nsds_status nsds_soclcp_residual(const nsds_soclcp* problem, const double* z,
                                                   nsds_residual* residual);

/* The same of the residual of the class. */
NSDS_NUMERICS_API nsds_status nsds_soclcp_class_residual(const nsds_soclcp* problem, const double* z,
                                                         nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
