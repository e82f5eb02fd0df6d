/* Quasi-variational inequality: find z ∈ K(z) with
 *
 *   F(z)'(y - z) ≥ 0   for all y in K(z),      K(z) = { y : y - c(z) in K, g(y, z) ≥ 0 },
 *
 * F: ℝⁿ → ℝⁿ a map of the user, K one of the sets of vi.h: a box, a polyhedron, a product of cones, or what a projector
 * projects onto. The set depends on z in one of two ways, or in both: it is moved by c: ℝⁿ → ℝⁿ, and it has rows g(y, z) ≥ 0,
 * g: ℝⁿ x ℝⁿ → ℝᵐ concave in y. In a game z_i ≤ 15 - z_j is the row g_i = 15 - y_i - z_j: player i, who chooses y_i, is bound
 * by what the others have chosen. Where neither c nor g is given it is the problem of vi.h.
 *
 * Conditions, with multipliers lambda (m) of g, and of A and C where K is a polyhedron, which are those of vi.h:
 *
 *   z - c(z) in K,   -(F(z) - ∇_y g(z, z) lambda) in the normal cone of K at z - c(z),   0 ≤ lambda ⟂ g(z, z) ≥ 0.
 *
 * These conditions are necessary where a constraint qualification holds, and sufficient.
 *
 * Where they are evaluated: without c within bounds and half-lines of K, each argument of g too; with c anywhere. Where
 * they are not defined a point is outside the domain: Newton methods shorten the step, the loops of fixed_point and
 * augmented_lagrangian end there.
 *
 * References: Facchinei, Kanzow 2007, 4OR 5; Facchinei, Kanzow, Sagratella 2014, Math. Program. 144; Nesterov, Scrimali 2011,
 * Discrete Contin. Dyn. Syst. 31; Harker 1991, Eur. J. Oper. Res. 54.
 *
 * Residual: what ok means is in docs/ok.md, "Variational inequalities": the conditions linearised at the point, with p in K in place of z - c(z) and the
 * rows z - c(z) - p = 0. Solvers work with the residual of the class, which judges with residual = class: that of vi.h over K, at x = z - c(z) in place of z and w = F(z) - ∇_y g(z, z) lambda in place of F(z), and
 *
 *   | min( g_i / s_i, s_i lambda_i / (s_z s_w) ) |,
 *
 * the largest of all; s_i = scale_g[i] says what one of g_i is. Its parts and the round-off floor are those of vi.h. worst: i < n
 * for a row of K, n + i for g_i, n + m + i for row i of A and then of C.
 *
 * There are no proofs that there is no solution.
 *
 * max_iterations = 0 stands for 1000 steps of kkt_newton and augmented_lagrangian, each of them one Jacobian and one
 * factorisation or more, and for 100000 of auto and fixed_point, whose steps may be projections. The counts of the report are
 * those of F; c and g are evaluated as often, and for the derivatives that are not given again and again.
 */
#ifndef NSDS_NUMERICS_QVI_H
#define NSDS_NUMERICS_QVI_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/nonlinear_map.h"
#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"
#include "nsds/numerics/status.h"
#include "nsds/numerics/vi.h"
#include "nsds/numerics/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* values = g(y, z), (m), or the entries of one of its Jacobians. y, z: (n), may be the same array. Returns an
 * nsds_map_outcome. The same y and z have to give the same values. */
typedef int (*nsds_qvi_function)(void* user, const double* y, const double* z, double* values);

/* A Jacobian of g, (m x n). */
typedef struct nsds_qvi_jacobian {
  nsds_qvi_function evaluate;
  const int32_t* column_starts; /* Nullable: dense, column-major. (n + 1), as in nsds_csc_arrays */
  const int32_t*
      row_indices; /* (entries), strictly increasing within a column; null where column_starts is */
} nsds_qvi_jacobian;

typedef struct nsds_qvi {
  size_t struct_size; /* set by nsds_qvi_init */
  int32_t size;       /* n ≥ 0 */
  nsds_map F;         /* (n) -> (n) */

  /* K, field by field as in vi.h */
  nsds_vi_set set;
  const double *lower, *upper; /* (n); with c they bound z - c(z) */
  int32_t inequalities, equalities;
  const nsds_matrix* A;
  const double* b;
  const nsds_matrix* C;
  const double* d;
  int32_t cone_count;
  const nsds_cone* cones;
  nsds_project_function project;
  void* user; /* Nullable: handed to project */

  nsds_map c; /* (n) -> (n); c.evaluate Nullable: K stays where it is */

  int32_t rows;             /* m ≥ 0 */
  nsds_qvi_function g;      /* Nullable where m = 0 */
  nsds_qvi_jacobian g_by_y; /* evaluate Nullable where m = 0: the conditions are made of it */
  nsds_qvi_jacobian g_by_z; /* evaluate Nullable: differences */
  /* 1: both Jacobians are constant, so that no second derivatives of g are looked for. They are differences of g_by_y otherwise,
   * and have an entry for each two unknowns in one row of g. */
  int32_t g_is_affine;
  void* g_user;          /* Nullable: handed to g and its Jacobians */
  const double* scale_g; /* Nullable: 1. (m), borrowed: what one of each g_i is, > 0 */

  double scale_z, scale_w; /* s_z, s_w > 0, as in vi.h; 0, the default, stands for 1 */
} nsds_qvi;

/* An empty problem of the right struct_size, without a set. */
NSDS_NUMERICS_API void nsds_qvi_init(nsds_qvi* problem);

/* Solves. z: (n) in/out (in only with the option warm_start, else it begins near zero): the solution or the best iterate,
 * finite. multipliers: (m + inequalities + equalities) in/out, Nullable: of g, of A, of C. w: (n) out, Nullable: F(z) for the
 * z returned. options: Nullable, the defaults of the class. workspace, report: Nullable. Returns the status, the same as
 * report->status. A starting point that solves the problem is returned at once; where there are multipliers they have to be
 * given for that. z, multipliers and w are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and
 * NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_qvi_solve(const nsds_qvi* problem, double* z, double* multipliers,
                                             double* w, const nsds_options* options,
                                             nsds_workspace* workspace, nsds_report* report);

/* Evaluates what ok means at z, at the tolerance of 1e-8: (n), without c within the bounds. multipliers: (m + inequalities + equalities), Nullable
 * where there are none. residual: out, initialised by nsds_residual_init. Returns NSDS_OK, NSDS_NOT_APPLICABLE (a matrix is an
 * operator) or NSDS_INVALID_ARGUMENT, also where a callback is not defined at z or fails. */
NSDS_NUMERICS_API nsds_status nsds_qvi_residual(const nsds_qvi* problem, const double* z,
                                                const double* multipliers, nsds_residual* residual);

/* The same of the residual of the class. */
NSDS_NUMERICS_API nsds_status nsds_qvi_class_residual(const nsds_qvi* problem, const double* z,
                                                      const double* multipliers, nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
