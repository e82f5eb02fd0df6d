// A differential variational inequality with conditions at both ends,
//
//   x' = f(t, x) + B(t, x) u,    u ∈ SOL(K, G(t, x) + F(·)),    Γ(x(t₀), x(T)) = 0,
//
// such as the first-order conditions of optimal control with bounds on the controls, where x has the states and the adjoint states.
// The scheme is that of initial values (differential_variational_inequality.hpp) over a mesh t₀ < … < t_N = T,
//
//   x_k − x_{k−1} = h_k (f(t_{k−1}, Θ x_k + (I − Θ) x_{k−1}) + B(t_{k−1}, x_{k−1}) u_k),   u_k ∈ SOL(K, G(t_k, x_k) + F),   Γ(x_0, x_N) = 0,
//
// with a θ for each component of x: θ = 0 on states and 1 on adjoint states makes it the first-order conditions of the discretised optimal
// control problem. All unknowns are found together (solve_boundary_values.hpp); shooting from t₀ would multiply errors by exp(L T).
//
// Reference: Pang, Stewart (2008), Differential variational inequalities, Math. Program. 113, section 8.
#pragma once

#include "nsds/theory/boundary_values/boundary_conditions.hpp"
#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/differential_variational_inequality.hpp"

namespace nsds {

struct NSDS_THEORY_API DviBoundaryValueProblem {
  /// Errors: InvalidArgument unless t0 < T, both finite, and on conditions of another size than the states.
  DviBoundaryValueProblem(DifferentialVariationalInequality dvi, double t0, double T,
                          BoundaryConditions boundary);

  DifferentialVariationalInequality dvi;
  double t0;  ///< [s]
  double T;   ///< [s]
  BoundaryConditions boundary;
};

}  // namespace nsds
