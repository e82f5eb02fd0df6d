#include <Eigen/SVD>
#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "nsds/kernel/boundary_values/dvi_boundary_value_problem.hpp"
#include "nsds/kernel/first_order/dvi_conditions.hpp"

namespace nsds {

namespace {

double spectralNorm(const Matrix& A) {
  return Eigen::JacobiSVD<Matrix>(A).singularValues()(0);
}

/// ψ from matrices; NaN where they do not tell.
double growthOf(const DifferentialVariationalInequality& dvi) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  if (dvi.A() == nullptr) return unknown;
  const double ofDrift = spectralNorm(*dvi.A());
  if (dviConditions(dvi).bounded == Answer::yes && dvi.B() != nullptr) return ofDrift;
  if (dvi.B() == nullptr || dvi.C() == nullptr || dvi.D() == nullptr) return unknown;
  const SymmetricPart D = symmetricPart(*dvi.D());
  if (!D.definite()) return unknown;
  return ofDrift + spectralNorm(*dvi.B()) * spectralNorm(*dvi.C()) / D.least;
}

}  // namespace

DviBoundaryValueProblem::DviBoundaryValueProblem(DifferentialVariationalInequality dvi_, double t0_,
                                                 double T_, BoundaryConditions boundary_)
    : dvi(std::move(dvi_)), t0(t0_), T(T_), boundary(std::move(boundary_)) {
  constexpr const char* owner = "DviBoundaryValueProblem";
  check::finite(owner, "t0", t0);
  check::finite(owner, "T", T);
  check::that(t0 < T, "{}: the interval from {} to {} is empty", owner, t0, T);
  check::that(boundary.size() == dvi.states(), "{}: {} boundary conditions for {} states", owner,
              boundary.size(), dvi.states());
}

FreeEndCondition freeEndCondition(const DviBoundaryValueProblem& problem, double growth) {
  check::that(!(growth < 0.0), "freeEndCondition: the growth {} is negative", growth);
  FreeEndCondition found;
  if (!problem.boundary.linear()) {
    found.message = "the theorem is about linear boundary conditions";
    return found;
  }
  const Matrix sum = problem.boundary.M() + problem.boundary.N();
  const Eigen::FullPivLU<Matrix> factors(sum);
  found.regular = factors.isInvertible() ? Answer::yes : Answer::no;
  if (found.regular == Answer::no) {
    found.holds = Answer::no;
    found.message =
        "outside the theorem: M + N is singular, as where ends are fixed; the problem may be solved all the "
        "same";
    return found;
  }
  const double ratio = spectralNorm(factors.solve(problem.boundary.N()));
  found.right = 1.0 + 1.0 / ratio;  // infinite for N = 0, an initial value
  found.growth = std::isnan(growth) ? growthOf(problem.dvi) : growth;
  if (std::isnan(found.growth)) {
    found.message = "the growth of the right-hand side is not known; state it";
    return found;
  }
  found.left = std::exp((problem.T - problem.t0) * found.growth);
  found.holds = found.left < found.right ? Answer::yes : Answer::no;
  found.message = fmt::format(
      "{}: exp(T psi) = {:.6g}, 1 + 1 / ‖(M + N)⁻¹ N‖ = {:.6g}",
      found.holds == Answer::yes ? "the condition holds" : "outside the theorem, the interval is too long",
      found.left, found.right);
  return found;
}

}  // namespace nsds
