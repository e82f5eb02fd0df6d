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

#include <limits>
#include <string>

#include "nsds/kernel/analysis/p_matrix.hpp"
#include "nsds/kernel/boundary_values/boundary_conditions.hpp"
#include "nsds/kernel/first_order/differential_variational_inequality.hpp"

namespace nsds {

struct NSDS_KERNEL_API DviBoundaryValueProblem {
  /// Errors: InvalidArgument unless t0 < T, both finite, and on conditions of another size than the states.
  DviBoundaryValueProblem(DifferentialVariationalInequality dvi, double t0, double T,
                          BoundaryConditions boundary);

  DifferentialVariationalInequality dvi;
  double t0;  ///< [s]
  double T;   ///< [s]
  BoundaryConditions boundary;
};

/// The condition under which discrete trajectories are known to exist for boundary values, besides those of initial values,
///
///   M + N regular,   exp((T − t₀) ψ) < 1 + 1 / ‖(M + N)⁻¹ N‖₂,
///
/// where ψ bounds the growth of the right-hand side, ‖f(t, x) + B(t, x) u‖ ≤ ψ₀ + ψ ‖x‖ for u ∈ SOL(K, G(t, x) + F). It follows from x₀ =
/// (M + N)⁻¹ (b − N (x_N − x₀)), whose right-hand side maps a ball into itself, since ‖x_N − x₀‖ ≤ (exp((T − t₀) ψ) − 1) (‖x₀‖ + ψ₀/ψ).
///
/// Problems with fixed ends prescribe components at t₀ and at T: M + N is singular, and they are outside the theorem, as are long intervals.
/// That says nothing against a solution: most such problems are solved.
struct FreeEndCondition {
  Answer regular = Answer::undecided;  ///< M + N; undecided: Γ is not linear
  Answer holds = Answer::undecided;    ///< undecided: ψ is not known, or Γ is not linear
  double growth = std::numeric_limits<double>::quiet_NaN();  ///< ψ [1/s]
  double left = std::numeric_limits<double>::quiet_NaN();    ///< exp((T − t₀) ψ)
  double right = std::numeric_limits<double>::quiet_NaN();  ///< 1 + 1 / ‖(M + N)⁻¹ N‖, infinite for N = 0
  std::string message;
};

/// growth: ψ [1/s] if the caller knows it. Else, for f = A x + b, it is ‖A‖₂ where K is a bounded box, and ‖A‖₂ + ‖B‖₂ ‖C‖₂ / μ where G = C x
/// + e, B is constant and F = D u with a symmetric part of D whose smallest eigenvalue μ is positive; unknown otherwise. Errors:
/// InvalidArgument if growth is negative.
NSDS_KERNEL_API FreeEndCondition freeEndCondition(const DviBoundaryValueProblem& problem,
                                                  double growth = std::numeric_limits<double>::quiet_NaN());

}  // namespace nsds
