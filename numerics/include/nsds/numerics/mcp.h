/* Mixed complementarity problem: find z ∈ ℝⁿ with w = F(z) and, row by row, -w in the normal cone of [lower, upper]
 * at z:
 *
 *   w_i ≥ 0 where z_i = lower_i,   w_i ≤ 0 where z_i = upper_i,   w_i = 0 between,   lower ≤ z ≤ upper.
 *
 * With lower = 0 and no upper bounds it is the nonlinear complementarity problem, 0 ≤ z ⟂ F(z) ≥ 0. Rows without bounds
 * are equations F_i(z) = 0: with them it is the mixed one of the other form, G(u, v) = 0, 0 ≤ v ⟂ H(u, v) ≥ 0.
 * lower_i = upper_i fixes z_i. F is evaluated within the bounds alone.
 *
 * Reference: Facchinei, Pang, Finite-Dimensional Variational Inequalities and Complementarity Problems (2003), 1.2, 1.4.
 *
 * Residual: the contract of docs/ok.md for F linearised at z: with the Jacobian J there, by differences where it is not given, and
 *
 *   T_i = |w_i - (J z)_i| + Σ_j |J_ij z_j|,
 *
 * the largest part of T_i that the side of z_i leaves of w_i: |w_i| between the bounds, max(-w_i, 0) at the lower, max(w_i, 0) at the upper one, 0
 * where they are equal; "at" is equality. Rows of data of rounding are left out, and the value is 1 where the point is a ray. OK: z is the exact solution of
 * F plus an affine map whose numbers are the tolerance beside J and w - J z. scale_z and scale_w are floors where they are given: |z_j| counts as no less
 * than s_z,j, and T_i as no less than s_w,i. Methods work in these units, 1 where they are not given, and compare points that are no solutions by the natural map
 * in them, max_i | z_i/s_z,i - mid(lower_i/s_z,i, z_i/s_z,i - w_i/s_w,i, upper_i/s_z,i) |. Round-off floor = eps.
 *
 * There are no proofs that a nonlinear problem has no solution: where none is found, the call ends with NSDS_STALLED or
 * a limit and the best point. Where the Jacobian of the caller disagrees there with differences of F along a direction, the message names the row.
 *
 * max_iterations = 0 stands for 1000 steps, each of them one Jacobian and one factorisation or more.
 */
#ifndef NSDS_NUMERICS_MCP_H
#define NSDS_NUMERICS_MCP_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/nonlinear_map.h"
#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"
#include "nsds/numerics/status.h"
#include "nsds/numerics/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nsds_mcp {
  size_t struct_size;    /* set by nsds_mcp_init */
  int32_t size;          /* n ≥ 0 */
  nsds_map F;            /* (n) -> (n) */
  const double* lower;   /* Nullable: zero. (n), borrowed, may be -infinite */
  const double* upper;   /* Nullable: infinite. (n), borrowed, may be infinite */
  const double* scale_z; /* Nullable: 1. (n), borrowed: what one of each unknown is, > 0 */
  const double* scale_w; /* Nullable: 1. (n), borrowed: what one of each F_i is, > 0 */
} nsds_mcp;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_mcp_init(nsds_mcp* problem);

/* Solves. z: (n) in/out (in only with the option warm_start, else it begins at the point of the box nearest to zero):
 * the solution or the best iterate, finite, within the bounds. w: (n) out, Nullable: F(z) for the z returned. options:
 * Nullable, the defaults of the class. workspace, report: Nullable. Returns the status, the same as report->status. A
 * starting point that solves the problem is returned at once; where F is not defined at it, points further inside the
 * bounds are tried. z and w are untouched on NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_mcp_solve(const nsds_mcp* problem, double* z, double* w,
                                             const nsds_options* options, nsds_workspace* workspace,
                                             nsds_report* report);

/* Evaluates the residual at z: (n). residual: out, initialised by nsds_residual_init. Returns NSDS_OK or
 * NSDS_INVALID_ARGUMENT, also where F is not defined at z. */
NSDS_NUMERICS_API nsds_status nsds_mcp_residual(const nsds_mcp* problem, const double* z,
                                                nsds_residual* residual);

/* What a solver of the user has to keep to. */
typedef struct nsds_mcp_limits {
  double
      tolerance; /* of the natural map of the problem that it is given; less where the contract was not content */
  double seconds;         /* wall time that is left; may be infinite */
  int64_t max_iterations; /* in whatever the solver counts */
} nsds_mcp_limits;

/* A solver of the user. problem: in the units scale_z and scale_w of the problem that is solved, so that the residual is that of
 * the class without units; its callbacks are those of the caller, counted, at the point of the box nearest to their argument,
 * which may be any finite one. z: (n) in: the start, out: what was found. iterations: out. Returns 0 where it takes z for a
 * solution, else anything else. An exception of C++ that leaves it counts as that. */
typedef int (*nsds_mcp_solver)(void* user, const nsds_mcp* problem, const nsds_mcp_limits* limits, double* z,
                               int64_t* iterations);

/* Makes it the solver of these options, and of their copies, until nsds_options_set_solver: start, limits, units, counts and report
 * are those of every other, and what it returns is judged by the residual as theirs is. PATH, for one, can be had so. name: copied,
 * what the report calls it. user: handed to solve, has to stay for as long as the options are used. The common options keep their
 * values; it has none of its own. Returns NSDS_OK, NSDS_INVALID_ARGUMENT (null, options of another class, a name that is empty, one of
 * the registry or longer than 31 characters; options are as before, and nsds_options_error says why) or NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_mcp_options_set_solver(nsds_options* options, const char* name,
                                                          nsds_mcp_solver solve, void* user);

#ifdef __cplusplus
}
#endif
#endif
