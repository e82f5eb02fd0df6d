/* Convex quadratic program over a convex set C that is given by its projection, or is a box:
 *
 *   min  1/2 z'M z + q'z   subject to   u = A z + b in C,      M symmetric positive semidefinite,
 *
 * find z ∈ ℝⁿ and the multiplier xi ∈ ℝᵐ with
 *
 *   M z + q - A'xi = 0,   -xi in the normal cone of C at u,
 *   that is   u = Proj_C(u - rho xi)   for any rho > 0.
 *
 * The unknown xi pushes u into C: over the orthant 0 ≤ xi ⟂ u ≥ 0. Without A (the identity) and b the
 * problem is min over z in C, and xi = M z + q.
 *
 * References: Boyd, Parikh, Chu, Peleato, Eckstein 2011, Found. Trends Mach. Learn. 3; Acary, Brogliato 2008.
 *
 * Residual: what ok means is in docs/ok.md, "Convex programs": rows of the gradient, and of u the side that the sign of xi_i says (at lower_i where
 * xi_i > 0, at upper_i where xi_i < 0, within the bounds where it is 0), each against its own terms; behind a projector u is one part, in the Euclidean
 * norm, and the natural map u - Proj_C(u - rho xi) with rho |xi| as large as its terms is what it is violated by. worst: the row j of the gradient, or
 * n + i for row i of u (n behind a projector). Round-off floor = eps, or that of the objective.
 *
 * Solvers work with the residual of the class, which judges with residual = class. Without scales it is, block by block, the largest of
 *
 *   | (M z + q - A'xi)_j | / S_j,   S_j = max(|q_j|, Σ_k |M_jk z_k|, Σ_i |A_ij xi_i|),
 *   | u - Proj_C( u - (T/X) xi ) | / T,
 *
 * over a box row by row, T = max(|b_i|, Σ_j |A_ij z_j|, the bound that u_i is at), X = min_j S_j / |A_ij|; behind a projector in the Euclidean norm of
 * the block, T = |max(|b|, |A||z|)|, X the least of its rows, at least |xi|. Terms that hold rounding alone are measured in units in which the entries
 * of [M, -A'; A, 0] are about one, and what misses the data by more than rounding counts that part (docs/decisions/0040).
 *
 * With scales, s_z = scale_z and s_w = scale_w of z and of M z + q, a = max |A_ij| (1 for the identity and for A = 0), s_u = a s_z and s_xi = s_w / a,
 * it is the larger of
 *
 *   max_j | (M z + q - A'xi)_j | / s_w   and   | u - Proj_C( u - (s_u/s_xi) xi ) | / s_u,
 *
 * u recomputed from z; row by row over a box, max_i, else the Euclidean norm. Its parts: primal, the distance of u to C / s_u; dual, the first of
 * the two; complementarity, the second where primal is below it, else 0. Round-off floor = eps times the larger of max_j (|M||z| + |q| + |A'||xi|)_j /
 * s_w and |  |A||z| + |b| + (s_u/s_xi)|xi|  | / s_u in the norm of the natural map. Behind a projector the natural map is never said to be below that
 * second floor where the floor is above 1e-6, because next to so large a u the multiplier would vanish.
 *
 * max_iterations = 0 stands for 200000 (auto), 50000 (admm), 20000 (projected_gradient,
 * accelerated_gradient), 100000 (extragradient) steps of one or two products with the matrices and as many
 * projections.
 */
#ifndef NSDS_NUMERICS_CONVEX_QP_H
#define NSDS_NUMERICS_CONVEX_QP_H

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

/* projection = the point of C nearest to x in the Euclidean norm; x, projection: (m), not overlapping.
 * Returns 0, or anything else for failure; an exception of C++ that leaves it counts as one. x is finite;
 * every entry of projection has to be written, and finite. The same x has to give the same projection. */
typedef int (*nsds_project_function)(void* user, const double* x, double* projection);

typedef struct nsds_convex_qp {
  size_t struct_size;            /* set by nsds_convex_qp_init */
  int32_t size;                  /* n ≥ 0 */
  int32_t rows;                  /* m ≥ 0; n where A is null */
  const nsds_matrix* M;          /* (n x n), symmetric, borrowed; dense, CSC or BSR */
  const double* q;               /* (n), borrowed */
  const nsds_matrix* A;          /* Nullable: the identity. (m x n), borrowed; dense, CSC or BSR */
  const double* b;               /* Nullable: zero. (m), borrowed */
  const double* lower;           /* (m), borrowed, may be -infinite; not read where project is given */
  const double* upper;           /* (m), borrowed, may be infinite; not read where project is given */
  nsds_project_function project; /* Nullable: C is the box [lower, upper] */
  void* user;                    /* Nullable: handed to project */
  double scale_z,
      scale_w; /* s_z, s_w > 0; both 0, the default: the residual of the class is block by block */
  const double*
      floor; /* (n + m), borrowed, Nullable: 0: what a row of the gradient, and then of u, may be violated
                              by whatever its terms; behind a projector the largest of u counts */
} nsds_convex_qp;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_convex_qp_init(nsds_convex_qp* problem);

/* Solves. z: (n), xi: (m) in/out (in only with the option warm_start): the solution or the best iterate,
 * finite. u: (m) out, Nullable: A z + b for the z returned. options: Nullable, the defaults of the class.
 * workspace, report: Nullable. Returns the status, the same as report->status. A starting point that solves
 * the problem is returned at once. Where A is null the solvers read z alone: xi is
 * M z + q. A projector that fails or writes what is not finite makes the problem
 * invalid, whenever that is found. z, xi and u are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE
 * and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_convex_qp_solve(const nsds_convex_qp* problem, double* z, double* xi,
                                                   double* u, const nsds_options* options,
                                                   nsds_workspace* workspace, nsds_report* report);

/* Evaluates what ok means at z: (n), xi: (m), at the tolerance of 1e-8. residual: out, initialised by nsds_residual_init. Returns
 * NSDS_OK, NSDS_INVALID_ARGUMENT (also where the projector fails) or NSDS_NOT_APPLICABLE (M or A is an
 * operator). */
NSDS_NUMERICS_API nsds_status nsds_convex_qp_residual(const nsds_convex_qp* problem, const double* z,
                                                      const double* xi, nsds_residual* residual);

/* The same of the residual of the class. */
NSDS_NUMERICS_API nsds_status nsds_convex_qp_class_residual(const nsds_convex_qp* problem, const double* z,
                                                            const double* xi, nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
