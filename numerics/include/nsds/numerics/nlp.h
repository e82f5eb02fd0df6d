/* Nonlinear program: find x ∈ ℝⁿ that minimises f(x) subject to
 *
 *   g(x) ≥ 0 (m rows),   h(x) = 0 (e rows),   lower ≤ x ≤ upper.
 *
 * With c = (g, h), its Jacobian J = dc/dx and multipliers lambda (m) of g and mu (e) of h, of the signs of qp.h, a solution
 * is a point where, with r = ∇f - J'(lambda, mu),
 *
 *   r_j ≥ 0 where x_j = lower_j,  r_j ≤ 0 where x_j = upper_j,  r_j = 0 between,
 *   0 ≤ lambda  ⟂  g ≥ 0,   h = 0,   lower ≤ x ≤ upper.
 *
 * These conditions of optimality are what NSDS_OK stands for. A minimum satisfies them where the gradients of the
 * constraints that hold there are independent, or under weaker conditions of that kind; other points may as well. `sqp`
 * prefers minima: its quadratic programs are convex, so that it goes down where the constraints are satisfied, and where a
 * Hessian is given it leaves a solution at which the Hessian of the Lagrangian is negative along the constraints that hold, up to three
 * times, and returns the lower one. Whatever the solver, a point that satisfies them is NSDS_NOT_A_MINIMUM where a start that satisfies the
 * constraints had a lower objective, or, of programs with a Hessian and n + m + e <= 300, where the Hessian of the Lagrangian is
 * negative along the constraints and bounds that hold; of others the message says that nobody looked. Minima are local ones.
 *
 * References: Nocedal, Wright, Numerical Optimization (2006), 12, 18; Waechter, Biegler 2005, SIAM J. Optim. 16.
 *
 * Residual: the contract of docs/ok.md for these conditions linearised at the point, with the Hessian H of f - (lambda, mu)'c: the largest of
 *
 *   what the side of x_j leaves of r_j, over |∇f_j - (H x)_j| + Σ|H_jk x_k| + Σ|J_ij| |(lambda, mu)_i|,
 *   |g_i| where lambda_i > 0, max(-g_i, 0) where lambda_i = 0, and |h_i|, over |c_i - (J x)_i| + Σ|J_ij x_j|,
 *   (|gap| + Σ|x_j| v_j + Σ|(lambda, mu)_i| v_i) / (1 + |f| + |f - gap|),  v what rows are violated by, gap = Σ x_j r_j between bounds + (lambda, mu)'c,
 *
 * 1 where lambda_i < 0 or the point is a ray. The terms with H are left out where a point is OK without them; where no Hessian is given they are differences of
 * gradients, made of points alone whose rows are below 1e-3 (1 + |f|). OK: the conditions of a program hold exactly that differs from the given one by functions
 * whose numbers are the tolerance beside those of this linearisation. Units that are given, s_f of f, s_x of each unknown, s_c of each row of c, are floors: |x_j| counts as
 * no less than s_x, a multiplier than s_f / s_c, terms than s_f / s_x and s_c; where they are not given methods take them for 1, and the residual does not
 * know them but for the unit of f in its last line. Of the parts of the residual, primal is the
 * violation of g, h and bounds, dual that of r = 0 where x_j has no bound to lean on, complementarity the rest. worst counts the rows of r,
 * then those of g, then those of h. Round-off floor = eps.
 *
 * There are no proofs that a nonlinear program has no solution. Where the constraints cannot be satisfied near the iterates
 * the call ends with NSDS_STALLED, the point at which the sum of their violations is least, and a message that says so;
 * where f falls below -1e20 s_f at a point that satisfies the constraints, with NSDS_UNBOUNDED and that point, if it goes
 * on to fall ten and a hundred times as far from the start, where the constraints are violated by less than 1e-6 of the way; else with NSDS_STALLED. Where the
 * derivatives of the caller disagree with differences along a direction, the message of a solve that failed names them.
 *
 * max_iterations = 0 stands for 1000 steps, each of them one evaluation of the derivatives and one quadratic program or more.
 *
 * `sqp` works on dense matrices, n + m + e <= 2000. The report has the objective, primal_residual, the largest violation of a constraint
 * or bound, and dual_residual, the largest entry of r that no bound carries, in the units of the caller; evaluations counts
 * the points at which f and c were asked for, jacobians those of the gradient and J, factorizations quadratic programs, and what
 * their solvers count.
 */
