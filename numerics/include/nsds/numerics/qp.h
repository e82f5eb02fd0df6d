/* Convex quadratic program: find z ∈ ℝⁿ that minimises 1/2 z'Q z + p'z subject to
 *
 *   A z ≥ b (m rows),   C z = d (e rows),   lower ≤ z ≤ upper,
 *
 * Q symmetric positive semidefinite. With multipliers lambda (m) of A z ≥ b and mu (e) of C z = d, a
 * solution is a point where, with the gradient g = Q z + p - A' lambda - C' mu and y = A z - b,
 *
 *   g_j ≥ 0 where z_j = lower_j,  g_j ≤ 0 where z_j = upper_j,  g_j = 0 between,
 *   0 ≤ lambda  ⟂  y ≥ 0,   C z = d.
 *
 * Where Q is not positive semidefinite these conditions are solved, not the minimisation. Q is looked at after a solve that
 * succeeded and did not find it out by itself, by at most one factorisation of Q; where that would take long the message says that it was not
 * tested. With reuse = values it is not done again. Where Q takes negative values, and at most 300 unknowns are between their bounds, the point is
 * NSDS_NOT_A_MINIMUM where it takes them along the constraints and bounds that hold there; `auto` then goes on from where a constraint stops the
 * fall of the objective, and from zero, and returns what is a solution without such a direction if some solver finds one. NSDS_OK beside a message
 * that Q is not positive semidefinite stands for a point with none, which need not be the least minimum, nor one at all where a multiplier of
 * what holds is zero.
 *
 * References: Nocedal, Wright, Numerical Optimization (2006), 16; Cottle, Pang, Stone (1992, 2009), 1.2.
 *
 * Residual: the contract of docs/ok.md, over the rows of the gradient, of A and of C, with z in its bounds and lambda ≥ 0 to
 * the last bit: the largest of
 *
 *   what the side of z_j leaves of g_j, over |p_j| + Σ|Q_jk z_k| + Σ|A_ij lambda_i| + Σ|C_ij mu_i|,
 *   |y_i| where lambda_i > 0, max(−y_i, 0) where lambda_i = 0, over |b_i| + Σ|A_ij z_j|,   |C z − d|_i over its terms,
 *   (|gap| + Σ|z_j| v_j + Σ|lambda_i| v_i + Σ|mu_i| v_i) / (1 + |primal| + |dual objective|), v what rows are violated by,
 *   gap = z'Q z + p'z − b'lambda − d'mu − bounds'g,
 *
 * rows of data of rounding and those below their floor left out; 1 where the point is a ray. OK: the point satisfies exactly
 * the conditions of a program each of whose numbers is the given one to that relative accuracy. residual.dual has the
 * gradients that no bound carries, primal the rows of A and C, complementarity the others and the gap. The last depends on
 * the unit of the objective, by which an answer is only refused.
 *
 * Option residual = class, in units of the whole problem: the largest of
 *
 *   |z_j - mid(lower_j, z_j - g_j s_z / s_w, upper_j)| / s_z,
 *   |min(y_i / (a_i s_z), lambda_i a_i / s_w)|,   |C z - d|_i / (c_i s_z),
 *
 * a_i, c_i the largest entry of a row (of a row of zeros: its right-hand side over s_z). s_w = ||p||_inf and
 * s_z = s_w / max_i |Q_ii| (all diagonal entries zero: max |Q_ij|). Where p or Q is zero, s_z is the smallest
 * of the |b_i| / a_i, |d_i| / c_i and bounds that are neither zero nor infinite, 1 if there is none, and,
 * where p is zero, s_w = s_z max_i |Q_ii| (1 if Q is zero too). s_z, s_w, a_i and c_i are then rounded down to powers
 * of two. Constraints may be violated by any part of s_z. A residual below a round-off floor above 1e-6 is not
 * believed: the value is that floor.
 *
 * INFEASIBLE: report.certificate, room for n + m + e numbers, receives (0, lambda, mu) with lambda ≥ 0 and,
 * for r = A' lambda + C' mu, max of r'z over the bounds < b' lambda + d' mu: no z satisfies the constraints.
 *
 * UNBOUNDED: report.certificate receives (v, 0, 0) with Q v = 0, p'v < 0, A v ≥ 0, C v = 0 and v within what
 * the bounds leave open: from every z that satisfies the constraints the objective falls for ever along v.
 * That there is such a z is no part of the proof.
 *
 * max_iterations = 0, with N = n + m + e: 10000 + 20 N (auto), 1000 + 20 N exchanges (goldfarb_idnani,
 * semidefinite_active_set), 10^6 + 1000 N (dual), 250 (proximal_interior_point), 300 (interior_point), 50000
 * (admm), 20000 (projected_gradient), 5000 + N (proximal), 3000 + 150 N pivots (lemke), 1000 + N (newton_min,
 * newton_fb).
 *
 * Sequences in which p, b, d and the bounds change and the matrices do not, as in model predictive control: with warm_start,
 * reuse = values and a workspace goldfarb_idnani and semidefinite_active_set begin with the active set of the start and
 * the factors of the last solve, which costs O(n (n + m + e)) for each constraint that has come or gone, and nothing
 * is factorised or allocated. proximal_interior_point tries the active set of the start, and keeps the order of
 * elimination of the last pattern in any workspace.
 *
 * A linear program, Q = 0 (a matrix without entries will do), is a special case: `auto` and every solver whose
 * requirement is a positive semidefinite Q take it.
 */
#ifndef NSDS_NUMERICS_QP_H
#define NSDS_NUMERICS_QP_H

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

typedef struct nsds_qp {
  size_t struct_size;          /* set by nsds_qp_init */
  int32_t size;                /* n ≥ 0 */
  int32_t inequalities;        /* m ≥ 0 */
  int32_t equalities;          /* e ≥ 0 */
  const nsds_matrix* Q;        /* (n x n), borrowed; dense, CSC or BSR, both triangles */
  const double* p;             /* (n), borrowed */
  const nsds_matrix* A;        /* (m x n), borrowed; Nullable where m = 0 */
  const double* b;             /* (m), borrowed */
  const nsds_matrix* C;        /* (e x n), borrowed; Nullable where e = 0 */
  const double* d;             /* (e), borrowed */
  const double *lower, *upper; /* (n), borrowed, may be infinite; Nullable: no bounds on that side */
  /* (n + m + e), borrowed, Nullable: 0: what a row of the gradient, of A or of C may be violated by whatever its terms */
  const double* floor;
} nsds_qp;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_qp_init(nsds_qp* problem);

/* Solves. z: (n) in/out and multipliers: (m + e) in/out, lambda before mu, Nullable; in only with the option
 * warm_start: the solution or the best iterate, finite. options: Nullable, the defaults of the class.
 * workspace, report: Nullable. Returns the status, the same as report->status. A starting point that solves
 * the problem is returned at once. z and multipliers are untouched on NSDS_INVALID_ARGUMENT,
 * NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_qp_solve(const nsds_qp* problem, double* z, double* multipliers,
                                            const nsds_options* options, nsds_workspace* workspace,
                                            nsds_report* report);

/* Evaluates the residual at z: (n), multipliers: (m + e), Nullable where m + e = 0. residual: out,
 * initialised by nsds_residual_init; worst counts the rows of z, then those of A, then those of C. Returns
 * NSDS_OK, NSDS_INVALID_ARGUMENT or NSDS_NOT_APPLICABLE (a matrix is an operator). */
NSDS_NUMERICS_API nsds_status nsds_qp_residual(const nsds_qp* problem, const double* z,
                                               const double* multipliers, nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
