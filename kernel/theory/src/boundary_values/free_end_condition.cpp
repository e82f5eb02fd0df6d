#include "nsds/theory/boundary_values/free_end_condition.hpp"

#include <cmath>

#include "linalg/lapack.hpp"
#include "linalg/scaled_solve.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/well_posedness/symmetric_part.hpp"
#include "nsds/theory/first_order/dvi_conditions.hpp"

namespace nsds {

namespace {

double spectralNorm(const Matrix& A) {
  return singularValues(A).maxCoeff();
}

/// ψ from matrices; none where they do not tell.
std::optional<double> growthOf(const DifferentialVariationalInequality& dvi) {
  if (dvi.A() == nullptr || dvi.B() == nullptr) return {};
  const double ofDrift = spectralNorm(*dvi.A());
  if (dviConditions(dvi).bounded == Answer::yes) return ofDrift;
  if (dvi.C() == nullptr || dvi.D() == nullptr) return {};
  const SymmetricPart D = symmetricPart(*dvi.D());
  if (!D.definite()) return {};
  return ofDrift + spectralNorm(*dvi.B()) * spectralNorm(*dvi.C()) / D.least;
}

}  // namespace

FreeEndCondition freeEndCondition(const DviBoundaryValueProblem& problem, std::optional<double> growth) {
  check::that(!growth || *growth >= 0.0, "freeEndCondition: the growth {} is negative, or no number",
              growth.value_or(0.0));
  FreeEndCondition found;
  if (!problem.boundary.linear()) {
    found.message = "the theorem is about linear boundary conditions";
    return found;
  }
  const Matrix& N = problem.boundary.N();
  const Matrix sum = problem.boundary.M() + N;
  const ScaledSolution solved = solveScaled(sum, sum.cwiseAbs(), N);  // (M + N)⁻¹ N
  found.regular = answerOf(solved.regular());
  if (found.regular == Answer::no) {
    found.holds = Answer::no;
    found.message =
        "outside the theorem: M + N is singular, as where ends are fixed; the problem may be solved all the "
        "same";
    return found;
  }
  found.right = 1.0 + 1.0 / spectralNorm(solved.X);  // infinite for N = 0, an initial value
  found.growth = growth ? growth : growthOf(problem.dvi);
  if (!found.growth) {
    found.message = "the growth of the right-hand side is not known; state it";
    return found;
  }
  found.left = std::exp((problem.T - problem.t0) * *found.growth);
  found.holds = answerOf(*found.left < *found.right);
  found.message = fmt::format(
      "{}: exp(T psi) = {:.6g}, 1 + 1 / ‖(M + N)⁻¹ N‖ = {:.6g}",
      found.holds == Answer::yes ? "the condition holds" : "outside the theorem, the interval is too long",
      *found.left, *found.right);
  return found;
}

}  // namespace nsds
