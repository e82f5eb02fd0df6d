// The condition under which discrete trajectories are known to exist for boundary values, besides those of initial values,
//
//   M + N regular,   exp((T − t₀) ψ) < 1 + 1 / ‖(M + N)⁻¹ N‖₂,
//
// where ψ bounds the growth of the right-hand side, ‖f(t, x) + B(t, x) u‖ ≤ ψ₀ + ψ ‖x‖ for u ∈ SOL(K, G(t, x) + F). It follows from x₀ =
// (M + N)⁻¹ (b − N (x_N − x₀)), whose right-hand side maps a ball into itself, since ‖x_N − x₀‖ ≤ (exp((T − t₀) ψ) − 1) (‖x₀‖ + ψ₀/ψ).
//
// Problems with fixed ends prescribe components at t₀ and at T: M + N is singular, and they are outside the theorem, as are long intervals.
// That says nothing against a solution: most such problems are solved.
//
// Reference: Pang, Stewart (2008), Differential variational inequalities, Math. Program. 113, section 8.
#pragma once

#include <optional>
#include <string>

#include "nsds/kernel/well_posedness/answer.hpp"
#include "nsds/theory/boundary_values/dvi_boundary_value_problem.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

struct FreeEndCondition {
  Answer regular = Answer::undecided;  ///< M + N; undecided: Γ is not linear
  Answer holds = Answer::undecided;    ///< undecided: ψ is not known, or Γ is not linear
  std::optional<double> growth;        ///< ψ [1/s]; none if it is not known
  std::optional<double> left;          ///< exp((T − t₀) ψ); none if ψ is not known
  std::optional<double> right;  ///< 1 + 1 / ‖(M + N)⁻¹ N‖, infinite for N = 0; none if M + N is not regular
  std::string message;
};

/// growth: ψ [1/s] if the caller knows it. Else, for f = A x + b, it is ‖A‖₂ where K is a bounded box, and ‖A‖₂ + ‖B‖₂ ‖C‖₂ / μ where G = C x
/// + e, B is constant and F = D u with a symmetric part of D whose smallest eigenvalue μ is positive; unknown otherwise. Errors:
/// InvalidArgument unless growth ≥ 0.
NSDS_THEORY_API FreeEndCondition freeEndCondition(const DviBoundaryValueProblem& problem,
                                                  std::optional<double> growth = {});

}  // namespace nsds
