/* Generalised equation: find z ∈ ℝⁿ with
 *
 *   0 ∈ F(z) + T(z),
 *
 * F a map of the user, T a maximal monotone operator that is given by its resolvent
 *
 *   J_rho(x) = (I + rho T)⁻¹(x),   rho > 0:   the one y with   (x - y) / rho ∈ T(y).
 *
 * T the normal cone of K: J_rho is the projection onto K for every rho, and the problem is that of vi.h. T = ∂g, g convex:
 * J_rho(x) minimises g(y) + |y - x|² / (2 rho), and the problem is that of F(z)'(y - z) + g(y) - g(z) ≥ 0 for all y.
 *
 * A nonlinear program min f(x), g(x) ≥ 0, h(x) = 0 is one in z = (x, lambda, mu) with F = (∇f - ∇g lambda - ∇h mu, +g, +h)
 * and T the normal cone of ℝⁿ x ℝ₊ᵐ x ℝᵉ; with -g it would say g ≤ 0.
 *
 * References: Robinson 1980, Math. Oper. Res. 5; Rockafellar 1976, SIAM J. Control Optim. 14.
 *
 * Residual: what ok means is in docs/ok.md, "Variational inequalities": all of z is one part, since nothing tells its units apart, with the terms
 * T = |F - J z| + |J| |z| of F linearised at z, J by differences where it is not given, and the value is | z - J_rho(z - rho w) | / |z| with rho = |z| / T.
 * Solvers work with the residual of the class, which judges with residual = class: with s_z = scale_z and s_w = scale_w what one of an unknown and one of its F_i is, 1 where not given,
 *
 *   | z - J_rho(z - rho w) | / s_z,   rho = s_z / s_w,   w = F(z),
 *
 * in the Euclidean norm. Its parts are not told apart: complementarity is the value, primal and dual are 0, worst is 0.
 * Round-off floor = eps | |z|/s_z + |w|/s_w |. Where it is above 1e-6 the residual is never said to be below it: next to so
 * large a z the w would vanish.
 *
 * A resolvent does not expand, |J_rho(x) - J_rho(y)| ≤ |x - y|; where a call sees that it does, the problem is invalid. F is
 * evaluated at values of the resolvent; by tseng elsewhere too. forward_backward is proved for an F that is the gradient
 * of a convex function, or cocoercive, the others for a monotone one.
 *
 * max_iterations = 0 stands for 100000 steps, each of them one or two evaluations of F and of the resolvent. The methods do
 * not use the Jacobian of F.
 */
#ifndef NSDS_NUMERICS_GENERALIZED_EQUATION_H
#define NSDS_NUMERICS_GENERALIZED_EQUATION_H

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

/* out = J_rho(x); x, out: (n), not overlapping. Returns 0, or anything else for failure; an exception of C++ that leaves it
 * counts as one. rho > 0, x is finite; every entry of out has to be written, and finite. The same rho and x have to give
 * the same values. */
typedef int (*nsds_resolvent_function)(void* user, double rho, const double* x, double* out);

typedef struct nsds_generalized_equation {
  size_t struct_size;                /* set by nsds_generalized_equation_init */
  int32_t size;                      /* n ≥ 0 */
  nsds_map F;                        /* (n) -> (n) */
  nsds_resolvent_function resolvent; /* of T */
  void* user;                        /* Nullable: handed to resolvent */
  double scale_z, scale_w;           /* s_z, s_w > 0; 0, the default, stands for 1 */
} nsds_generalized_equation;

/* An empty problem of the right struct_size. */
NSDS_NUMERICS_API void nsds_generalized_equation_init(nsds_generalized_equation* problem);

/* Solves. z: (n) in/out (in only with the option warm_start, else it begins near zero): the solution or the best iterate,
 * finite, a value of the resolvent. w: (n) out, Nullable: F(z) for the z returned. options: Nullable, the defaults of the
 * class. workspace, report: Nullable. Returns the status, the same as report->status. A starting point that solves the
 * problem is returned at once. z and w are untouched on NSDS_INVALID_ARGUMENT and NSDS_OUT_OF_MEMORY. */
NSDS_NUMERICS_API nsds_status nsds_generalized_equation_solve(const nsds_generalized_equation* problem,
                                                              double* z, double* w,
                                                              const nsds_options* options,
                                                              nsds_workspace* workspace, nsds_report* report);

/* Evaluates what ok means at z, at the tolerance of 1e-8: (n). residual: out, initialised by nsds_residual_init. Returns NSDS_OK or
 * NSDS_INVALID_ARGUMENT, also where F is not defined at z or a callback fails. */
NSDS_NUMERICS_API nsds_status nsds_generalized_equation_residual(const nsds_generalized_equation* problem,
                                                                 const double* z, nsds_residual* residual);

/* The same of the residual of the class. */
NSDS_NUMERICS_API nsds_status nsds_generalized_equation_class_residual(
    const nsds_generalized_equation* problem, const double* z, nsds_residual* residual);

#ifdef __cplusplus
}
#endif
#endif