#ifndef NSDS_NUMERICS_NLP_H
#define NSDS_NUMERICS_NLP_H

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

/* Callbacks return an nsds_map_outcome, of which nonlinear_map.h says what follows. x: (n), within the bounds. Derivatives are
 * asked for only where f and c have been evaluated. */

/* f: out, one number. */
typedef int (*nsds_nlp_objective)(void* user, const double* x, double* f);

/* gradient: (n) out, ∇f. */
typedef int (*nsds_nlp_gradient)(void* user, const double* x, double* gradient);

/* c: (m + e) out, g before h. */
typedef int (*nsds_nlp_constraints)(void* user, const double* x, double* c);

/* values: out, the entries of J in the order of its pattern, or ((m + e) x n), column-major, where there is none. */
typedef int (*nsds_nlp_jacobian)(void* user, const double* x, double* values);

/* values: out, the entries of weight f'' + Σ multipliers_i c_i'' in the order of its pattern, both triangles, or (n x n)
 * where there is none. multipliers: (m + e). */
typedef int (*nsds_nlp_hessian)(void* user, const double* x, double weight, const double* multipliers,
                                double* values);

/* The places of entries column by column, as in nsds_csc_arrays. */
typedef struct nsds_nlp_pattern {
  const int32_t* column_starts; /* Nullable: the matrix is dense. (n + 1) */
  const int32_t*
      row_indices; /* (entries), strictly increasing within a column; null where column_starts is */
} nsds_nlp_pattern;

typedef struct nsds_nlp {
  size_t struct_size;   /* set by nsds_nlp_init */
  int32_t size;         /* n ≥ 0 */
  int32_t inequalities; /* m ≥ 0 */
  int32_t equalities;   /* e ≥ 0 */
  nsds_nlp_objective objective;
  nsds_nlp_gradient gradient;
  nsds_nlp_constraints constraints;  /* Nullable where m + e = 0 */
  nsds_nlp_jacobian jacobian;        /* Nullable where m + e = 0 */
  nsds_nlp_hessian hessian;          /* Nullable: damped BFGS in sqp, differences of r in kkt_newton */
  nsds_nlp_pattern jacobian_pattern; /* of J, ((m + e) x n) */
  nsds_nlp_pattern hessian_pattern;  /* of the Hessian, (n x n), symmetric */
  void* user;                        /* Nullable: handed to all of them */
  const double* lower;               /* Nullable: no bounds on that side. (n), borrowed, may be -infinite */
  const double* upper;               /* Nullable: no bounds on that side. (n), borrowed, may be infinite */
  const double* scale_x;             /* Nullable: 1. (n), borrowed: what one of each unknown is, > 0 */
  const double* scale_c;             /* Nullable: 1. (m + e), borrowed: what one of each row of c is, > 0 */
  double scale_f;                    /* what one of f is, > 0; 0, the default, stands for 1 */
} nsds_nlp;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_nlp_init(nsds_nlp* problem);

/* Solves. x: (n) in/out and multipliers: (m + e) in/out, lambda before mu, Nullable; in only with the option warm_start, else
 * the solve begins at the point within the bounds nearest to zero, with multipliers zero: the solution or the best iterate,
 * finite, x within the bounds. options: Nullable, the defaults of the class. workspace, report: Nullable. Returns the
 * status, the same as report->status. A starting point that satisfies the conditions, with its multipliers, is returned at
 * once; where f or c is not defined at it, points further inside the bounds are tried. x and multipliers are untouched on
 * NSDS_INVALID_ARGUMENT, NSDS_NOT_APPLICABLE and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_nlp_solve(const nsds_nlp* problem, double* x, double* multipliers,
                                             const nsds_options* options, nsds_workspace* workspace,
                                             nsds_report* report);

/* Evaluates the residual at x: (n), within the bounds, multipliers: (m + e), Nullable where m + e = 0. residual: out,
 * initialised by nsds_residual_init. Returns NSDS_OK or NSDS_INVALID_ARGUMENT, also where a callback is not defined at x. */
NSDS_NUMERICS_API nsds_status nsds_nlp_residual(const nsds_nlp* problem, const double* x,
                                                const double* multipliers, nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
